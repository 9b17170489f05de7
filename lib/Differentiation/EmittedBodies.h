//===- EmittedBodies.h - Bodies of loops and branches -----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_EMITTEDBODIES_H
#define REMAT_LIB_DIFFERENTIATION_EMITTEDBODIES_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"

namespace remat {

/// A body that was emitted for a loop or a branch of the program. The forward
/// pass emits it, replays emit it again, and the reverse sweep emits another
/// for its transpose. They are of the same run if each execution of one belongs
/// to an execution of the other, so that values of one can be handed to the
/// other.
struct EmittedBody {
  unsigned run = 0;
  /// Whether a loop takes the iterations from last to first.
  bool reversed = false;
};

using EmittedBodies = llvm::DenseMap<mlir::Block *, EmittedBody>;

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_EMITTEDBODIES_H
