//===- Activity.cpp - Which values have cotangents ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two worklists: varied values forward along uses, useful values backward along
// definitions. Ops whose regions the sweeps follow pass values through their
// terminators and block arguments; any other op is one step.
//
//===----------------------------------------------------------------------===//

#include "Activity.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace remat;

/// Whether the sweeps follow the op into its regions.
static bool isStructural(Operation *op) {
  return isa<CheckpointOp, func::FuncOp, scf::ForOp, scf::IfOp,
             scf::IndexSwitchOp, scf::WhileOp>(op);
}

bool remat::readsBits(Operation *op, ArrayRef<Value> variedInputs) {
  if (variedInputs.empty())
    return false;
  if (takesBits(op))
    return true;
  return llvm::any_of(variedInputs, [](Value input) {
    return !isDifferentiable(input.getType());
  });
}

/// The op that is one step of the analysis: `op` itself, or the op around it
/// whose regions the sweeps don't follow.
static Operation *getStep(Operation *op) {
  Operation *step = op;
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp()) {
    if (!isStructural(around))
      step = around;
    if (isa<func::FuncOp>(around))
      break;
  }
  return step;
}

//===----------------------------------------------------------------------===//
// Varied
//===----------------------------------------------------------------------===//

/// Where a terminator's operand goes.
static void passYielded(Operation *terminator, unsigned number,
                        SmallVectorImpl<Value> &next) {
  Operation *around = terminator->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(around)) {
    next.push_back(loop.getRegionIterArg(number));
    next.push_back(loop.getResult(number));
  } else if (auto loop = dyn_cast<scf::WhileOp>(around)) {
    if (!isa<scf::ConditionOp>(terminator)) {
      next.push_back(loop.getBeforeArguments()[number]);
    } else if (number != 0) {
      next.push_back(loop.getAfterArguments()[number - 1]);
      next.push_back(loop.getResult(number - 1));
    }
  } else if (!isa<func::FuncOp>(around)) {
    next.push_back(around->getResult(number));
  }
}

static void passOperand(scf::ForOp loop, unsigned number,
                        SmallVectorImpl<Value> &next) {
  if (number < loop.getNumControlOperands())
    return;
  number -= loop.getNumControlOperands();
  next.push_back(loop.getRegionIterArg(number));
  next.push_back(loop.getResult(number));
}

void ActivityAnalysis::findVariedBehind(const Activity &activity,
                                        OpOperand &use,
                                        SmallVectorImpl<Value> &next) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  Operation *step = getStep(op);
  if (step != op)
    op = step;
  else if (op->hasTrait<OpTrait::IsTerminator>())
    return passYielded(op, number, next);
  else if (auto loop = dyn_cast<scf::ForOp>(op))
    return passOperand(loop, number, next);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    return next.push_back(loop.getBeforeArguments()[number]);
  else if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return;
  else if (auto region = dyn_cast<CheckpointOp>(op))
    return next.push_back(region.getBody().getArgument(number));
  else if (auto call = dyn_cast<func::CallOp>(op);
           call && program.getCalledBody(call.getCallee())) {
    Mask arguments;
    for (Value operand : call.getOperands())
      arguments.push_back(activity.isVaried(operand));
    Mask results =
        findVariedResults(*program.getCalledBody(call.getCallee()), arguments);
    for (auto [result, isVaried] : llvm::zip(call.getResults(), results))
      if (isVaried)
        next.push_back(result);
    return;
  }
  bool bits = readsBits(op, use.get());
  for (Value result : op->getResults())
    if (bits || isa<CheckpointNameOp>(op) || isDifferentiable(result.getType()))
      next.push_back(result);
}

void ActivityAnalysis::propagateVaried(Activity &activity,
                                       SmallVectorImpl<Value> &worklist) {
  SmallVector<Value> next;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!activity.varied.insert(value).second)
      continue;
    for (OpOperand &use : value.getUses()) {
      next.clear();
      findVariedBehind(activity, use, next);
      worklist.append(next);
    }
  }
}

//===----------------------------------------------------------------------===//
// Useful
//===----------------------------------------------------------------------===//

static void findBeforeResult(Operation *op, unsigned number,
                             SmallVectorImpl<Value> &next) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    next.push_back(loop.getInitArgs()[number]);
    next.push_back(loop.getBody()->getTerminator()->getOperand(number));
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    next.push_back(loop.getConditionOp().getArgs()[number]);
  } else {
    for (Region &region : op->getRegions())
      if (!region.empty())
        next.push_back(region.front().getTerminator()->getOperand(number));
  }
}

static void findBeforeArgument(BlockArgument argument,
                               SmallVectorImpl<Value> &next) {
  Operation *around = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(around)) {
    if (number >= loop.getNumInductionVars())
      findBeforeResult(loop, number - loop.getNumInductionVars(), next);
  } else if (auto loop = dyn_cast<scf::WhileOp>(around)) {
    if (argument.getOwner() == loop.getAfterBody()) {
      next.push_back(loop.getConditionOp().getArgs()[number]);
    } else {
      next.push_back(loop.getInits()[number]);
      next.push_back(loop.getYieldOp().getOperand(number));
    }
  } else if (auto region = dyn_cast<CheckpointOp>(around)) {
    next.push_back(region.getInputs()[number]);
  }
}

void ActivityAnalysis::findUsefulBefore(Value value,
                                        SmallVectorImpl<Value> &next) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return findBeforeArgument(argument, next);
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto call = dyn_cast<func::CallOp>(op);
      call && program.getCalledBody(call.getCallee())) {
    Mask results(call.getNumResults());
    results[number] = true;
    Mask arguments =
        findUsefulArguments(*program.getCalledBody(call.getCallee()), results);
    for (auto [operand, isUseful] : llvm::zip(call.getOperands(), arguments))
      if (isUseful)
        next.push_back(operand);
  } else if (isStructural(op)) {
    findBeforeResult(op, number, next);
  } else {
    llvm::append_range(next, getInputs(op));
  }
}

void ActivityAnalysis::propagateUseful(Activity &activity,
                                       SmallVectorImpl<Value> &worklist) {
  SmallVector<Value> next;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!activity.useful.insert(value).second)
      continue;
    next.clear();
    findUsefulBefore(value, next);
    worklist.append(next);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The values that a mask chooses.
static SmallVector<Value> choose(ValueRange values, const Mask &mask) {
  SmallVector<Value> chosen;
  for (auto [number, value] : llvm::enumerate(values))
    if (mask[number])
      chosen.push_back(value);
  return chosen;
}

// A recursive call finds the entry of the call around it, in which nothing is
// chosen yet; the sweeps refuse it with an error.

Mask ActivityAnalysis::findVariedResults(Block &body, const Mask &arguments) {
  auto [entry, isNew] = variedResults.try_emplace(
      {&body, arguments}, body.getTerminator()->getNumOperands());
  if (!isNew)
    return entry->second;
  Activity activity;
  SmallVector<Value> worklist = choose(body.getArguments(), arguments);
  propagateVaried(activity, worklist);
  Mask results;
  for (Value result : body.getTerminator()->getOperands())
    results.push_back(activity.varied.contains(result));
  return entry->second = results;
}

Mask ActivityAnalysis::findUsefulArguments(Block &body, const Mask &results) {
  auto [entry, isNew] =
      usefulArguments.try_emplace({&body, results}, body.getNumArguments());
  if (!isNew)
    return entry->second;
  Activity activity;
  SmallVector<Value> worklist =
      choose(body.getTerminator()->getOperands(), results);
  propagateUseful(activity, worklist);
  Mask arguments;
  for (Value argument : body.getArguments())
    arguments.push_back(activity.useful.contains(argument));
  return entry->second = arguments;
}

const Activity &ActivityAnalysis::get(Block &body, const Mask &arguments,
                                      const Mask &results) {
  std::unique_ptr<Activity> &activity = known[{{&body, arguments}, results}];
  if (activity)
    return *activity;
  activity = std::make_unique<Activity>();
  SmallVector<Value> worklist = choose(body.getArguments(), arguments);
  propagateVaried(*activity, worklist);
  worklist = choose(body.getTerminator()->getOperands(), results);
  propagateUseful(*activity, worklist);
  return *activity;
}
