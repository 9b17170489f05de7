//===- Externals.h - What compiled code may call ----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program may use without defining it: the runtime, and what is linked
// into this process, such as the C library.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_EXTERNALS_H
#define REMAT_RUN_EXTERNALS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/Error.h"

namespace remat::run {

/// The runtime's functions by the names that compiled code calls.
llvm::orc::SymbolMap runtimeSymbols(llvm::orc::MangleAndInterner mangle);

/// An error at the first use, in a module in the LLVM dialect, of something
/// that is declared and defined nowhere.
llvm::Error checkExternals(mlir::ModuleOp module);

} // namespace remat::run

#endif // REMAT_RUN_EXTERNALS_H
