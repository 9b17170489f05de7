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

Value remat::createSum(OpBuilder &builder, Location location, Value lhs,
                       Value rhs) {
  auto tensor = dyn_cast<RankedTensorType>(lhs.getType());
  if (!tensor)
    return arith::AddFOp::create(builder, location, lhs, rhs);
  Value empty = tensor::EmptyOp::create(
      builder, location, tensor, getDynamicSizes(builder, location, lhs));
  SmallVector<AffineMap> maps(3,
                              builder.getMultiDimIdentityMap(tensor.getRank()));
  SmallVector<utils::IteratorType> iterators(tensor.getRank(),
                                             utils::IteratorType::parallel);
  auto body = [](OpBuilder &b, Location loc, ValueRange arguments) {
    Value sum = arith::AddFOp::create(b, loc, arguments[0], arguments[1]);
    linalg::YieldOp::create(b, loc, sum);
  };
  return linalg::GenericOp::create(builder, location, tensor,
                                   ValueRange{lhs, rhs}, empty, maps, iterators,
                                   body)
      .getResult(0);
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
