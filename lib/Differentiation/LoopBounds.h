//===- LoopBounds.h - Trip counts and induction variables -------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_LOOPBOUNDS_H
#define REMAT_LIB_DIFFERENTIATION_LOOPBOUNDS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace remat {

/// How often the loop runs, as an index: 0 where the upper bound isn't above
/// the lower. `mapping` gives the bounds where the count is computed.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                            const mlir::IRMapping &mapping);

/// The loop's induction variable in iteration `iteration`, counted from 0.
mlir::Value createInductionVariable(mlir::OpBuilder &builder,
                                    mlir::scf::ForOp loop,
                                    const mlir::IRMapping &mapping,
                                    mlir::Value iteration);

/// A loop over 0 to `tripCount` in steps of 1, its body empty, without even a
/// terminator.
mlir::scf::ForOp createLoop(mlir::OpBuilder &builder, mlir::Location location,
                            mlir::Value tripCount, mlir::ValueRange inits);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_LOOPBOUNDS_H
