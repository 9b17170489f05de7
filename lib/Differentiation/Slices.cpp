//===- Slices.cpp - Parts of tensors, empty ones too ----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/Slices.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

/// Whether a slice has no elements for sure: it is of size zero, or it begins
/// where a dimension of `whole` ends.
static bool isEmpty(Type part, Type whole, ArrayRef<OpFoldResult> offsets) {
  auto beginsAtEnd = [](std::tuple<OpFoldResult, int64_t> dimension) {
    auto [offset, size] = dimension;
    return getConstantIntValue(offset) == size;
  };
  return llvm::is_contained(cast<RankedTensorType>(part).getShape(), 0) ||
         llvm::any_of(
             llvm::zip_equal(offsets, cast<RankedTensorType>(whole).getShape()),
             beginsAtEnd);
}

/// The dimensions of a slice that its type, which may be of lower rank, lacks.
/// As in the type, a size that is a value is dynamic, be it a constant.
static llvm::SmallDenseSet<unsigned> getDropped(ArrayRef<OpFoldResult> sizes,
                                                RankedTensorType type) {
  auto dropped = computeRankReductionMask(decomposeMixedValues(sizes).first,
                                          type.getShape());
  REMAT_ASSERT(dropped, "the type is that of the slice");
  return *dropped;
}

static SmallVector<OpFoldResult> getKeptSizes(RankedTensorType type,
                                              ArrayRef<OpFoldResult> sizes) {
  llvm::SmallDenseSet<unsigned> dropped = getDropped(sizes, type);
  SmallVector<OpFoldResult> kept;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!dropped.contains(dim))
      kept.push_back(size);
  return kept;
}

/// The dimensions of a slice that each dimension of its type is made of.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<OpFoldResult> sizes,
                                                   RankedTensorType type) {
  llvm::SmallDenseSet<unsigned> dropped = getDropped(sizes, type);
  SmallVector<ReassociationIndices> groups(type.getRank());
  int64_t group = -1;
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    group += !dropped.contains(dim);
    groups[std::max<int64_t>(group, 0)].push_back(dim);
  }
  return groups;
}

bool remat::mayDropOthers(ArrayRef<OpFoldResult> sizes, RankedTensorType type) {
  if (static_cast<int64_t>(sizes.size()) == type.getRank())
    return false;
  llvm::SmallDenseSet<unsigned> dropped = getDropped(sizes, type);
  // Dropping one dimension of size one or another is the same if none of
  // another size is kept between.
  bool keptUnit = false, keptBehindUnit = false;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isUnit = isa<Attribute>(size) && getConstantIntValue(size) == 1;
    if (dropped.contains(dim)) {
      if (keptBehindUnit)
        return true;
      continue;
    }
    keptBehindUnit |= keptUnit && !isUnit;
    keptUnit |= isUnit || isa<Value>(size);
  }
  return false;
}

Value remat::createExtractSlice(OpBuilder &builder, Location loc,
                                RankedTensorType type, Value source,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> sizes,
                                ArrayRef<OpFoldResult> strides) {
  if (isEmpty(type, source.getType(), offsets))
    return tensor::EmptyOp::create(builder, loc, getKeptSizes(type, sizes),
                                   type.getElementType());
  if (!mayDropOthers(sizes, type))
    return tensor::ExtractSliceOp::create(builder, loc, type, source, offsets,
                                          sizes, strides);
  Value part = tensor::ExtractSliceOp::create(builder, loc, source, offsets,
                                              sizes, strides);
  return tensor::CollapseShapeOp::create(builder, loc, type, part,
                                         getGroups(sizes, type));
}

Value remat::createInsertSlice(OpBuilder &builder, Location loc, Value part,
                               Value destination,
                               ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes,
                               ArrayRef<OpFoldResult> strides) {
  if (isEmpty(part.getType(), destination.getType(), offsets))
    return destination;
  auto type = cast<RankedTensorType>(part.getType());
  if (mayDropOthers(sizes, type)) {
    auto whole = cast<RankedTensorType>(destination.getType());
    part = tensor::ExpandShapeOp::create(
        builder, loc, whole.clone(decomposeMixedValues(sizes).first), part,
        getGroups(sizes, type), sizes);
  }
  return tensor::InsertSliceOp::create(builder, loc, part, destination, offsets,
                                       sizes, strides);
}
