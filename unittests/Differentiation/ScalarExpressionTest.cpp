//===- ScalarExpressionTest.cpp - Language of scalar rules ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits expressions into a block and compares the ops' names in order.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/ScalarRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace remat;

namespace {

class ScalarExpressionTest : public ::testing::Test {
protected:
  ScalarExpressionTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        tensor::TensorDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  Value argument(Type type) {
    return module->getBody()->addArgument(type, builder.getUnknownLoc());
  }

  Value constant(double number) {
    Value value = arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                            builder.getF32FloatAttr(number));
    emittedBefore = module->getBody()->getOperations().size();
    return value;
  }

  /// Names of the ops that were emitted, and constants' values, by blanks.
  std::string emitted() {
    std::string names;
    auto &ops = module->getBody()->getOperations();
    for (Operation &op : llvm::drop_begin(ops, emittedBefore)) {
      names += names.empty() ? "" : " ";
      if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
        llvm::raw_string_ostream(names) << constant.getValue();
        continue;
      }
      names += op.getName().getStringRef();
    }
    emittedBefore = ops.size();
    return names;
  }

  Value coefficient(StringRef text, ValueRange operands,
                    Value result = nullptr) {
    return ScalarExpression::parse(text).emitCoefficient(
        0, builder, builder.getUnknownLoc(), operands, result);
  }

  Value cotangent(StringRef text, Value ct, ValueRange coefficients) {
    return ScalarExpression::parse(text).emitCotangent(
        builder, builder.getUnknownLoc(), ct, coefficients, ct.getType());
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  size_t emittedBefore = 0;
};

TEST_F(ScalarExpressionTest, CountsDistinctCoefficients) {
  EXPECT_EQ(ScalarExpression::parse("ct").getNumCoefficients(), 0u);
  auto twice = ScalarExpression::parse("select(oeq({y}, 0), 0, ct * { y })");
  EXPECT_EQ(twice.getNumCoefficients(), 1u);
  auto two = ScalarExpression::parse("ct * {x0 + 1} / {x1}");
  EXPECT_EQ(two.getNumCoefficients(), 2u);
  EXPECT_EQ(two.getCoefficientText(0), "+(x0,1)");
  EXPECT_EQ(two.getCoefficientText(1), "x1");
}

TEST_F(ScalarExpressionTest, LeafIsTheValueItself) {
  Value x = argument(builder.getF32Type()), y = argument(builder.getF32Type());
  EXPECT_EQ(coefficient("ct * {x0}", {x}), x);
  EXPECT_EQ(coefficient("ct * {y}", {x}, y), y);
  EXPECT_EQ(emitted(), "");
}

TEST_F(ScalarExpressionTest, OperatorsBindAsUsual) {
  Value x = argument(builder.getF32Type());
  coefficient("{x0 - x0 * x0 - -x0 / x0}", {x});
  EXPECT_EQ(emitted(), "arith.mulf arith.subf arith.negf arith.divf "
                       "arith.subf");
  coefficient("{x0 * (x0 + x0)}", {x});
  EXPECT_EQ(emitted(), "arith.addf arith.mulf");
}

TEST_F(ScalarExpressionTest, IsProduct) {
  for (StringRef text : {"ct", "-ct", "ct * {cos(x0)}", "2 * ct / {x0}",
                         "{y} * (ct * (1 - {y} * {y}))"})
    EXPECT_TRUE(ScalarExpression::parse(text).isProduct()) << text.str();
  for (StringRef text : {"select({x0}, ct, 0)", "convert(ct)", "ct + ct * {y}",
                         "{x0} / ct", "{x0}"})
    EXPECT_FALSE(ScalarExpression::parse(text).isProduct()) << text.str();
}

TEST_F(ScalarExpressionTest, UnitFactorsAndZeroTermsAreNotEmitted) {
  Value ct = argument(builder.getF32Type());
  EXPECT_EQ(cotangent("ct * {x0}", ct, constant(1)), ct);
  EXPECT_EQ(cotangent("ct + {x0}", ct, constant(0)), ct);
  EXPECT_EQ(cotangent("ct - {x0}", ct, constant(0)), ct);
  EXPECT_EQ(cotangent("ct / {x0}", ct, constant(1)), ct);
  EXPECT_EQ(emitted(), "");
  cotangent("ct * {x0}", ct, constant(-1));
  EXPECT_EQ(emitted(), "arith.negf");
  // A zero factor hides an infinity.
  cotangent("ct * {x0}", ct, constant(0));
  EXPECT_EQ(emitted(), "arith.mulf");
}

TEST_F(ScalarExpressionTest, SeedOfOneIsNotMultiplied) {
  Value factor = argument(builder.getF32Type());
  EXPECT_EQ(cotangent("ct * {x0}", constant(1), factor), factor);
  EXPECT_EQ(emitted(), "");
}

TEST_F(ScalarExpressionTest, ConstantExponents) {
  Value x = argument(builder.getF32Type());
  StringRef rule = "ct * {select(oeq(x1, 0), 0, x1 * powf(x0, x1 - 1))}";
  auto emit = [&](double exponent) {
    coefficient(rule, {x, constant(exponent)});
    return emitted();
  };
  EXPECT_EQ(emit(0), "0.000000e+00 : f32");
  EXPECT_EQ(emit(1), "1.000000e+00 : f32");
  EXPECT_EQ(emit(2), "arith.mulf");
  EXPECT_EQ(emit(3), "arith.mulf arith.mulf");
  EXPECT_EQ(emit(2.5), "1.500000e+00 : f32 math.powf arith.mulf");
  coefficient(rule, {x, x});
  EXPECT_EQ(emitted(),
            "0.000000e+00 : f32 arith.cmpf 1.000000e+00 : f32 arith.subf "
            "math.powf arith.mulf 0.000000e+00 : f32 arith.select");
}

TEST_F(ScalarExpressionTest, IntegerOperands) {
  Value x = argument(builder.getF64Type());
  Value i32 = argument(builder.getI32Type());
  Value index = argument(builder.getIndexType());
  StringRef rule = "{select(oeq(x1, 0), 0, float(x1) * fpowi(x0, x1 - 1))}";
  EXPECT_EQ(coefficient(rule, {x, i32}).getType(), builder.getF64Type());
  EXPECT_EQ(emitted(), "0 : i32 arith.cmpi arith.sitofp 1 : i32 arith.subi "
                       "math.fpowi arith.mulf 0.000000e+00 : f64 "
                       "arith.select");
  coefficient("{float(x1)}", {x, index});
  EXPECT_EQ(emitted(), "arith.index_cast arith.sitofp");
}

TEST_F(ScalarExpressionTest, ConvertFollowsTheOperand) {
  Type f32 = builder.getF32Type(), bf16 = builder.getBF16Type();
  auto convert = ScalarExpression::parse("convert(ct)");
  Location loc = builder.getUnknownLoc();
  Value wide = argument(f32), narrow = argument(bf16);
  EXPECT_EQ(convert.emitCotangent(builder, loc, wide, {}, bf16).getType(),
            bf16);
  EXPECT_EQ(emitted(), "arith.truncf");
  EXPECT_EQ(convert.emitCotangent(builder, loc, narrow, {}, f32).getType(),
            f32);
  EXPECT_EQ(emitted(), "arith.extf");
}

TEST_F(ScalarExpressionTest, ShapedConstants) {
  Type f32 = builder.getF32Type();
  coefficient("{x0 + 1}", {argument(VectorType::get({4}, f32))});
  EXPECT_EQ(emitted(), "dense<1.000000e+00> : vector<4xf32> arith.addf");
  coefficient("{x0 + 1}", {argument(RankedTensorType::get({4}, f32))});
  EXPECT_EQ(emitted(), "dense<1.000000e+00> : tensor<4xf32> arith.addf");
  auto dynamic = RankedTensorType::get({ShapedType::kDynamic, 4}, f32);
  Value sum = coefficient("{x0 + 1}", {argument(dynamic)});
  EXPECT_EQ(sum.getType(), dynamic);
  EXPECT_EQ(emitted(), "0 : index tensor.dim 1.000000e+00 : f32 tensor.splat "
                       "arith.addf");
}

TEST_F(ScalarExpressionTest, PredicateOfTheOperandsShape) {
  auto type = RankedTensorType::get({4}, builder.getF32Type());
  Value predicate = coefficient("{ogt(x0, 0)}", {argument(type)});
  EXPECT_EQ(predicate.getType(), type.clone(builder.getI1Type()));
}

TEST(ScalarExpressionDeathTest, MistakesAreFatal) {
  for (const char *text : {"ct *", "(ct", "ct)", "{ct}", "x0", "{{x0}}", "y",
                           "{x0", "select(ct, ", "ct $", "cos(x0)", ""})
    EXPECT_DEATH(ScalarExpression::parse(text), "scalar rule") << text;
}

} // namespace
