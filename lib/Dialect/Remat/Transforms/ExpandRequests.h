//===- ExpandRequests.h - Put derivatives in place of requests --*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIALECT_REMAT_TRANSFORMS_EXPANDREQUESTS_H
#define REMAT_LIB_DIALECT_REMAT_TRANSFORMS_EXPANDREQUESTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace remat {

/// Replaces every `remat.value_and_grad` and `remat.vjp` in the module by a
/// call of a private function that it makes. A function is expanded before it
/// is differentiated, so that requests can stand in functions that are
/// differentiated themselves; one that asks for its own derivative is an error.
mlir::LogicalResult expandRequests(mlir::ModuleOp module,
                                   mlir::SymbolTable &symbols);

} // namespace remat

#endif // REMAT_LIB_DIALECT_REMAT_TRANSFORMS_EXPANDREQUESTS_H
