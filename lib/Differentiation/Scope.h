//===- Scope.h - What the sweeps know of a body -----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forward sweep walks a body of the program and fills a scope: where each
// value was emitted, and the tape of what the reverse sweep must transpose.
// Regions, calls, loops, branches and custom derivatives have scopes of their
// own, so that cotangents are summed in the same order whether a region saves
// everything or nothing.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_SCOPE_H
#define REMAT_LIB_DIFFERENTIATION_SCOPE_H

#include "Activity.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <string>
#include <vector>

namespace remat {

/// What a policy kept of a body, by op of the program and then by the ops that
/// were emitted for it: the op's clone and what its rule emitted behind it. A
/// replay emits the same ops in the same order, and puts these in their place.
class SavedValues {
public:
  /// Results of the `emitted`-th op for `op`; null where not kept.
  void save(mlir::Operation *op, unsigned emitted, unsigned result,
            mlir::Value value) {
    llvm::SmallVector<llvm::SmallVector<mlir::Value>> &ops = values[op];
    if (ops.size() <= emitted)
      ops.resize(emitted + 1);
    if (ops[emitted].size() <= result)
      ops[emitted].resize(result + 1);
    ops[emitted][result] = value;
  }

  mlir::Value lookup(mlir::Operation *op, unsigned emitted,
                     unsigned result) const {
    auto found = values.find(op);
    if (found == values.end() || found->second.size() <= emitted ||
        found->second[emitted].size() <= result)
      return {};
    return found->second[emitted][result];
  }

  /// What was kept inside a region or a called function.
  SavedValues &nested(mlir::Operation *op) {
    std::unique_ptr<SavedValues> &inner = children[op];
    if (!inner)
      inner = std::make_unique<SavedValues>();
    return *inner;
  }

  const SavedValues *lookupNested(mlir::Operation *op) const {
    auto found = children.find(op);
    return found == children.end() ? nullptr : found->second.get();
  }

  /// The run of the first body of the op that these are nested in (see
  /// EmittedBodies.h); 0 where it has none yet.
  unsigned firstRun = 0;

private:
  llvm::DenseMap<mlir::Operation *,
                 llvm::SmallVector<llvm::SmallVector<mlir::Value>>>
      values;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<SavedValues>> children;
};

struct Scope;

/// What the reverse sweep must know of one op of the body.
struct TapeEntry {
  mlir::Operation *op = nullptr;
  /// Per input: whether its cotangent is wanted.
  llvm::SmallVector<bool> active;
  llvm::SmallVector<mlir::Value> coefficients;
  /// Why there is no derivative; an error only once a cotangent comes here.
  std::string failure;
  /// The body of a region that saves everything, of a called function or of a
  /// loop.
  std::unique_ptr<Scope> inner;
  /// The bodies of the branches; null where there is none.
  llvm::SmallVector<std::unique_ptr<Scope>> branches;
  /// The loop or branch in the forward pass.
  mlir::Operation *emitted = nullptr;
  /// For any other region: its inputs where they were emitted, and what the
  /// policy kept.
  llvm::SmallVector<mlir::Value> inputs;
  std::unique_ptr<SavedValues> saved;
  /// Last op emitted when the region's forward pass was done; null in a replay.
  mlir::Operation *lastForward = nullptr;
};

/// A body of the program, being differentiated.
struct Scope {
  Scope(mlir::Block &body, const Activity *activity)
      : body(&body), activity(activity) {}

  bool isVaried(mlir::Value value) const {
    return activity && activity->isVaried(value);
  }
  bool isActive(mlir::Value value) const {
    return activity && activity->isActive(value);
  }
  bool anyActive(mlir::ValueRange values) const {
    return llvm::any_of(values,
                        [&](mlir::Value value) { return isActive(value); });
  }

  mlir::Block *body;
  /// Of the function that the body is in; null where none of it is
  /// differentiated.
  const Activity *activity;
  /// From values of the program to the emitted ones.
  mlir::IRMapping mapping;
  std::vector<TapeEntry> tape;
  /// Cotangents of values of the program; none where zero so far.
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
};

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_SCOPE_H
