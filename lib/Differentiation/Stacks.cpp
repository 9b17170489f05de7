//===- Stacks.cpp - Hand values from one body to another ------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of a body that a later body of the same run uses (see
// EmittedBodies.h) gets there in the cheapest way that serves:
//
// - the number of the iteration is the later body's own;
// - what follows from it and from values outside, such as integers and slices,
//   or costs nothing, such as a broadcast, is made again;
// - what is the same in each iteration is computed before the loop, once;
// - all else goes into a stack that the loop carries, one slot an iteration, or
//   becomes a result of the branch.
//
// Bodies are taken innermost first: a stack is then a value of the body around,
// and is handed on like any other. How large the slots are is in
// StackSizes.cpp, how they are written and read in StackSlots.cpp.
//
//===----------------------------------------------------------------------===//

#include "Stacks.h"

#include "BodyValues.h"
#include "DeadCode.h"
#include "FreeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

bool remat::reaches(Value value, Operation *op) {
  Block *from = value.getParentBlock();
  for (Block *block = op->getBlock(); block;
       block = block->getParentOp() ? block->getParentOp()->getBlock()
                                    : nullptr)
    if (block == from)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Values that don't reach their uses
//===----------------------------------------------------------------------===//

/// The values of a body that have uses they don't reach.
static SmallVector<Value> findStrays(Block &body) {
  SmallVector<Value> strays;
  auto note = [&](Value value) {
    if (llvm::any_of(value.getUses(), [&](OpOperand &use) {
          return !reaches(value, use.getOwner());
        }))
      strays.push_back(value);
  };
  llvm::for_each(body.getArguments(), note);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), note);
  return strays;
}

static unsigned getDepth(Block *block) {
  unsigned depth = 0;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    ++depth;
  return depth;
}

/// The bodies innermost first; of those as deep, the last first, since it may
/// read of those before it.
static SmallVector<Block *> getInnermostFirst(Block &body,
                                              const EmittedBodies &bodies) {
  SmallVector<std::tuple<unsigned, size_t, Block *>> found;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (bodies.contains(&block))
          found.push_back({getDepth(&block), found.size(), &block});
  });
  llvm::sort(found, std::greater<>());
  SmallVector<Block *> blocks;
  for (auto [depth, number, block] : found)
    blocks.push_back(block);
  return blocks;
}

//===----------------------------------------------------------------------===//
// One body
//===----------------------------------------------------------------------===//

/// The op of a later body of the same run that is `op` or around it.
static StrayUse findMirror(OpOperand &use, unsigned run,
                           const EmittedBodies &bodies) {
  for (Operation *op = use.getOwner(); op; op = op->getParentOp()) {
    auto found = bodies.find(op->getBlock());
    if (found != bodies.end() && found->second.run == run)
      return {&use, op};
  }
  REMAT_ASSERT(false, "a value is used outside of the bodies of its run");
  return {};
}

SmallVector<StrayUse> BodyValues::findUses(ArrayRef<Value> values) {
  unsigned run = bodies.lookup(&body).run;
  SmallVector<StrayUse> uses;
  for (Value value : values)
    for (OpOperand &use : value.getUses())
      if (!reaches(value, use.getOwner()))
        uses.push_back(findMirror(use, run, bodies));
  return uses;
}

/// A size that is asked for twice is handed on once.
static void shareSizes(Block &body) {
  llvm::DenseMap<std::pair<Value, int64_t>, Value> known;
  for (auto dim : body.getOps<tensor::DimOp>()) {
    std::optional<int64_t> number = dim.getConstantIndex();
    if (!number)
      continue;
    auto [first, isNew] =
        known.try_emplace({dim.getSource(), *number}, dim.getResult());
    if (!isNew)
      dim.getResult().replaceAllUsesWith(first->second);
  }
}

LogicalResult BodyValues::handOn() {
  shareSizes(body);
  SmallVector<Value> values = findStrays(body);
  for (Value value : values)
    if (failed(plan(value)))
      return failure();
  if (failed(getLoop() ? addStacks() : addResults()))
    return failure();
  for (const StrayUse &use : findUses(values))
    use.use->set(get(use.use->get(), use.point));
  return success();
}

//===----------------------------------------------------------------------===//
// What is to be done with a value
//===----------------------------------------------------------------------===//

Value remat::getNext(BlockArgument argument) {
  Block *block = argument.getOwner();
  return block->getTerminator()->getOperand(argument.getArgNumber() - 1);
}

static bool isCarried(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getArgNumber() > 0 &&
         isa<scf::ForOp>(argument.getOwner()->getParentOp());
}

Value remat::getIncrement(BlockArgument argument) {
  auto add = getNext(argument).getDefiningOp<arith::AddIOp>();
  if (!add || add->getBlock() != argument.getOwner() ||
      !argument.getType().isIntOrIndex())
    return {};
  for (auto [counter, increment] : {std::pair(add.getLhs(), add.getRhs()),
                                    std::pair(add.getRhs(), add.getLhs())})
    if (counter == argument &&
        increment.getParentBlock() != argument.getOwner())
      return increment;
  return {};
}

/// Whether the op may be made again where all it needs is there: what reads a
/// part of a tensor costs no more there than reading it from a stack.
static bool isMadeAgain(Operation *op) {
  return isFree(op) || isIndexArithmetic(op) ||
         isa<tensor::ExtractSliceOp, tensor::ExtractOp, tensor::DimOp>(op);
}

/// Whether the value follows from the iteration and from values outside.
bool BodyValues::canRemake(Value value) {
  if (!isInside(value) || value == getIteration())
    return true;
  auto [known, isNew] = remakable.try_emplace(value, false);
  if (!isNew)
    return known->second;
  bool can = false;
  if (Operation *op = value.getDefiningOp()) {
    can = isMadeAgain(op) && llvm::all_of(getInputs(op), [&](Value input) {
            return canRemake(input);
          });
  } else if (isCarried(value)) {
    auto argument = cast<BlockArgument>(value);
    can = getNext(argument) == value || getIncrement(argument);
  }
  return remakable[value] = can;
}

LogicalResult BodyValues::plan(Value value) {
  if (canRemake(value) || stored.contains(value))
    return success();
  Operation *op = value.getDefiningOp();
  if (op && getLoop() && tryHoist(value))
    return success();
  if (op && isFree(op)) {
    for (Value input : getInputs(op))
      if (failed(plan(input)))
        return failure();
    return success();
  }
  stored.insert(value);
  return success();
}

/// Whether the value can be computed before the loop: `ops` are what that
/// takes.
bool BodyValues::canHoist(Value value, llvm::SetVector<Operation *> &ops) {
  if (!isInside(value))
    return reaches(value, body.getParentOp());
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op))
    return false;
  if (ops.contains(op))
    return true;
  for (Value input : getInputs(op))
    if (!canHoist(input, ops))
      return false;
  ops.insert(op);
  return true;
}

bool BodyValues::tryHoist(Value value) {
  if (auto dim = value.getDefiningOp<tensor::DimOp>(); dim && resolveDim(dim))
    return true;
  llvm::SetVector<Operation *> ops;
  if (!canHoist(value, ops))
    return false;
  for (Operation *op : ops)
    op->moveBefore(body.getParentOp());
  return true;
}

//===----------------------------------------------------------------------===//
// All bodies
//===----------------------------------------------------------------------===//

LogicalResult remat::stackValues(JointFunction &joint, EmittedBodies &bodies,
                                 const SymbolTable &symbols) {
  size_t numBodies = bodies.size();
  for (Block *body : getInnermostFirst(joint.getBody(), bodies))
    if (failed(BodyValues(*body, joint, bodies, symbols).handOn()))
      return failure();
  // Loops that were run for sizes compute more than those.
  if (bodies.size() != numBodies)
    removeDeadCode(joint, bodies);
  return success();
}
