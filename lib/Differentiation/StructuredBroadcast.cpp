//===- StructuredBroadcast.cpp - See through broadcasts -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compressed value is a scalar, or has dimensions of size one where the
// broadcast has others, or lacks dimensions, if only one choice of the missing
// ones fits the sizes.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/StructuredBroadcast.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

/// One step back through an op that only repeats elements.
static std::optional<BroadcastSource> stepBack(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return std::nullopt;
  MLIRContext *context = value.getContext();
  AffineMap none = AffineMap::get(type.getRank(), 0, context);
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)) && elements.isSplat() &&
      type.getRank() != 0)
    return BroadcastSource{
        {}, none, cast<TypedAttr>(elements.getSplatValue<Attribute>())};
  if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    return BroadcastSource{splat.getInput(), none, {}};

  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0)
    return std::nullopt;
  AffineMap written = op.getIndexingMapsArray().back();
  auto passed =
      dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
  if (!written.isPermutation() || !passed ||
      passed.getOwner() != op.getBlock() ||
      passed.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  Value source = op->getOperand(passed.getArgNumber());
  AffineMap read = op.getIndexingMapsArray()[passed.getArgNumber()].compose(
      inversePermutation(written));
  // What is as large as the broadcast is no shorter to keep.
  if (read.isPermutation() || source.getType() == value.getType())
    return std::nullopt;
  for (AffineExpr expression : read.getResults())
    if (!isa<AffineDimExpr>(expression) &&
        expression != getAffineConstantExpr(0, context))
      return std::nullopt;
  return BroadcastSource{source, read, {}};
}

BroadcastSource remat::findBroadcastSource(Value value) {
  int64_t rank = 0;
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    rank = type.getRank();
  BroadcastSource source = {
      value, AffineMap::getMultiDimIdentityMap(rank, value.getContext()), {}};
  while (source.value) {
    std::optional<BroadcastSource> step = stepBack(source.value);
    if (!step)
      break;
    step->map = step->map.compose(source.map);
    source = *step;
  }
  return source;
}

/// The ways in which `shape` is `full` without some of its dimensions, up to
/// two of them; each is a list of dimensions kept.
static void findEmbeddings(ArrayRef<int64_t> shape, ArrayRef<int64_t> full,
                           SmallVector<unsigned> &kept, unsigned next,
                           SmallVectorImpl<SmallVector<unsigned>> &found) {
  if (found.size() > 1)
    return;
  if (kept.size() == shape.size()) {
    found.push_back(kept);
    return;
  }
  for (unsigned dim = next; dim < full.size(); ++dim) {
    if (full[dim] != shape[kept.size()])
      continue;
    kept.push_back(dim);
    findEmbeddings(shape, full, kept, dim + 1, found);
    kept.pop_back();
  }
}

/// The only such way; nothing where there are several or none.
static std::optional<SmallVector<unsigned>>
findEmbedding(ArrayRef<int64_t> shape, ArrayRef<int64_t> full) {
  SmallVector<unsigned> kept;
  SmallVector<SmallVector<unsigned>> found;
  findEmbeddings(shape, full, kept, 0, found);
  if (found.size() != 1)
    return std::nullopt;
  return found.front();
}

/// Whether `map` keeps dimensions of `type` in place, but for those of size one
/// where it is 0.
static bool staysInPlace(AffineMap map, RankedTensorType type) {
  if (map.getNumResults() != map.getNumDims())
    return false;
  for (auto [position, expression] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expression);
    if (dim ? dim.getPosition() != position : type.getDimSize(position) != 1)
      return false;
  }
  return true;
}

/// The dimensions that `map` keeps, if all its results are dimensions in order.
static std::optional<SmallVector<unsigned>> getKept(AffineMap map) {
  SmallVector<unsigned> kept;
  for (AffineExpr expression : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expression);
    if (!dim || (!kept.empty() && dim.getPosition() <= kept.back()))
      return std::nullopt;
    kept.push_back(dim.getPosition());
  }
  return kept;
}

/// `source` with dimensions of size one where it has none.
static Value expandToRank(OpBuilder &builder, Location loc, Value source,
                          ArrayRef<unsigned> kept, unsigned rank) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape(rank, 1);
  for (auto [dim, size] : llvm::zip(kept, type.getShape()))
    shape[dim] = size;
  SmallVector<ReassociationIndices> groups(kept.size());
  for (unsigned dim = 0, group = 0; dim < rank && !groups.empty(); ++dim) {
    // A dimension goes to the group of the last one kept before it.
    if (group + 1 < groups.size() && dim == kept[group + 1])
      ++group;
    groups[group].push_back(dim);
  }
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), source,
      groups);
}

Value remat::compressBroadcast(OpBuilder &builder, Location loc, Value value) {
  BroadcastSource source = findBroadcastSource(value);
  if (source.value == value)
    return value;
  if (source.constant)
    return arith::ConstantOp::create(builder, loc, source.constant);
  auto type = dyn_cast<RankedTensorType>(source.value.getType());
  if (!type || staysInPlace(source.map, type))
    return source.value;
  std::optional<SmallVector<unsigned>> kept = getKept(source.map);
  if (!kept)
    return value;
  ArrayRef<int64_t> full = cast<RankedTensorType>(value.getType()).getShape();
  if (findEmbedding(type.getShape(), full) == kept)
    return source.value;
  if (!type.hasStaticShape())
    return value;
  return expandToRank(builder, loc, source.value, *kept, full.size());
}

IndexedValue remat::readBroadcast(Value value, Type type, AffineMap map) {
  auto compressed = dyn_cast<RankedTensorType>(value.getType());
  MLIRContext *context = value.getContext();
  if (!compressed)
    return {value, AffineMap::get(map.getNumDims(), 0, context)};
  auto full = cast<RankedTensorType>(type);
  SmallVector<AffineExpr> read;
  if (compressed.getRank() == full.getRank()) {
    for (int64_t dim = 0; dim < full.getRank(); ++dim)
      read.push_back(compressed.getDimSize(dim) == 1 &&
                             full.getDimSize(dim) != 1
                         ? getAffineConstantExpr(0, context)
                         : map.getResult(dim));
  } else {
    auto kept = findEmbedding(compressed.getShape(), full.getShape());
    REMAT_ASSERT(kept, "compressed so that one choice fits");
    for (unsigned dim : *kept)
      read.push_back(map.getResult(dim));
  }
  return {value, AffineMap::get(map.getNumDims(), 0, read, context)};
}
