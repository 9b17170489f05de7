//===- Program.h - From a file to a function --------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_PROGRAM_H
#define REMAT_RUN_PROGRAM_H

#include "CommandLine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace remat::run {

/// Reads and verifies a module.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
loadProgram(mlir::MLIRContext *context, llvm::StringRef path);

/// The function named `name`; an error where there is none with a body, or
/// where its arguments and results are not arrays.
llvm::Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                             llvm::StringRef name);

/// The arguments that are differentiated with respect to: those asked for,
/// checked, or all float ones.
llvm::Expected<std::vector<int64_t>>
findWrt(mlir::func::FuncOp entry,
        const std::optional<std::vector<int64_t>> &asked);

/// Types of the cotangents that the user gives: none where the only float
/// result is a scalar and `given` is 0.
llvm::Expected<llvm::SmallVector<mlir::Type>>
findCotangentTypes(mlir::func::FuncOp entry, size_t given);

/// Writes the IR after each step to a directory, if there is one.
class StageDump {
public:
  /// Makes the directory. Empty: nothing is written.
  static llvm::Expected<StageDump> create(llvm::StringRef directory);
  llvm::Error write(llvm::StringRef stage, mlir::ModuleOp module);

private:
  std::string directory;
  unsigned count = 0;
};

/// Puts the policies on regions and differentiates where `options` says so; the
/// function to compile is then `entry`.
llvm::Error differentiate(mlir::ModuleOp module, const Options &options,
                          llvm::ArrayRef<int64_t> wrt, bool seeded,
                          StageDump &dump, std::string &entry);

/// Lowers to the LLVM dialect; only `entry`, under the name that it then has,
/// stays callable.
llvm::Error lower(mlir::ModuleOp module, std::string &entry,
                  const Options &options, StageDump &dump);

} // namespace remat::run

#endif // REMAT_RUN_PROGRAM_H
