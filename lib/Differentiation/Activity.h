//===- Activity.h - Which values have cotangents ----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is varied if it depends on a differentiated argument, and useful if a
// differentiated result depends on it. Both are found for a whole function
// before anything is emitted, since what a loop carries is varied or useful by
// way of its other iterations.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_ACTIVITY_H
#define REMAT_LIB_DIFFERENTIATION_ACTIVITY_H

#include "Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <memory>

namespace remat {

/// The activity of the values of one body, those of its nested bodies included.
class Activity {
public:
  /// Depends on a differentiated argument.
  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  /// Depends on a differentiated argument, and a differentiated result on it.
  bool isActive(mlir::Value value) const {
    return varied.contains(value) && useful.contains(value);
  }

private:
  friend class ActivityAnalysis;
  llvm::DenseSet<mlir::Value> varied, useful;
};

/// Finds the activity of functions, once for each function and choice of
/// arguments and results.
class ActivityAnalysis {
public:
  explicit ActivityAnalysis(Program &program) : program(program) {}

  /// For the body of a function of which these arguments and results are
  /// differentiated.
  const Activity &get(mlir::Block &body, const Mask &arguments,
                      const Mask &results);

private:
  using MaskKey = std::pair<mlir::Block *, Mask>;

  void propagateVaried(Activity &activity,
                       llvm::SmallVectorImpl<mlir::Value> &worklist);
  void propagateUseful(Activity &activity,
                       llvm::SmallVectorImpl<mlir::Value> &worklist);
  void findVariedBehind(const Activity &activity, mlir::OpOperand &use,
                        llvm::SmallVectorImpl<mlir::Value> &next);
  void findUsefulBefore(mlir::Value value,
                        llvm::SmallVectorImpl<mlir::Value> &next);
  /// Results of a function that depend on these arguments, and the other way.
  Mask findVariedResults(mlir::Block &body, const Mask &arguments);
  Mask findUsefulArguments(mlir::Block &body, const Mask &results);

  Program &program;
  std::map<std::pair<MaskKey, Mask>, std::unique_ptr<Activity>> known;
  std::map<MaskKey, Mask> variedResults, usefulArguments;
};

/// Whether the op takes the bits of one of these inputs as an integer, or goes
/// on with such an integer. Any other way from a float to an integer has a
/// derivative of zero.
bool readsBits(mlir::Operation *op, llvm::ArrayRef<mlir::Value> variedInputs);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_ACTIVITY_H
