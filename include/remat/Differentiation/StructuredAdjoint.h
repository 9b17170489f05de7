//===- StructuredAdjoint.h - Derivative of a scalar body --------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a structured op's scalar body: for each output and each
// active scalar the cotangent that flows from one to the other, as an
// expression in the copied body. Where such an expression uses a value of the
// forward pass, that value is a coefficient.
//
// Both halves of a rule build this from the same op, that of the program, so
// that they agree on the coefficients.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_STRUCTUREDADJOINT_H
#define REMAT_DIFFERENTIATION_STRUCTUREDADJOINT_H

#include "remat/Differentiation/StructuredBody.h"

namespace remat {

/// A value of the forward pass that the backward pass reads.
struct StructuredCoefficient {
  enum class Kind {
    /// Input `number` itself.
    Input,
    /// Result `number` itself.
    Result,
    /// `scalar`, computed for every iteration that it differs by.
    Expression,
    /// The number of iterations of loop `number`.
    LoopSize,
    /// The size of dimension `dim` of input `number`.
    InputSize,
  };
  Kind kind;
  unsigned number = 0;
  unsigned dim = 0;
  /// The value in the body that it stands for; null for sizes.
  mlir::Value scalar;
};

/// An active scalar of the body.
struct StructuredTarget {
  /// The input that it is an element of.
  unsigned input;
  mlir::Value scalar;
  /// Where the element is picked by indices of the body's own.
  mlir::tensor::ExtractOp gather;
};

/// What flows from one output to one target: `cotangent` is an expression in
/// the argument `seeds[output]`.
struct StructuredTerm {
  unsigned output;
  unsigned target;
  mlir::Value cotangent;
};

class StructuredAdjoint {
public:
  StructuredAdjoint(mlir::linalg::LinalgOp op, llvm::ArrayRef<bool> active);

  /// Works it all out. On failure `reason` completes "it ...".
  llvm::LogicalResult build(std::string &reason);

  StructuredBody &getBody() { return body; }
  const StructuredBody &getBody() const { return body; }
  /// By output; nothing for outputs that no active input flows to.
  const std::optional<StructuredOutput> &getOutput(unsigned output) const {
    return outputs[output];
  }
  /// The argument of the block that stands for the cotangent of `element` of
  /// an output (of `yielded`, where that is the same).
  mlir::Value getSeed(unsigned output) const { return seeds[output]; }
  llvm::ArrayRef<StructuredTarget> getTargets() const { return targets; }
  llvm::ArrayRef<StructuredTerm> getTerms() const { return terms; }
  llvm::ArrayRef<StructuredCoefficient> getCoefficients() const {
    return coefficients;
  }

  /// The coefficients, by number, that `values` of the block are computed from
  /// in the backward pass.
  llvm::SmallVector<unsigned> getCoefficientsOf(mlir::ValueRange values) const;
  std::optional<unsigned> findCoefficient(StructuredCoefficient::Kind kind,
                                          unsigned number,
                                          unsigned dim = 0) const;
  /// The values that indices of a gather are computed from.
  llvm::SmallVector<mlir::Value>
  getIndexSources(mlir::tensor::ExtractOp gather) const;

private:
  void findActive();
  llvm::LogicalResult findTargets(std::string &reason);
  llvm::LogicalResult reverse(unsigned output, std::string &reason);
  llvm::LogicalResult reverseOp(mlir::Operation *op,
                                llvm::DenseMap<mlir::Value, mlir::Value> &sums,
                                std::string &reason);
  void shareEqualOps();
  void combineFactors();
  mlir::Value emitFactor(const StructuredTerm &term);
  bool isSingleOp() const;

  bool isBackward(mlir::Value value) const;
  bool isComputedAgain(mlir::Value value) const;
  void collectLeaves(mlir::Value value,
                     llvm::SmallVectorImpl<mlir::Value> &leaves,
                     llvm::DenseSet<mlir::Value> &seen) const;
  void collectCoefficients();
  void addCoefficient(StructuredCoefficient coefficient);
  void addLeaf(mlir::Value leaf);
  void addSizes();

  StructuredBody body;
  llvm::SmallVector<bool> active;
  llvm::DenseSet<mlir::Value> activeValues;
  llvm::SmallVector<std::optional<StructuredOutput>> outputs;
  llvm::SmallVector<mlir::Value> seeds;
  llvm::SmallVector<StructuredTarget> targets;
  llvm::SmallVector<StructuredTerm> terms;
  llvm::SmallVector<StructuredCoefficient> coefficients;
  /// Values that are coefficients although they would be computed again.
  llvm::DenseSet<mlir::Value> factors;
};

/// The value behind conversions between float types.
mlir::Value stripFloatConversions(mlir::Value value);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_STRUCTUREDADJOINT_H
