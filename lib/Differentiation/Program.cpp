//===- Program.cpp - Functions as the sweeps take them --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Activity.h"
#include "SegmentedLoops.h"
#include "WhileLoops.h"
#include "remat/Differentiation/TensorSelects.h"

using namespace mlir;
using namespace remat;

/// What of a function may have to be rewritten, innermost first.
static SmallVector<Operation *> findCandidates(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    auto region = dyn_cast<CheckpointOp>(op);
    auto select = dyn_cast<arith::SelectOp>(op);
    if (isa<scf::WhileOp>(op) || (select && choosesSize(select)) ||
        (region && isa_and_nonnull<SegmentsAttr>(region.getLoopAttr())))
      ops.push_back(op);
  });
  return ops;
}

/// A loop that isn't differentiated stays as it is.
static bool isInactiveLoop(Operation *op, const Activity &activity) {
  return isa<scf::WhileOp>(op) &&
         llvm::none_of(op->getResults(),
                       [&](Value result) { return activity.isActive(result); });
}

static LogicalResult rewrite(Operation *op, const SymbolTable &symbols) {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return rewriteWhile(loop, symbols);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    replaceWithBranch(select);
    return success();
  }
  rewriteSegments(cast<CheckpointOp>(op));
  return success();
}

FailureOr<func::FuncOp> Program::prepare(func::FuncOp function,
                                         const Mask &arguments,
                                         const Mask &results) {
  SmallVector<Operation *> ops = findCandidates(function);
  if (ops.empty())
    return function;
  ActivityAnalysis analysis(*this);
  const Activity &activity =
      analysis.get(function.getBody().front(), arguments, results);
  llvm::erase_if(ops,
                 [&](Operation *op) { return isInactiveLoop(op, activity); });
  if (ops.empty())
    return function;
  IRMapping mapping;
  copies.emplace_back(cast<func::FuncOp>(function->clone(mapping)));
  func::FuncOp copy = copies.back().get();
  for (Operation *op : ops)
    if (failed(rewrite(mapping.lookup(op), symbols)))
      return failure();
  return copy;
}

Block *Program::getCalledBody(StringRef callee) {
  auto function = symbols.lookup<func::FuncOp>(callee);
  if (!function || !function.getBody().hasOneBlock())
    return nullptr;
  // First itself, in case it calls itself.
  auto [entry, isNew] = prepared.try_emplace(function, function);
  if (isNew) {
    // As if all of it were differentiated: what isn't costs a loop more.
    // Where that fails, the loop is reported once a cotangent reaches it.
    ScopedDiagnosticHandler silent(function.getContext(),
                                   [](Diagnostic &) { return success(); });
    FailureOr<func::FuncOp> whole =
        prepare(function, Mask(function.getNumArguments(), true),
                Mask(function.getNumResults(), true));
    if (succeeded(whole))
      prepared[function] = *whole;
  }
  return &prepared.lookup(function).getBody().front();
}
