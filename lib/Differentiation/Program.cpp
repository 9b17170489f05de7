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

using namespace mlir;
using namespace remat;

/// The loops of a body that have a differentiated result.
static llvm::DenseSet<Operation *>
findActiveWhileLoops(func::FuncOp function, const Activity &activity) {
  llvm::DenseSet<Operation *> loops;
  function.walk([&](scf::WhileOp loop) {
    if (llvm::any_of(loop.getResults(),
                     [&](Value result) { return activity.isActive(result); }))
      loops.insert(loop);
  });
  return loops;
}

/// What of a function must be rewritten, innermost first.
static SmallVector<Operation *> findRewritten(func::FuncOp function,
                                              const Activity &activity) {
  llvm::DenseSet<Operation *> active = findActiveWhileLoops(function, activity);
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    auto region = dyn_cast<CheckpointOp>(op);
    if (active.contains(op) ||
        (region && isa_and_nonnull<SegmentsAttr>(region.getLoopAttr())))
      ops.push_back(op);
  });
  return ops;
}

static LogicalResult rewrite(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return rewriteWhile(loop);
  rewriteSegments(cast<CheckpointOp>(op));
  return success();
}

FailureOr<func::FuncOp> Program::prepare(func::FuncOp function,
                                         const llvm::BitVector &arguments,
                                         const llvm::BitVector &results) {
  ActivityAnalysis analysis(*this);
  const Activity &activity =
      analysis.get(function.getBody().front(), arguments, results);
  SmallVector<Operation *> ops = findRewritten(function, activity);
  if (ops.empty())
    return function;
  IRMapping mapping;
  copies.emplace_back(cast<func::FuncOp>(function->clone(mapping)));
  func::FuncOp copy = copies.back().get();
  for (Operation *op : ops)
    if (failed(rewrite(mapping.lookup(op))))
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
        prepare(function, llvm::BitVector(function.getNumArguments(), true),
                llvm::BitVector(function.getNumResults(), true));
    if (succeeded(whole))
      prepared[function] = *whole;
  }
  return &prepared.lookup(function).getBody().front();
}
