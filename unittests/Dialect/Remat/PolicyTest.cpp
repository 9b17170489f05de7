//===- PolicyTest.cpp - What each policy allows ---------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace remat;

namespace {

class Policy : public ::testing::Test {
protected:
  Policy() {
    context.loadDialect<RematDialect, func::FuncDialect, arith::ArithDialect,
                        linalg::LinalgDialect, math::MathDialect>();
  }

  PolicyAttrInterface parse(StringRef text) {
    return dyn_cast_or_null<PolicyAttrInterface>(
        parseAttribute(text, &context));
  }

  std::vector<std::string> namesOf(StringRef text) {
    SmallVector<StringRef> names;
    parse(text).collectNames(names);
    return std::vector<std::string>(names.begin(), names.end());
  }

  /// Whether `policy` saves the result of `op`, which reads `%a` and `%b` of
  /// type `operand` and writes `%c` of type `result`.
  bool saves(StringRef policy, StringRef op, StringRef operand, StringRef other,
             StringRef result) {
    std::string text = llvm::formatv("func.func @f(%a: {1}, %b: {2}, %c: {3}) "
                                     "-> {3} {{ %0 = {0} return %0 : {3} }",
                                     op, operand, other, result);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "not parsed: " << text;
      return false;
    }
    auto function = *module->getOps<func::FuncOp>().begin();
    Operation *op0 = &function.front().front();
    return parse(policy).classify("", op0) == Decision::Save;
  }

  MLIRContext context;
};

TEST_F(Policy, EverythingAndNothing) {
  EXPECT_EQ(parse("#remat.everything").classify("a", nullptr), Decision::Save);
  EXPECT_EQ(parse("#remat.everything").classify("", nullptr), Decision::Save);
  EXPECT_TRUE(parse("#remat.everything").isSaveable("a"));
  EXPECT_EQ(parse("#remat.nothing").classify("a", nullptr),
            Decision::Recompute);
  EXPECT_FALSE(parse("#remat.nothing").isSaveable("a"));
  EXPECT_TRUE(namesOf("#remat.everything").empty());
  EXPECT_TRUE(namesOf("#remat.nothing").empty());
}

TEST_F(Policy, SaveOnly) {
  PolicyAttrInterface policy = parse("#remat.save_only<[\"a\", \"b\"]>");
  EXPECT_EQ(policy.classify("a", nullptr), Decision::Save);
  EXPECT_EQ(policy.classify("b", nullptr), Decision::Save);
  EXPECT_EQ(policy.classify("c", nullptr), Decision::Recompute);
  EXPECT_EQ(policy.classify("", nullptr), Decision::Recompute);
  EXPECT_TRUE(policy.isSaveable("a"));
  EXPECT_FALSE(policy.isSaveable("c"));
  EXPECT_EQ(namesOf("#remat.save_only<[\"a\", \"b\"]>"),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(parse("#remat.save_only<[]>").isSaveable("a"));
}

TEST_F(Policy, SaveAnyBut) {
  PolicyAttrInterface policy = parse("#remat.save_any_but<[\"a\"]>");
  EXPECT_EQ(policy.classify("a", nullptr), Decision::Recompute);
  EXPECT_EQ(policy.classify("b", nullptr), Decision::Save);
  EXPECT_EQ(policy.classify("", nullptr), Decision::Recompute);
  EXPECT_FALSE(policy.isSaveable("a"));
  EXPECT_TRUE(policy.isSaveable("b"));
  EXPECT_TRUE(parse("#remat.save_any_but<[]>").isSaveable("a"));
  EXPECT_EQ(namesOf("#remat.save_any_but<[\"a\"]>"),
            (std::vector<std::string>{"a"}));
}

TEST_F(Policy, AnyOf) {
  StringRef text = "#remat.any_of<#remat.dots, #remat.save_only<[\"a\"]>, "
                   "#remat.save_only<[\"b\"]>>";
  PolicyAttrInterface policy = parse(text);
  EXPECT_TRUE(policy.isSaveable("a"));
  EXPECT_TRUE(policy.isSaveable("b"));
  EXPECT_FALSE(policy.isSaveable("c"));
  EXPECT_EQ(namesOf(text), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(saves(text,
                    "linalg.matvec ins(%a, %b : tensor<5x4xf32>, "
                    "tensor<4xf32>) outs(%c : tensor<5xf32>) -> tensor<5xf32>",
                    "tensor<5x4xf32>", "tensor<4xf32>", "tensor<5xf32>"));
}

/// An op, and whether `dots` and `dots_no_batch` save its result.
struct Contraction {
  const char *op, *left, *right, *result;
  bool dots, noBatch;
};

const Contraction contractions[] = {
    {"linalg.matmul ins(%a, %b : tensor<5x4xf32>, tensor<4x3xf32>) "
     "outs(%c : tensor<5x3xf32>) -> tensor<5x3xf32>",
     "tensor<5x4xf32>", "tensor<4x3xf32>", "tensor<5x3xf32>", true, true},
    {"linalg.vecmat ins(%a, %b : tensor<4xf32>, tensor<4x3xf32>) "
     "outs(%c : tensor<3xf32>) -> tensor<3xf32>",
     "tensor<4xf32>", "tensor<4x3xf32>", "tensor<3xf32>", true, true},
    {"linalg.dot ins(%a, %b : tensor<4xf32>, tensor<4xf32>) "
     "outs(%c : tensor<f32>) -> tensor<f32>",
     "tensor<4xf32>", "tensor<4xf32>", "tensor<f32>", true, true},
    {"linalg.batch_matmul ins(%a, %b : tensor<2x5x4xf32>, tensor<2x4x3xf32>) "
     "outs(%c : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>",
     "tensor<2x5x4xf32>", "tensor<2x4x3xf32>", "tensor<2x5x3xf32>", true,
     false},
    // The same written as a generic.
    {"linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
     "affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], "
     "iterator_types = [\"parallel\", \"parallel\", \"reduction\"]} "
     "ins(%a, %b : tensor<5x4xf32>, tensor<4x3xf32>) "
     "outs(%c : tensor<5x3xf32>) { ^bb0(%x: f32, %y: f32, %z: f32): "
     "%p = arith.mulf %x, %y : f32 %s = arith.addf %z, %p : f32 "
     "linalg.yield %s : f32 } -> tensor<5x3xf32>",
     "tensor<5x4xf32>", "tensor<4x3xf32>", "tensor<5x3xf32>", true, true},
    // A product without a sum is none.
    {"linalg.mul ins(%a, %b : tensor<4xf32>, tensor<4xf32>) "
     "outs(%c : tensor<4xf32>) -> tensor<4xf32>",
     "tensor<4xf32>", "tensor<4xf32>", "tensor<4xf32>", false, false},
    // Nor is a sum of one operand, or a largest product.
    {"linalg.reduce { arith.addf } ins(%a : tensor<5x4xf32>) "
     "outs(%c : tensor<5xf32>) dimensions = [1]",
     "tensor<5x4xf32>", "tensor<4xf32>", "tensor<5xf32>", false, false},
    {"linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, "
     "affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], "
     "iterator_types = [\"parallel\", \"reduction\"]} "
     "ins(%a, %b : tensor<5x4xf32>, tensor<4xf32>) "
     "outs(%c : tensor<5xf32>) { ^bb0(%x: f32, %y: f32, %z: f32): "
     "%p = arith.mulf %x, %y : f32 %s = arith.maximumf %z, %p : f32 "
     "linalg.yield %s : f32 } -> tensor<5xf32>",
     "tensor<5x4xf32>", "tensor<4xf32>", "tensor<5xf32>", false, false},
    {"math.sin %a : tensor<4xf32>", "tensor<4xf32>", "tensor<4xf32>",
     "tensor<4xf32>", false, false},
};

TEST_F(Policy, Dots) {
  for (const Contraction &c : contractions) {
    EXPECT_EQ(saves("#remat.dots", c.op, c.left, c.right, c.result), c.dots)
        << c.op;
    EXPECT_EQ(saves("#remat.dots_no_batch", c.op, c.left, c.right, c.result),
              c.noBatch)
        << c.op;
  }
  EXPECT_FALSE(parse("#remat.dots").isSaveable("a"));
  EXPECT_FALSE(parse("#remat.dots_no_batch").isSaveable("a"));
  EXPECT_EQ(parse("#remat.dots").classify("a", nullptr), Decision::Recompute);
}

} // namespace
