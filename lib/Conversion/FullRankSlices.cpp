//===- FullRankSlices.cpp - Slices that keep all their dimensions ---------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "remat/Conversion/Passes.h"
#include "remat/Differentiation/Slices.h"

namespace remat {
#define GEN_PASS_DEF_REMATFULLRANKSLICES
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

namespace {
struct FullRankSlices
    : public remat::impl::RematFullRankSlicesBase<FullRankSlices> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](tensor::ExtractSliceOp op) {
      if (!mayDropOthers(op.getMixedSizes(), op.getType()))
        return;
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(
          op, createExtractSlice(rewriter, op.getLoc(), op.getType(),
                                 op.getSource(), op.getMixedOffsets(),
                                 op.getMixedSizes(), op.getMixedStrides()));
    });
    getOperation().walk([&](tensor::InsertSliceOp op) {
      if (!mayDropOthers(op.getMixedSizes(), op.getSourceType()))
        return;
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(
          op, createInsertSlice(rewriter, op.getLoc(), op.getSource(),
                                op.getDest(), op.getMixedOffsets(),
                                op.getMixedSizes(), op.getMixedStrides()));
    });
  }
};
} // namespace
