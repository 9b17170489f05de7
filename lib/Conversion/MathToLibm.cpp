//===- MathToLibm.cpp - Call the C library for math ops -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's patterns, applied where they match; its pass has every op of the
// dialect converted or fails. Two ops that no upstream pass lowers for the CPU,
// isinf and isnormal, become comparisons.
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Conversion/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATMATHTOLIBM
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

/// A constant of a scalar or vector type.
static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            const APFloat &number) {
  TypedAttr value = FloatAttr::get(getElementTypeOrSelf(type), number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    value = DenseElementsAttr::get(shaped, value);
  return arith::ConstantOp::create(builder, loc, value);
}

/// |x| = infinity.
static LogicalResult expandIsInf(math::IsInfOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type type = op.getOperand().getType();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
  Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
  Value infinity =
      createConstant(rewriter, loc, type, APFloat::getInf(semantics));
  rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OEQ,
                                             size, infinity);
  return success();
}

/// The smallest normal number <= |x| < infinity.
static LogicalResult expandIsNormal(math::IsNormalOp op,
                                    PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type type = op.getOperand().getType();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
  Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
  Value infinity =
      createConstant(rewriter, loc, type, APFloat::getInf(semantics));
  Value smallest = createConstant(rewriter, loc, type,
                                  APFloat::getSmallestNormalized(semantics));
  Value finite = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT,
                                       size, infinity);
  Value large = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OGE,
                                      size, smallest);
  rewriter.replaceOpWithNewOp<arith::AndIOp>(op, finite, large);
  return success();
}

namespace {
struct MathToLibm : public remat::impl::RematMathToLibmBase<MathToLibm> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    patterns.add(expandIsInf);
    patterns.add(expandIsNormal);
    GreedyRewriteConfig config;
    config.enableFolding(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
