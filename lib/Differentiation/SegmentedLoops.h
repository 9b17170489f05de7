//===- SegmentedLoops.h - Keep every k-th state of a loop -------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_SEGMENTEDLOOPS_H
#define REMAT_LIB_DIFFERENTIATION_SEGMENTEDLOOPS_H

#include "remat/Dialect/Remat/IR/Remat.h"

namespace remat {

/// Rewrites a region with `loop(#remat.segments<k>)`.
void rewriteSegments(CheckpointOp region);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_SEGMENTEDLOOPS_H
