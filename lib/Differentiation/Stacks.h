//===- Stacks.h - Hand values from one body to another ----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sweeps let the bodies of replayed and transposed loops and branches read
// values of the forward body as if they were in it. Here those uses are given
// values that reach them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_STACKS_H
#define REMAT_LIB_DIFFERENTIATION_STACKS_H

#include "EmittedBodies.h"
#include "remat/Differentiation/JointFunction.h"

namespace remat {

/// Makes every value of the joint function reach its uses. Emits a diagnostic
/// at the op whose value can't be stacked on failure.
mlir::LogicalResult stackValues(JointFunction &joint, EmittedBodies &bodies,
                                const mlir::SymbolTable &symbols);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_STACKS_H
