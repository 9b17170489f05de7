//===- Report.h - What reports are made of, and written ------- -*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIALECT_REMAT_TRANSFORMS_REPORT_H
#define REMAT_LIB_DIALECT_REMAT_TRANSFORMS_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "remat/Differentiation/Residuals.h"

namespace remat {

/// A function differentiated in a copy of its module.
struct DifferentiatedCopy {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The function in the copy, not differentiated.
  mlir::func::FuncOp original;
  JointFunction joint;
  ResidualList residuals;
  /// The lines of the report.
  llvm::SmallVector<std::string> texts;
};

/// Differentiates `function` with respect to the arguments `wrt`, all float
/// arguments if there are none. The module stays as it is; having no such
/// function is an error.
mlir::FailureOr<DifferentiatedCopy>
differentiateCopy(mlir::ModuleOp module, llvm::StringRef function,
                  llvm::ArrayRef<int64_t> wrt);

/// Writes a report to the file, all at once; to standard error where `path` is
/// empty. Errors are reported at `module`.
mlir::LogicalResult writeReport(mlir::ModuleOp module, llvm::StringRef path,
                                llvm::StringRef report);

} // namespace remat

#endif // REMAT_LIB_DIALECT_REMAT_TRANSFORMS_REPORT_H
