//===- Sums.cpp - Sums over elements --------------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/Sums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Differentiation/StructuredEmission.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

Value remat::createElementSum(OpBuilder &builder, Location location,
                              Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == 0)
    return tensor::ExtractOp::create(builder, location, tensor, ValueRange());
  auto element = cast<FloatType>(type.getElementType());
  FloatType wide = getAccumulatorType(element);
  Value zero = createZero(builder, location, RankedTensorType::get({}, wide));
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(type.getRank()),
      AffineMap::get(type.getRank(), 0, builder.getContext())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::reduction);
  auto add = [&](OpBuilder &body, Location location, ValueRange arguments) {
    Value term = arguments[0];
    if (wide != element)
      term = arith::ExtFOp::create(body, location, wide, term);
    Value sum = arith::AddFOp::create(body, location, arguments[1], term);
    linalg::YieldOp::create(body, location, sum);
  };
  auto reduction = linalg::GenericOp::create(
      builder, location, zero.getType(), tensor, zero, maps, iterators, add);
  Value sum = tensor::ExtractOp::create(builder, location,
                                        reduction.getResult(0), ValueRange());
  if (wide != element)
    sum = arith::TruncFOp::create(builder, location, element, sum);
  return sum;
}
