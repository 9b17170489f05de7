//===- ExpandRequests.cpp - Put derivatives in place of requests ----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A depth-first walk over the functions that functions call or ask about,
// callees first.
//
//===----------------------------------------------------------------------===//

#include "ExpandRequests.h"

#include "remat/Differentiation/JointFunction.h"

using namespace mlir;
using namespace remat;

namespace {
class RequestExpander {
public:
  explicit RequestExpander(SymbolTable &symbols) : symbols(symbols) {}

  /// Expands the requests in `function` and in all that it calls.
  LogicalResult expand(func::FuncOp function);

private:
  LogicalResult expandReferenced(Operation *op);
  LogicalResult replace(Operation *request, func::FuncOp callee,
                        ValueRange arguments, ValueRange cotangents,
                        std::optional<ArrayRef<int64_t>> wrt, Seeding seeding);
  FailureOr<func::FuncOp> getDerivative(func::FuncOp callee,
                                        ArrayRef<int64_t> wrt, Seeding seeding);

  enum class State { InProgress, Done };
  using Key = std::tuple<Operation *, SmallVector<int64_t>, Seeding>;

  SymbolTable &symbols;
  llvm::DenseMap<Operation *, State> states;
  std::map<Key, func::FuncOp> derivatives;
};
} // namespace

LogicalResult RequestExpander::expandReferenced(Operation *op) {
  SmallVector<FlatSymbolRefAttr> names;
  op->getAttrDictionary().walk(
      [&](FlatSymbolRefAttr name) { names.push_back(name); });
  for (FlatSymbolRefAttr name : names) {
    auto callee = symbols.lookup<func::FuncOp>(name.getValue());
    if (!callee)
      continue;
    auto state = states.find(callee);
    bool inProgress =
        state != states.end() && state->second == State::InProgress;
    if (inProgress && isa<ValueAndGradOp, VjpOp>(op))
      return op->emitError()
             << "asks for the derivative of '@" << callee.getName()
             << "' from within it, which has no end";
    if (!inProgress && failed(expand(callee)))
      return failure();
  }
  return success();
}

LogicalResult RequestExpander::expand(func::FuncOp function) {
  auto [state, isNew] = states.try_emplace(function, State::InProgress);
  if (!isNew)
    return success();
  SmallVector<Operation *> requests;
  WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
    if (isa<ValueAndGradOp, VjpOp>(op))
      requests.push_back(op);
    return expandReferenced(op);
  });
  if (walked.wasInterrupted())
    return failure();
  for (Operation *op : requests) {
    LogicalResult replaced = success();
    if (auto request = dyn_cast<ValueAndGradOp>(op))
      replaced = replace(op, symbols.lookup<func::FuncOp>(request.getCallee()),
                         request.getArgs(), {}, request.getWrt(),
                         Seeding::FirstResult);
    else if (auto request = dyn_cast<VjpOp>(op))
      replaced = replace(op, symbols.lookup<func::FuncOp>(request.getCallee()),
                         request.getArgs(), request.getCotangents(),
                         request.getWrt(), Seeding::Arguments);
    if (failed(replaced))
      return failure();
  }
  states[function] = State::Done;
  return success();
}

LogicalResult RequestExpander::replace(Operation *request, func::FuncOp callee,
                                       ValueRange arguments,
                                       ValueRange cotangents,
                                       std::optional<ArrayRef<int64_t>> wrt,
                                       Seeding seeding) {
  if (!callee)
    return request->emitError() << "asks for the derivative of something that "
                                   "is no func.func";
  SmallVector<int64_t> numbers =
      wrt ? SmallVector<int64_t>(*wrt)
          : getFloatArguments(callee.getArgumentTypes());
  FailureOr<func::FuncOp> derivative = getDerivative(callee, numbers, seeding);
  if (failed(derivative)) {
    request->emitRemark() << "the derivative was asked for here";
    return failure();
  }
  OpBuilder builder(request);
  SmallVector<Value> operands(arguments);
  llvm::append_range(operands, cotangents);
  auto call =
      func::CallOp::create(builder, request->getLoc(), *derivative, operands);
  request->replaceAllUsesWith(call);
  request->erase();
  return success();
}

FailureOr<func::FuncOp> RequestExpander::getDerivative(func::FuncOp callee,
                                                       ArrayRef<int64_t> wrt,
                                                       Seeding seeding) {
  Key key{callee, SmallVector<int64_t>(wrt), seeding};
  auto known = derivatives.find(key);
  if (known != derivatives.end())
    return known->second;
  FailureOr<JointFunction> joint =
      buildJointFunction(callee, wrt, seeding, symbols);
  if (failed(joint))
    return failure();
  func::FuncOp derivative = joint->function.release();
  // Other names than what remat-differentiate makes of a function by its name,
  // which may be asked for as well.
  StringRef suffix =
      seeding == Seeding::FirstResult ? "_value_and_grad" : "_vjp";
  derivative.setName((callee.getName() + suffix).str());
  derivative.setPrivate();
  // Renamed by the table where the name is taken.
  symbols.insert(derivative, std::next(Block::iterator(callee)));
  states[derivative] = State::Done;
  derivatives[key] = derivative;
  return derivative;
}

LogicalResult remat::expandRequests(ModuleOp module, SymbolTable &symbols) {
  RequestExpander expander(symbols);
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
    if (failed(expander.expand(function)))
      return failure();
  return success();
}
