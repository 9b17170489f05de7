//===- remat-opt.cpp - Run passes on .mlir files --------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `mlir-opt` with the remat dialect, its rules and passes, and all of upstream.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "remat/InitAll.h"
#include "llvm/Support/CommandLine.h"

/// An error is a line, not the whole op behind it, which may be the program;
/// `--mlir-print-op-on-diagnostic` asks for that.
static void keepDiagnosticsShort() {
  mlir::registerMLIRContextCLOptions();
  auto option =
      llvm::cl::getRegisteredOptions().find("mlir-print-op-on-diagnostic");
  if (option != llvm::cl::getRegisteredOptions().end())
    static_cast<llvm::cl::opt<bool> *>(option->second)->setInitialValue(false);
}

int main(int argc, char **argv) {
  keepDiagnosticsShort();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  remat::registerAllDialects(registry);
  remat::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "remat: rematerialization compiler\n", registry));
}
