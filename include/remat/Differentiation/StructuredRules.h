//===- StructuredRules.h - Derivative of structured ops ---------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two halves of the derivative rule of every op that has indexing maps and
// a scalar body: one rule for `linalg.generic` and the named ops alike.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_STRUCTUREDRULES_H
#define REMAT_DIFFERENTIATION_STRUCTUREDRULES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

namespace remat {

/// Appends the coefficients of `op` and emits those that are expressions.
llvm::LogicalResult linearizeStructured(mlir::linalg::LinalgOp op,
                                        mlir::OpBuilder &builder,
                                        LinearizeRequest &request);

/// Emits the cotangents of the inputs of `op`.
llvm::LogicalResult transposeStructured(mlir::linalg::LinalgOp op,
                                        mlir::OpBuilder &builder,
                                        TransposeRequest &request);

/// The same for softmax, which has no scalar body.
llvm::LogicalResult linearizeSoftmax(mlir::linalg::SoftmaxOp op,
                                     LinearizeRequest &request);
llvm::LogicalResult transposeSoftmax(mlir::linalg::SoftmaxOp op,
                                     mlir::OpBuilder &builder,
                                     TransposeRequest &request);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_STRUCTUREDRULES_H
