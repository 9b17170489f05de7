//===- FreeOps.cpp - What costs nothing to make again ---------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreeOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace remat;

/// Whether an input of this map is as large as the loops around it.
static bool runsAlongAll(AffineMap map) {
  llvm::SmallBitVector unused = getUnusedDimsBitVector(map);
  return map.getNumDims() != 0 && unused.none();
}

/// Whether a structured op only spreads its inputs: no input has all the
/// dimensions, and the body yields an input, a constant or an index as it is.
static bool isSpread(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 0 || !op.hasPureTensorSemantics())
    return false;
  Block &body = op->getRegion(0).front();
  for (Operation &inner : body.without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>() &&
        !isa<linalg::IndexOp>(inner))
      return false;
  for (OpOperand *input : op.getDpsInputOperands())
    if (runsAlongAll(op.getMatchingIndexingMap(input)))
      return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return llvm::all_of(
      captured, [](Value value) { return matchPattern(value, m_Constant()); });
}

/// Whether making the op's results again costs nothing worth keeping them for:
/// its operands are no larger.
bool remat::isFree(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::CastOp, arith::ExtFOp>(op))
    return true;
  if (isa<linalg::FillOp, linalg::BroadcastOp>(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && isSpread(structured);
}

bool remat::isIndexArithmetic(Operation *op) {
  auto isInteger = [](Type type) { return type.isIntOrIndex(); };
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         op->getNumOperands() != 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperandTypes(), isInteger) &&
         isInteger(op->getResult(0).getType());
}
