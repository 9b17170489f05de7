//===- Differentiate.cpp - Reverse-mode differentiation -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands requests, builds the joint function, and gives it out whole or split.
//
//===----------------------------------------------------------------------===//

#include "ExpandRequests.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Analysis/ResidualText.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"
#include "remat/Differentiation/Residuals.h"
#include "llvm/ADT/StringSet.h"

namespace remat {
#define GEN_PASS_DEF_REMATDIFFERENTIATE
#include "remat/Dialect/Remat/Transforms/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// A function with one float result, a scalar, needs no cotangents.
static Seeding getSeeding(func::FuncOp function) {
  SmallVector<int64_t> floats = getFloatArguments(function.getResultTypes());
  if (floats.size() != 1 || floats.front() != 0)
    return Seeding::Arguments;
  auto shaped = dyn_cast<ShapedType>(function.getResultTypes().front());
  return !shaped || (shaped.hasRank() && shaped.getRank() == 0)
             ? Seeding::FirstResult
             : Seeding::Arguments;
}

static LogicalResult checkFree(ModuleOp module, SymbolTable &symbols,
                               func::FuncOp function, StringRef suffix) {
  std::string name = (function.getName() + suffix).str();
  if (symbols.lookup(name))
    return function.emitError()
           << "can't make '@" << name << "': the module has one already";
  return success();
}

static LogicalResult makeGrad(ModuleOp module, SymbolTable &symbols,
                              func::FuncOp function, ArrayRef<int64_t> wrt) {
  if (failed(checkFree(module, symbols, function, "_grad")))
    return failure();
  FailureOr<JointFunction> joint =
      buildJointFunction(function, wrt, getSeeding(function), symbols);
  if (failed(joint))
    return failure();
  func::FuncOp grad = joint->function.release();
  grad.setName((function.getName() + "_grad").str());
  grad.setVisibility(function.getVisibility());
  symbols.insert(grad, std::next(Block::iterator(function)));
  return success();
}

static LogicalResult makeVjp(ModuleOp module, SymbolTable &symbols,
                             func::FuncOp function, ArrayRef<int64_t> wrt) {
  if (failed(checkFree(module, symbols, function, "_fwd")) ||
      failed(checkFree(module, symbols, function, "_bwd")))
    return failure();
  FailureOr<JointFunction> joint =
      buildJointFunction(function, wrt, Seeding::Arguments, symbols);
  if (failed(joint))
    return failure();
  ResidualList list = findResiduals(*joint);
  SmallVector<std::string> texts = describeResiduals(*joint, function, list);
  SplitFunction split = splitJointFunction(std::move(*joint), list, texts);
  Operation *behind = function;
  for (func::FuncOp half :
       {split.forward.release(), split.backward.release()}) {
    half.setVisibility(function.getVisibility());
    symbols.insert(half, std::next(Block::iterator(behind)));
    behind = half;
  }
  return success();
}

/// Warns of names in policies that no value of the program carries, each once.
/// What becomes of the others is in the report of saved residuals.
static void warnOfUnknownNames(ModuleOp module) {
  llvm::StringSet<> known;
  module.walk([&](CheckpointNameOp op) { known.insert(op.getName()); });
  module.walk([&](CheckpointOp region) {
    SmallVector<StringRef> names;
    if (PolicyAttrInterface policy = region.getPolicyAttr())
      policy.collectNames(names);
    for (StringRef name : names)
      if (known.insert(name).second)
        region.emitWarning() << "the policy speaks of '" << name
                             << "', but no value in the program has that name";
  });
}

/// Expands the requests of the module and of those in it.
static LogicalResult expandAllRequests(ModuleOp module) {
  WalkResult result = module.walk([](ModuleOp inner) {
    SymbolTable symbols(inner);
    return WalkResult(expandRequests(inner, symbols));
  });
  return failure(result.wasInterrupted());
}

namespace {
struct Differentiate
    : public remat::impl::RematDifferentiateBase<Differentiate> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    warnOfUnknownNames(module);
    if (failed(expandAllRequests(module)))
      return signalPassFailure();
    SymbolTable symbols(module);
    if (function.empty())
      return;
    auto target = symbols.lookup<func::FuncOp>(function);
    if (!target) {
      module.emitError() << "there is no function '@" << function
                         << "' to differentiate";
      return signalPassFailure();
    }
    SmallVector<int64_t> numbers(wrt.begin(), wrt.end());
    if (numbers.empty())
      numbers = getFloatArguments(target.getArgumentTypes());
    LogicalResult made = mode == DifferentiationMode::Grad
                             ? makeGrad(module, symbols, target, numbers)
                             : makeVjp(module, symbols, target, numbers);
    if (failed(made))
      signalPassFailure();
  }
};
} // namespace
