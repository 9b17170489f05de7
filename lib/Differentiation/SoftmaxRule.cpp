//===- SoftmaxRule.cpp - Derivative of softmax ----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ct_x = y * (ct - sum(ct * y))` along the dimension of the softmax, so that
// only the result is kept. Elements where the result isn't positive (masked
// ones, and rows wholly masked, where it is NaN) get zero.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "remat/Differentiation/StructuredEmission.h"
#include "remat/Differentiation/StructuredRules.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

LogicalResult remat::linearizeSoftmax(linalg::SoftmaxOp op,
                                      LinearizeRequest &request) {
  if (op->getNumResults() == 0)
    return request.fail("works on buffers; differentiate before bufferization");
  request.coefficients.push_back(op->getResult(0));
  return success();
}

/// `value` where `result` is positive, else zero.
static Value keepPositive(OpBuilder &builder, Location loc, Value result,
                          Value value) {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(result.getType(), 0.0));
  Value positive = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OGT, result, zero);
  return arith::SelectOp::create(builder, loc, positive, value, zero);
}

LogicalResult remat::transposeSoftmax(linalg::SoftmaxOp op, OpBuilder &builder,
                                      TransposeRequest &request) {
  Location loc = op.getLoc();
  Value result = request.coefficients.front();
  Value cotangent = request.resultCotangents.front();
  auto type = cast<RankedTensorType>(cotangent.getType());
  SmallVector<Value> sizes = getDynamicSizes(builder, loc, cotangent);
  auto noSizes = [](unsigned) { return OpFoldResult(); };

  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap row = all.dropResult(op.getDimension());
  SmallVector<int64_t> rowShape(type.getShape());
  rowShape.erase(rowShape.begin() + op.getDimension());
  SmallVector<Value> rowSizes;
  for (int64_t dim = 0, next = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim)) {
      if (dim != int64_t(op.getDimension()))
        rowSizes.push_back(sizes[next]);
      ++next;
    }

  Value sum = emitStructured(
      builder, loc, noSizes, {{cotangent, all}, {result, all}},
      {RankedTensorType::get(rowShape, type.getElementType()), row, rowSizes},
      [](OpBuilder &b, Location l, ValueRange elements) {
        Value product = arith::MulFOp::create(b, l, elements[0], elements[1]);
        return keepPositive(b, l, elements[1], product);
      });
  request.inputCotangents[0] = emitStructured(
      builder, loc, noSizes, {{cotangent, all}, {result, all}, {sum, row}},
      {type, all, sizes}, [](OpBuilder &b, Location l, ValueRange elements) {
        Value centered = arith::SubFOp::create(b, l, elements[0], elements[2]);
        Value product = arith::MulFOp::create(b, l, centered, elements[1]);
        return keepPositive(b, l, elements[1], product);
      });
  return success();
}
