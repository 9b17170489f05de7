//===- Erase.cpp - Drop what is left of the dialect -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts plain upstream IR in place of regions, names and custom derivatives.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATERASE
#include "remat/Dialect/Remat/Transforms/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// The region's body, right where the region stands.
static void inlineBody(IRRewriter &rewriter, CheckpointOp op) {
  Block &body = op.getBody().front();
  Operation *yield = body.getTerminator();
  rewriter.inlineBlockBefore(&body, op, op.getInputs());
  rewriter.replaceOp(op, yield->getOperands());
  rewriter.eraseOp(yield);
}

/// The value itself, rounded where the name says so.
static void dropName(IRRewriter &rewriter, CheckpointNameOp op) {
  Value value = op.getValue();
  if (std::optional<Type> store = op.getStore()) {
    rewriter.setInsertionPoint(op);
    Type wide = value.getType(), narrow = *store;
    if (auto shaped = dyn_cast<ShapedType>(wide))
      narrow = shaped.clone(*store);
    value = arith::TruncFOp::create(rewriter, op.getLoc(), narrow, value);
    value = arith::ExtFOp::create(rewriter, op.getLoc(), wide, value);
  }
  rewriter.replaceOp(op, value);
}

static void callFunction(IRRewriter &rewriter, CustomVjpOp op) {
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<func::CallOp>(op, op.getCallee(),
                                            op.getResultTypes(), op.getArgs());
}

namespace {
struct EraseRemat : public remat::impl::RematEraseBase<EraseRemat> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool requestLeft = false;
    getOperation().walk([&](Operation *op) {
      if (auto region = dyn_cast<CheckpointOp>(op))
        inlineBody(rewriter, region);
      else if (auto name = dyn_cast<CheckpointNameOp>(op))
        dropName(rewriter, name);
      else if (auto custom = dyn_cast<CustomVjpOp>(op))
        callFunction(rewriter, custom);
      else if (isa<ValueAndGradOp, VjpOp>(op)) {
        op->emitError() << "'" << op->getName()
                        << "' asks for a derivative that was never made; run "
                           "remat-differentiate first";
        requestLeft = true;
      }
    });
    if (requestLeft)
      signalPassFailure();
  }
};
} // namespace
