//===- ForwardSweep.cpp - Emit a body and its linearization ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a body of the program in order. Each op is emitted with the
// coefficients of its linearization behind it, and goes onto the tape where it
// depends on a differentiated argument. Three kinds of ops open a body of their
// own: regions, calls, and custom derivatives.
//
// A region's body is emitted twice: in the forward pass, where its policy
// decides op by op what is kept (`record`), and in the backward pass, where
// what was kept stands in for the ops that made it (`available`). Regions in a
// region whose policy is at work are emitted as part of it the first time and
// as regions in the replay, so nesting recurses.
//
//===----------------------------------------------------------------------===//

#include "Differentiator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "remat/Differentiation/Zeros.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace remat;

ValueRange remat::getYielded(Block &body) {
  return body.getTerminator()->getOperands();
}

Operation *Differentiator::lastEmitted() {
  Block *block = builder.getInsertionBlock();
  return block->empty() ? nullptr : &block->back();
}

LogicalResult Differentiator::sweepForward(Scope &scope, SweepContext context) {
  for (Operation &op : scope.body->without_terminator())
    if (failed(forwardOp(scope, &op, context)))
      return failure();
  return success();
}

LogicalResult Differentiator::forwardOp(Scope &scope, Operation *op,
                                        const SweepContext &context) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<CheckpointNameOp>(
          [&](auto name) { return forwardName(scope, name, context); })
      .Case<CheckpointOp>(
          [&](auto region) { return forwardRegion(scope, region, context); })
      .Case<func::CallOp>(
          [&](auto call) { return forwardCall(scope, call, context); })
      .Case<CustomVjpOp>(
          [&](auto custom) { return forwardCustomVjp(scope, custom, context); })
      .Case<scf::ForOp>(
          [&](auto loop) { return forwardLoop(scope, loop, context); })
      .Case<scf::IfOp, scf::IndexSwitchOp>(
          [&](auto branch) { return forwardBranches(scope, branch, context); })
      .Default([&](Operation *) { return forwardPlain(scope, op, context); });
}

//===----------------------------------------------------------------------===//
// Plain ops
//===----------------------------------------------------------------------===//

/// Whether running the op twice would be seen. A barrier only looks as if.
static bool hasEffect(Operation *op) {
  return !isa<OptimizationBarrierOp>(op) && !isMemoryEffectFree(op);
}

/// What an op with a rule does that can't be done again, in words that complete
/// "it ...".
static std::string describeEffect(Operation *op) {
  Operation *cause = op;
  op->walk([&](Operation *inner) {
    if (inner->getNumRegions() != 0 || !hasEffect(inner))
      return WalkResult::advance();
    cause = inner;
    return WalkResult::interrupt();
  });
  if (cause == op)
    return "has effects";
  return ("has '" + cause->getName().getStringRef() +
          "' in its body, which may have effects")
      .str();
}

/// The op behind `before`, or the first where that is null.
static Operation *nextOf(Operation *before, Block *block) {
  if (before)
    return before->getNextNode();
  return block->empty() ? nullptr : &block->front();
}

static void eraseBehind(Operation *before, Block *block) {
  while (!block->empty() && &block->back() != before) {
    block->back().dropAllUses();
    block->back().erase();
  }
}

/// Forgets what the regions of `op` were mapped to. Cloning into a region takes
/// a block argument that the mapping has for one that needs no counterpart.
static void forgetRegions(Operation *op, IRMapping &mapping) {
  for (Region &region : op->getRegions())
    region.walk([&](Block *block) {
      mapping.erase(block);
      for (Value argument : block->getArguments())
        mapping.erase(argument);
      for (Operation &inner : *block)
        for (Value result : inner.getResults())
          mapping.erase(result);
    });
}

/// The type of what an active value goes into or together with, where
/// differentiation can't follow, such as memory: that must not become a zero
/// gradient. Null where there is none.
static Type findOpaqueType(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (isOpaque(type))
        return type;
  return nullptr;
}

/// Rules count the values that an op's regions use from above. Two of them that
/// were emitted as one, such as a value and a region's result that is the same,
/// are kept apart for the op. Returns what they were mapped to.
SmallVector<std::pair<Value, Value>>
Differentiator::separateCaptured(Scope &scope, Operation *op,
                                 ArrayRef<Value> inputs) {
  SmallVector<std::pair<Value, Value>> merged;
  llvm::SmallDenseSet<Value> seen;
  for (Value value : inputs.drop_front(op->getNumOperands())) {
    Value emitted = scope.mapping.lookup(value);
    if (seen.insert(emitted).second)
      continue;
    merged.push_back({value, emitted});
    scope.mapping.map(
        value, OptimizationBarrierOp::create(builder, op->getLoc(), emitted));
  }
  return merged;
}

LogicalResult Differentiator::forwardPlain(Scope &scope, Operation *op,
                                           const SweepContext &context) {
  TapeEntry entry;
  entry.op = op;
  SmallVector<Value> inputs = getInputs(op), varied;
  for (Value input : inputs) {
    entry.active.push_back(context.linearize && scope.isVaried(input));
    if (entry.active.back())
      varied.push_back(input);
  }
  if (!varied.empty())
    if (Type type = findOpaqueType(op))
      return op->emitError()
             << "'" << op->getName()
             << "' uses a differentiated value together with a " << type
             << ", where its derivative can't be followed; use tensors";
  bool bits = readsBits(op, varied);
  bool active =
      !varied.empty() && llvm::any_of(op->getResults(), [&](Value result) {
        return isDifferentiable(result.getType()) && scope.isActive(result);
      });

  bool effect = hasEffect(op);
  if (effect && context.replay) {
    reuseEffect(scope, op, context);
    return success();
  }

  SmallVector<std::pair<Value, Value>> merged =
      separateCaptured(scope, op, inputs);
  llvm::scope_exit restore([&] {
    for (auto [value, emitted] : merged)
      scope.mapping.map(value, emitted);
  });
  Operation *before = lastEmitted();
  auto rule = dyn_cast<ReverseDiffOpInterface>(op);
  if (!active) {
    builder.clone(*op, scope.mapping);
  } else if (bits || !rule || effect) {
    builder.clone(*op, scope.mapping);
    entry.failure = bits    ? "takes the bits of a differentiated value"
                    : !rule ? "has no derivative rule"
                            : describeEffect(op);
  } else {
    LinearizeRequest request{entry.active, {}, {}};
    if (failed(rule.augment(builder, scope.mapping, request))) {
      eraseBehind(before, builder.getInsertionBlock());
      forgetRegions(op, scope.mapping);
      builder.clone(*op, scope.mapping);
      entry.failure = request.reason;
    }
    entry.coefficients = std::move(request.coefficients);
  }
  finishOp(scope, entry, before, context);
  if (active)
    scope.tape.push_back(std::move(entry));
  return success();
}

/// Results of an effect that the forward pass had.
void Differentiator::reuseEffect(Scope &scope, Operation *op,
                                 const SweepContext &context) {
  for (OpResult result : op->getResults()) {
    Value kept =
        context.available
            ? context.available->lookup(op, 0, result.getResultNumber())
            : Value();
    REMAT_ASSERT(kept, "the result of an effect was not kept");
    joint.effects.insert(kept);
    if (context.record)
      context.record->save(op, 0, result.getResultNumber(), kept);
    scope.mapping.map(result, protect(kept, op->getLoc(), context.barriers));
  }
}

static bool dependsOnConstants(Operation *op,
                               const llvm::DenseSet<Value> &constants) {
  return llvm::all_of(getInputs(op),
                      [&](Value input) { return constants.contains(input); });
}

/// In a replay, an op that depends on nothing but constants (a mask, a table of
/// positions) has no barrier among its operands, and would be merged with its
/// twin in the forward pass, whose result would then be kept. Its destination
/// gets one. Constants and fills themselves may be merged: they are made again
/// where they are used.
void Differentiator::separateConstantOp(Operation *emitted) {
  if (!dependsOnConstants(emitted, constants))
    return;
  auto destination = dyn_cast<DestinationStyleOpInterface>(emitted);
  if (!destination || isa<linalg::FillOp>(emitted)) {
    constants.insert_range(emitted->getResults());
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(emitted);
  for (OpOperand &init : destination.getDpsInitsMutable())
    init.set(
        OptimizationBarrierOp::create(builder, emitted->getLoc(), init.get()));
}

/// Once an op is emitted: puts in what is kept already, records what is to be.
void Differentiator::finishOp(Scope &scope, TapeEntry &entry, Operation *before,
                              const SweepContext &context) {
  unsigned number = 0;
  Operation *last = lastEmitted();
  if (last == before)
    return;
  Block *block = builder.getInsertionBlock();
  for (Operation *emitted = nextOf(before, block);; ++number) {
    Operation *next = emitted->getNextNode();
    if (context.note)
      joint.origins[emitted] = entry.op;
    if (context.replay)
      joint.replays[emitted] = entry.op;
    if (context.replay && context.barriers)
      separateConstantOp(emitted);
    else if (dependsOnConstants(emitted, constants))
      constants.insert_range(emitted->getResults());
    if (context.record)
      recordSaved(entry.op, emitted, number, context);
    if (context.available)
      substitute(scope, entry, emitted, number, context);
    if (emitted == last)
      return;
    emitted = next;
  }
}

void Differentiator::recordSaved(Operation *op, Operation *emitted,
                                 unsigned number, const SweepContext &context) {
  bool keep = hasEffect(emitted) ||
              context.policy.classify("", emitted) == Decision::Save;
  for (OpResult result : emitted->getResults()) {
    unsigned position = result.getResultNumber();
    places[result] = {context.record, op, number, position};
    if (keep)
      context.record->save(op, number, position, result);
  }
}

void Differentiator::substitute(Scope &scope, TapeEntry &entry,
                                Operation *emitted, unsigned number,
                                const SweepContext &context) {
  for (OpResult result : emitted->getResults()) {
    unsigned position = result.getResultNumber();
    Value kept = context.available->lookup(entry.op, number, position);
    if (!kept)
      continue;
    if (context.record)
      context.record->save(entry.op, number, position, kept);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(emitted);
    Value replacement = protect(kept, emitted->getLoc(), context.barriers);
    result.replaceAllUsesWith(replacement);
    for (OpResult original : entry.op->getResults())
      if (scope.mapping.lookupOrNull(original) == result)
        scope.mapping.map(original, replacement);
    llvm::replace(entry.coefficients, Value(result), replacement);
  }
}

/// The value behind a barrier. A constant needs none.
Value Differentiator::protect(Value value, Location location, bool barriers) {
  if (!barriers || matchPattern(value, m_Constant()))
    return value;
  return OptimizationBarrierOp::create(builder, location, value);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool mentions(PolicyAttrInterface policy, StringRef name) {
  SmallVector<StringRef> names;
  policy.collectNames(names);
  return llvm::is_contained(names, name);
}

LogicalResult Differentiator::forwardName(Scope &scope, CheckpointNameOp op,
                                          const SweepContext &context) {
  Location location = op.getLoc();
  Value kept = scope.mapping.lookup(op.getValue());
  Operation *maker = kept.getDefiningOp();
  if (std::optional<Type> store = op.getStore()) {
    Type narrow = *store;
    if (auto shaped = dyn_cast<ShapedType>(kept.getType()))
      narrow = shaped.clone(*store);
    kept = arith::TruncFOp::create(builder, location, narrow, kept);
  }
  if (context.available)
    if (Value saved = context.available->lookup(op, 0, 0)) {
      kept = protect(saved, location, context.barriers);
      if (context.record)
        context.record->save(op, 0, 0, saved);
    }
  Value result = kept;
  if (op.getStore())
    result = arith::ExtFOp::create(builder, location, op.getType(), kept);
  scope.mapping.map(op.getResult(), result);

  if (context.linearize && scope.isActive(op.getResult())) {
    TapeEntry entry;
    entry.op = op;
    scope.tape.push_back(std::move(entry));
  }

  bool allowed = !context.policy ||
                 context.policy.classify(op.getName(), maker ? maker : op) ==
                     Decision::Save;
  if (context.record && allowed) {
    // The name is an identity: what is kept is the value itself, for its other
    // uses too. A rounded value is another one.
    auto place = places.find(kept);
    if (op.getStore())
      context.record->save(op, 0, 0, kept);
    else if (place != places.end())
      place->second.record->save(place->second.op, place->second.emitted,
                                 place->second.result, kept);
  }

  if (context.note) {
    nameNumbers[op].push_back(joint.names.size());
    NamedValue value{op.getNameAttr(), location,
                     op->getParentOfType<func::FuncOp>().getName(), kept};
    value.place = lastEmitted();
    value.region = context.region;
    value.allowed = allowed;
    value.mentioned = context.policy && mentions(context.policy, op.getName());
    joint.names.push_back(std::move(value));
  } else {
    for (size_t number : nameNumbers.lookup(op))
      joint.names[number].replayed.push_back(kept);
  }
  return success();
}

/// Names that a region's policy speaks of and no value in it carries.
void Differentiator::noteUnknownNames(CheckpointOp op, size_t firstName) {
  llvm::StringSet<> carried;
  for (const NamedValue &value : ArrayRef(joint.names).drop_front(firstName))
    carried.insert(value.name.getValue());
  SmallVector<StringRef> spoken;
  op.getPolicyAttr().collectNames(spoken);
  llvm::StringSet<> noted;
  for (StringRef name : spoken)
    if (!carried.contains(name) && noted.insert(name).second)
      joint.findings.push_back(
          {Finding::Kind::UnknownName, op.getLoc(), name.str()});
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

LogicalResult Differentiator::sweepInner(Scope &outer, Scope &inner,
                                         ValueRange operands,
                                         const SweepContext &context) {
  for (auto [argument, operand] :
       llvm::zip(inner.body->getArguments(), operands))
    inner.mapping.map(argument, outer.mapping.lookup(operand));
  return sweepForward(inner, context);
}

void Differentiator::mapResults(Scope &outer, Scope &inner, Operation *op) {
  for (auto [result, value] :
       llvm::zip(op->getResults(), getYielded(*inner.body)))
    outer.mapping.map(result, inner.mapping.lookup(value));
}

SweepContext remat::enter(SweepContext context, Operation *op) {
  if (context.record)
    context.record = &context.record->nested(op);
  if (context.available)
    context.available = context.available->lookupNested(op);
  return context;
}

static bool savesEverything(PolicyAttrInterface policy) {
  if (auto anyOf = dyn_cast<AnyOfAttr>(policy))
    return llvm::any_of(anyOf.getPolicies(), savesEverything);
  return isa<EverythingAttr>(policy);
}

LogicalResult Differentiator::forwardRegion(Scope &scope, CheckpointOp op,
                                            const SweepContext &context) {
  if (context.linearize && isa_and_nonnull<BinomialAttr>(op.getLoopAttr()))
    return op.emitError() << "can't be differentiated with " << op.getLoopAttr()
                          << " yet; use #remat.segments<length>";
  PolicyAttrInterface policy = op.getPolicyAttr();
  if (!policy)
    policy = NothingAttr::get(op.getContext());
  bool everything = savesEverything(policy);
  if (context.note && context.everythingOutside && !everything)
    joint.findings.push_back({Finding::Kind::IdleRegion, op.getLoc(), {}});

  TapeEntry entry;
  entry.op = op;
  for (Value input : op.getInputs())
    entry.inputs.push_back(scope.mapping.lookup(input));
  SweepContext inside = enter(context, op);
  bool ownPolicy = !context.record && !context.everythingOutside &&
                   !everything && context.linearize;
  if (ownPolicy) {
    entry.saved = std::make_unique<SavedValues>();
    inside.policy = policy;
    inside.record = entry.saved.get();
    inside.region = op;
    inside.barriers = inside.barriers && op.getBarriers();
  } else if (!context.record && everything) {
    inside.everythingOutside = true;
  }

  size_t firstName = joint.names.size();
  auto inner = std::make_unique<Scope>(op.getBody().front(), scope.activity);
  if (failed(sweepInner(scope, *inner, op.getInputs(), inside)))
    return failure();
  mapResults(scope, *inner, op);
  if (context.note && op.getPolicyAttr())
    noteUnknownNames(op, firstName);
  if (!ownPolicy)
    entry.inner = std::move(inner);
  else if (context.note)
    entry.lastForward = lastEmitted();
  if (context.linearize && scope.anyActive(op.getResults()))
    scope.tape.push_back(std::move(entry));
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A call that can't be looked into: fine as long as no derivative is needed.
LogicalResult Differentiator::forwardOpaque(Scope &scope, Operation *op,
                                            const SweepContext &context,
                                            const Twine &reason) {
  size_t before = scope.tape.size();
  if (failed(forwardPlain(scope, op, context)))
    return failure();
  if (scope.tape.size() != before)
    scope.tape.back().failure = reason.str();
  return success();
}

LogicalResult Differentiator::forwardCall(Scope &scope, func::CallOp op,
                                          const SweepContext &context) {
  Block *body = program.getCalledBody(op.getCallee());
  if (!body)
    return forwardOpaque(scope, op, context,
                         "calls '@" + op.getCallee() +
                             "', which has no body of a single block here");
  Operation *function = body->getParentOp();
  if (llvm::is_contained(callStack, function))
    return op.emitError() << "calls '@" << op.getCallee()
                          << "' recursively, which can't be differentiated; "
                             "write the recursion as a loop";
  callStack.push_back(function);
  TapeEntry entry;
  entry.op = op;
  Mask arguments, results;
  for (Value operand : op.getOperands())
    arguments.push_back(context.linearize && scope.isVaried(operand));
  for (Value result : op.getResults())
    results.push_back(scope.isActive(result));
  entry.inner =
      std::make_unique<Scope>(*body, &analysis.get(*body, arguments, results));
  LogicalResult swept =
      sweepInner(scope, *entry.inner, op.getOperands(), enter(context, op));
  callStack.pop_back();
  if (failed(swept))
    return failure();
  mapResults(scope, *entry.inner, op);
  if (context.linearize && scope.anyActive(op.getResults()))
    scope.tape.push_back(std::move(entry));
  return success();
}

LogicalResult Differentiator::forwardCustomVjp(Scope &scope, CustomVjpOp op,
                                               const SweepContext &context) {
  bool active = context.linearize && scope.anyActive(op.getResults());
  StringRef name = active ? op.getFwd() : op.getCallee();
  Block *body = program.getCalledBody(name);
  if (!body)
    return op.emitError() << "needs '@" << name
                          << "' to have a body of a single block";
  Operation *function = body->getParentOp();
  if (llvm::is_contained(callStack, function))
    return op.emitError() << "runs '@" << name << "' recursively";

  callStack.push_back(function);
  SweepContext inside = enter(context, op);
  inside.linearize = false;
  Scope inner(*body, /*activity=*/nullptr);
  LogicalResult swept = sweepInner(scope, inner, op.getArgs(), inside);
  callStack.pop_back();
  if (failed(swept))
    return failure();
  mapResults(scope, inner, op);
  if (!active)
    return success();

  TapeEntry entry;
  entry.op = op;
  for (Value residual : getYielded(*body).drop_front(op->getNumResults()))
    entry.coefficients.push_back(inner.mapping.lookup(residual));
  for (Value result : op.getResults()) {
    if (!isDifferentiable(result.getType()))
      continue;
    // A cotangent that turns out zero must be made at this size.
    llvm::append_range(
        entry.coefficients,
        getDynamicSizes(builder, op.getLoc(), scope.mapping.lookup(result)));
  }
  scope.tape.push_back(std::move(entry));
  return success();
}
