//===- Effects.h - What can't be run twice ----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_EFFECTS_H
#define REMAT_LIB_DIFFERENTIATION_EFFECTS_H

#include "mlir/IR/SymbolTable.h"

namespace remat {

/// The first op in `root`, or in a function called there, whose effect would be
/// seen again if `root` ran once more; null where there is none.
mlir::Operation *findEffect(mlir::Operation *root,
                            const mlir::SymbolTable &symbols);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_EFFECTS_H
