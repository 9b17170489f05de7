//===- ProductTranspose.cpp - Adjoints of products ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of a factor is that of the product times the product of all
// other factors, the initial value among them. That is computed without a
// division, so it is exact where factors are zero, and as a product reduction,
// so it can be differentiated again.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

/// For each iteration the product of the elements of the others that go into
/// the same product. The reduction loops come twice: once for the iteration,
/// and once, behind all loops, for the others.
Value StructuredTransposer::emitProductOfOthers(unsigned output) {
  Value element = adjoint.getOutput(output)->element;
  AffineMap outputMap = body.getOutputMap(output);
  unsigned numLoops = body.getNumLoops();
  SmallVector<AffineExpr> others;
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    if (outputMap.isFunctionOfDim(loop)) {
      others.push_back(builder.getAffineDimExpr(loop));
      continue;
    }
    unsigned other = numLoops + pairs.size();
    others.push_back(builder.getAffineDimExpr(other));
    pairs.push_back({loop, other});
    iterators.push_back(utils::IteratorType::reduction);
  }
  unsigned numAll = iterators.size();

  SmallVector<Value> scalars, operands;
  SmallVector<AffineMap> maps;
  IRMapping captured;
  for (unsigned number : adjoint.getCoefficientsOf(element)) {
    Value scalar = adjoint.getCoefficients()[number].scalar;
    if (isa<ShapedType>(scalar.getType())) {
      captured.map(scalar, request.coefficients[number]);
      continue;
    }
    IndexedValue read = readCoefficient(number);
    scalars.push_back(scalar);
    operands.push_back(read.value);
    maps.push_back(read.map.replaceDimsAndSymbols(others, {}, numAll, 0));
  }
  // The sizes of the loops of the others.
  SmallVector<OpFoldResult> sizes;
  SmallVector<AffineExpr> window;
  for (auto [loop, other] : pairs) {
    sizes.push_back(getLoopSize(loop));
    window.push_back(builder.getAffineDimExpr(other));
  }
  operands.push_back(
      tensor::EmptyOp::create(builder, loc, sizes, element.getType()));
  maps.push_back(AffineMap::get(numAll, 0, window, builder.getContext()));
  IndexedResult result = getLoopResult(element.getType());
  maps.push_back(AffineMap::getMultiDimIdentityMap(numAll, builder.getContext())
                     .getMajorSubMap(numLoops));

  Value ones =
      createFilled(builder, loc, result.type, 1.0, result.dynamicSizes);
  auto emitBody = [&](OpBuilder &b, Location l, ValueRange elements) {
    IRMapping mapping = captured;
    for (auto [scalar, value] : llvm::zip(scalars, elements))
      mapping.map(scalar, value);
    for (Operation *inner : body.getBodyOps())
      if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
        unsigned loop =
            cast<AffineDimExpr>(others[index.getDim()]).getPosition();
        mapping.map(index.getResult(), linalg::IndexOp::create(b, l, loop));
      }
    Value factor = cloneExpression(b, element, mapping);
    Value same;
    for (auto [loop, other] : pairs) {
      Value equal = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                          linalg::IndexOp::create(b, l, loop),
                                          linalg::IndexOp::create(b, l, other));
      same = same ? arith::AndIOp::create(b, l, same, equal) : equal;
    }
    Value one =
        arith::ConstantOp::create(b, l, b.getFloatAttr(element.getType(), 1.0));
    factor = arith::SelectOp::create(b, l, same, one, factor);
    Value product = arith::MulFOp::create(b, l, elements.back(), factor);
    linalg::YieldOp::create(b, l, product);
  };
  return linalg::GenericOp::create(builder, loc, result.type, operands, ones,
                                   maps, iterators, emitBody)
      .getResult(0);
}

Value StructuredTransposer::emitProduct(unsigned output) {
  Type elementType = adjoint.getOutput(output)->element.getType();
  Value others = emitProductOfOthers(output);
  IndexedResult result = getLoopResult(elementType);
  return emitOverLoops(
      result,
      {{Value(), {request.resultCotangents[output], body.getOutputMap(output)}},
       {Value(), {others, result.map}}},
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
