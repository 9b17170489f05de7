//===- ScalarRules.h - Derivatives of scalar ops as data --------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivatives of float ops of `arith` and `math`, as a table of expressions
// (ScalarRules.cpp), and the expressions themselves: parsed once, emitted on
// scalars, vectors and tensors alike.
//
// An expression states the cotangent of one operand in terms of `ct`, the
// cotangent of the result, and of coefficients in braces, which hold all that
// is needed of the forward pass: operands `x0`, `x1`, ..., the result `y`, and
// expressions of them. For example, `math.sin`: `ct * {cos(x0)}`; `math.exp`:
// `select(oeq({y}, 0), 0, ct * {y})`; `arith.addf`: `ct`. It is made of
// numbers,
// `+ - * /` and calls: `select`; comparisons by the names of `arith.cmpf`'s
// predicates; `convert(v)` to the operand's type; `float(n)` of an integer; and
// any other name is the op of `math` that has it.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_SCALARRULES_H
#define REMAT_DIFFERENTIATION_SCALARRULES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include <memory>
#include <optional>
#include <string>

namespace remat {

/// Cotangent of one operand of a scalar op, linear in `ct`.
class ScalarExpression {
public:
  struct Node;

  /// Parses the text of a rule; the table is ours, so a mistake in it is fatal.
  static ScalarExpression parse(llvm::StringRef text);

  /// Number of distinct coefficients in braces, in order of first appearance.
  unsigned getNumCoefficients() const;

  /// Canonical text of coefficient `number`: expressions of one result share a
  /// coefficient if these are equal.
  std::string getCoefficientText(unsigned number) const;

  /// Coefficient `number`: one of `operands` or `result` where it is just that,
  /// else emitted with `builder` in the type of the operands (or i1 of their
  /// shape for a predicate).
  mlir::Value emitCoefficient(unsigned number, mlir::OpBuilder &builder,
                              mlir::Location location,
                              mlir::ValueRange operands,
                              mlir::Value result) const;

  /// The cotangent of the operand, of type `operandType`. Products with a
  /// constant one and sums with a constant zero are not emitted.
  mlir::Value emitCotangent(mlir::OpBuilder &builder, mlir::Location location,
                            mlir::Value cotangent,
                            mlir::ValueRange coefficients,
                            mlir::Type operandType) const;

  /// Whether it is `ct` times a factor that doesn't depend on `ct` (then a
  /// chain of such steps is one coefficient), not a choice by `select`.
  bool isProduct() const;

private:
  std::shared_ptr<const Node> root;
  llvm::SmallVector<std::shared_ptr<const Node>> coefficients;
};

/// The rule of one op: an expression for each operand of each result. An
/// operand without one (an integer, a predicate) gets no cotangent.
struct ScalarRule {
  /// By result, then by operand.
  llvm::SmallVector<llvm::SmallVector<std::optional<ScalarExpression>>>
      cotangents;
};

/// The rule of an op of arith or math, or null where the table has none. An op
/// whose derivative is zero everywhere (`math.floor`) has a rule without
/// expressions.
const ScalarRule *lookupScalarRule(mlir::OperationName name);

/// Names of all ops in the table, for registration and for the coverage table.
llvm::ArrayRef<llvm::StringRef> getScalarRuleNames();

} // namespace remat

#endif // REMAT_DIFFERENTIATION_SCALARRULES_H
