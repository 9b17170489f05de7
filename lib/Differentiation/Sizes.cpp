//===- Sizes.cpp - Sizes of values in loops -------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace remat;

namespace {
class SizeFinder {
public:
  explicit SizeFinder(Block *body) : body(body) {}

  SizeSource find(Value value, int64_t dim);

private:
  SizeSource findInCarried(scf::ForOp loop, unsigned number, int64_t dim);
  SizeSource findInOp(OpResult result, int64_t dim);
  SizeSource findInBranches(OpResult result, int64_t dim);

  Block *body;
  /// Carried values that are being followed: one that comes back to itself
  /// keeps its size.
  llvm::DenseSet<std::pair<Value, int64_t>> open;
};
} // namespace

static bool operator==(const SizeSource &a, const SizeSource &b) {
  return a.size == b.size && a.tensor == b.tensor && a.dim == b.dim;
}

SizeSource SizeFinder::find(Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.isDynamicDim(dim))
    return {Builder(value.getContext()).getIndexAttr(type.getDimSize(dim))};
  Operation *around = value.getParentBlock()->getParentOp();
  if (!body->getParentOp()->isAncestor(around))
    return {{}, value, dim};
  if (auto result = dyn_cast<OpResult>(value))
    return findInOp(result, dim);
  auto loop = dyn_cast<scf::ForOp>(around);
  unsigned number = cast<BlockArgument>(value).getArgNumber();
  return loop && number > 0 ? findInCarried(loop, number - 1, dim)
                            : SizeSource{};
}

/// A carried value has the size that it starts with, if each iteration hands it
/// on with the size that it got.
SizeSource SizeFinder::findInCarried(scf::ForOp loop, unsigned number,
                                     int64_t dim) {
  Value argument = loop.getRegionIterArg(number);
  if (!open.insert({argument, dim}).second)
    return {{}, argument, dim};
  SizeSource next =
      find(loop.getBody()->getTerminator()->getOperand(number), dim);
  open.erase({argument, dim});
  SizeSource first = find(loop.getInitArgs()[number], dim);
  bool kept = next.tensor == argument && next.dim == dim;
  return kept || next == first ? first : SizeSource{};
}

SizeSource SizeFinder::findInBranches(OpResult result, int64_t dim) {
  SizeSource same;
  for (Region &region : result.getOwner()->getRegions()) {
    if (region.empty())
      return {};
    SizeSource own = find(
        region.front().getTerminator()->getOperand(result.getResultNumber()),
        dim);
    if (!own || (same && !(own == same)))
      return {};
    same = own;
  }
  return same;
}

SizeSource SizeFinder::findInOp(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return findInCarried(loop, result.getResultNumber(), dim);
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return findInBranches(result, dim);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return {empty.getMixedSizes()[dim]};
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return find(cast.getSource(), dim);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return find(insert.getDest(), dim);
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return find(insert.getDest(), dim);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [number, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(number) && dim-- == 0)
        return {size};
  }
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return find(destination.getTiedOpOperand(result)->get(), dim);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return {expand.getMixedOutputShape()[dim]};
  if (op->hasTrait<OpTrait::Elementwise>() ||
      op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
      isa<OptimizationBarrierOp>(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return find(operand, dim);
  return {};
}

SizeSource remat::findSize(Value value, int64_t dim, Block *body) {
  return SizeFinder(body).find(value, dim);
}
