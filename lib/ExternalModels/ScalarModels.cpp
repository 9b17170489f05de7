//===- ScalarModels.cpp - Rules from the table of scalar rules ------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coefficients of an op are those of the expressions of its active
// operands, result by result, each distinct one once. `forEachExpression` fixes
// that order for both halves of the rule.
//
//===----------------------------------------------------------------------===//

#include "ScalarModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace remat;

/// Calls `visit(expression, result, operand, positions)` for each expression of
/// an active operand; `positions` are those of its coefficients among all.
static void
forEachExpression(Operation *op, ArrayRef<bool> active,
                  llvm::function_ref<void(const ScalarExpression &, unsigned,
                                          unsigned, ArrayRef<unsigned>)>
                      visit) {
  const ScalarRule *rule = lookupScalarRule(op->getName());
  unsigned numCoefficients = 0;
  for (auto [result, expressions] : llvm::enumerate(rule->cotangents)) {
    llvm::StringMap<unsigned> known;
    for (auto [operand, expression] : llvm::enumerate(expressions)) {
      if (!expression || !active[operand])
        continue;
      SmallVector<unsigned> positions;
      for (unsigned i = 0; i < expression->getNumCoefficients(); ++i) {
        auto [entry, isNew] = known.try_emplace(
            expression->getCoefficientText(i), numCoefficients);
        numCoefficients += isNew;
        positions.push_back(entry->second);
      }
      visit(*expression, result, operand, positions);
    }
  }
}

/// Why the rule can't be emitted on values of this type, or null.
static const char *getObstacle(Type type) {
  if (isa<UnrankedTensorType>(type))
    return "has a result without a rank; cast its operands to a ranked tensor";
  if (isa<BaseMemRefType>(type) || isa<ComplexType>(getElementTypeOrSelf(type)))
    return "has a derivative rule for floats only, and tensors and vectors of "
           "them";
  return nullptr;
}

LogicalResult remat::linearizeByScalarRule(Operation *op, OpBuilder &builder,
                                           LinearizeRequest &request) {
  for (Type type : op->getResultTypes())
    if (const char *obstacle = getObstacle(type))
      return request.fail(obstacle);
  SmallVector<Value> coefficients;
  forEachExpression(op, request.active,
                    [&](const ScalarExpression &expression, unsigned result,
                        unsigned, ArrayRef<unsigned> positions) {
                      for (auto [number, position] : llvm::enumerate(positions))
                        if (position == coefficients.size())
                          coefficients.push_back(expression.emitCoefficient(
                              number, builder, op->getLoc(), op->getOperands(),
                              op->getResult(result)));
                    });
  llvm::append_range(request.coefficients, coefficients);
  return success();
}

LogicalResult remat::transposeByScalarRule(Operation *op, OpBuilder &builder,
                                           TransposeRequest &request) {
  request.inputCotangents.assign(op->getNumOperands(), nullptr);
  forEachExpression(
      op, request.active,
      [&](const ScalarExpression &expression, unsigned result, unsigned operand,
          ArrayRef<unsigned> positions) {
        if (!request.resultCotangents[result])
          return;
        SmallVector<Value> coefficients;
        for (unsigned position : positions)
          coefficients.push_back(request.coefficients[position]);
        Value term = expression.emitCotangent(
            builder, op->getLoc(), request.resultCotangents[result],
            coefficients, op->getOperand(operand).getType());
        Value &sum = request.inputCotangents[operand];
        sum = sum ? arith::AddFOp::create(builder, op->getLoc(), sum, term)
                        .getResult()
                  : term;
      });
  return success();
}
