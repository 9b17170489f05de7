//===- FuseElementwise.cpp - Fuse elementwise producers -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's fusion with a decision of our own on each pair.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/StructuredOps.h"

namespace remat {
#define GEN_PASS_DEF_REMATFUSEELEMENTWISE
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// Whether computing the body again costs about as much as reading its result.
static bool isCheap(linalg::GenericOp op) {
  unsigned count = 0;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<math::MathDialect>(inner.getDialect()) ||
        isa<arith::DivFOp, arith::RemFOp, tensor::ExtractOp>(inner) ||
        inner.getNumRegions() != 0)
      return false;
    ++count;
  }
  return count <= 4;
}

/// Whether the inputs are much smaller than the result: broadcasts, fills,
/// masks made of indices.
static bool readsLittle(linalg::GenericOp op) {
  constexpr int64_t muchSmaller = 16;
  auto result = cast<RankedTensorType>(op.getResult(0).getType());
  int64_t read = 0;
  for (Value input : op.getInputs()) {
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (!type || type.getRank() == 0)
      continue;
    if (!type.hasStaticShape() || !result.hasStaticShape())
      return false;
    read += type.getNumElements();
  }
  return read == 0 || (result.hasStaticShape() &&
                       read * muchSmaller <= result.getNumElements());
}

/// Whether each element of `operand` is read in one iteration of its owner.
static bool isReadOnce(OpOperand *operand) {
  auto consumer = cast<linalg::GenericOp>(operand->getOwner());
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  return map.isPermutation();
}

/// Whether the op adds to what its destination holds, such as a sum whose
/// reduced dimensions have size 1 and were dropped. In a consumer that reads
/// the result several times it would add as often.
static bool readsDestination(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer || producer.getNumResults() != 1)
    return false;
  if (!writesWholeResults(producer) || !writesWholeResults(consumer))
    return false;
  bool alone = llvm::all_of(producer->getUsers(), [&](Operation *user) {
    return user == consumer.getOperation();
  });
  if (alone && isReadOnce(operand))
    return true;
  return !readsDestination(producer) && isCheap(producer) &&
         readsLittle(producer);
}

namespace {
struct FuseElementwise
    : public remat::impl::RematFuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, &getContext());
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
