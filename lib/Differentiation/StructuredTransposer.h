//===- StructuredTransposer.h - Structured ops, backward --------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// State of one transposition, shared by the files that emit its kinds: sums and
// elementwise bodies (StructuredTranspose.cpp), contractions, maxima and
// minima, products, choices with an index, gathers.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_STRUCTUREDTRANSPOSER_H
#define REMAT_LIB_DIFFERENTIATION_STRUCTUREDTRANSPOSER_H

#include "remat/Differentiation/StructuredAdjoint.h"
#include "remat/Differentiation/StructuredEmission.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

namespace remat {

class StructuredTransposer {
public:
  StructuredTransposer(const StructuredAdjoint &adjoint,
                       mlir::OpBuilder &builder, TransposeRequest &request)
      : adjoint(adjoint), body(adjoint.getBody()), op(body.getOp()),
        builder(builder), loc(op.getLoc()), request(request),
        cotangents(op->getNumResults()), counts(op->getNumResults()) {}

  void run();

private:
  /// A scalar of the body and where the backward pass reads it.
  using ScalarSource = std::pair<mlir::Value, IndexedValue>;
  /// Gets the elements of the sources, then the values asked for.
  using Combiner = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::Location, mlir::ValueRange elements,
      mlir::ValueRange values)>;

  // StructuredTranspose.cpp
  void transposeTarget(unsigned number);
  mlir::Value emitTerms(llvm::ArrayRef<StructuredTerm> terms,
                        const IndexedResult &result);
  /// Emits a sum over all iterations of what `combine` makes of elements of
  /// `sources` and of `values`, expressions in the body.
  mlir::Value emitOverLoops(const IndexedResult &result,
                            llvm::ArrayRef<ScalarSource> sources,
                            mlir::ValueRange values, Combiner combine,
                            const Accumulator *accumulator = nullptr);
  void transposeInitial(unsigned output);
  IndexedValue readCoefficient(unsigned number);
  mlir::Value getResultCoefficient(unsigned output);
  mlir::OpFoldResult getLoopSize(unsigned loop);
  IndexedResult getInputResult(unsigned input);
  /// A result with an element for every iteration.
  IndexedResult getLoopResult(mlir::Type elementType);
  /// The cotangent of what `output` accumulates, and where to read it.
  IndexedValue getElementCotangent(unsigned output);

  /// The sum of the input's cotangents so far, to be added to in place; null
  /// where there is none, or where sums are of another type than the input.
  mlir::Value takeSum(unsigned input);

  // ContractionTranspose.cpp
  /// The cotangent of an operand of a contraction as a contraction; null where
  /// it can't be said as one.
  mlir::Value emitContraction(const StructuredTerm &term, unsigned target,
                              const IndexedResult &result);

  // ExtremumTranspose.cpp
  mlir::Value emitExtremum(unsigned output);
  mlir::Value emitExtremumInitial(unsigned output);
  mlir::Value emitShare(unsigned output);
  mlir::Value emitCount(unsigned output);
  mlir::Value emitFirstOfWindow(unsigned output);
  bool isWindowed(unsigned output);
  mlir::Value emitSelection(unsigned output);

  // ProductTranspose.cpp
  mlir::Value emitProduct(unsigned output);
  mlir::Value emitProductInitial(unsigned output);
  IndexedValue emitProductOfOthers(unsigned output);

  // GatherTranspose.cpp
  mlir::Value emitScatter(const StructuredTarget &target, mlir::Value added,
                          mlir::Value initial);
  std::optional<unsigned> findRowLoop(const StructuredTarget &target);
  mlir::Value readIndexSource(mlir::OpBuilder &nested, mlir::Value source,
                              mlir::ValueRange iterations);

  const StructuredAdjoint &adjoint;
  const StructuredBody &body;
  mlir::linalg::LinalgOp op;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  TransposeRequest &request;
  /// By output, once it is emitted.
  llvm::SmallVector<IndexedValue> cotangents;
  /// By output that is an extremum: how many elements reach it.
  llvm::SmallVector<mlir::Value> counts;
};

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_STRUCTUREDTRANSPOSER_H
