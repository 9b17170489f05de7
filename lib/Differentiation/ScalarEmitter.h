//===- ScalarEmitter.h - Emit scalar rules ----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the tree of a scalar rule into ops on scalars, vectors or tensors.
//
// Numbers stay numbers until an op needs them as a value of its other operand's
// type, and values that are known constants count as numbers; so a power with a
// constant exponent becomes the product that one would write by hand. Nothing
// is folded that could hide an infinity or a NaN (`0 * v` stays).
//
// A number becomes a splat constant; for a tensor with dynamic sizes, which no
// constant can have, a `tensor.splat` with the sizes of the other operand.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_SCALAREMITTER_H
#define REMAT_LIB_DIFFERENTIATION_SCALAREMITTER_H

#include "ScalarNode.h"

namespace remat {

class ScalarEmitter {
public:
  /// The leaves that a tree may have.
  struct Leaves {
    mlir::ValueRange operands;
    mlir::Value result;
    mlir::Value cotangent;
    mlir::ValueRange coefficients;
  };

  /// `like` gives type and shape where a tree is a number alone; `target` is
  /// the type that `convert` leads to.
  ScalarEmitter(mlir::OpBuilder &builder, mlir::Location location,
                Leaves leaves, mlir::Value like, mlir::Type target)
      : builder(builder), location(location), leaves(leaves), like(like),
        target(target) {}

  /// Emits the tree.
  mlir::Value run(const ScalarExpression::Node &root) {
    return materialize(emit(root), like);
  }

private:
  /// A value, a number, or a value known to be that number.
  struct Term {
    mlir::Value value;
    std::optional<double> number;

    bool is(double other) const { return number && *number == other; }
  };

  Term emit(const ScalarExpression::Node &node);
  Term emitCall(llvm::StringRef callee, llvm::ArrayRef<Term> arguments);
  Term emitNegation(Term term);
  Term emitSum(Term left, Term right);
  Term emitDifference(Term left, Term right);
  Term emitProduct(Term left, Term right);
  Term emitQuotient(Term left, Term right);
  Term emitPower(llvm::StringRef callee, Term base, Term exponent);
  /// Of a choice that is known, only the branch taken is emitted.
  Term emitSelect(const ScalarExpression::Node &node);
  Term emitComparison(llvm::StringRef predicate, Term left, Term right);
  Term emitToFloat(Term term);
  Term emitConvert(Term term);
  Term emitFunction(llvm::StringRef name, llvm::ArrayRef<Term> arguments);

  template <typename FloatOp, typename IntOp>
  Term emitArithmetic(Term left, Term right);

  /// The value itself, or what the number is in type and shape of `model`.
  mlir::Value materialize(Term term, mlir::Value model);
  /// Both as values of one type, `like`'s if both are numbers.
  std::pair<mlir::Value, mlir::Value> materialize(Term left, Term right);

  mlir::OpBuilder &builder;
  mlir::Location location;
  Leaves leaves;
  mlir::Value like;
  mlir::Type target;
};

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_SCALAREMITTER_H
