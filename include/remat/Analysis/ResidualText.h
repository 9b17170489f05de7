//===- ResidualText.h - Residuals in words ----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of the report: `f32[5,4] from the argument W1`, `f32[5] output of
// sin from net.py:8:9 (g)`, `f32[5] named 'a' from net.py:11:6 (f4)`.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_RESIDUALTEXT_H
#define REMAT_ANALYSIS_RESIDUALTEXT_H

#include "remat/Differentiation/Residuals.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace remat {

/// `f32[5,4]`, `index[]`; a dynamic dimension is `?`.
std::string describeType(mlir::Type type);

/// Bytes of a value; none where a dimension is dynamic.
std::optional<int64_t> getBytes(mlir::Type type);

/// `net.py:8:9 (g)`: the innermost file location, and the function it lies in:
/// the name around that location, or else `function`.
std::string describeLocation(mlir::Location location, llvm::StringRef function);

/// What an op computes: of a generic, what its body ends with.
llvm::StringRef describeOp(mlir::OpResult result);

/// Describes the residuals of one joint function.
class ResidualText {
public:
  ResidualText(JointFunction &joint, mlir::func::FuncOp original);

  std::string describe(const Residual &residual);
  /// The source's name of the argument, from its location or its source text.
  std::string getArgumentName(mlir::BlockArgument argument);
  /// The function of the program that the op was emitted for.
  mlir::func::FuncOp getFunction(mlir::Operation *emitted);

private:
  std::string describeOutput(mlir::Value value);
  /// Which loop stacked the value; empty if none did.
  std::string describeStack(mlir::Value value);

  JointFunction &joint;
  mlir::func::FuncOp original;
  llvm::DenseMap<mlir::Value, const NamedValue *> named;
  llvm::StringMap<std::string> sources;
};

/// Lines of all residuals.
llvm::SmallVector<std::string> describeResiduals(JointFunction &joint,
                                                 mlir::func::FuncOp original,
                                                 const ResidualList &list);

} // namespace remat

#endif // REMAT_ANALYSIS_RESIDUALTEXT_H
