//===- Loops.cpp - Emit scf.for and its transpose -------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is emitted over 0 to its trip count in steps of 1, its body swept in a
// scope of its own. Its transpose is a loop that takes the iterations from last
// to first. What it carries are the cotangents of what the loop carries, and
// the cotangents of values from outside that the body uses, which start from
// what was summed for them so far.
//
// The body of the transpose reads values of the forward body by their names, as
// if it were a later part of it. Stacks.cpp makes them reach it.
//
//===----------------------------------------------------------------------===//

#include "Differentiator.h"

#include "LoopBounds.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

/// The carried values are results of no op, so what is kept of them is recorded
/// for the loop itself.
void Differentiator::mapLoopArguments(Scope &inner, scf::ForOp op,
                                      scf::ForOp loop,
                                      const SweepContext &inside) {
  for (auto [number, carried] : llvm::enumerate(op.getRegionIterArgs())) {
    Value emitted = loop.getRegionIterArg(number);
    Value kept =
        inside.available ? inside.available->lookup(op, 0, number) : Value();
    if (inside.record) {
      places[emitted] = {inside.record, op, 0, static_cast<unsigned>(number)};
      if (kept)
        inside.record->save(op, 0, number, kept);
    }
    inner.mapping.map(
        carried, kept ? protect(kept, op.getLoc(), inside.barriers) : emitted);
  }
}

LogicalResult Differentiator::forwardLoop(Scope &scope, scf::ForOp op,
                                          const SweepContext &context) {
  Operation *before = lastEmitted();
  TapeEntry entry;
  entry.op = op;
  Value tripCount = createTripCount(builder, op, scope.mapping);
  SmallVector<Value> inits;
  for (Value init : op.getInitArgs())
    inits.push_back(scope.mapping.lookup(init));
  scf::ForOp loop = createLoop(builder, op.getLoc(), tripCount, inits);
  entry.emitted = loop;
  bodies[loop.getBody()] = {getFirstRun(op, context)};

  SmallVector<Value> captured = getCaptured(op);
  entry.inner = std::make_unique<Scope>(*op.getBody(), scope.activity);
  Scope &inner = *entry.inner;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    SweepContext inside = enter(context, op);
    inner.mapping.map(op.getInductionVar(),
                      createInductionVariable(builder, op, scope.mapping,
                                              loop.getInductionVar()));
    mapLoopArguments(inner, op, loop, inside);
    if (failed(sweepBody(scope, inner, captured, inside)))
      return failure();
  }
  scope.mapping.map(op.getResults(), loop.getResults());

  bool active = context.linearize && scope.anyActive(op.getResults());
  if (active) {
    for (Value result : loop.getResults())
      llvm::append_range(entry.coefficients,
                         getDynamicSizes(builder, op.getLoc(), result));
    keepSizes(scope, entry, captured);
  }
  finishOp(scope, entry, before, context);
  if (active)
    scope.tape.push_back(std::move(entry));
  return success();
}

//===----------------------------------------------------------------------===//
// Reverse
//===----------------------------------------------------------------------===//

namespace {
/// A cotangent that the transposed loop carries, for what the loop carries or
/// for a value from outside.
struct CarriedCotangent {
  /// The number of what the loop carries, or none for a value from outside.
  std::optional<unsigned> number;
  Value captured;
  Type type;
  ArrayRef<Value> sizes;
};
} // namespace

static SmallVector<CarriedCotangent>
getCarriedCotangents(const Scope &scope, const TapeEntry &entry,
                     const Scope &inner) {
  SmallVector<CarriedCotangent> carried;
  ArrayRef<Value> sizes = entry.coefficients;
  auto op = cast<scf::ForOp>(entry.op);
  for (auto [number, result] : llvm::enumerate(op.getResults())) {
    Type type = result.getType();
    ArrayRef<Value> own = takeDynamicSizes(sizes, type);
    bool active =
        inner.isActive(op.getRegionIterArg(number)) || scope.isActive(result);
    if (active && isDifferentiable(type))
      carried.push_back({static_cast<unsigned>(number), {}, type, own});
  }
  for (auto [value, own] : getCapturedCotangents(scope, entry, sizes))
    carried.push_back({std::nullopt, value, value.getType(), own});
  return carried;
}

LogicalResult Differentiator::reverseLoop(Scope &scope, TapeEntry &entry,
                                          ArrayRef<Value> cotangents) {
  auto op = cast<scf::ForOp>(entry.op);
  auto forward = cast<scf::ForOp>(entry.emitted);
  Location location = op.getLoc();
  Scope &inner = *entry.inner;
  SmallVector<CarriedCotangent> carried =
      getCarriedCotangents(scope, entry, inner);
  SmallVector<Value> inits;
  for (const CarriedCotangent &cotangent : carried) {
    Value init = cotangent.number ? cotangents[*cotangent.number]
                                  : scope.cotangents.lookup(cotangent.captured);
    inits.push_back(
        init ? init
             : createZero(builder, location, cotangent.type, cotangent.sizes));
  }

  Value tripCount = forward.getUpperBound();
  scf::ForOp loop = createLoop(builder, location, tripCount, inits);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    bodies[loop.getBody()] = {bodies.lookup(forward.getBody()).run,
                              /*reversed=*/true};

    for (auto [cotangent, value] : llvm::zip(carried, loop.getRegionIterArgs()))
      if (!cotangent.number)
        inner.cotangents[cotangent.captured] = value;
    ValueRange yielded = getYielded(*op.getBody());
    for (auto [cotangent, value] : llvm::zip(carried, loop.getRegionIterArgs()))
      if (cotangent.number)
        accumulate(inner, yielded[*cotangent.number], value);
    if (failed(sweepReverse(inner)))
      return failure();
    SmallVector<Value> next;
    for (const CarriedCotangent &cotangent : carried) {
      Value value = inner.cotangents.lookup(
          cotangent.number ? op.getRegionIterArg(*cotangent.number)
                           : cotangent.captured);
      next.push_back(value ? value
                           : createZero(builder, location, cotangent.type,
                                        cotangent.sizes));
    }
    scf::YieldOp::create(builder, location, next);
  }

  for (auto [cotangent, result] : llvm::zip(carried, loop.getResults()))
    if (!cotangent.number)
      scope.cotangents[cotangent.captured] = result;
  for (auto [cotangent, result] : llvm::zip(carried, loop.getResults()))
    if (cotangent.number)
      accumulate(scope, op.getInitArgs()[*cotangent.number], result);
  return success();
}
