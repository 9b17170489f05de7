//===- ScalarRulesTest.cpp - Table of scalar rules ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every row of the table names an op that exists, has the interface attached,
// and emits valid IR on scalars, vectors and tensors.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/ScalarRules.h"
#include "remat/ExternalModels/ExternalModels.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace remat;

namespace {

class ScalarRulesTest : public ::testing::Test {
protected:
  ScalarRulesTest() : builder(&context) {
    DialectRegistry registry;
    registerArithModels(registry);
    registerMathModels(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        tensor::TensorDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  Value argument(Type type) {
    return module->getBody()->addArgument(type, builder.getUnknownLoc());
  }

  static Type withElementType(Type type, Type element) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped ? Type(shaped.clone(element)) : element;
  }

  /// An instance of the op on `type`, a type of f32.
  Operation *create(StringRef name, Type type) {
    OperationState state(builder.getUnknownLoc(), name);
    auto rule = lookupScalarRule(state.name);
    unsigned numOperands = std::max<unsigned>(rule->cotangents[0].size(),
                                              name == "math.copysign" ? 2 : 1);
    SmallVector<Type> operands(numOperands, type);
    if (name == "arith.select")
      operands[0] = withElementType(type, builder.getI1Type());
    if (name == "math.fpowi")
      operands[1] = withElementType(type, builder.getI32Type());
    Type result = type;
    if (name == "arith.extf")
      result = withElementType(type, builder.getF64Type());
    if (name == "arith.truncf")
      result = withElementType(type, builder.getBF16Type());
    for (Type operand : operands)
      state.addOperands(argument(operand));
    state.addTypes(SmallVector<Type>(rule->cotangents.size(), result));
    return builder.create(state);
  }

  void check(StringRef name, Type type) {
    Operation *op = create(name, type);
    auto rule = dyn_cast<ReverseDiffOpInterface>(op);
    ASSERT_TRUE(rule) << name.str();
    SmallVector<bool> active;
    for (Value operand : op->getOperands())
      active.push_back(isDifferentiable(operand.getType()));

    LinearizeRequest linearize{active, {}, {}};
    ASSERT_TRUE(succeeded(rule.linearize(builder, linearize))) << name.str();
    SmallVector<Value> cotangents;
    for (Value result : op->getResults())
      cotangents.push_back(argument(result.getType()));
    TransposeRequest transpose{active, linearize.coefficients, cotangents, {}};
    ASSERT_TRUE(succeeded(rule.transpose(builder, transpose))) << name.str();

    for (auto [operand, cotangent] :
         llvm::zip_equal(op->getOperands(), transpose.inputCotangents))
      if (cotangent)
        EXPECT_EQ(operand.getType(), cotangent.getType()) << name.str();
    // A module takes no arguments, so only what it holds is verified.
    for (auto emitted = op->getIterator(); emitted != module->getBody()->end();
         ++emitted)
      EXPECT_TRUE(succeeded(verify(&*emitted))) << name.str();
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ScalarRulesTest, EveryRowEmitsValidIR) {
  Type f32 = builder.getF32Type();
  for (Type type :
       {f32, Type(VectorType::get({4}, f32)),
        Type(RankedTensorType::get({2, 3}, f32)),
        Type(RankedTensorType::get({ShapedType::kDynamic, 3}, f32))})
    for (StringRef name : getScalarRuleNames())
      check(name, type);
}

TEST_F(ScalarRulesTest, CoefficientsAreShared) {
  Operation *op = create("arith.maximumf", builder.getF32Type());
  bool active[] = {true, true};
  LinearizeRequest request{active, {}, {}};
  ASSERT_TRUE(
      succeeded(cast<ReverseDiffOpInterface>(op).linearize(builder, request)));
  EXPECT_EQ(request.coefficients.size(), 1u);
}

TEST_F(ScalarRulesTest, InactiveOperandsNeedNoCoefficient) {
  Operation *op = create("arith.mulf", builder.getF32Type());
  bool active[] = {true, false};
  LinearizeRequest request{active, {}, {}};
  ASSERT_TRUE(
      succeeded(cast<ReverseDiffOpInterface>(op).linearize(builder, request)));
  ASSERT_EQ(request.coefficients.size(), 1u);
  EXPECT_EQ(request.coefficients[0], op->getOperand(1));
}

TEST_F(ScalarRulesTest, ComplexNumbersAreRefused) {
  Operation *op =
      create("arith.select", ComplexType::get(builder.getF32Type()));
  bool active[] = {false, true, true};
  LinearizeRequest request{active, {}, {}};
  EXPECT_TRUE(
      failed(cast<ReverseDiffOpInterface>(op).linearize(builder, request)));
  EXPECT_EQ(request.reason,
            "has a derivative rule for floats only, and tensors "
            "and vectors of them");
}

TEST_F(ScalarRulesTest, UnrankedTensorsAreRefused) {
  Operation *op =
      create("arith.mulf", UnrankedTensorType::get(builder.getF32Type()));
  bool active[] = {true, true};
  LinearizeRequest request{active, {}, {}};
  EXPECT_TRUE(
      failed(cast<ReverseDiffOpInterface>(op).linearize(builder, request)));
  EXPECT_EQ(request.reason, "has a result without a rank; cast its operands "
                            "to a ranked tensor");
}

} // namespace
