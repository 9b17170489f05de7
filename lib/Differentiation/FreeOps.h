//===- FreeOps.h - What costs nothing to make again -------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_FREEOPS_H
#define REMAT_LIB_DIFFERENTIATION_FREEOPS_H

#include "mlir/IR/Operation.h"

namespace remat {

/// Whether making the op's results again costs nothing worth keeping them for:
/// its operands are no larger.
bool isFree(mlir::Operation *op);

/// Whether the op computes an integer from integers.
bool isIndexArithmetic(mlir::Operation *op);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_FREEOPS_H
