//===- TensorSelects.h - Choices between whole tensors ----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An `arith.select` by a single condition chooses a whole tensor, as an
// `scf.if` does that yields values from outside; upstream makes the one of the
// other. Unlike any other elementwise op, its operands may differ in size.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_TENSORSELECTS_H
#define REMAT_DIFFERENTIATION_TENSORSELECTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace remat {

/// Whether the op chooses between tensors that may differ in size.
bool choosesSize(mlir::arith::SelectOp op);

/// Replaces the op with a branch.
mlir::scf::IfOp replaceWithBranch(mlir::arith::SelectOp op);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_TENSORSELECTS_H
