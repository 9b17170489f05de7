//===- GatherTranspose.cpp - Adjoints of elements picked by index ---------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cotangent of a tensor whose elements the body picks with `tensor.extract`
// is a loop nest over all iterations that adds in place, in order, to a tensor
// that starts as zero. The indices are computed again from the integers that
// they came from.
//
//===----------------------------------------------------------------------===//

#include "StructuredTransposer.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Differentiation/Zeros.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

/// Reads the element that an iteration sees.
static Value extractElement(OpBuilder &builder, Location loc,
                            IndexedValue indexed, ValueRange iterations) {
  if (!isa<RankedTensorType>(indexed.value.getType()))
    return indexed.value;
  SmallVector<Value> indices;
  for (AffineExpr expression : indexed.map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
      indices.push_back(iterations[dim.getPosition()]);
      continue;
    }
    if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
      indices.push_back(
          arith::ConstantIndexOp::create(builder, loc, constant.getValue()));
      continue;
    }
    AffineMap map = AffineMap::get(indexed.map.getNumDims(), 0, expression);
    indices.push_back(
        affine::AffineApplyOp::create(builder, loc, map, iterations));
  }
  return tensor::ExtractOp::create(builder, loc, indexed.value, indices);
}

Value StructuredTransposer::readIndexSource(OpBuilder &nested, Value source,
                                            ValueRange iterations) {
  unsigned input = *body.getInputNumber(source);
  std::optional<unsigned> number =
      adjoint.findCoefficient(StructuredCoefficient::Kind::Input, input);
  REMAT_ASSERT(number, "what an index is computed from is a coefficient");
  if (isa<ShapedType>(source.getType()))
    return request.coefficients[*number];
  return extractElement(nested, loc, readCoefficient(*number), iterations);
}

Value StructuredTransposer::emitScatter(const StructuredTarget &target,
                                        Value added, Value initial) {
  auto type = cast<RankedTensorType>(body.getInputs()[target.input].getType());
  auto elementType = cast<FloatType>(type.getElementType());
  FloatType wide = getAccumulatorType(elementType);
  if (initial) {
    initial = convertElements(builder, loc, initial, wide);
  } else {
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(request.coefficients[*adjoint.findCoefficient(
            StructuredCoefficient::Kind::InputSize, target.input, dim)]);
    initial = createZero(builder, loc, type.clone(wide), sizes);
  }

  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lower(body.getNumLoops(), zero), upper,
      step(body.getNumLoops(), one);
  for (unsigned loop = 0; loop < body.getNumLoops(); ++loop)
    upper.push_back(
        getValueOrCreateConstantIndexOp(builder, loc, getLoopSize(loop)));

  auto emitBody = [&](OpBuilder &b, Location l, ValueRange iterations,
                      ValueRange carried) -> scf::ValueVector {
    tensor::ExtractOp gather = target.gather;
    IRMapping mapping;
    for (Value source : adjoint.getIndexSources(gather))
      mapping.map(source, readIndexSource(b, source, iterations));
    for (Operation *inner : body.getBodyOps())
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), iterations[index.getDim()]);
    SmallVector<Value> indices;
    for (Value index : gather.getIndices())
      indices.push_back(cloneExpression(b, index, mapping));
    Value element = tensor::ExtractOp::create(b, l, added, iterations);
    if (wide != elementType)
      element = arith::ExtFOp::create(b, l, wide, element);
    Value before = tensor::ExtractOp::create(b, l, carried.front(), indices);
    Value after = arith::AddFOp::create(b, l, before, element);
    return {tensor::InsertOp::create(b, l, after, carried.front(), indices)};
  };
  scf::LoopNest nest =
      scf::buildLoopNest(builder, loc, lower, upper, step, initial, emitBody);
  return convertElements(builder, loc, nest.results.front(), elementType);
}
