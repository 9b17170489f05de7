//===- GatherTranspose.cpp - Adjoints of elements picked by index ---------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of a tensor whose elements the body picks with `tensor.extract`
// is a loop nest over all iterations that adds in place, in order, to a tensor
// that starts as zero; a row at a time where the body picks whole rows. The
// indices are computed again from the integers that they came from.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Differentiation/Slices.h"
#include "remat/Differentiation/Zeros.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

/// Reads the element that an iteration sees.
static Value extractElement(OpBuilder &builder, Location loc,
                            IndexedValue indexed, ValueRange iterations) {
  if (!isa<RankedTensorType>(indexed.value.getType()))
    return indexed.value;
  SmallVector<Value> indices;
  for (AffineExpr expression : indexed.map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
      indices.push_back(iterations[dim.getPosition()]);
      continue;
    }
    if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
      indices.push_back(
          arith::ConstantIndexOp::create(builder, loc, constant.getValue()));
      continue;
    }
    AffineMap map = AffineMap::get(indexed.map.getNumDims(), 0, expression);
    indices.push_back(
        affine::AffineApplyOp::create(builder, loc, map, iterations));
  }
  return tensor::ExtractOp::create(builder, loc, indexed.value, indices);
}

Value StructuredTransposer::readIndexSource(OpBuilder &nested, Value source,
                                            ValueRange iterations) {
  unsigned input = *body.getInputNumber(source);
  std::optional<unsigned> number =
      adjoint.findCoefficient(StructuredCoefficient::Kind::Input, input);
  REMAT_ASSERT(number, "what an index is computed from is a coefficient");
  if (isa<ShapedType>(source.getType()))
    return request.coefficients[*number];
  return extractElement(nested, loc, readCoefficient(*number), iterations);
}

/// The loop that counts along a whole last dimension of the tensor, if no other
/// index depends on it: then whole rows are added.
std::optional<unsigned>
StructuredTransposer::findRowLoop(const StructuredTarget &target) {
  tensor::ExtractOp gather = target.gather;
  auto type = cast<RankedTensorType>(body.getInputs()[target.input].getType());
  if (type.getRank() == 0)
    return std::nullopt;
  auto last = gather.getIndices().back().getDefiningOp<linalg::IndexOp>();
  if (!last || type.isDynamicDim(type.getRank() - 1) ||
      body.getLoopSize(last.getDim()) != type.getShape().back())
    return std::nullopt;
  for (Value index : gather.getIndices().drop_back())
    if (body.getLoopsOf(index).test(last.getDim()))
      return std::nullopt;
  return last.getDim();
}

/// Adds the row of `added` that begins at `from`, along dimension `dim`, to the
/// row of `sums` that begins at `to`, in place.
static Value addRow(OpBuilder &builder, Location loc, Value added,
                    ArrayRef<Value> from, unsigned dim, Value sums,
                    ArrayRef<Value> to) {
  auto type = cast<RankedTensorType>(sums.getType());
  int64_t length = type.getShape().back();
  auto rowType = RankedTensorType::get({length}, type.getElementType());
  OpFoldResult one = builder.getIndexAttr(1);
  auto slice = [&](unsigned rank, unsigned along) {
    SmallVector<OpFoldResult> sizes(rank, one);
    sizes[along] = builder.getIndexAttr(length);
    return sizes;
  };
  SmallVector<OpFoldResult> fromSizes = slice(from.size(), dim);
  SmallVector<OpFoldResult> toSizes = slice(to.size(), to.size() - 1);
  SmallVector<OpFoldResult> fromOnes(from.size(), one), toOnes(to.size(), one);
  SmallVector<OpFoldResult> toOffsets = getAsOpFoldResult(to);
  toOffsets.back() = builder.getIndexAttr(0);
  Value row = createExtractSlice(builder, loc, rowType, added,
                                 getAsOpFoldResult(from), fromSizes, fromOnes);
  Value before = createExtractSlice(builder, loc, rowType, sums, toOffsets,
                                    toSizes, toOnes);
  Value after = createElementwise(
      builder, loc, row, before,
      [](OpBuilder &b, Location l, ValueRange elements) -> Value {
        return arith::AddFOp::create(b, l, elements[1], elements[0]);
      });
  return createInsertSlice(builder, loc, after, sums, toOffsets, toSizes,
                           toOnes);
}

Value StructuredTransposer::emitScatter(const StructuredTarget &target,
                                        Value added, Value initial) {
  auto type = cast<RankedTensorType>(body.getInputs()[target.input].getType());
  auto elementType = cast<FloatType>(type.getElementType());
  FloatType wide = getAccumulatorType(elementType);
  if (initial) {
    initial = convertElements(builder, loc, initial, wide);
  } else {
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(request.coefficients[*adjoint.findCoefficient(
            StructuredCoefficient::Kind::InputSize, target.input, dim)]);
    initial = createZero(builder, loc, type.clone(wide), sizes);
  }

  added = convertElements(builder, loc, added, wide);
  std::optional<unsigned> rowLoop = findRowLoop(target);
  SmallVector<Value> upper;
  for (unsigned loop = 0; loop < body.getNumLoops(); ++loop)
    if (loop != rowLoop)
      upper.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, getLoopSize(loop)));
  SmallVector<Value> lower(upper.size(),
                           arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<Value> step(upper.size(),
                          arith::ConstantIndexOp::create(builder, loc, 1));

  auto emitBody = [&](OpBuilder &b, Location l, ValueRange counters,
                      ValueRange carried) -> scf::ValueVector {
    // The loop of a row has no counter: its place is where the row begins.
    SmallVector<Value> iterations(counters);
    if (rowLoop)
      iterations.insert(iterations.begin() + *rowLoop,
                        arith::ConstantIndexOp::create(b, l, 0));
    IRMapping mapping;
    tensor::ExtractOp gather = target.gather;
    for (Value source : adjoint.getIndexSources(gather))
      mapping.map(source, readIndexSource(b, source, iterations));
    for (Operation *inner : body.getBodyOps())
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), iterations[index.getDim()]);
    SmallVector<Value> indices;
    for (Value index : gather.getIndices())
      indices.push_back(cloneExpression(b, index, mapping));
    if (rowLoop)
      return {
          addRow(b, l, added, iterations, *rowLoop, carried.front(), indices)};
    Value element = tensor::ExtractOp::create(b, l, added, iterations);
    Value before = tensor::ExtractOp::create(b, l, carried.front(), indices);
    Value after = arith::AddFOp::create(b, l, before, element);
    return {tensor::InsertOp::create(b, l, after, carried.front(), indices)};
  };
  scf::LoopNest nest =
      scf::buildLoopNest(builder, loc, lower, upper, step, initial, emitBody);
  return convertElements(builder, loc, nest.results.front(), elementType);
}
