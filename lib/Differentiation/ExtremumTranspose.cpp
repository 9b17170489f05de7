//===- ExtremumTranspose.cpp - Adjoints of maxima, minima, choices --------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements equal to the extremum share its cotangent evenly; in a window,
// as pooling has, the first gets it all. Where NaN is the extremum every
// element gets NaN. A value chosen with its index gets the whole cotangent at
// that index.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

static Value createFloat(OpBuilder &builder, Location loc, Type type,
                         double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

/// Whether `element` is the extremum, or the extremum is NaN.
static Value createReaches(OpBuilder &builder, Location loc,
                           Accumulation accumulation, Value element,
                           Value extremum) {
  auto predicate = accumulation == Accumulation::Extremum
                       ? arith::CmpFPredicate::UEQ
                       : arith::CmpFPredicate::OEQ;
  return arith::CmpFOp::create(builder, loc, predicate, element, extremum);
}

Value StructuredTransposer::emitCount(unsigned output) {
  Value &count = counts[output];
  if (count)
    return count;
  const StructuredOutput &information = *adjoint.getOutput(output);
  Value extremum = getResultCoefficient(output);
  auto type = cast<RankedTensorType>(extremum.getType());
  FloatType wide = getAccumulatorType(cast<FloatType>(type.getElementType()));
  AffineMap map = body.getOutputMap(output);
  count = emitOverLoops(
      {type.clone(wide), map, getDynamicSizes(builder, loc, extremum)},
      {{Value(), {extremum, map}}}, information.element,
      [&](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value reaches = createReaches(b, l, information.accumulation, values[0],
                                      elements[0]);
        return arith::SelectOp::create(b, l, reaches,
                                       createFloat(b, l, wide, 1.0),
                                       createFloat(b, l, wide, 0.0));
      });
  return count;
}

/// What each element that reaches the extremum gets.
Value StructuredTransposer::emitShare(unsigned output) {
  Value extremum = getResultCoefficient(output);
  auto type = cast<RankedTensorType>(extremum.getType());
  auto elementType = cast<FloatType>(type.getElementType());
  FloatType wide = getAccumulatorType(elementType);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  return emitStructured(
      builder, loc, [](unsigned) { return OpFoldResult(); },
      {{request.resultCotangents[output], map},
       {emitCount(output), map},
       {extremum, map}},
      {type, map, getDynamicSizes(builder, loc, extremum)},
      [&](OpBuilder &b, Location l, ValueRange elements) {
        // The count is zero where only the initial value is the extremum.
        Value divisor = arith::MaximumFOp::create(b, l, elements[1],
                                                  createFloat(b, l, wide, 1.0));
        Value cotangent = elements[0];
        if (wide != elementType)
          cotangent = arith::ExtFOp::create(b, l, wide, cotangent);
        Value part = arith::DivFOp::create(b, l, cotangent, divisor);
        if (wide != elementType)
          part = arith::TruncFOp::create(b, l, elementType, part);
        Value unordered = arith::CmpFOp::create(b, l, arith::CmpFPredicate::UNO,
                                                elements[2], elements[2]);
        return arith::SelectOp::create(b, l, unordered, elements[2], part);
      });
}

/// An initial value gets the cotangent where no element reaches the extremum.
Value StructuredTransposer::emitExtremumInitial(unsigned output) {
  Value count = emitCount(output);
  Value cotangent = request.resultCotangents[output];
  auto type = cast<RankedTensorType>(cotangent.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  return emitStructured(
      builder, loc, [](unsigned) { return OpFoldResult(); },
      {{cotangent, map}, {count, map}},
      {type, map, getDynamicSizes(builder, loc, count)},
      [&](OpBuilder &b, Location l, ValueRange elements) {
        Value none = arith::CmpFOp::create(
            b, l, arith::CmpFPredicate::OEQ, elements[1],
            createFloat(b, l, elements[1].getType(), 0.0));
        return arith::SelectOp::create(
            b, l, none, elements[0],
            createFloat(b, l, elements[0].getType(), 0.0));
      });
}

/// Whether neighbouring outputs have elements in common, as in pooling.
bool StructuredTransposer::isWindowed(unsigned output) {
  for (unsigned number :
       adjoint.getCoefficientsOf(adjoint.getOutput(output)->element)) {
    if (isa<ShapedType>(adjoint.getCoefficients()[number].scalar.getType()))
      continue;
    for (AffineExpr expression : readCoefficient(number).map.getResults())
      if (!isa<AffineDimExpr, AffineConstantExpr>(expression))
        return true;
  }
  return false;
}

/// The number of an iteration among those that go into one output.
static Value createPosition(OpBuilder &builder, Location loc,
                            ArrayRef<unsigned> loops, ValueRange sizes) {
  Value position = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [loop, size] : llvm::zip(loops, sizes)) {
    Value index = linalg::IndexOp::create(builder, loc, loop);
    position = arith::MulIOp::create(builder, loc, position, size);
    position = arith::AddIOp::create(builder, loc, position, index);
  }
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                    position);
}

/// In a window the first element that reaches the extremum gets it all.
Value StructuredTransposer::emitFirstOfWindow(unsigned output) {
  const StructuredOutput &information = *adjoint.getOutput(output);
  Value extremum = getResultCoefficient(output);
  AffineMap map = body.getOutputMap(output);
  auto type = cast<RankedTensorType>(extremum.getType());
  SmallVector<unsigned> loops;
  SmallVector<Value> sizes;
  for (unsigned loop = 0; loop < body.getNumLoops(); ++loop)
    if (!map.isFunctionOfDim(loop)) {
      loops.push_back(loop);
      sizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, getLoopSize(loop)));
    }

  auto none = builder.getI64IntegerAttr(std::numeric_limits<int64_t>::max());
  Accumulator minimum = {
      none, [](OpBuilder &b, Location l, Value first, Value next) -> Value {
        return arith::MinSIOp::create(b, l, first, next);
      }};
  Value first = emitOverLoops(
      {type.clone(builder.getI64Type()), map,
       getDynamicSizes(builder, loc, extremum)},
      {{Value(), {extremum, map}}}, information.element,
      [&](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value reaches = createReaches(b, l, information.accumulation, values[0],
                                      elements[0]);
        return arith::SelectOp::create(b, l, reaches,
                                       createPosition(b, l, loops, sizes),
                                       arith::ConstantOp::create(b, l, none));
      },
      &minimum);
  Type elementType = type.getElementType();
  return emitOverLoops(
      getLoopResult(elementType),
      {{Value(), {request.resultCotangents[output], map}},
       {Value(), {first, map}}},
      {}, [&](OpBuilder &b, Location l, ValueRange elements, ValueRange) {
        Value isFirst = arith::CmpIOp::create(
            b, l, arith::CmpIPredicate::eq, createPosition(b, l, loops, sizes),
            elements[1]);
        return arith::SelectOp::create(b, l, isFirst, elements[0],
                                       createFloat(b, l, elementType, 0.0));
      });
}

Value StructuredTransposer::emitExtremum(unsigned output) {
  if (isWindowed(output))
    return emitFirstOfWindow(output);
  const StructuredOutput &information = *adjoint.getOutput(output);
  Value extremum = getResultCoefficient(output);
  AffineMap map = body.getOutputMap(output);
  Type elementType = information.element.getType();
  return emitOverLoops(
      getLoopResult(elementType),
      {{Value(), {emitShare(output), map}}, {Value(), {extremum, map}}},
      information.element,
      [&](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value reaches = createReaches(b, l, information.accumulation, values[0],
                                      elements[1]);
        return arith::SelectOp::create(b, l, reaches, elements[0],
                                       createFloat(b, l, elementType, 0.0));
      });
}

Value StructuredTransposer::emitSelection(unsigned output) {
  const StructuredOutput &information = *adjoint.getOutput(output);
  Type elementType = information.element.getType();
  AffineMap map = body.getOutputMap(output);
  Value chosen = getResultCoefficient(information.indexOutput);
  return emitOverLoops(
      getLoopResult(elementType),
      {{Value(), {request.resultCotangents[output], map}},
       {Value(), {chosen, map}}},
      information.index,
      [&](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value isChosen = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                               values[0], elements[1]);
        return arith::SelectOp::create(b, l, isChosen, elements[0],
                                       createFloat(b, l, elementType, 0.0));
      });
}
