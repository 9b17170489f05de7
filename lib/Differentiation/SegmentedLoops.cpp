//===- SegmentedLoops.cpp - Keep every k-th state of a loop ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that keeps every k-th state is a loop over segments of k iterations,
// each segment a region: what is carried into it is stacked, and its iterations
// are computed again when the backward pass reaches it.
//
//===----------------------------------------------------------------------===//

#include "SegmentedLoops.h"

#include "LoopBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace remat;

namespace {
class SegmentedLoop {
public:
  explicit SegmentedLoop(CheckpointOp region)
      : region(region), location(region.getLoc()), builder(region) {
    mapping.map(region.getBody().getArguments(), region.getInputs());
    for (Operation &op : region.getBody().front().without_terminator())
      if (auto found = dyn_cast<scf::ForOp>(op))
        loop = found;
      else
        builder.clone(op, mapping);
  }

  void rewrite();

private:
  Value createLength();
  void findCaptured();
  CheckpointOp createSegment(ValueRange carried, Value segment);
  scf::ForOp createIterations(ValueRange carried, Value first, Value count);
  Value createIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, location, value);
  }

  CheckpointOp region;
  Location location;
  OpBuilder builder;
  scf::ForOp loop;
  /// From values of the region's body to those outside; in a segment, to those
  /// in it.
  IRMapping mapping;
  Value tripCount, length;
  /// What an iteration uses from outside the loop.
  SmallVector<Value> captured;
};
} // namespace

/// How many iterations a segment has: what is given, or the square root of the
/// trip count, rounded up.
Value SegmentedLoop::createLength() {
  int64_t given = cast<SegmentsAttr>(region.getLoopAttr()).getLength();
  if (given != 0)
    return createIndex(given);
  if (std::optional<int64_t> count = getConstantIntValue(tripCount))
    return createIndex(std::max<int64_t>(
        1, std::ceil(std::sqrt(static_cast<double>(*count)))));
  Type integer = builder.getI64Type(), real = builder.getF64Type();
  Value count =
      arith::IndexCastUIOp::create(builder, location, integer, tripCount);
  Value root = math::SqrtOp::create(
      builder, location,
      arith::UIToFPOp::create(builder, location, real, count));
  Value whole =
      arith::FPToUIOp::create(builder, location, integer,
                              math::CeilOp::create(builder, location, root));
  Value index = arith::IndexCastUIOp::create(builder, location,
                                             builder.getIndexType(), whole);
  return arith::MaxUIOp::create(builder, location, index, createIndex(1));
}

void SegmentedLoop::findCaptured() {
  llvm::SetVector<Value> used;
  used.insert_range(getCaptured(loop));
  used.insert(loop.getLowerBound());
  used.insert(loop.getStep());
  captured = used.takeVector();
}

/// The loop over the iterations of one segment.
scf::ForOp SegmentedLoop::createIterations(ValueRange carried, Value first,
                                           Value count) {
  scf::ForOp inner = createLoop(builder, location, count, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(inner.getBody());
  Value iteration =
      arith::AddIOp::create(builder, location, first, inner.getInductionVar());
  IRMapping inside = mapping;
  inside.map(loop.getInductionVar(),
             createInductionVariable(builder, loop, mapping, iteration));
  inside.map(loop.getRegionIterArgs(), inner.getRegionIterArgs());
  for (Operation &op : *loop.getBody())
    builder.clone(op, inside);
  return inner;
}

CheckpointOp SegmentedLoop::createSegment(ValueRange carried, Value segment) {
  SmallVector<Value> inputs(carried);
  SmallVector<Value> passed, constants;
  for (Value value : captured) {
    Value outside = mapping.lookup(value);
    Operation *maker = outside.getDefiningOp();
    bool isConstant = maker && maker->hasTrait<OpTrait::ConstantLike>();
    (isConstant ? constants : passed).push_back(value);
    if (!isConstant)
      inputs.push_back(outside);
  }
  Value first = arith::MulIOp::create(builder, location, segment, length);
  std::optional<int64_t> total = getConstantIntValue(tripCount);
  std::optional<int64_t> part = getConstantIntValue(length);
  bool divides = total && part && *total % *part == 0;
  Value count = length;
  if (!divides) {
    Value left = arith::SubIOp::create(builder, location, tripCount, first);
    count = arith::MinUIOp::create(builder, location, length, left);
    inputs.push_back(count);
  }
  inputs.push_back(first);

  auto own = CheckpointOp::create(builder, location, loop.getResultTypes(),
                                  inputs, region.getPolicyAttr(),
                                  region.getBarriersAttr(), Attribute());
  Block *body = &own.getBody().emplaceBlock();
  for (Value input : inputs)
    body->addArgument(input.getType(), input.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  IRMapping outside = mapping;
  for (Value value : constants)
    mapping.map(
        value,
        builder.clone(*outside.lookup(value).getDefiningOp())->getResult(0));
  ValueRange arguments = body->getArguments();
  for (auto [value, argument] :
       llvm::zip(passed, arguments.drop_front(carried.size())))
    mapping.map(value, argument);
  count = divides ? createIndex(*part) : arguments.drop_back().back();
  scf::ForOp iterations = createIterations(arguments.take_front(carried.size()),
                                           arguments.back(), count);
  YieldOp::create(builder, location, iterations.getResults());
  mapping = outside;
  return own;
}

void SegmentedLoop::rewrite() {
  tripCount = createTripCount(builder, loop, mapping);
  length = createLength();
  findCaptured();
  Value segments =
      arith::CeilDivUIOp::create(builder, location, tripCount, length);
  if (auto total = getConstantIntValue(tripCount))
    if (auto part = getConstantIntValue(length))
      segments = createIndex(llvm::divideCeil(*total, *part));
  SmallVector<Value> inits;
  for (Value init : loop.getInitArgs())
    inits.push_back(mapping.lookup(init));
  scf::ForOp outer = createLoop(builder, location, segments, inits);
  builder.setInsertionPointToEnd(outer.getBody());
  CheckpointOp segment =
      createSegment(outer.getRegionIterArgs(), outer.getInductionVar());
  scf::YieldOp::create(builder, location, segment.getResults());
  mapping.map(loop.getResults(), outer.getResults());
  SmallVector<Value> results;
  for (Value value : region.getBody().front().getTerminator()->getOperands())
    results.push_back(mapping.lookup(value));
  region.replaceAllUsesWith(results);
  region.erase();
}

void remat::rewriteSegments(CheckpointOp region) {
  SegmentedLoop(region).rewrite();
}
