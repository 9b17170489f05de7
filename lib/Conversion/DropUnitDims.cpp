//===- DropUnitDims.cpp - Drop dimensions of size 1 -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/StructuredOps.h"

namespace remat {
#define GEN_PASS_DEF_REMATDROPUNITDIMS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// The loop dimensions that upstream may drop from `op`.
static SmallVector<unsigned> droppableDims(Operation *op) {
  if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op))
    if (writesWholeResults(generic))
      return llvm::to_vector(llvm::seq<unsigned>(0, generic.getNumLoops()));
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(op))
    return llvm::to_vector(
        llvm::seq<unsigned>(0, pad.getSourceType().getRank()));
  return {};
}

namespace {
struct DropUnitDims : public remat::impl::RematDropUnitDimsBase<DropUnitDims> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::ControlDropUnitDims control;
    control.controlFn = droppableDims;
    linalg::populateFoldUnitExtentDimsPatterns(patterns, control);
    linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(patterns,
                                                               control);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
