//===- DropBarriers.cpp - Drop barriers that did their work ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization takes away barriers on tensors (they are another name for a
// buffer); this pass takes away the rest.
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/Transforms/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATDROPBARRIERS
#include "remat/Dialect/Remat/Transforms/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

namespace {
struct DropBarriers : public remat::impl::RematDropBarriersBase<DropBarriers> {
  void runOnOperation() override {
    getOperation()->walk([](OptimizationBarrierOp barrier) {
      if (isa<TensorType>(barrier.getType()))
        return;
      barrier.getResult().replaceAllUsesWith(barrier.getValue());
      barrier.erase();
    });
  }
};
} // namespace
