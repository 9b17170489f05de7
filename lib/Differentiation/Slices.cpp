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

/// The sizes of a slice that its type, which may be of lower rank, keeps.
static SmallVector<OpFoldResult> getKeptSizes(RankedTensorType type,
                                              ArrayRef<OpFoldResult> sizes) {
  // As in the type, a size that is a value is dynamic, be it a constant.
  SmallVector<int64_t> all = decomposeMixedValues(sizes).first;
  auto dropped = computeRankReductionMask(all, type.getShape());
  REMAT_ASSERT(dropped, "the type is that of the slice");
  SmallVector<OpFoldResult> kept;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!dropped->contains(dim))
      kept.push_back(size);
  return kept;
}

Value remat::createExtractSlice(OpBuilder &builder, Location loc,
                                RankedTensorType type, Value source,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> sizes,
                                ArrayRef<OpFoldResult> strides) {
  if (isEmpty(type, source.getType(), offsets))
    return tensor::EmptyOp::create(builder, loc, getKeptSizes(type, sizes),
                                   type.getElementType());
  return tensor::ExtractSliceOp::create(builder, loc, type, source, offsets,
                                        sizes, strides);
}

Value remat::createInsertSlice(OpBuilder &builder, Location loc, Value part,
                               Value destination,
                               ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes,
                               ArrayRef<OpFoldResult> strides) {
  if (isEmpty(part.getType(), destination.getType(), offsets))
    return destination;
  return tensor::InsertSliceOp::create(builder, loc, part, destination, offsets,
                                       sizes, strides);
}
