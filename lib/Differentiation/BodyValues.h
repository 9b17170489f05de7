//===- BodyValues.h - What a body hands on ----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One body of a loop or branch, and its values that later bodies of the same
// run use (see Stacks.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_BODYVALUES_H
#define REMAT_LIB_DIFFERENTIATION_BODYVALUES_H

#include "EmittedBodies.h"
#include "Sizes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Differentiation/JointFunction.h"
#include "llvm/ADT/SetVector.h"

namespace remat {

/// A use of a value of the body, and the op in the later body that has it.
struct StrayUse {
  mlir::OpOperand *use;
  mlir::Operation *point;
};

/// The size of a slot of a stack in one dimension.
struct SlotSize {
  /// Known outside of the loop; null until the loop has been run for it.
  mlir::OpFoldResult allocated;
  /// What an iteration fills of it; null where that is all of it.
  mlir::Value filled = {};
};

/// Hands values of one body to later ones.
class BodyValues {
public:
  BodyValues(mlir::Block &body, JointFunction &joint, EmittedBodies &bodies,
             const mlir::SymbolTable &symbols)
      : body(body), joint(joint), bodies(bodies), symbols(symbols) {}

  /// Makes each value reach its uses; a diagnostic at one that can't.
  mlir::LogicalResult handOn();

private:
  mlir::scf::ForOp getLoop() {
    return llvm::dyn_cast<mlir::scf::ForOp>(body.getParentOp());
  }
  bool isInside(mlir::Value value) { return value.getParentBlock() == &body; }
  mlir::Value getIteration() {
    return getLoop() ? getLoop().getInductionVar() : mlir::Value();
  }

  // What is to be done with a value.
  llvm::SmallVector<StrayUse> findUses(llvm::ArrayRef<mlir::Value> values);
  bool canRemake(mlir::Value value);
  mlir::LogicalResult plan(mlir::Value value);
  bool tryHoist(mlir::Value value);
  bool canHoist(mlir::Value value, llvm::SetVector<mlir::Operation *> &ops);
  bool resolveDim(mlir::tensor::DimOp dim);

  // How large slots are (StackSizes.cpp).
  mlir::Value getLargest(mlir::Value size);
  std::optional<SlotSize> getSize(mlir::OpBuilder &builder, mlir::Value value,
                                  int64_t dim);
  std::optional<llvm::SmallVector<SlotSize>> getSizes(mlir::OpBuilder &builder,
                                                      mlir::Value value);
  SlotSize getOwnSize(mlir::Value value, int64_t dim, SizeSource source);
  mlir::LogicalResult findSlots();
  mlir::scf::ForOp emitCounting(llvm::ArrayRef<mlir::Value> counted);
  mlir::LogicalResult countSizes();

  // Storing (StackSlots.cpp).
  mlir::LogicalResult addStacks();
  mlir::LogicalResult addResults();

  // Reading.
  mlir::Value get(mlir::Value value, mlir::Operation *point);
  mlir::Value make(mlir::Value value, mlir::Operation *point);
  mlir::Value makeCounter(mlir::BlockArgument argument, mlir::Operation *point);
  mlir::Value pop(mlir::Value value, mlir::Value holder,
                  mlir::Operation *point);
  mlir::Value getIterationIn(mlir::Block *mirror);
  void moveBefore(mlir::Value value, mlir::Operation *point);

  mlir::Block &body;
  JointFunction &joint;
  EmittedBodies &bodies;
  const mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Value, bool> remakable;
  llvm::SetVector<mlir::Value> stored;
  /// The stack or the result that holds a stored value.
  llvm::DenseMap<mlir::Value, mlir::Value> holders;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<SlotSize>> sizes;
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Value>, mlir::Value> made;
  llvm::DenseMap<mlir::Block *, mlir::Value> iterations;
  llvm::DenseSet<mlir::Operation *> makers;
};

/// Whether `value` is defined in the op's block or one around it.
bool reaches(mlir::Value value, mlir::Operation *op);

/// The carried value's value in the next iteration.
mlir::Value getNext(mlir::BlockArgument argument);

/// What an integer grows by in each iteration; null where it isn't known before
/// the loop.
mlir::Value getIncrement(mlir::BlockArgument argument);

/// Says that values of this type can't be kept.
void emitTypeError(mlir::Value value);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_BODYVALUES_H
