//===- DeadCode.cpp - Remove what nothing needs ---------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks from results and effects what is needed, then sweeps. A loop's carried
// value is needed if its result is, or its value in an iteration; one that only
// feeds itself goes, and with it what computed it.
//
//===----------------------------------------------------------------------===//

#include "DeadCode.h"

#include "Rebuild.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace remat;

/// Whether the op is taken apart: what its bodies compute is needed or not one
/// by one.
static bool isTakenApart(Operation *op) {
  return isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp>(op);
}

//===----------------------------------------------------------------------===//
// Mark
//===----------------------------------------------------------------------===//

namespace {
class Marks {
public:
  explicit Marks(func::FuncOp function) {
    markEffects(function.getBody());
    for (Value result :
         function.getBody().front().getTerminator()->getOperands())
      worklist.push_back(result);
    while (!worklist.empty())
      markValue(worklist.pop_back_val());
  }

  bool isNeeded(Operation *op) const { return ops.contains(op); }

  bool isNeeded(Value value) const {
    auto result = dyn_cast<OpResult>(value);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *around = argument.getOwner()->getParentOp();
      auto loop = dyn_cast<scf::ForOp>(around);
      if (!loop || argument == loop.getInductionVar())
        return isa<func::FuncOp>(around) || ops.contains(around);
      result = loop.getTiedLoopResult(argument);
    }
    return isTakenApart(result.getOwner()) ? results.contains(result)
                                           : ops.contains(result.getOwner());
  }

private:
  void markEffects(Region &region) {
    for (Operation &op : region.getOps()) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        continue;
      if (isTakenApart(&op)) {
        for (Region &inner : op.getRegions())
          markEffects(inner);
      } else if (!wouldOpBeTriviallyDead(&op)) {
        markOp(&op);
      }
    }
  }

  void markOp(Operation *op) {
    if (isa<func::FuncOp>(op) || !ops.insert(op).second)
      return;
    markOp(op->getParentOp());
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      worklist.append(
          {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
    } else if (isTakenApart(op)) {
      worklist.push_back(op->getOperand(0));
    } else {
      llvm::append_range(worklist, op->getOperands());
      for (Region &region : op->getRegions())
        region.walk([&](Operation *inner) {
          ops.insert(inner);
          llvm::append_range(worklist, inner->getOperands());
        });
    }
  }

  void markResult(OpResult result) {
    Operation *op = result.getOwner();
    if (!results.insert(result).second)
      return;
    unsigned number = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      worklist.push_back(loop.getInitArgs()[number]);
    for (Region &region : op->getRegions())
      if (!region.empty())
        worklist.push_back(region.front().getTerminator()->getOperand(number));
  }

  void markValue(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *around = argument.getOwner()->getParentOp();
      markOp(around);
      auto loop = dyn_cast<scf::ForOp>(around);
      if (loop && argument != loop.getInductionVar())
        markResult(loop.getTiedLoopResult(argument));
      return;
    }
    markOp(value.getDefiningOp());
    if (isTakenApart(value.getDefiningOp()))
      markResult(cast<OpResult>(value));
  }

  llvm::DenseSet<Operation *> ops;
  llvm::DenseSet<Value> results;
  SmallVector<Value> worklist;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sweep
//===----------------------------------------------------------------------===//

namespace {
class Sweep {
public:
  Sweep(JointFunction &joint, EmittedBodies &bodies, const Marks &marks)
      : joint(joint), bodies(bodies), marks(marks) {
    for (NamedValue &named : joint.names)
      placed[named.place].push_back(&named);
  }

  void run() {
    // First, while all values are there to be asked for.
    forgetValues();
    sweep(joint.getBody());
  }

private:
  void sweep(Block &block) {
    // Last op first, so that nothing uses what is erased.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        continue;
      if (!marks.isNeeded(&op)) {
        erase(&op);
        continue;
      }
      if (!isTakenApart(&op))
        continue;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          sweep(inner);
      dropResults(&op);
    }
  }

  void erase(Operation *op) {
    if (joint.lastForward == op)
      joint.lastForward = op->getPrevNode();
    Operation *place =
        op->getPrevNode() ? op->getPrevNode() : op->getParentOp();
    op->walk([&](Operation *inner) {
      moveNames(inner, place);
      joint.origins.erase(inner);
      joint.replays.erase(inner);
      inner->dropAllUses();
      for (Region &region : inner->getRegions())
        for (Block &block : region) {
          bodies.erase(&block);
          for (BlockArgument argument : block.getArguments())
            argument.dropAllUses();
        }
    });
    op->erase();
  }

  /// Names that stood behind `op` stand behind `place`.
  void moveNames(Operation *op, Operation *place) {
    auto found = placed.find(op);
    if (found == placed.end())
      return;
    SmallVector<NamedValue *> names = std::move(found->second);
    placed.erase(found);
    if (isa<func::FuncOp>(place))
      place = nullptr;
    for (NamedValue *named : names)
      named->place = place;
    llvm::append_range(placed[place], names);
  }

  /// Drops results that aren't needed, with what a loop carries for them.
  void dropResults(Operation *op) {
    SmallVector<unsigned> kept;
    for (OpResult result : op->getResults())
      if (marks.isNeeded(Value(result)))
        kept.push_back(result.getResultNumber());
      else
        result.dropAllUses();
    if (kept.size() == op->getNumResults())
      return;
    auto keep = [&](ValueRange values) {
      SmallVector<Value> chosen;
      for (unsigned number : kept)
        chosen.push_back(values[number]);
      return chosen;
    };
    for (Region &region : op->getRegions())
      if (!region.empty()) {
        Operation *end = region.front().getTerminator();
        end->setOperands(keep(end->getOperands()));
      }
    SmallVector<Value> operands(op->getOperands());
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      operands.resize(loop.getNumControlOperands());
      llvm::append_range(operands, keep(loop.getInitArgs()));
      for (unsigned number = loop.getNumResults(); number-- > 0;)
        if (!llvm::is_contained(kept, number)) {
          loop.getRegionIterArg(number).dropAllUses();
          loop.getBody()->eraseArgument(number + 1);
        }
    }
    Operation *narrow =
        rebuild(joint, op, operands,
                ValueRange(keep(op->getResults())).getTypes(), kept);
    moveNames(op, narrow);
  }

  void forgetValues() {
    auto isGone = [&](Value value) { return !marks.isNeeded(value); };
    for (NamedValue &named : joint.names) {
      if (named.forward && isGone(named.forward))
        named.forward = nullptr;
      llvm::erase_if(named.replayed, isGone);
    }
    SmallVector<Value> effects(joint.effects.begin(), joint.effects.end());
    for (Value value : effects)
      if (isGone(value))
        joint.effects.erase(value);
    SmallVector<Value> stacks(llvm::make_first_range(joint.lifted));
    for (Value stack : stacks)
      if (isGone(stack) || isGone(joint.lifted[stack].value))
        joint.lifted.erase(stack);
  }

  JointFunction &joint;
  EmittedBodies &bodies;
  const Marks &marks;
  llvm::DenseMap<Operation *, SmallVector<NamedValue *>> placed;
};
} // namespace

void remat::removeDeadCode(JointFunction &joint, EmittedBodies &bodies) {
  Marks marks(*joint.function);
  Sweep(joint, bodies, marks).run();
}
