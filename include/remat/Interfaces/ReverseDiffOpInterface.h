//===- ReverseDiffOpInterface.h - Derivative of an op -----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface that a derivative rule implements, and what passes between the
// rules and the differentiation engine.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_REVERSEDIFFOPINTERFACE_H
#define REMAT_INTERFACES_REVERSEDIFFOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace remat {

/// Inputs of an op as the rules count them: its operands, then the values that
/// its regions use from above in order of first use.
llvm::SmallVector<mlir::Value> getInputs(mlir::Operation *op);

/// Those of the inputs that are no operands.
llvm::SmallVector<mlir::Value> getCaptured(mlir::Operation *op);

/// Whether values of this type carry a tangent: floats, complex numbers, and
/// tensors and vectors of them. A value that does and has no rule is an error,
/// never a zero gradient.
bool isDifferentiable(mlir::Type type);

/// Whether a value of this type may hold a float without carrying its tangent:
/// memory, structs, handles, anything but numbers and tensors and vectors of
/// them. What a float becomes in there can't be told.
bool isOpaque(mlir::Type type);

/// Whether results of the op are bits, as integers, of what it or an op inside
/// it takes. Any other way from a float to an integer has a derivative of zero.
bool takesBits(mlir::Operation *op);

/// What the engine asks of the forward half of a rule.
struct LinearizeRequest {
  /// Per input: whether a cotangent of it is wanted.
  llvm::ArrayRef<bool> active;
  /// The coefficients, in the order in which `transpose` reads them.
  llvm::SmallVector<mlir::Value> coefficients;
  /// On failure: why, in words that complete "it ...".
  std::string reason;
  /// The op of the program that `transpose` will be called on; null where it is
  /// the op itself. Which coefficients there are must go by this one: the op in
  /// the forward pass may know more of its operands, such as the constants that
  /// a function is called with.
  mlir::Operation *origin = nullptr;

  /// Sets the reason and fails.
  llvm::LogicalResult fail(const llvm::Twine &why) {
    reason = why.str();
    return llvm::failure();
  }
};

/// What the engine asks of the backward half of a rule.
struct TransposeRequest {
  /// Per input: whether a cotangent of it is wanted.
  llvm::ArrayRef<bool> active;
  /// The coefficients that `linearize` appended, saved or computed again.
  mlir::ValueRange coefficients;
  /// Per result: its cotangent, of the result's type; null where it is zero.
  llvm::ArrayRef<mlir::Value> resultCotangents;
  /// Per input: its cotangent, of the input's type; null where it is zero.
  llvm::SmallVector<mlir::Value> inputCotangents;
  /// Per input: the sum of the cotangents that it got so far; null where there
  /// is none.
  llvm::SmallVector<mlir::Value> inputSums = {};

  /// The sum so far, for a rule that adds to it in place: what it sets as the
  /// input's cotangent then includes the sum. Null where there is none. So a
  /// slice's cotangent costs no more than the slice.
  mlir::Value takeSum(unsigned input) {
    return input < inputSums.size() ? std::exchange(inputSums[input], {})
                                    : mlir::Value();
  }
};

} // namespace remat

#include "remat/Interfaces/ReverseDiffOpInterface.h.inc"

#endif // REMAT_INTERFACES_REVERSEDIFFOPINTERFACE_H
