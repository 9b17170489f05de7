//===- OptimizationBarrierOp.cpp - Identity that nothing sees through -----===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes, bufferization (an alias of the operand: no copy) and derivative of
// `remat.optimization_barrier`.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace remat;

LogicalResult
OptimizationBarrierOp::reifyResultShapes(OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &shapes) {
  if (!isa<RankedTensorType>(getValue().getType()))
    return failure();
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getValue()));
  return success();
}

//===----------------------------------------------------------------------===//
// Clean-up
//===----------------------------------------------------------------------===//

namespace {
/// A constant needs no barrier: it is never worth keeping in place of itself.
struct DropOnConstant : public OpRewritePattern<OptimizationBarrierOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OptimizationBarrierOp op,
                                PatternRewriter &rewriter) const override {
    if (!matchPattern(op.getValue(), m_Constant()))
      return failure();
    rewriter.replaceOp(op, op.getValue());
    return success();
  }
};
} // namespace

void OptimizationBarrierOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropOnConstant>(context);
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

bool OptimizationBarrierOp::bufferizesToMemoryRead(OpOperand &,
                                                   const AnalysisState &) {
  return false;
}

bool OptimizationBarrierOp::bufferizesToMemoryWrite(OpOperand &,
                                                    const AnalysisState &) {
  return false;
}

AliasingValueList
OptimizationBarrierOp::getAliasingValues(OpOperand &, const AnalysisState &) {
  return {{getResult(), BufferRelation::Equivalent}};
}

LogicalResult
OptimizationBarrierOp::bufferize(RewriterBase &rewriter,
                                 const BufferizationOptions &options,
                                 BufferizationState &state) {
  FailureOr<Value> buffer = getBuffer(rewriter, getValue(), options, state);
  if (failed(buffer))
    return failure();
  replaceOpWithBufferizedValues(rewriter, getOperation(), *buffer);
  return success();
}

//===----------------------------------------------------------------------===//
// Derivative
//===----------------------------------------------------------------------===//

LogicalResult OptimizationBarrierOp::linearize(OpBuilder &,
                                               LinearizeRequest &) {
  return success();
}

LogicalResult OptimizationBarrierOp::transpose(OpBuilder &,
                                               TransposeRequest &request) {
  request.inputCotangents[0] = request.resultCotangents[0];
  return success();
}
