//===- Program.h - Functions as the sweeps take them ------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sweeps know one kind of loop. A function with others is differentiated as
// a copy in which they are rewritten; the program itself is left as it is.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_PROGRAM_H
#define REMAT_LIB_DIFFERENTIATION_PROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include <vector>

namespace remat {

/// Which arguments or results are differentiated.
using Mask = std::vector<bool>;

class Program {
public:
  explicit Program(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// The function to differentiate, of which these arguments and results are
  /// differentiated. Fails with a diagnostic at the loop that can't be
  /// rewritten.
  mlir::FailureOr<mlir::func::FuncOp> prepare(mlir::func::FuncOp function,
                                              const Mask &arguments,
                                              const Mask &results);

  /// The body that is run in place of a call; null where the function has none
  /// or several blocks.
  mlir::Block *getCalledBody(llvm::StringRef callee);

  /// The copies, which what was emitted for them refers to.
  std::vector<mlir::OwningOpRef<mlir::func::FuncOp>> takeCopies() {
    return std::move(copies);
  }

private:
  mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> prepared;
  std::vector<mlir::OwningOpRef<mlir::func::FuncOp>> copies;
};

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_PROGRAM_H
