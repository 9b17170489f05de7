//===- Scope.h - What the sweeps know of a body -----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forward sweep walks a body of the program and fills a scope: where each
// value was emitted, which values depend on differentiated arguments, and the
// tape of what the reverse sweep must transpose. Regions, calls and custom
// derivatives have scopes of their own, so that cotangents are summed in the
// same order whether a region saves everything or nothing.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_SCOPE_H
#define REMAT_LIB_DIFFERENTIATION_SCOPE_H

#include "mlir/IR/Block.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
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
  /// The body of a region that saves everything, or of a called function.
  std::unique_ptr<Scope> inner;
  /// For any other region: its inputs where they were emitted, and what the
  /// policy kept.
  llvm::SmallVector<mlir::Value> inputs;
  std::unique_ptr<SavedValues> saved;
  /// Last op emitted when the region's forward pass was done; null in a replay.
  mlir::Operation *lastForward = nullptr;
};

/// A body of the program, being differentiated.
struct Scope {
  explicit Scope(mlir::Block &body) : body(&body) {}

  mlir::Block *body;
  /// From values of the program to the emitted ones.
  mlir::IRMapping mapping;
  /// Values of the program that depend on a differentiated argument.
  llvm::DenseSet<mlir::Value> varied;
  std::vector<TapeEntry> tape;
  /// Cotangents of values of the program; none where zero so far.
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
};

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_SCOPE_H
