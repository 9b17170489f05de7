//===- LoopBounds.cpp - Trip counts and induction variables ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace remat;

Value remat::createTripCount(OpBuilder &builder, scf::ForOp loop,
                             const IRMapping &mapping) {
  Location location = loop.getLoc();
  if (std::optional<llvm::APInt> count = loop.getStaticTripCount())
    return arith::ConstantIndexOp::create(builder, location,
                                          count->getSExtValue());
  Value lower = mapping.lookup(loop.getLowerBound());
  Value upper = mapping.lookup(loop.getUpperBound());
  Value step = mapping.lookup(loop.getStep());
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Type type = lower.getType();
  Value zero = arith::ConstantOp::create(builder, location, type,
                                         builder.getIntegerAttr(type, 0));
  Value runs =
      arith::CmpIOp::create(builder, location, predicate, lower, upper);
  Value distance = upper;
  if (!matchPattern(lower, m_Zero()))
    distance = arith::SubIOp::create(builder, location, upper, lower);
  distance = arith::SelectOp::create(builder, location, runs, distance, zero);
  Value count = distance;
  if (!matchPattern(step, m_One()))
    count = arith::CeilDivUIOp::create(builder, location, distance, step);
  if (!type.isIndex())
    count = arith::IndexCastUIOp::create(builder, location,
                                         builder.getIndexType(), count);
  return count;
}

Value remat::createInductionVariable(OpBuilder &builder, scf::ForOp loop,
                                     const IRMapping &mapping,
                                     Value iteration) {
  Location location = loop.getLoc();
  Value lower = mapping.lookup(loop.getLowerBound());
  Value step = mapping.lookup(loop.getStep());
  Value variable = iteration;
  if (!lower.getType().isIndex())
    variable = arith::IndexCastUIOp::create(builder, location, lower.getType(),
                                            variable);
  if (!matchPattern(step, m_One()))
    variable = arith::MulIOp::create(builder, location, variable, step);
  if (!matchPattern(lower, m_Zero()))
    variable = arith::AddIOp::create(builder, location, variable, lower);
  return variable;
}

scf::ForOp remat::createLoop(OpBuilder &builder, Location location,
                             Value tripCount, ValueRange inits) {
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  auto loop =
      scf::ForOp::create(builder, location, zero, tripCount, one, inits);
  loop.getBody()->clear();
  return loop;
}
