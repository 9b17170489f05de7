//===- WrapLoops.h - Make loops regions -------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIALECT_REMAT_TRANSFORMS_WRAPLOOPS_H
#define REMAT_LIB_DIALECT_REMAT_TRANSFORMS_WRAPLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace remat {

/// Makes each outermost `scf.for` of the function a region with `loop(how)`;
/// loops in regions stay as they are.
void wrapOutermostLoops(mlir::func::FuncOp function, mlir::Attribute how);

} // namespace remat

#endif // REMAT_LIB_DIALECT_REMAT_TRANSFORMS_WRAPLOOPS_H
