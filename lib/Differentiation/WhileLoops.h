//===- WhileLoops.h - scf.while as a counted loop ---------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_WHILELOOPS_H
#define REMAT_LIB_DIFFERENTIATION_WHILELOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

namespace remat {

/// Rewrites a loop that is to be differentiated, so that its stacks can be
/// allocated before it. Fails with a diagnostic at the op that must not run
/// twice.
mlir::LogicalResult rewriteWhile(mlir::scf::WhileOp loop,
                                 const mlir::SymbolTable &symbols);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_WHILELOOPS_H
