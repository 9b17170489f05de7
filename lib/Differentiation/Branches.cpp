//===- Branches.cpp - Emit scf.if, scf.index_switch and transposes --------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch stays a branch: each is emitted where it was, and its transpose is
// run where it was taken. The transposed op yields the cotangents of the values
// from outside that the branches use; a branch that isn't taken hands on what
// was summed so far. As with loops, the transposed branch reads values of the
// forward branch by their names.
//
//===----------------------------------------------------------------------===//

#include "Differentiator.h"
#include "Rebuild.h"

#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

/// Starts the body of a branch, and moves the builder there.
static Block *addBlock(OpBuilder &builder, Region &region) {
  Block *block = new Block;
  region.push_back(block);
  builder.setInsertionPointToEnd(block);
  return block;
}

LogicalResult Differentiator::forwardBranches(Scope &scope, Operation *op,
                                              const SweepContext &context) {
  Operation *before = lastEmitted();
  TapeEntry entry;
  entry.op = op;
  SmallVector<Value> captured = getCaptured(op);
  unsigned run = getFirstRun(op, context);
  entry.emitted = builder.insert(op->cloneWithoutRegions(scope.mapping));
  SweepContext inside = enter(context, op);
  for (auto [from, to] :
       llvm::zip(op->getRegions(), entry.emitted->getRegions())) {
    std::unique_ptr<Scope> &branch = entry.branches.emplace_back();
    unsigned own = run++;
    if (from.empty())
      continue;
    branch = std::make_unique<Scope>(from.front(), scope.activity);
    OpBuilder::InsertionGuard guard(builder);
    bodies[addBlock(builder, to)] = {own};
    if (failed(sweepBody(scope, *branch, captured, inside)))
      return failure();
  }

  bool active = context.linearize && scope.anyActive(op->getResults());
  if (active)
    keepSizes(scope, entry, captured);
  finishOp(scope, entry, before, context);
  if (active)
    scope.tape.push_back(std::move(entry));
  return success();
}

//===----------------------------------------------------------------------===//
// Reverse
//===----------------------------------------------------------------------===//

LogicalResult Differentiator::reverseBranches(Scope &scope, TapeEntry &entry,
                                              ArrayRef<Value> cotangents) {
  Operation *op = entry.op;
  Location location = op->getLoc();
  SmallVector<CapturedCotangent> captured =
      getCapturedCotangents(scope, entry, entry.coefficients);
  if (captured.empty())
    return success();
  SmallVector<Type> types;
  for (const CapturedCotangent &cotangent : captured)
    types.push_back(cotangent.value.getType());

  Operation *transposed =
      createLike(builder, op, entry.emitted->getOperand(0), types);
  for (auto [number, region] : llvm::enumerate(transposed->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = addBlock(builder, region);
    Scope *branch = entry.branches[number].get();
    if (branch) {
      Block &from = entry.emitted->getRegion(number).front();
      bodies[block] = {bodies.lookup(&from).run};
      for (auto [value, sizes] : captured)
        if (Value sum = scope.cotangents.lookup(value))
          branch->cotangents[value] = sum;
      for (auto [value, cotangent] :
           llvm::zip(getYielded(*branch->body), cotangents))
        accumulate(*branch, value, cotangent);
      if (failed(sweepReverse(*branch)))
        return failure();
    }
    SmallVector<Value> yielded;
    for (auto [value, sizes] : captured) {
      Value sum = branch ? branch->cotangents.lookup(value)
                         : scope.cotangents.lookup(value);
      yielded.push_back(
          sum ? sum : createZero(builder, location, value.getType(), sizes));
    }
    scf::YieldOp::create(builder, location, yielded);
  }
  for (auto [cotangent, result] : llvm::zip(captured, transposed->getResults()))
    scope.cotangents[cotangent.value] = result;
  return success();
}
