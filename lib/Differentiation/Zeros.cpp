//===- Zeros.cpp - Zeros and sums of cotangents ---------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/Zeros.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

Value remat::createFilled(OpBuilder &builder, Location location, Type type,
                          double value, ValueRange dynamicSizes) {
  FloatAttr element = builder.getFloatAttr(getElementTypeOrSelf(type), value);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    TypedAttr constant = element;
    if (auto vector = dyn_cast<VectorType>(type))
      constant = DenseElementsAttr::get(vector, Attribute(element));
    return arith::ConstantOp::create(builder, location, constant);
  }
  Value scalar = arith::ConstantOp::create(builder, location, element);
  Value empty =
      tensor::EmptyOp::create(builder, location, tensor, dynamicSizes);
  return linalg::FillOp::create(builder, location, scalar, empty).getResult(0);
}

Value remat::createZero(OpBuilder &builder, Location location, Type type,
                        ValueRange dynamicSizes) {
  return createFilled(builder, location, type, 0.0, dynamicSizes);
}

Value remat::createElementwise(
    OpBuilder &builder, Location location, ValueRange inputs, Value init,
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  auto type = cast<RankedTensorType>(init.getType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto emit = [&](OpBuilder &b, Location loc, ValueRange elements) {
    linalg::YieldOp::create(b, loc, body(b, loc, elements));
  };
  return linalg::GenericOp::create(builder, location, type, inputs, init, maps,
                                   iterators, emit)
      .getResult(0);
}

Value remat::createSum(OpBuilder &builder, Location location, Value lhs,
                       Value rhs) {
  auto tensor = dyn_cast<RankedTensorType>(lhs.getType());
  if (!tensor)
    return arith::AddFOp::create(builder, location, lhs, rhs);
  Value empty = tensor::EmptyOp::create(
      builder, location, tensor, getDynamicSizes(builder, location, lhs));
  return createElementwise(
      builder, location, {lhs, rhs}, empty,
      [](OpBuilder &b, Location loc, ValueRange elements) -> Value {
        return arith::AddFOp::create(b, loc, elements[0], elements[1]);
      });
}

SmallVector<Value> remat::getDynamicSizes(OpBuilder &builder, Location location,
                                          Value value) {
  SmallVector<Value> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      if (tensor.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(builder, location, value, dim));
  return sizes;
}

ArrayRef<Value> remat::takeDynamicSizes(ArrayRef<Value> &sizes, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  size_t dynamic = shaped ? shaped.getNumDynamicDims() : 0;
  ArrayRef<Value> taken = sizes.take_front(dynamic);
  sizes = sizes.drop_front(dynamic);
  return taken;
}
