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

Value remat::emitStructured(OpBuilder &builder, Location loc, LoopSizes sizes,
                            ArrayRef<IndexedValue> inputs,
                            const IndexedResult &result, ElementBuilder body) {
  Type type = result.type.getElementType();
  bool skips = skipsElements(result);
  SmallVector<utils::IteratorType> iterators;
  for (unsigned loop = 0; loop < result.map.getNumDims(); ++loop)
    iterators.push_back(!skips && isOneToOne(result.map, loop)
                            ? utils::IteratorType::parallel
                            : utils::IteratorType::reduction);
  bool accumulates =
      skips || llvm::is_contained(iterators, utils::IteratorType::reduction);
  Type accumulator =
      accumulates ? getAccumulatorType(cast<FloatType>(type)) : type;
  RankedTensorType tensorType = result.type;
  tensorType = tensorType.clone(accumulator);

  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (const IndexedValue &input : inputs) {
    operands.push_back(input.value);
    maps.push_back(input.map);
  }
  maps.push_back(result.map);
  if (IndexedValue window = createWindow(builder, loc, sizes, maps, type);
      window.value) {
    operands.push_back(window.value);
    maps.insert(std::prev(maps.end()), window.map);
  }
  Value initial =
      accumulates ? createZero(builder, loc, tensorType, result.dynamicSizes)
                  : tensor::EmptyOp::create(builder, loc, tensorType,
                                            result.dynamicSizes)
                        .getResult();

  auto emitBody = [&](OpBuilder &b, Location l, ValueRange elements) {
    Value value = body(b, l, elements.take_front(inputs.size()));
    if (accumulates) {
      auto narrowed = value.getDefiningOp<arith::TruncFOp>();
      value = narrowed && narrowed.getIn().getType() == accumulator
                  ? narrowed.getIn()
                  : convertElement(b, l, value, cast<FloatType>(accumulator));
      value = arith::AddFOp::create(b, l, elements.back(), value);
      if (narrowed && narrowed->use_empty())
        narrowed.erase();
    }
    linalg::YieldOp::create(b, l, value);
  };
  Value sum = linalg::GenericOp::create(builder, loc, tensorType, operands,
                                        initial, maps, iterators, emitBody)
                  .getResult(0);
  return accumulates ? convertElements(builder, loc, sum, cast<FloatType>(type))
                     : sum;
}
