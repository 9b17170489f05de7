//===- ProductTranspose.cpp - Adjoints of products ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of a factor is that of the product times the product of all
// other factors, the initial value among them. Those before it are multiplied
// up by a loop from the first factor on, those behind it by one from the last
// on that writes over what the first has left. Nothing is divided by, so it is
// exact where factors are zero, and it can be differentiated again.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Differentiation/Slices.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

namespace {

/// A tensor as a list, along its first dimension, of what are tensors too.
class Stack {
public:
  explicit Stack(RankedTensorType type) : type(type) {}

  RankedTensorType getItemType() const {
    return type.clone(type.getShape().drop_front());
  }
  Value read(OpBuilder &builder, Location loc, Value stack, Value at) const {
    auto [offsets, sizes, strides] = place(builder, loc, stack, at);
    return createExtractSlice(builder, loc, getItemType(), stack, offsets,
                              sizes, strides);
  }
  Value write(OpBuilder &builder, Location loc, Value item, Value stack,
              Value at) const {
    auto [offsets, sizes, strides] = place(builder, loc, stack, at);
    return createInsertSlice(builder, loc, item, stack, offsets, sizes,
                             strides);
  }

private:
  using Numbers = SmallVector<OpFoldResult>;

  std::tuple<Numbers, Numbers, Numbers> place(OpBuilder &builder, Location loc,
                                              Value stack, Value at) const {
    Numbers offsets(type.getRank(), builder.getIndexAttr(0));
    Numbers strides(type.getRank(), builder.getIndexAttr(1));
    Numbers sizes = tensor::getMixedSizes(builder, loc, stack);
    offsets.front() = at;
    sizes.front() = builder.getIndexAttr(1);
    return {offsets, sizes, strides};
  }

  RankedTensorType type;
};

} // namespace

/// Multiplies the elements of `product` by those of `factor`, in place.
static Value multiplyBy(OpBuilder &builder, Location loc, Value product,
                        Value factor) {
  return createElementwise(
      builder, loc, factor, product,
      [](OpBuilder &b, Location l, ValueRange elements) -> Value {
        return arith::MulFOp::create(b, l, elements[1], elements[0]);
      });
}

/// For each item of `factors` the product of those before and behind it;
/// `one` is an item of ones.
static Value emitProductsOfOthers(OpBuilder &builder, Location loc,
                                  Value factors, Value one) {
  auto type = cast<RankedTensorType>(factors.getType());
  Stack stack(type);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = getValueOrCreateConstantIndexOp(
      builder, loc, tensor::getMixedSize(builder, loc, factors, 0));
  Value last = arith::SubIOp::create(builder, loc, count, step);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, factors),
      type.getElementType());

  auto before = scf::ForOp::create(
      builder, loc, zero, count, step, ValueRange{one, empty},
      [&](OpBuilder &b, Location l, Value at, ValueRange carried) {
        Value products = stack.write(b, l, carried[0], carried[1], at);
        Value factor = stack.read(b, l, factors, at);
        Value product = multiplyBy(b, l, carried[0], factor);
        scf::YieldOp::create(b, l, ValueRange{product, products});
      });
  auto behind = scf::ForOp::create(
      builder, loc, zero, count, step, ValueRange{one, before.getResult(1)},
      [&](OpBuilder &b, Location l, Value counter, ValueRange carried) {
        Value at = arith::SubIOp::create(b, l, last, counter);
        Value others = stack.read(b, l, carried[1], at);
        others = multiplyBy(b, l, others, carried[0]);
        Value products = stack.write(b, l, others, carried[1], at);
        Value factor = stack.read(b, l, factors, at);
        Value product = multiplyBy(b, l, carried[0], factor);
        scf::YieldOp::create(b, l, ValueRange{product, products});
      });
  return behind.getResult(1);
}

/// For each iteration the product of the elements of the others that go into
/// the same product, by the reduction loops, then those of the output.
IndexedValue StructuredTransposer::emitProductOfOthers(unsigned output) {
  Value element = adjoint.getOutput(output)->element;
  SmallVector<AffineExpr> loops;
  SmallVector<int64_t> shape;
  SmallVector<OpFoldResult> sizes;
  unsigned numReductions = 0;
  for (bool isOutput : {false, true}) {
    for (unsigned loop = 0; loop < body.getNumLoops(); ++loop)
      if (body.getOutputMap(output).isFunctionOfDim(loop) == isOutput) {
        loops.push_back(builder.getAffineDimExpr(loop));
        shape.push_back(body.getLoopSize(loop));
        sizes.push_back(getLoopSize(loop));
      }
    if (!isOutput)
      numReductions = loops.size();
  }
  AffineMap map =
      AffineMap::get(body.getNumLoops(), 0, loops, builder.getContext());
  auto type = RankedTensorType::get(shape, element.getType());
  auto getDynamic = [](ArrayRef<OpFoldResult> all) {
    SmallVector<Value> values;
    for (OpFoldResult size : all)
      if (auto value = dyn_cast<Value>(size))
        values.push_back(value);
    return values;
  };
  Value factors = emitOverLoops({type, map, getDynamic(sizes)}, {}, element,
                                [](OpBuilder &, Location, ValueRange,
                                   ValueRange values) { return values[0]; });

  // The reductions as one loop.
  SmallVector<ReassociationIndices> groups;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    if (dim == 0 || dim >= numReductions)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  bool collapse = numReductions > 1;
  if (collapse)
    factors = tensor::CollapseShapeOp::create(builder, loc, factors, groups);
  auto itemSizes = ArrayRef(sizes).drop_front(numReductions);
  Value one = createFilled(
      builder, loc,
      Stack(cast<RankedTensorType>(factors.getType())).getItemType(), 1.0,
      getDynamic(itemSizes));
  Value others = emitProductsOfOthers(builder, loc, factors, one);
  if (collapse)
    others = tensor::ExpandShapeOp::create(builder, loc, type, others, groups,
                                           sizes);
  return {others, map};
}

Value StructuredTransposer::emitProduct(unsigned output) {
  Type elementType = adjoint.getOutput(output)->element.getType();
  IndexedValue others = emitProductOfOthers(output);
  return emitOverLoops(
      getLoopResult(elementType),
      {{Value(), {request.resultCotangents[output], body.getOutputMap(output)}},
       {Value(), others}},
      body.getOutputElement(output),
      [](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value start = arith::MulFOp::create(b, l, elements[0], values[0]);
        return arith::MulFOp::create(b, l, start, elements[1]).getResult();
      });
}

/// The initial value is a factor like the others.
Value StructuredTransposer::emitProductInitial(unsigned output) {
  Value cotangent = request.resultCotangents[output];
  auto type = cast<RankedTensorType>(cotangent.getType());
  Accumulator multiply = {
      builder.getFloatAttr(type.getElementType(), 1.0),
      [](OpBuilder &b, Location l, Value product, Value value) -> Value {
        return arith::MulFOp::create(b, l, product, value);
      }};
  SmallVector<Value> sizes = getDynamicSizes(builder, loc, cotangent);
  Value product = emitOverLoops(
      {type, body.getOutputMap(output), sizes}, {},
      adjoint.getOutput(output)->element,
      [](OpBuilder &, Location, ValueRange, ValueRange values) {
        return values[0];
      },
      &multiply);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  return emitStructured(
      builder, loc, [](unsigned) { return OpFoldResult(); },
      {{cotangent, identity}, {product, identity}}, {type, identity, sizes},
      [](OpBuilder &b, Location l, ValueRange elements) {
        return arith::MulFOp::create(b, l, elements[0], elements[1]);
      });
}
