//===- ExtremumTranspose.cpp - Adjoints of maxima, minima, choices --------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements equal to the extremum share its cotangent evenly. Where NaN is
// the extremum every element gets NaN. A value chosen with its index gets the
// whole cotangent at that index.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

Value StructuredTransposer::emitExtremum(unsigned output) {
  const StructuredOutput &information = *adjoint.getOutput(output);
  Accumulation accumulation = information.accumulation;
  Value extremum = getResultCoefficient(output);
  IndexedValue readExtremum = {extremum, body.getOutputMap(output)};
  auto type = cast<RankedTensorType>(extremum.getType());
  auto elementType = cast<FloatType>(type.getElementType());
  FloatType wide = getAccumulatorType(elementType);
  SmallVector<Value> sizes = getDynamicSizes(builder, loc, extremum);

  Value count = emitOverLoops(
      {type.clone(wide), body.getOutputMap(output), sizes},
      {{Value(), readExtremum}}, information.element,
      [&](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value reaches =
            createReaches(b, l, accumulation, values[0], elements[0]);
        return arith::SelectOp::create(b, l, reaches,
                                       createFloat(b, l, wide, 1.0),
                                       createFloat(b, l, wide, 0.0));
      });

  // An initial value that no element reaches makes the count zero.
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  Value share = emitStructured(
      builder, loc, [](unsigned) { return OpFoldResult(); },
      {{request.resultCotangents[output], map}, {count, map}, {extremum, map}},
      {type, map, sizes},
      [&](OpBuilder &b, Location l, ValueRange elements) {
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

  return emitOverLoops(
      getLoopResult(elementType),
      {{Value(), {share, body.getOutputMap(output)}}, {Value(), readExtremum}},
      information.element,
      [&](OpBuilder &b, Location l, ValueRange elements, ValueRange values) {
        Value reaches =
            createReaches(b, l, accumulation, values[0], elements[1]);
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
