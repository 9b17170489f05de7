//===- StructuredTranspose.cpp - Backward half of structured ops ----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of an input has that input's map as its output map: loops that
// the map lacks become reductions. Its body is the part of the derivative of
// the scalar body that depends on the cotangent.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "remat/Differentiation/StructuredBroadcast.h"
#include "remat/Differentiation/StructuredRules.h"
#include "remat/Differentiation/Zeros.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

using Kind = StructuredCoefficient::Kind;

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

IndexedValue StructuredTransposer::readCoefficient(unsigned number) {
  const StructuredCoefficient &coefficient = adjoint.getCoefficients()[number];
  Value value = request.coefficients[number];
  if (coefficient.kind == Kind::Input)
    return readBroadcast(value, body.getInputs()[coefficient.number].getType(),
                         body.getInputMap(coefficient.number));
  if (coefficient.kind == Kind::Result)
    return {value, body.getOutputMap(coefficient.number)};

  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> loops;
  llvm::SmallBitVector used = body.getLoopsOf(coefficient.scalar);
  for (unsigned loop : used.set_bits()) {
    shape.push_back(body.getLoopSize(loop));
    loops.push_back(builder.getAffineDimExpr(loop));
  }
  return readBroadcast(
      value, RankedTensorType::get(shape, coefficient.scalar.getType()),
      AffineMap::get(body.getNumLoops(), 0, loops, builder.getContext()));
}

Value StructuredTransposer::getResultCoefficient(unsigned output) {
  std::optional<unsigned> number =
      adjoint.findCoefficient(Kind::Result, output);
  REMAT_ASSERT(number, "the result is a coefficient");
  return request.coefficients[*number];
}

OpFoldResult StructuredTransposer::getLoopSize(unsigned loop) {
  int64_t size = body.getLoopSize(loop);
  if (!ShapedType::isDynamic(size))
    return builder.getIndexAttr(size);
  if (std::optional<unsigned> number =
          adjoint.findCoefficient(Kind::LoopSize, loop))
    return request.coefficients[*number];
  std::optional<unsigned> dim = findPlainResult(body.getOutputMap(0), loop);
  REMAT_ASSERT(dim && request.resultCotangents.front(),
               "the cotangent has the loop as a dimension");
  return tensor::DimOp::create(builder, loc, request.resultCotangents.front(),
                               *dim)
      .getResult();
}

Value StructuredTransposer::takeSum(unsigned input) {
  auto type = dyn_cast<RankedTensorType>(body.getInputs()[input].getType());
  auto element =
      type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  if (!element || getAccumulatorType(element) != element ||
      request.inputCotangents[input])
    return {};
  return request.takeSum(input);
}

IndexedResult StructuredTransposer::getInputResult(unsigned input) {
  Type type = body.getInputs()[input].getType();
  AffineMap map = body.getInputMap(input);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {RankedTensorType::get({}, type),
            AffineMap::get(body.getNumLoops(), 0, builder.getContext()),
            {}};
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim) {
    if (!tensor.isDynamicDim(dim))
      continue;
    if (std::optional<unsigned> number =
            adjoint.findCoefficient(Kind::InputSize, input, dim)) {
      sizes.push_back(request.coefficients[*number]);
      continue;
    }
    unsigned loop = cast<AffineDimExpr>(map.getResult(dim)).getPosition();
    sizes.push_back(
        getValueOrCreateConstantIndexOp(builder, loc, getLoopSize(loop)));
  }
  return {tensor, map, sizes};
}

IndexedResult StructuredTransposer::getLoopResult(Type elementType) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (unsigned loop = 0; loop < body.getNumLoops(); ++loop) {
    shape.push_back(body.getLoopSize(loop));
    if (ShapedType::isDynamic(shape.back()))
      sizes.push_back(cast<Value>(getLoopSize(loop)));
  }
  return {RankedTensorType::get(shape, elementType),
          builder.getMultiDimIdentityMap(shape.size()), sizes};
}

IndexedValue StructuredTransposer::getElementCotangent(unsigned output) {
  IndexedValue &cotangent = cotangents[output];
  if (cotangent.value)
    return cotangent;
  AffineMap everywhere = builder.getMultiDimIdentityMap(body.getNumLoops());
  switch (adjoint.getOutput(output)->accumulation) {
  case Accumulation::Pointwise:
  case Accumulation::Sum:
    return cotangent = {request.resultCotangents[output],
                        body.getOutputMap(output)};
  case Accumulation::Extremum:
  case Accumulation::NumericExtremum:
    return cotangent = {emitExtremum(output), everywhere};
  case Accumulation::Product:
    return cotangent = {emitProduct(output), everywhere};
  case Accumulation::Selection:
    return cotangent = {emitSelection(output), everywhere};
  }
  llvm_unreachable("all kinds are listed");
}

//===----------------------------------------------------------------------===//
// What is emitted
//===----------------------------------------------------------------------===//

Value StructuredTransposer::emitOverLoops(const IndexedResult &result,
                                          ArrayRef<ScalarSource> sources,
                                          ValueRange values, Combiner combine,
                                          const Accumulator *accumulator) {
  SmallVector<Value> scalars;
  SmallVector<IndexedValue> inputs;
  IRMapping captured;
  for (const ScalarSource &source : sources) {
    scalars.push_back(source.first);
    inputs.push_back(source.second);
  }
  for (unsigned number : adjoint.getCoefficientsOf(values)) {
    Value scalar = adjoint.getCoefficients()[number].scalar;
    if (isa<ShapedType>(scalar.getType())) {
      captured.map(scalar, request.coefficients[number]);
      continue;
    }
    scalars.push_back(scalar);
    inputs.push_back(readCoefficient(number));
  }
  auto sizes = [&](unsigned loop) { return getLoopSize(loop); };
  auto emitBody = [&](OpBuilder &b, Location l, ValueRange elements) {
    IRMapping mapping = captured;
    for (auto [scalar, element] : llvm::zip(scalars, elements))
      if (scalar)
        mapping.map(scalar, element);
    SmallVector<Value> emitted;
    for (Value value : values)
      emitted.push_back(cloneExpression(b, value, mapping));
    return combine(b, l, elements.take_front(sources.size()), emitted);
  };
  if (accumulator)
    return emitAccumulated(builder, loc, sizes, inputs, result, *accumulator,
                           emitBody);
  return emitStructured(builder, loc, sizes, inputs, result, emitBody);
}

Value StructuredTransposer::emitTerms(ArrayRef<StructuredTerm> terms,
                                      const IndexedResult &result) {
  SmallVector<Value> values;
  SmallVector<ScalarSource> sources;
  for (const StructuredTerm &term : terms) {
    values.push_back(term.cotangent);
    sources.push_back(
        {adjoint.getSeed(term.output), getElementCotangent(term.output)});
  }
  // A cotangent that passes through as it is.
  const IndexedValue &first = sources.front().second;
  // Where some loop runs along no dimension, its iterations add up.
  if (terms.size() == 1 && values.front() == sources.front().first &&
      first.map == result.map && first.value.getType() == result.type &&
      getUnusedDimsBitVector(result.map).none())
    return first.value;
  return emitOverLoops(
      result, sources, values,
      [](OpBuilder &b, Location l, ValueRange, ValueRange emitted) {
        Value sum = emitted.front();
        for (Value value : emitted.drop_front())
          sum = arith::AddFOp::create(b, l, sum, value);
        return sum;
      });
}

void StructuredTransposer::transposeTarget(unsigned number) {
  const StructuredTarget &target = adjoint.getTargets()[number];
  SmallVector<StructuredTerm> terms;
  for (const StructuredTerm &term : adjoint.getTerms())
    if (term.target == number && request.resultCotangents[term.output])
      terms.push_back(term);
  if (terms.empty())
    return;

  Value &cotangent = request.inputCotangents[target.input];
  if (target.gather) {
    Value added = emitTerms(terms, getLoopResult(target.scalar.getType()));
    Value sum = cotangent ? cotangent : takeSum(target.input);
    cotangent = emitScatter(target, added, sum);
    return;
  }
  IndexedResult result = getInputResult(target.input);
  Value value;
  if (terms.size() == 1)
    value = emitContraction(terms.front(), target.input, result);
  if (!value)
    value = emitTerms(terms, result);
  if (!isa<ShapedType>(body.getInputs()[target.input].getType()))
    value = tensor::ExtractOp::create(builder, loc, value, ValueRange{});
  cotangent = cotangent ? createSum(builder, loc, cotangent, value) : value;
}

/// The cotangent of the value that an output starts from.
void StructuredTransposer::transposeInitial(unsigned output) {
  unsigned input = op.getNumDpsInputs() + output;
  if (!request.active[input] || !request.resultCotangents[output] ||
      !adjoint.getOutput(output))
    return;
  Value &cotangent = request.inputCotangents[input];
  switch (adjoint.getOutput(output)->accumulation) {
  case Accumulation::Pointwise: // A target like any other.
    return;
  case Accumulation::Sum:
    cotangent = request.resultCotangents[output];
    return;
  case Accumulation::Extremum:
  case Accumulation::NumericExtremum:
    cotangent = emitExtremumInitial(output);
    return;
  case Accumulation::Product:
    cotangent = emitProductInitial(output);
    return;
  case Accumulation::Selection:
    llvm_unreachable("refused by the forward half");
  }
}

void StructuredTransposer::run() {
  for (unsigned output = 0; output < op->getNumResults(); ++output)
    transposeInitial(output);
  for (unsigned number = 0; number < adjoint.getTargets().size(); ++number)
    transposeTarget(number);
}

LogicalResult remat::transposeStructured(linalg::LinalgOp op,
                                         OpBuilder &builder,
                                         TransposeRequest &request) {
  StructuredAdjoint adjoint(op, request.active);
  std::string reason;
  if (failed(adjoint.build(reason)))
    return failure();
  StructuredTransposer(adjoint, builder, request).run();
  return success();
}
