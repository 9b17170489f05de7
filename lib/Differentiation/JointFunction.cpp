//===- JointFunction.cpp - Forward and backward pass in one ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frames the two sweeps: arguments, seeds, gradients, and the removal of what
// was emitted and not needed.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/JointFunction.h"

#include "DeadCode.h"
#include "Differentiator.h"
#include "Stacks.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

static LogicalResult checkFunction(func::FuncOp function,
                                   ArrayRef<int64_t> wrt) {
  if (function.isExternal())
    return function.emitError()
           << "'@" << function.getName() << "' has no body to differentiate";
  if (!function.getBody().hasOneBlock())
    return function.emitError()
           << "'@" << function.getName()
           << "' has several blocks; differentiation needs structured control "
              "flow (scf)";
  for (int64_t number : wrt) {
    if (number < 0 || number >= function.getNumArguments())
      return function.emitError()
             << "wrt names argument " << number << ", but '@"
             << function.getName() << "' has " << function.getNumArguments();
    Type type = function.getArgumentTypes()[number];
    if (getFloatArguments(type).empty())
      return function.emitError()
             << "wrt names argument " << number << " of '@"
             << function.getName() << "', which is " << type
             << " and has no gradient; name float arguments";
    if (isa<UnrankedTensorType>(type))
      return function.emitError()
             << "wrt names argument " << number << " of '@"
             << function.getName() << "', which is " << type
             << "; a gradient needs a rank: cast the argument outside";
    if (llvm::count(wrt, number) > 1)
      return function.emitError() << "wrt names argument " << number << " of '@"
                                  << function.getName() << "' twice";
  }
  return success();
}

/// A result that is differentiated and can be given no cotangent would count as
/// if nothing depended on it.
static LogicalResult checkResults(func::FuncOp function, const Scope &scope) {
  for (auto [number, result] : llvm::enumerate(getYielded(*scope.body)))
    if (scope.isVaried(result) &&
        isa<ComplexType>(getElementTypeOrSelf(result.getType())))
      return function.emitError()
             << "result " << number << " of '@" << function.getName() << "' is "
             << result.getType()
             << ", which has no cotangent here; return its real and imaginary "
                "part";
  return success();
}

static bool isKeptForItsOp(const NamedValue &named) {
  Operation *maker = named.forward.getDefiningOp();
  CheckpointOp region = named.region;
  PolicyAttrInterface policy = region ? region.getPolicyAttr() : nullptr;
  return maker && policy && !policy.isSaveable(named.name.getValue()) &&
         policy.classify("", maker) == Decision::Save;
}

Value remat::getOrigin(const JointFunction &joint, Value value) {
  for (auto lifted = joint.lifted.find(value); lifted != joint.lifted.end();
       lifted = joint.lifted.find(value))
    value = lifted->second.value;
  return value;
}

llvm::DenseMap<Value, const NamedValue *>
remat::getNames(const JointFunction &joint) {
  llvm::DenseMap<Value, const NamedValue *> names;
  for (const NamedValue &named : joint.names)
    if (named.forward && !isKeptForItsOp(named))
      names.try_emplace(named.forward, &named);
  return names;
}

/// The joint function's type and block, without ops.
static func::FuncOp createFrame(func::FuncOp function, ArrayRef<int64_t> wrt,
                                Seeding seeding) {
  SmallVector<Type> arguments(function.getArgumentTypes());
  SmallVector<Location> locations;
  for (BlockArgument argument : function.getArguments())
    locations.push_back(argument.getLoc());
  SmallVector<Type> results(function.getResultTypes());
  if (seeding == Seeding::Arguments)
    for (int64_t number : getFloatArguments(results)) {
      arguments.push_back(results[number]);
      locations.push_back(function.getLoc());
    }
  for (int64_t number : wrt)
    results.push_back(arguments[number]);

  auto frame = func::FuncOp::create(
      function.getLoc(), function.getName(),
      FunctionType::get(function.getContext(), arguments, results));
  Block *block = new Block;
  frame.getBody().push_back(block);
  block->addArguments(arguments, locations);
  return frame;
}

/// Gives the function's results their cotangents.
static void seed(Differentiator &differentiator, OpBuilder &builder,
                 Scope &scope, Seeding seeding, ValueRange cotangents) {
  ValueRange results = getYielded(*scope.body);
  if (seeding == Seeding::FirstResult) {
    Value one = createFilled(builder, results.front().getLoc(),
                             results.front().getType(), 1.0);
    differentiator.accumulate(scope, results.front(), one);
    return;
  }
  for (auto [number, cotangent] :
       llvm::zip(getFloatArguments(results.getTypes()), cotangents))
    differentiator.accumulate(scope, results[number], cotangent);
}

FailureOr<JointFunction> remat::buildJointFunction(func::FuncOp function,
                                                   ArrayRef<int64_t> wrt,
                                                   Seeding seeding,
                                                   SymbolTable &symbols) {
  if (failed(checkFunction(function, wrt)))
    return failure();
  JointFunction joint;
  joint.function = createFrame(function, wrt, seeding);
  joint.numArguments = function.getNumArguments();
  joint.numResults = function.getNumResults();
  joint.wrt.assign(wrt.begin(), wrt.end());
  Block &block = joint.getBody();
  OpBuilder builder = OpBuilder::atBlockEnd(&block);

  Mask arguments(function.getNumArguments());
  for (int64_t number : wrt)
    arguments[number] = true;
  Mask differentiated(function.getNumResults(), seeding == Seeding::Arguments);
  if (seeding == Seeding::FirstResult)
    differentiated[0] = true;
  Program program(symbols);
  FailureOr<func::FuncOp> prepared =
      program.prepare(function, arguments, differentiated);
  if (failed(prepared))
    return failure();
  function = *prepared;
  ActivityAnalysis analysis(program);
  Block &body = function.getBody().front();
  Scope scope(body, &analysis.get(body, arguments, differentiated));
  for (auto [argument, emitted] :
       llvm::zip(function.getArguments(), block.getArguments()))
    scope.mapping.map(argument, emitted);
  // A gradient that turns out zero must be made at its argument's size.
  SmallVector<SmallVector<Value>> sizes;
  for (int64_t number : wrt)
    sizes.push_back(
        getDynamicSizes(builder, function.getLoc(), block.getArgument(number)));

  Differentiator differentiator(joint, builder, program, analysis);
  differentiator.enterFunction(function);
  if (failed(differentiator.sweepForward(scope, SweepContext())) ||
      failed(checkResults(function, scope)))
    return failure();
  joint.lastForward = block.empty() ? nullptr : &block.back();

  SmallVector<Value> results;
  for (Value result : getYielded(*scope.body))
    results.push_back(scope.mapping.lookup(result));
  seed(differentiator, builder, scope, seeding,
       block.getArguments().drop_front(joint.numArguments));
  if (failed(differentiator.sweepReverse(scope)))
    return failure();
  for (auto [number, dynamicSizes] : llvm::zip(wrt, sizes)) {
    Value argument = function.getArgument(number);
    Value gradient = scope.cotangents.lookup(argument);
    if (!gradient)
      gradient = createZero(builder, argument.getLoc(), argument.getType(),
                            dynamicSizes);
    results.push_back(gradient);
  }
  func::ReturnOp::create(builder, function.getLoc(), results);
  removeDeadCode(joint, differentiator.getBodies());
  if (failed(stackValues(joint, differentiator.getBodies(), symbols)))
    return failure();
  joint.copies = program.takeCopies();
  return joint;
}
