//===- Residuals.h - What the backward pass reads ---------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Residuals are the values of the forward pass that the backward pass reads.
// What costs nothing to make again (constants, fills, broadcasts, views) is no
// residual: what it is made of is.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_RESIDUALS_H
#define REMAT_DIFFERENTIATION_RESIDUALS_H

#include "remat/Differentiation/JointFunction.h"

namespace remat {

struct Residual {
  /// The value in the joint function.
  mlir::Value value;
  /// Where the caller of the backward pass takes it from, as in
  /// `#remat.residual`.
  ResidualSource source;
  /// Number of the argument or result, or of the stored value.
  unsigned index;
};

struct ResidualList {
  /// Arguments first, then in program order; each value once.
  llvm::SmallVector<Residual> residuals;
  /// Ops of the forward pass that the backward pass makes again for itself, in
  /// program order.
  llvm::SmallVector<mlir::Operation *> remade;
};

ResidualList findResiduals(JointFunction &joint);

/// The two halves of a joint function, in no module yet.
struct SplitFunction {
  /// `@f_fwd(arguments) -> (results, stored residuals)`
  mlir::OwningOpRef<mlir::func::FuncOp> forward;
  /// `@f_bwd(residuals, cotangents) -> gradients`; each residual carries
  /// `remat.residual` with its text.
  mlir::OwningOpRef<mlir::func::FuncOp> backward;
};

/// Splits the joint function behind its forward pass. `texts` are the lines of
/// the report, one a residual. The joint function is used up.
SplitFunction splitJointFunction(JointFunction joint, const ResidualList &list,
                                 llvm::ArrayRef<std::string> texts);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_RESIDUALS_H
