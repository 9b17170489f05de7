//===- StructuredOps.h - Questions about linalg generics --------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What several lowering passes ask of a structured op.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_STRUCTUREDOPS_H
#define REMAT_CONVERSION_STRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace remat {

/// Whether each result of `op` is written in full: every output map lists loop
/// dimensions, each once, or 0 along output dimensions of size 1. Where it is
/// not, what the initial value holds elsewhere must survive, which upstream's
/// fusion and unit dimension folding do not respect.
bool writesWholeResults(mlir::linalg::GenericOp op);

/// Whether `op` is the sum, over at least one dimension that both of two
/// operands have, of their product, in one type of floats, with rows or columns
/// that only one of them has.
bool isContraction(mlir::linalg::GenericOp op);

/// Whether a library has contractions of this element type.
bool hasLibraryContraction(mlir::Type element);

/// Remarks that no library call takes the contraction, and why.
void remarkOnLoops(mlir::Operation *contraction, const llvm::Twine &why);

} // namespace remat

#endif // REMAT_CONVERSION_STRUCTUREDOPS_H
