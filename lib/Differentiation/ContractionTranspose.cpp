//===- ContractionTranspose.cpp - Adjoints of contractions ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of an operand of `out + a * b` is a contraction of the
// cotangent with the other operand, and stays one, so that a library can take
// it, unless `linalg.contract` rejects it, as it does an outer product. It adds
// in the type of its output, so that is at least f32.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

/// The factor besides the seed, if `term` is a product of the seed with an
/// operand's element, apart from conversions; else null.
static Value matchFactor(const StructuredTerm &term, Value seed) {
  auto product =
      stripFloatConversions(term.cotangent).getDefiningOp<arith::MulFOp>();
  if (!product)
    return {};
  for (unsigned side : {0, 1})
    if (stripFloatConversions(product->getOperand(side)) == seed)
      return stripFloatConversions(product->getOperand(1 - side));
  return {};
}

/// Whether `linalg.contract` accepts the maps of two operands and a result.
static bool isContraction(AffineMap lhs, AffineMap rhs, AffineMap result) {
  if (!lhs.isProjectedPermutation() || !rhs.isProjectedPermutation() ||
      !result.isProjectedPermutation())
    return false;
  bool reduces = false;
  for (unsigned loop = 0; loop < result.getNumDims(); ++loop) {
    if (result.isFunctionOfDim(loop))
      continue;
    if (!lhs.isFunctionOfDim(loop) || !rhs.isFunctionOfDim(loop))
      return false;
    reduces = true;
  }
  return reduces;
}

Value StructuredTransposer::emitContraction(const StructuredTerm &term,
                                            unsigned target,
                                            const IndexedResult &result) {
  if (adjoint.getOutput(term.output)->accumulation != Accumulation::Sum ||
      op.getNumReductionLoops() == 0)
    return {};
  Value factor = matchFactor(term, adjoint.getSeed(term.output));
  if (!factor)
    return {};
  std::optional<unsigned> input = body.getInputNumber(factor);
  if (!input || *input >= op->getNumOperands())
    return {};
  std::optional<unsigned> number =
      adjoint.findCoefficient(StructuredCoefficient::Kind::Input, *input);
  if (!number)
    return {};
  IndexedValue other = readCoefficient(*number);
  IndexedValue cotangent = getElementCotangent(term.output);
  if (!isa<RankedTensorType>(other.value.getType()) ||
      !isContraction(cotangent.map, other.map, result.map))
    return {};

  auto type = cast<FloatType>(result.type.getElementType());
  RankedTensorType tensorType = result.type;
  Value initial = takeSum(target);
  if (!initial)
    initial =
        createZero(builder, loc, tensorType.clone(getAccumulatorType(type)),
                   result.dynamicSizes);
  Value product =
      linalg::ContractOp::create(
          builder, loc, initial.getType(),
          ValueRange{cotangent.value, other.value}, initial,
          builder.getAffineMapArrayAttr({cotangent.map, other.map, result.map}))
          .getResult(0);
  return convertElements(builder, loc, product, type);
}
