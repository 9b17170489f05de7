//===- ScalarExpression.cpp - One expression of a scalar rule -------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"
#include "ScalarNode.h"
#include "remat/Support/Assert.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace remat;

using Kind = ScalarExpression::Node::Kind;

ScalarExpression ScalarExpression::parse(StringRef text) {
  ScalarExpression expression;
  expression.root = parseScalarRule(text, expression.coefficients);
  return expression;
}

unsigned ScalarExpression::getNumCoefficients() const {
  return coefficients.size();
}

std::string ScalarExpression::getCoefficientText(unsigned number) const {
  return coefficients[number]->print();
}

/// The operand that gives a coefficient its type: the first float one.
static Value getFloatOperand(ValueRange operands) {
  for (Value operand : operands)
    if (isa<FloatType>(getElementTypeOrSelf(operand.getType())))
      return operand;
  REMAT_ASSERT(false, "a scalar rule on an op without float operands");
  return operands.front();
}

Value ScalarExpression::emitCoefficient(unsigned number, OpBuilder &builder,
                                        Location location, ValueRange operands,
                                        Value result) const {
  Value like = getFloatOperand(operands);
  ScalarEmitter::Leaves leaves{operands, result, nullptr, {}};
  return ScalarEmitter(builder, location, leaves, like, like.getType())
      .run(*coefficients[number]);
}

Value ScalarExpression::emitCotangent(OpBuilder &builder, Location location,
                                      Value cotangent, ValueRange coefficients,
                                      Type operandType) const {
  ScalarEmitter::Leaves leaves{{}, nullptr, cotangent, coefficients};
  return ScalarEmitter(builder, location, leaves, cotangent, operandType)
      .run(*root);
}

static bool isProductOfCotangent(const ScalarExpression::Node &node) {
  if (node.kind == Kind::Cotangent)
    return true;
  if (node.kind != Kind::Call)
    return false;
  if (node.callee == "neg")
    return isProductOfCotangent(*node.arguments[0]);
  if (node.callee != "*" && node.callee != "/")
    return false;
  const ScalarExpression::Node &left = *node.arguments[0];
  const ScalarExpression::Node &right = *node.arguments[1];
  if (!right.dependsOnCotangent())
    return isProductOfCotangent(left);
  return node.callee == "*" && !left.dependsOnCotangent() &&
         isProductOfCotangent(right);
}

bool ScalarExpression::isProduct() const { return isProductOfCotangent(*root); }
