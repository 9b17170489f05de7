//===- DropEmptyPieces.cpp - No slices for parts without elements ---------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Conversion/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATDROPEMPTYPIECES
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

namespace {

/// A piece is empty for sure where its size is zero, and where it begins at the
/// end of the result.
struct DropPiecesOfConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = concat.getResultType();
    SmallVector<Value> pieces = getPieces(concat);
    if (pieces.size() == concat.getInputs().size())
      return failure();
    if (pieces.empty())
      pieces.push_back(concat.getInputs().front());
    if (pieces.size() == 1)
      rewriter.replaceOpWithNewOp<tensor::CastOp>(concat, type, pieces[0]);
    else
      rewriter.replaceOpWithNewOp<tensor::ConcatOp>(concat, type,
                                                    concat.getDim(), pieces);
    return success();
  }

private:
  static SmallVector<Value> getPieces(tensor::ConcatOp concat) {
    int64_t along = concat.getDim();
    int64_t end = concat.getResultType().getDimSize(along);
    std::optional<int64_t> offset = 0;
    SmallVector<Value> pieces;
    for (Value input : concat.getInputs()) {
      int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(along);
      if (size != 0 && offset != end)
        pieces.push_back(input);
      if (ShapedType::isDynamic(size))
        offset = std::nullopt;
      else if (offset)
        *offset += size;
    }
    return pieces;
  }
};

/// Where the source has no elements, the result is padding.
struct DropSourceOfPad : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp pad,
                                PatternRewriter &rewriter) const override {
    if (!hasEmptySource(pad))
      return failure();
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, pad, shapes)))
      return failure();
    if (Value padding = pad.getConstantPaddingValue()) {
      Value empty =
          tensor::EmptyOp::create(rewriter, pad.getLoc(), shapes[0],
                                  pad.getResultType().getElementType());
      rewriter.replaceOpWithNewOp<linalg::FillOp>(pad, padding, empty);
      return success();
    }
    SmallVector<Value> dynamicSizes;
    std::tie(std::ignore, dynamicSizes) = decomposeMixedValues(shapes[0]);
    auto generate = tensor::GenerateOp::create(
        rewriter, pad.getLoc(), pad.getResultType(), dynamicSizes);
    rewriter.inlineRegionBefore(pad.getRegion(), generate.getBody(),
                                generate.getBody().end());
    rewriter.replaceOp(pad, generate);
    return success();
  }

private:
  static bool hasEmptySource(tensor::PadOp pad) {
    auto isEmptyAlong = [](std::tuple<int64_t, int64_t, int64_t> dimension) {
      auto [source, low, result] = dimension;
      return source == 0 || (!ShapedType::isDynamic(low) && low == result);
    };
    return llvm::any_of(llvm::zip_equal(pad.getSourceType().getShape(),
                                        pad.getStaticLow(),
                                        pad.getResultType().getShape()),
                        isEmptyAlong);
  }
};

struct DropEmptyPieces
    : public remat::impl::RematDropEmptyPiecesBase<DropEmptyPieces> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropPiecesOfConcat, DropSourceOfPad>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
