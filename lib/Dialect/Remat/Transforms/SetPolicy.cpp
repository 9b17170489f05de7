//===- SetPolicy.cpp - Policies from the command line ---------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the outermost regions by following calls from the function, so that a
// region in a callee counts as outermost only where the call is in none.
//
//===----------------------------------------------------------------------===//

#include "WrapLoops.h"
#include "mlir/AsmParser/AsmParser.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATSETPOLICY
#include "remat/Dialect/Remat/Transforms/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

namespace {
/// Collects the regions that a function meets first on the way down.
class OutermostRegions {
public:
  explicit OutermostRegions(ModuleOp module) : symbols(module) {}

  void follow(func::FuncOp function) {
    if (!visited.insert(function).second)
      return;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto region = dyn_cast<CheckpointOp>(op)) {
        regions.push_back(region);
        return WalkResult::skip();
      }
      if (op != function)
        followSymbols(op);
      return WalkResult::advance();
    });
  }

  SmallVector<CheckpointOp> regions;

private:
  /// Every function that `op` names: callees, and those that stand in for them
  /// in a derivative.
  void followSymbols(Operation *op) {
    op->getAttrDictionary().walk([&](FlatSymbolRefAttr name) {
      if (auto callee = symbols.lookup<func::FuncOp>(name.getValue()))
        follow(callee);
    });
  }

  SymbolTable symbols;
  DenseSet<Operation *> visited;
};
} // namespace

/// Moves the body of `function` into a region with `policy`.
static LogicalResult wrapBody(func::FuncOp function,
                              PolicyAttrInterface policy) {
  if (!function.getBody().hasOneBlock())
    return function.emitError()
           << "cannot become one region: its body has several blocks";
  Block &body = function.getBody().front();
  Operation *exit = body.getTerminator();
  OpBuilder builder(function.getContext());
  builder.setInsertionPoint(exit);
  auto region = CheckpointOp::create(
      builder, function.getLoc(), exit->getOperandTypes(), body.getArguments(),
      policy, builder.getBoolAttr(true), /*loop=*/Attribute());
  Block *inner = new Block();
  region.getBody().push_back(inner);
  for (BlockArgument argument : body.getArguments()) {
    BlockArgument copy =
        inner->addArgument(argument.getType(), argument.getLoc());
    argument.replaceUsesWithIf(
        copy, [&](OpOperand &use) { return use.getOwner() != region; });
  }
  inner->getOperations().splice(inner->end(), body.getOperations(),
                                body.begin(), region->getIterator());
  builder.setInsertionPointToEnd(inner);
  YieldOp::create(builder, exit->getLoc(), exit->getOperands());
  exit->setOperands(region->getResults());
  return success();
}

namespace {
struct SetPolicy : public remat::impl::RematSetPolicyBase<SetPolicy> {
  using RematSetPolicyBase::RematSetPolicyBase;

  /// The policy that `text` spells; null, with an error, where it is none.
  PolicyAttrInterface parse(StringRef text) {
    Attribute attribute = parseAttribute(text, &getContext());
    auto policy = dyn_cast_or_null<PolicyAttrInterface>(attribute);
    if (!policy)
      getOperation().emitError() << "'" << text << "' is not a policy";
    return policy;
  }

  LogicalResult replacePolicies(func::FuncOp root) {
    PolicyAttrInterface replacement = parse(regionPolicy);
    if (!replacement)
      return failure();
    OutermostRegions outermost(getOperation());
    outermost.follow(root);
    for (CheckpointOp region : outermost.regions)
      region.setPolicyAttr(replacement);
    return success();
  }

  LogicalResult wrap(func::FuncOp root) {
    PolicyAttrInterface whole = parse(policy);
    return whole ? wrapBody(root, whole) : failure();
  }

  LogicalResult wrapLoops(func::FuncOp root) {
    Attribute attribute = parseAttribute(loop, &getContext());
    if (!isa_and_nonnull<SegmentsAttr, BinomialAttr>(attribute))
      return getOperation().emitError()
             << "'" << loop
             << "' doesn't say how a loop is checkpointed; give "
                "#remat.segments<length> or #remat.binomial<snapshots>";
    wrapOutermostLoops(root, attribute);
    return success();
  }

  void runOnOperation() override {
    auto root = getOperation().lookupSymbol<func::FuncOp>(function);
    if (!root || root.isExternal()) {
      getOperation().emitError()
          << "there is no function @" << function << " with a body";
      return signalPassFailure();
    }
    if (!regionPolicy.empty() && failed(replacePolicies(root)))
      return signalPassFailure();
    if (!loop.empty() && failed(wrapLoops(root)))
      return signalPassFailure();
    if (!policy.empty() && failed(wrap(root)))
      return signalPassFailure();
  }
};
} // namespace
