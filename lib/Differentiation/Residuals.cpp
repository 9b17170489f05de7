//===- Residuals.cpp - What the backward pass reads -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/Residuals.h"

#include "FreeOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include <array>

using namespace mlir;
using namespace remat;

static bool isForward(Value value, const JointFunction &joint) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber() < joint.numArguments;
  return joint.lastForward &&
         (value.getDefiningOp() == joint.lastForward ||
          value.getDefiningOp()->isBeforeInBlock(joint.lastForward));
}

/// First op of the backward pass.
static Operation *firstBackward(JointFunction &joint) {
  return joint.lastForward ? joint.lastForward->getNextNode()
                           : &joint.getBody().front();
}

/// Values of the forward pass that an op of the backward pass reads.
static void collectReads(Operation *op, const JointFunction &joint,
                         llvm::SetVector<Value> &reads) {
  ValueRange operands = op->getOperands();
  if (isa<func::ReturnOp>(op))
    operands = operands.drop_front(joint.numResults);
  for (Value operand : operands)
    if (isForward(operand, joint))
      reads.insert(operand);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (isForward(value, joint))
      reads.insert(value);
}

static void sortInProgramOrder(SmallVectorImpl<Operation *> &ops) {
  llvm::sort(ops, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
}

namespace {
/// Arguments first, then by the op that made the value, or the place of the
/// name that it goes by.
class ProgramOrder {
public:
  explicit ProgramOrder(JointFunction &joint)
      : joint(joint), names(getNames(joint)) {
    joint.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { numbers[op] = numbers.size(); });
  }

  bool operator()(Value a, Value b) const {
    auto argumentA = dyn_cast<BlockArgument>(a);
    auto argumentB = dyn_cast<BlockArgument>(b);
    if (argumentA || argumentB)
      return argumentA && (!argumentB ||
                           argumentA.getArgNumber() < argumentB.getArgNumber());
    return getKey(a) < getKey(b);
  }

private:
  /// The op that made the value, or that carries it from one iteration to the
  /// next.
  static Operation *getMaker(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner()->getParentOp();
    return value.getDefiningOp();
  }

  static unsigned getPosition(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getArgNumber();
    return cast<OpResult>(value).getResultNumber();
  }

  std::array<unsigned, 5> getKey(Value value) const {
    Value origin = getOrigin(joint, value);
    const NamedValue *named = names.lookup(origin);
    Operation *maker = getMaker(origin);
    Operation *place = named && named->place ? named->place : maker;
    return {numbers.lookup(place), named != nullptr, numbers.lookup(maker),
            getPosition(origin), getPosition(value)};
  }

  const JointFunction &joint;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<Value, const NamedValue *> names;
};
} // namespace

ResidualList remat::findResiduals(JointFunction &joint) {
  auto results = joint.getBody().getTerminator()->getOperands().take_front(
      joint.numResults);
  llvm::SetVector<Value> reads;
  for (Operation *op = firstBackward(joint); op; op = op->getNextNode())
    collectReads(op, joint, reads);

  ResidualList list;
  llvm::DenseSet<Operation *> remade;
  SmallVector<Value> kept;
  // Grows while it is walked: what a remade op reads is read as well.
  for (size_t next = 0; next < reads.size(); ++next) {
    Value value = reads[next];
    Operation *maker = value.getDefiningOp();
    if (!maker || llvm::is_contained(results, value) ||
        !(isFree(maker) || isIndexArithmetic(maker))) {
      kept.push_back(value);
      continue;
    }
    if (remade.insert(maker).second)
      collectReads(maker, joint, reads);
  }
  list.remade.assign(remade.begin(), remade.end());
  sortInProgramOrder(list.remade);

  ProgramOrder order(joint);
  llvm::sort(kept, [&](Value a, Value b) { return a != b && order(a, b); });
  unsigned numStored = 0;
  for (Value value : kept) {
    auto result = llvm::find(results, value);
    if (auto argument = dyn_cast<BlockArgument>(value))
      list.residuals.push_back(
          {value, ResidualSource::Argument, argument.getArgNumber()});
    else if (result != results.end())
      list.residuals.push_back(
          {value, ResidualSource::Result,
           static_cast<unsigned>(result - results.begin())});
    else
      list.residuals.push_back({value, ResidualSource::Stored, numStored++});
  }
  return list;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

static func::FuncOp createFunction(func::FuncOp like, StringRef suffix,
                                   TypeRange arguments, TypeRange results,
                                   ArrayRef<Location> locations) {
  auto function = func::FuncOp::create(
      like.getLoc(), (like.getName() + suffix).str(),
      FunctionType::get(like.getContext(), arguments, results));
  Block *block = new Block;
  function.getBody().push_back(block);
  block->addArguments(arguments, locations);
  return function;
}

/// A copy of the backward pass that takes residuals as arguments.
static func::FuncOp createBackward(JointFunction &joint,
                                   const ResidualList &list,
                                   ArrayRef<std::string> texts) {
  func::FuncOp function = *joint.function;
  Block &body = joint.getBody();
  ValueRange cotangents = body.getArguments().drop_front(joint.numArguments);
  SmallVector<Value> inputs;
  for (const Residual &residual : list.residuals)
    inputs.push_back(residual.value);
  llvm::append_range(inputs, cotangents);
  SmallVector<Location> locations;
  for (Value input : inputs)
    locations.push_back(input.getLoc());
  auto gradients =
      body.getTerminator()->getOperands().drop_front(joint.numResults);

  func::FuncOp backward =
      createFunction(function, "_bwd", ValueRange(inputs).getTypes(),
                     gradients.getTypes(), locations);
  Block &block = backward.getBody().front();
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  IRMapping mapping;
  mapping.map(inputs, block.getArguments());
  for (Operation *op : list.remade)
    builder.clone(*op, mapping);
  for (Operation *op = firstBackward(joint); !isa<func::ReturnOp>(op);
       op = op->getNextNode())
    builder.clone(*op, mapping);
  SmallVector<Value> results;
  for (Value gradient : gradients)
    results.push_back(mapping.lookup(gradient));
  func::ReturnOp::create(builder, function.getLoc(), results);

  // All at once: each change of one argument's attributes rebuilds them all.
  SmallVector<DictionaryAttr> attributes(block.getNumArguments(),
                                         builder.getDictionaryAttr({}));
  for (auto [residual, text, attribute] :
       llvm::zip(list.residuals, texts, attributes))
    attribute = builder.getDictionaryAttr(builder.getNamedAttr(
        "remat.residual",
        ResidualAttr::get(function.getContext(), residual.source,
                          residual.index, text)));
  backward.setAllArgAttrs(attributes);
  return backward;
}

/// The joint function cut off behind its forward pass.
static func::FuncOp createForward(JointFunction &joint,
                                  const ResidualList &list) {
  func::FuncOp function = *joint.function;
  Block &body = joint.getBody();
  SmallVector<Value> results(
      body.getTerminator()->getOperands().take_front(joint.numResults));
  for (const Residual &residual : list.residuals)
    if (residual.source == ResidualSource::Stored)
      results.push_back(residual.value);

  Operation *first = firstBackward(joint);
  while (&body.back() != first)
    body.back().erase();
  first->erase();
  body.eraseArguments(joint.numArguments,
                      body.getNumArguments() - joint.numArguments);
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  func::ReturnOp::create(builder, function.getLoc(), results);
  function.setName((function.getName() + "_fwd").str());
  function.setFunctionType(FunctionType::get(function.getContext(),
                                             body.getArgumentTypes(),
                                             ValueRange(results).getTypes()));
  return joint.function.release();
}

SplitFunction remat::splitJointFunction(JointFunction joint,
                                        const ResidualList &list,
                                        ArrayRef<std::string> texts) {
  SplitFunction split;
  split.backward = createBackward(joint, list, texts);
  split.forward = createForward(joint, list);
  return split;
}
