//===- WhileLoops.cpp - scf.while as a counted loop -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that runs until a condition fails is run twice: once to count its
// iterations, keeping nothing, and once as an `scf.for` of that many. Each
// iteration of the second is the `after` region followed by the `before`
// region, whose condition is known to hold. A bound on the number of
// iterations, given as the attribute `remat.max_trip_count`, saves the
// counting: the loop then takes that many steps, and those behind the end hand
// on what they get.
//
//===----------------------------------------------------------------------===//

#include "WhileLoops.h"

#include "Effects.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace remat;

/// What a region comes to: the operands of its terminator.
static SmallVector<Value> emitRegion(OpBuilder &builder, Region &region,
                                     ValueRange arguments) {
  IRMapping mapping;
  mapping.map(region.getArguments(), arguments);
  for (Operation &op : region.front().without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : region.front().getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

/// An op with an effect would have it twice.
static LogicalResult checkEffects(scf::WhileOp loop,
                                  const SymbolTable &symbols) {
  Operation *effect = findEffect(loop, symbols);
  if (!effect)
    return success();
  return effect->emitError()
         << "has an effect in a loop whose iterations must be counted before "
            "it is differentiated, and would have it twice; give the scf.while "
            "a bound, remat.max_trip_count = N : i64, or move the effect out";
}

/// The number of iterations, found by running the loop for nothing else.
static Value emitCount(OpBuilder &builder, scf::WhileOp loop) {
  Location location = loop.getLoc();
  SmallVector<Value> inits(loop.getInits());
  inits.push_back(arith::ConstantIndexOp::create(builder, location, 0));
  SmallVector<Type> types(loop.getResultTypes());
  types.push_back(builder.getIndexType());
  auto before = [&](OpBuilder &inside, Location, ValueRange arguments) {
    SmallVector<Value> state =
        emitRegion(inside, loop.getBefore(), arguments.drop_back());
    Value condition = state.front();
    state.erase(state.begin());
    state.push_back(arguments.back());
    scf::ConditionOp::create(inside, location, condition, state);
  };
  auto after = [&](OpBuilder &inside, Location, ValueRange arguments) {
    SmallVector<Value> state =
        emitRegion(inside, loop.getAfter(), arguments.drop_back());
    Value one = arith::ConstantIndexOp::create(inside, location, 1);
    state.push_back(
        arith::AddIOp::create(inside, location, arguments.back(), one));
    scf::YieldOp::create(inside, location, state);
  };
  auto counting =
      scf::WhileOp::create(builder, location, types, inits, before, after);
  return counting.getResults().back();
}

/// One iteration: `after`, then `before`, which gives whether to go on and with
/// what.
static SmallVector<Value> emitStep(OpBuilder &builder, scf::WhileOp loop,
                                   ValueRange state) {
  SmallVector<Value> next = emitRegion(builder, loop.getAfter(), state);
  return emitRegion(builder, loop.getBefore(), next);
}

static scf::ForOp emitCounted(OpBuilder &builder, scf::WhileOp loop,
                              ValueRange state) {
  Location location = loop.getLoc();
  Value count = emitCount(builder, loop);
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  return scf::ForOp::create(
      builder, location, zero, count, one, state,
      [&](OpBuilder &inside, Location, Value, ValueRange carried) {
        SmallVector<Value> next = emitStep(inside, loop, carried);
        scf::YieldOp::create(inside, location, ArrayRef(next).drop_front());
      });
}

static scf::ForOp emitBounded(OpBuilder &builder, scf::WhileOp loop,
                              ValueRange conditionAndState, int64_t bound) {
  Location location = loop.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  Value last = arith::ConstantIndexOp::create(builder, location, bound);
  return scf::ForOp::create(
      builder, location, zero, last, one, conditionAndState,
      [&](OpBuilder &inside, Location, Value, ValueRange carried) {
        auto step = scf::IfOp::create(
            inside, location, carried.front(),
            [&](OpBuilder &b, Location l) {
              scf::YieldOp::create(b, l,
                                   emitStep(b, loop, carried.drop_front()));
            },
            [&](OpBuilder &b, Location l) {
              scf::YieldOp::create(b, l, carried);
            });
        scf::YieldOp::create(inside, location, step.getResults());
      });
}

/// A loop that would go on behind its bound stops the program.
static void emitBoundCheck(OpBuilder &builder, scf::ForOp loop, int64_t bound) {
  Location location = loop.getLoc();
  Value no = arith::ConstantIntOp::create(builder, location, 0, 1);
  Value ended = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::eq, loop.getResult(0), no);
  cf::AssertOp::create(builder, location, ended,
                       "an scf.while ran longer than its bound "
                       "remat.max_trip_count = " +
                           std::to_string(bound) + "; give a larger one");
}

LogicalResult remat::rewriteWhile(scf::WhileOp loop,
                                  const SymbolTable &symbols) {
  OpBuilder builder(loop);
  auto bound = loop->getAttrOfType<IntegerAttr>("remat.max_trip_count");
  if (!bound && failed(checkEffects(loop, symbols)))
    return failure();
  SmallVector<Value> first =
      emitRegion(builder, loop.getBefore(), loop.getInits());
  ValueRange results;
  if (bound) {
    scf::ForOp bounded = emitBounded(builder, loop, first, bound.getInt());
    emitBoundCheck(builder, bounded, bound.getInt());
    results = bounded.getResults().drop_front();
  } else
    results =
        emitCounted(builder, loop, ArrayRef(first).drop_front()).getResults();
  loop.replaceAllUsesWith(results);
  loop.erase();
  return success();
}
