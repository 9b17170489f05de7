//===- ValueNames.h - Names of values in a view --------------- -*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments have their names in the source; results and what loops carry are
// numbered. Constants, and tensors that only hold one or nothing, go by what
// they are.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_VALUENAMES_H
#define REMAT_LIB_ANALYSIS_VALUENAMES_H

#include "remat/Analysis/ResidualText.h"
#include "llvm/ADT/StringSet.h"

namespace remat {

class ValueNames {
public:
  ValueNames(JointFunction &joint, mlir::func::FuncOp original,
             const ResidualList &list, ResidualText &text);

  /// `%12`, `%12#1`, `%W`, or the value itself: `0.5`.
  std::string get(mlir::Value value) const;

  /// Whether the op only makes a value that goes by what it is.
  bool isLiteral(mlir::Operation *op) const;

  /// The residual that the value is, or hands on out of a loop or branch.
  std::optional<unsigned> getResidual(mlir::Value value) const;

private:
  void noteResiduals(const JointFunction &joint, const ResidualList &list);
  void noteLiteral(mlir::Operation *op);
  void nameArgument(mlir::BlockArgument argument, std::string name);
  void nameResults(mlir::Operation *op);

  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::DenseMap<mlir::Value, unsigned> residuals;
  llvm::DenseMap<mlir::Value, std::string> literals;
  llvm::StringSet<> taken;
  unsigned next = 0;
};

} // namespace remat

#endif // REMAT_LIB_ANALYSIS_VALUENAMES_H
