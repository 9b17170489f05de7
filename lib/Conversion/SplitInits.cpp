//===- SplitInits.cpp - An empty or filled tensor for each use ------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "remat/Conversion/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATSPLITINITS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

/// A copy of `op` before each op that uses it, in place of `op`.
static void splitUses(OpBuilder &builder, Operation *op) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getResult(0).getUses())
    uses.push_back(&use);
  for (OpOperand *use : uses) {
    builder.setInsertionPoint(use->getOwner());
    use->set(builder.clone(*op)->getResult(0));
  }
  op->erase();
}

namespace {
struct SplitInits : public remat::impl::RematSplitInitsBase<SplitInits> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    // Fills first: their copies then ask for empty tensors of their own.
    SmallVector<Operation *> fills, empties;
    getOperation().walk([&](linalg::FillOp op) {
      if (op.hasPureTensorSemantics())
        fills.push_back(op);
    });
    for (Operation *fill : fills)
      splitUses(builder, fill);
    getOperation().walk([&](tensor::EmptyOp op) { empties.push_back(op); });
    for (Operation *empty : empties)
      splitUses(builder, empty);
  }
};
} // namespace
