//===- StructuredEmission.cpp - Emit generics by their maps ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result whose map is not one to one is accumulated, with reduction
// iterators, into a zero: upstream's passes take the initial value of a result
// with parallel iterators only for overwritten and drop it.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/StructuredEmission.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Differentiation/StructuredBody.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

FloatType remat::getAccumulatorType(FloatType type) {
  if (type.getWidth() >= 32)
    return type;
  return Float32Type::get(type.getContext());
}

static Value convertElement(OpBuilder &builder, Location loc, Value value,
                            FloatType type) {
  auto from = cast<FloatType>(value.getType());
  if (from == type)
    return value;
  if (from.getWidth() > type.getWidth())
    return arith::TruncFOp::create(builder, loc, type, value);
  if (from.getWidth() < type.getWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  // Of one width but different, as f16 and bf16 are.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, type, wide);
}

Value remat::convertElements(OpBuilder &builder, Location loc, Value tensor,
                             FloatType type) {
  auto from = cast<RankedTensorType>(tensor.getType());
  if (from.getElementType() == type)
    return tensor;
  AffineMap map = builder.getMultiDimIdentityMap(from.getRank());
  IndexedResult result = {from.clone(type), map,
                          getDynamicSizes(builder, loc, tensor)};
  return emitStructured(
      builder, loc, [](unsigned) { return OpFoldResult(); }, {{tensor, map}},
      result,
      [&](OpBuilder &b, Location l, ValueRange elements) {
        return convertElement(b, l, elements[0], type);
      });
}

/// A loop that the result has a dimension of and that is in no other dimension
/// of it.
static bool isOneToOne(AffineMap map, unsigned loop) {
  return findPlainResult(map, loop) &&
         llvm::count_if(map.getResults(), [&](AffineExpr expression) {
           return expression.isFunctionOfDim(loop);
         }) == 1;
}

/// Whether the result has elements that a constant in the map passes over.
static bool skipsElements(const IndexedResult &result) {
  for (auto [size, expression] :
       llvm::zip(result.type.getShape(), result.map.getResults()))
    if (isa<AffineConstantExpr>(expression) && size != 1)
      return true;
  return false;
}

/// A tensor without contents that tells the sizes of the loops that no operand
/// has as a dimension; null where there are none.
static IndexedValue createWindow(OpBuilder &builder, Location loc,
                                 LoopSizes sizes, ArrayRef<AffineMap> maps,
                                 Type elementType) {
  SmallVector<OpFoldResult> shape;
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop < maps.front().getNumDims(); ++loop) {
    if (llvm::any_of(maps, [&](AffineMap map) {
          return findPlainResult(map, loop).has_value();
        }))
      continue;
    shape.push_back(sizes(loop));
    loops.push_back(builder.getAffineDimExpr(loop));
  }
  if (loops.empty())
    return {};
  Value window = tensor::EmptyOp::create(builder, loc, shape, elementType);
  return {window, AffineMap::get(maps.front().getNumDims(), 0, loops,
                                 builder.getContext())};
}

namespace {

/// The parts of a generic that follow from the maps.
struct GenericParts {
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  SmallVector<utils::IteratorType> iterators;
  /// Whether several iterations write an element, or none does.
  bool accumulates;
};

} // namespace

static GenericParts makeParts(OpBuilder &builder, Location loc, LoopSizes sizes,
                              ArrayRef<IndexedValue> inputs,
                              const IndexedResult &result) {
  GenericParts parts;
  bool skips = skipsElements(result);
  for (unsigned loop = 0; loop < result.map.getNumDims(); ++loop)
    parts.iterators.push_back(!skips && isOneToOne(result.map, loop)
                                  ? utils::IteratorType::parallel
                                  : utils::IteratorType::reduction);
  parts.accumulates =
      skips ||
      llvm::is_contained(parts.iterators, utils::IteratorType::reduction);
  for (const IndexedValue &input : inputs) {
    parts.operands.push_back(input.value);
    parts.maps.push_back(input.map);
  }
  parts.maps.push_back(result.map);
  if (IndexedValue window = createWindow(builder, loc, sizes, parts.maps,
                                         result.type.getElementType());
      window.value) {
    parts.operands.push_back(window.value);
    parts.maps.insert(std::prev(parts.maps.end()), window.map);
  }
  return parts;
}

/// `value` in a wider type; a conversion to the narrower one is undone.
static Value widenElement(OpBuilder &builder, Location loc, Value value,
                          FloatType wide) {
  auto narrowed = value.getDefiningOp<arith::TruncFOp>();
  if (!narrowed || narrowed.getIn().getType() != wide)
    return convertElement(builder, loc, value, wide);
  Value source = narrowed.getIn();
  if (narrowed->use_empty())
    narrowed.erase();
  return source;
}

Value remat::emitStructured(OpBuilder &builder, Location loc, LoopSizes sizes,
                            ArrayRef<IndexedValue> inputs,
                            const IndexedResult &result, ElementBuilder body) {
  GenericParts parts = makeParts(builder, loc, sizes, inputs, result);
  if (!parts.accumulates) {
    Value empty =
        tensor::EmptyOp::create(builder, loc, result.type, result.dynamicSizes);
    auto emitBody = [&](OpBuilder &b, Location l, ValueRange elements) {
      linalg::YieldOp::create(b, l,
                              body(b, l, elements.take_front(inputs.size())));
    };
    return linalg::GenericOp::create(builder, loc, result.type, parts.operands,
                                     empty, parts.maps, parts.iterators,
                                     emitBody)
        .getResult(0);
  }

  auto type = cast<FloatType>(result.type.getElementType());
  FloatType wide = getAccumulatorType(type);
  RankedTensorType tensorType = result.type;
  IndexedResult sum = {tensorType.clone(wide), result.map, result.dynamicSizes};
  Accumulator add = {
      builder.getFloatAttr(wide, 0.0),
      [](OpBuilder &b, Location l, Value sum, Value value) -> Value {
        return arith::AddFOp::create(b, l, sum, value);
      }};
  Value wideSum =
      emitAccumulated(builder, loc, sizes, inputs, sum, add,
                      [&](OpBuilder &b, Location l, ValueRange elements) {
                        return widenElement(b, l, body(b, l, elements), wide);
                      });
  return convertElements(builder, loc, wideSum, type);
}

Value remat::emitAccumulated(OpBuilder &builder, Location loc, LoopSizes sizes,
                             ArrayRef<IndexedValue> inputs,
                             const IndexedResult &result,
                             const Accumulator &accumulator,
                             ElementBuilder body) {
  GenericParts parts = makeParts(builder, loc, sizes, inputs, result);
  Value scalar = arith::ConstantOp::create(builder, loc, accumulator.initial);
  Value empty =
      tensor::EmptyOp::create(builder, loc, result.type, result.dynamicSizes);
  Value initial =
      linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
  auto emitBody = [&](OpBuilder &b, Location l, ValueRange elements) {
    Value value = body(b, l, elements.take_front(inputs.size()));
    linalg::YieldOp::create(b, l,
                            accumulator.combine(b, l, elements.back(), value));
  };
  return linalg::GenericOp::create(builder, loc, result.type, parts.operands,
                                   initial, parts.maps, parts.iterators,
                                   emitBody)
      .getResult(0);
}
