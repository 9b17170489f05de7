//===- NormalizeLinalg.cpp - Few forms of linalg op -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decomposes, generalizes, recognizes contractions, makes fills of constants.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Support/DebugStringHelper.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/StructuredOps.h"
#include "remat/Differentiation/TensorSelects.h"

namespace remat {
#define GEN_PASS_DEF_REMATNORMALIZELINALG
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// Softmax and its like become sequences of structured ops.
static LogicalResult decompose(IRRewriter &rewriter, ModuleOp module) {
  SmallVector<linalg::AggregatedOpInterface> ops;
  module.walk([&](linalg::AggregatedOpInterface op) { ops.push_back(op); });
  for (linalg::AggregatedOpInterface op : ops) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
    if (failed(values))
      return op->emitError() << "'" << op->getName()
                             << "' cannot be decomposed into simpler ops";
    rewriter.replaceOp(op, *values);
  }
  return success();
}

static LogicalResult decomposePacks(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  linalg::populateDecomposePackUnpackPatterns(patterns);
  return applyPatternsGreedily(module, std::move(patterns));
}

static void generalize(IRRewriter &rewriter, ModuleOp module) {
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    // An op that has no generic form stays; later stages name it.
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

static void nameContractions(IRRewriter &rewriter, ModuleOp module) {
  SmallVector<linalg::GenericOp> ops;
  module.walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && isContraction(op))
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops) {
    Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
    if (!hasLibraryContraction(element)) {
      remarkOnLoops(op, "it is of " + debugString(element) +
                            ", and libraries have f32 and f64");
      continue;
    }
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<linalg::ContractOp>(
        op, op.getResultTypes(), op.getInputs(), op.getOutputs(),
        op.getIndexingMapsAttr());
  }
}

/// What an op writes into is better filled than copied from a constant.
static void fillConstants(IRRewriter &rewriter, ModuleOp module) {
  SmallVector<OpOperand *> uses;
  module.walk([&](arith::ConstantOp constant) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat || !isa<FloatType, IntegerType, IndexType>(
                      splat.getType().getElementType()))
      return;
    for (OpOperand &use : constant->getUses()) {
      auto destination = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      if ((destination && destination.isDpsInit(&use)) ||
          isa<LoopLikeOpInterface>(use.getOwner()))
        uses.push_back(&use);
    }
  });
  for (OpOperand *use : uses) {
    auto type = cast<RankedTensorType>(use->get().getType());
    auto splat = cast<SplatElementsAttr>(
        use->get().getDefiningOp<arith::ConstantOp>().getValue());
    Location loc = use->getOwner()->getLoc();
    rewriter.setInsertionPoint(use->getOwner());
    Value element = arith::ConstantOp::create(
        rewriter, loc, cast<TypedAttr>(splat.getSplatValue<Attribute>()));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    Value filled =
        linalg::FillOp::create(rewriter, loc, element, empty).getResult(0);
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(filled); });
  }
}

/// A choice between tensors of one size by one condition is one of their
/// elements: on buffers it would be a buffer that may be either.
static void spreadSelects(IRRewriter &rewriter, ModuleOp module) {
  SmallVector<arith::SelectOp> ops;
  module.walk([&](arith::SelectOp op) {
    if (isa<RankedTensorType>(op.getType()) && !choosesSize(op) &&
        op.getCondition().getType().isInteger(1))
      ops.push_back(op);
  });
  for (arith::SelectOp op : ops) {
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getTrueValue()),
        type.getElementType());
    SmallVector<AffineMap> maps(
        3, rewriter.getMultiDimIdentityMap(type.getRank()));
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange{op.getTrueValue(), op.getFalseValue()}, empty,
        maps, loops, [&](OpBuilder &b, Location l, ValueRange elements) {
          Value chosen = arith::SelectOp::create(b, l, op.getCondition(),
                                                 elements[0], elements[1]);
          linalg::YieldOp::create(b, l, chosen);
        });
  }
}

/// Upstream's fusion would put undefined values where such an op does not
/// write.
static LogicalResult refusePartialWrites(ModuleOp module) {
  WalkResult result =
      module.walk(
          [](linalg::GenericOp op) {
            if (!op.hasPureTensorSemantics() || writesWholeResults(op))
              return WalkResult::advance();
            for (BlockArgument out : op.getRegionOutputArgs())
              if (out.use_empty()) {
                op.emitError()
                    << "'linalg.generic' writes only part of its output and "
                       "does not read it; write a whole tensor and put it in "
                       "place with 'tensor.insert_slice'";
                return WalkResult::interrupt();
              }
            return WalkResult::advance();
          });
  return failure(result.wasInterrupted());
}

namespace {
struct NormalizeLinalg
    : public remat::impl::RematNormalizeLinalgBase<NormalizeLinalg> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    ModuleOp module = getOperation();
    if (failed(decompose(rewriter, module)) || failed(decomposePacks(module)))
      return signalPassFailure();
    generalize(rewriter, module);
    spreadSelects(rewriter, module);
    nameContractions(rewriter, module);
    fillConstants(rewriter, module);
    if (failed(refusePartialWrites(module)))
      signalPassFailure();
  }
};
} // namespace
