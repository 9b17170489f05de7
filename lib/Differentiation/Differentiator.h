//===- Differentiator.h - The two sweeps ------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// State shared by the forward sweep (ForwardSweep.cpp), which emits a body and
// the coefficients of its linearization, and the reverse sweep
// (ReverseSweep.cpp), which emits the transpose and replays regions.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_DIFFERENTIATOR_H
#define REMAT_LIB_DIFFERENTIATION_DIFFERENTIATOR_H

#include "EmittedBodies.h"
#include "Scope.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Differentiation/JointFunction.h"
#include "remat/Support/Assert.h"

namespace remat {

/// Under what a body is emitted.
struct SweepContext {
  /// The policy of the region whose forward pass this is, and where to record
  /// what it saves; null where the tape itself keeps what it needs.
  PolicyAttrInterface policy;
  SavedValues *record = nullptr;
  /// The region of `policy`.
  CheckpointOp region;
  /// In a replay: what is there already.
  const SavedValues *available = nullptr;
  /// Whether saved values go through barriers.
  bool barriers = true;
  /// Inside a region that saves everything: regions in it have no effect.
  bool everythingOutside = false;
  /// Inside a replay: effects were done in the forward pass.
  bool replay = false;
  /// Off where names and findings were noted before, or are none of ours.
  bool note = true;
  /// Off inside functions whose derivative is given.
  bool linearize = true;
};

/// A value from outside that the body of a loop or branch gives a cotangent.
struct CapturedCotangent {
  mlir::Value value;
  /// Its dynamic sizes.
  llvm::ArrayRef<mlir::Value> sizes;
};

class Differentiator {
public:
  Differentiator(JointFunction &joint, mlir::OpBuilder &builder,
                 Program &program, ActivityAnalysis &analysis)
      : joint(joint), builder(builder), program(program), analysis(analysis) {}

  /// Says that the body of `function` is being emitted.
  void enterFunction(mlir::func::FuncOp function) {
    callStack.push_back(function);
  }

  /// Emits the body of `scope`, whose block arguments are mapped.
  mlir::LogicalResult sweepForward(Scope &scope, SweepContext context);

  /// Emits the transpose of `scope`, whose results have their cotangents, down
  /// to cotangents of its block arguments.
  mlir::LogicalResult sweepReverse(Scope &scope);

  /// Adds to the cotangent of a value of the program; null is zero.
  void accumulate(Scope &scope, mlir::Value value, mlir::Value cotangent);

  /// The bodies of loops and branches that were emitted.
  EmittedBodies &getBodies() { return bodies; }

private:
  // Forward.
  mlir::LogicalResult forwardOp(Scope &scope, mlir::Operation *op,
                                const SweepContext &context);
  mlir::LogicalResult forwardPlain(Scope &scope, mlir::Operation *op,
                                   const SweepContext &context);
  mlir::LogicalResult forwardName(Scope &scope, CheckpointNameOp op,
                                  const SweepContext &context);
  mlir::LogicalResult forwardRegion(Scope &scope, CheckpointOp op,
                                    const SweepContext &context);
  mlir::LogicalResult forwardCall(Scope &scope, mlir::func::CallOp op,
                                  const SweepContext &context);
  mlir::LogicalResult forwardCustomVjp(Scope &scope, CustomVjpOp op,
                                       const SweepContext &context);
  mlir::LogicalResult forwardLoop(Scope &scope, mlir::scf::ForOp op,
                                  const SweepContext &context);
  mlir::LogicalResult forwardBranches(Scope &scope, mlir::Operation *op,
                                      const SweepContext &context);
  void mapLoopArguments(Scope &inner, mlir::scf::ForOp op,
                        mlir::scf::ForOp loop, const SweepContext &inside);
  mlir::LogicalResult forwardOpaque(Scope &scope, mlir::Operation *op,
                                    const SweepContext &context,
                                    const mlir::Twine &reason);
  mlir::LogicalResult sweepInner(Scope &outer, Scope &inner,
                                 mlir::ValueRange operands,
                                 const SweepContext &context);
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>>
  separateCaptured(Scope &scope, mlir::Operation *op,
                   llvm::ArrayRef<mlir::Value> inputs);
  void reuseEffect(Scope &scope, mlir::Operation *op,
                   const SweepContext &context);
  void mapResults(Scope &outer, Scope &inner, mlir::Operation *op);
  void finishOp(Scope &scope, TapeEntry &entry, mlir::Operation *before,
                const SweepContext &context);
  void substitute(Scope &scope, TapeEntry &entry, mlir::Operation *emitted,
                  unsigned number, const SweepContext &context);
  void recordSaved(mlir::Operation *op, mlir::Operation *emitted,
                   unsigned number, const SweepContext &context);
  mlir::Value protect(mlir::Value value, mlir::Location location,
                      bool barriers);
  void noteUnknownNames(CheckpointOp op, size_t firstName);
  void separateConstantOp(mlir::Operation *emitted);

  // Reverse.
  mlir::LogicalResult reverseEntry(Scope &scope, TapeEntry &entry);
  mlir::LogicalResult reversePlain(Scope &scope, TapeEntry &entry,
                                   llvm::ArrayRef<mlir::Value> cotangents);
  mlir::LogicalResult reverseInner(Scope &scope, TapeEntry &entry, Scope &inner,
                                   llvm::ArrayRef<mlir::Value> cotangents);
  mlir::LogicalResult reverseRegion(Scope &scope, TapeEntry &entry,
                                    llvm::ArrayRef<mlir::Value> cotangents);
  mlir::LogicalResult reverseCustomVjp(Scope &scope, TapeEntry &entry,
                                       llvm::ArrayRef<mlir::Value> cotangents);

  mlir::LogicalResult reverseLoop(Scope &scope, TapeEntry &entry,
                                  llvm::ArrayRef<mlir::Value> cotangents);
  mlir::LogicalResult reverseBranches(Scope &scope, TapeEntry &entry,
                                      llvm::ArrayRef<mlir::Value> cotangents);

  void notePeakUnchanged(const TapeEntry &entry);
  // Bodies.cpp
  /// Sweeps the body of a loop or branch, whose arguments are mapped, and ends
  /// the emitted one. `captured` is what the op uses from outside.
  mlir::LogicalResult sweepBody(Scope &outer, Scope &inner,
                                llvm::ArrayRef<mlir::Value> captured,
                                const SweepContext &inside);
  /// Appends the sizes of active values from outside to the coefficients.
  void keepSizes(const Scope &scope, TapeEntry &entry,
                 llvm::ArrayRef<mlir::Value> captured);
  /// The run of the first body of `op`, emitted under `context`.
  unsigned getFirstRun(mlir::Operation *op, const SweepContext &context);

  /// Last op emitted; null where there is none.
  mlir::Operation *lastEmitted();

  JointFunction &joint;
  mlir::OpBuilder &builder;
  Program &program;
  ActivityAnalysis &analysis;
  EmittedBodies bodies;
  unsigned numRuns = 0;
  /// Functions whose bodies are being emitted, to refuse recursion.
  llvm::SmallVector<mlir::Operation *> callStack;
  /// The name's occurrence, to join its replays to it.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<size_t>> nameNumbers;
  /// Emitted values that a name was given to while a policy records, and the
  /// place in the record of the op that made them.
  struct RecordPlace {
    SavedValues *record;
    mlir::Operation *op;
    unsigned emitted, result;
  };
  llvm::DenseMap<mlir::Value, RecordPlace> places;
  /// Emitted values that depend on nothing but constants.
  llvm::DenseSet<mlir::Value> constants;
};

/// The context for the body of `op`, seen from around it.
SweepContext enter(SweepContext context, mlir::Operation *op);

/// The values from outside that a loop or branch gives cotangents; `sizes` are
/// what was kept of theirs.
llvm::SmallVector<CapturedCotangent>
getCapturedCotangents(const Scope &scope, const TapeEntry &entry,
                      llvm::ArrayRef<mlir::Value> sizes);

/// The operands that end a body.
mlir::ValueRange getYielded(mlir::Block &body);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_DIFFERENTIATOR_H
