//===- JointFunction.h - Forward and backward pass in one -------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse-mode differentiation of a function into one joint function: the
// forward pass, then the backward pass with every checkpointed region computed
// again where the backward pass reaches it. What the backward pass reads of the
// forward pass are the residuals.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_JOINTFUNCTION_H
#define REMAT_DIFFERENTIATION_JOINTFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Dialect/Remat/IR/Remat.h"

namespace remat {

/// How the cotangents of a function's results come in.
enum class Seeding {
  /// One argument for each float result, behind the function's own.
  Arguments,
  /// 1 for the first result, a float scalar, and 0 for the others.
  FirstResult,
};

/// A value that `remat.checkpoint_name` named, seen in the forward pass.
struct NamedValue {
  mlir::StringAttr name;
  mlir::Location location;
  /// The function of the program that names it.
  llvm::StringRef function;
  /// The value in the forward pass: rounded, where the name says `store`.
  mlir::Value forward;
  /// The last op emitted when the name was met: where in the program it stands.
  mlir::Operation *place = nullptr;
  /// The same value in each replay of a region around it.
  llvm::SmallVector<mlir::Value> replayed = {};
  /// The outermost region around it that doesn't save everything; null outside.
  CheckpointOp region = {};
  /// Whether that region's policy lets the value be saved.
  bool allowed = true;
  /// Whether the policy speaks of the name.
  bool mentioned = false;
};

/// What the report says besides the residuals.
struct Finding {
  enum class Kind {
    /// A policy's name that no value in its region carries.
    UnknownName,
    /// An inner region without effect, since the outer one saves everything.
    IdleRegion,
    /// A region that is computed again right after it was computed.
    PeakUnchanged,
  };
  Kind kind;
  mlir::Location location;
  /// The name, for `UnknownName`.
  std::string name;
};

/// What a stack, or a result of a branch, hands out of the body where it is
/// made.
struct LiftedValue {
  mlir::Value value;
  /// The loop, or null for a branch.
  std::optional<mlir::Location> loop;
};

/// The joint function and what is known of the values in it.
struct JointFunction {
  /// `(arguments, cotangents) -> (results, gradients)`, in no module yet.
  mlir::OwningOpRef<mlir::func::FuncOp> function;
  unsigned numArguments = 0;
  unsigned numResults = 0;
  /// The arguments that the gradients are of.
  llvm::SmallVector<int64_t> wrt;
  /// Last op of the forward pass; null where the forward pass has no op.
  mlir::Operation *lastForward = nullptr;
  llvm::SmallVector<NamedValue> names;
  llvm::SmallVector<Finding> findings;
  /// The results of effects that replays read, kept under every policy.
  llvm::DenseSet<mlir::Value> effects;
  /// The op of the program that an op of the forward pass was emitted for.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> origins;
  /// The op of the program that an op of the backward pass runs again.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> replays;
  /// By results of loops and branches that were added to hand them out.
  llvm::DenseMap<mlir::Value, LiftedValue> lifted;

  /// Copies of functions of the program that were differentiated in their
  /// place, which `names`, `origins` and `replays` point into.
  std::vector<mlir::OwningOpRef<mlir::func::FuncOp>> copies;

  mlir::Block &getBody() { return (*function).getBody().front(); }
};

/// What a residual hands on, in the body where it is made: itself, unless it
/// was lifted out of loops or branches.
mlir::Value getOrigin(const JointFunction &joint, mlir::Value value);

/// The name that each value of the forward pass goes by: the first it was
/// given. A value that its region's policy keeps for the op that made it, and
/// would not keep for the name, goes by the op.
llvm::DenseMap<mlir::Value, const NamedValue *>
getNames(const JointFunction &joint);

/// Differentiates `function` with respect to its arguments `wrt`. `symbols` is
/// for the functions that it calls; requests in them must be expanded. Emits a
/// diagnostic at the op that is in the way on failure; nothing in the module is
/// changed.
mlir::FailureOr<JointFunction> buildJointFunction(mlir::func::FuncOp function,
                                                  llvm::ArrayRef<int64_t> wrt,
                                                  Seeding seeding,
                                                  mlir::SymbolTable &symbols);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_JOINTFUNCTION_H
