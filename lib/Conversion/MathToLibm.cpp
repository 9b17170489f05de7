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
#include "mlir/Dialect/Arith/Utils/Utils.h"
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
using llvm::fltSemantics;

/// How `size`, an absolute value, compares with a bound of its format.
static Value compareSize(OpBuilder &builder, Location loc,
                         arith::CmpFPredicate predicate, Value size,
                         function_ref<APFloat(const fltSemantics &)> getBound) {
  Type type = size.getType();
  auto format = cast<FloatType>(getElementTypeOrSelf(type));
  Value bound = createScalarOrSplatConstant(
      builder, loc, type, getBound(format.getFloatSemantics()));
  return arith::CmpFOp::create(builder, loc, predicate, size, bound);
}

static APFloat getInfinity(const fltSemantics &format) {
  return APFloat::getInf(format);
}

static APFloat getSmallestNormal(const fltSemantics &format) {
  return APFloat::getSmallestNormalized(format);
}

/// |x| = infinity.
static LogicalResult expandIsInf(math::IsInfOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
  rewriter.replaceOp(op, compareSize(rewriter, loc, arith::CmpFPredicate::OEQ,
                                     size, getInfinity));
  return success();
}

/// The smallest normal number <= |x| < infinity.
static LogicalResult expandIsNormal(math::IsNormalOp op,
                                    PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
  Value finite =
      compareSize(rewriter, loc, arith::CmpFPredicate::OLT, size, getInfinity);
  Value large = compareSize(rewriter, loc, arith::CmpFPredicate::OGE, size,
                            getSmallestNormal);
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
