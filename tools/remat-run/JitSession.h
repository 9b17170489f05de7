//===- JitSession.h - Compiled code and calls of it -------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_JITSESSION_H
#define REMAT_RUN_JITSESSION_H

#include "HostArray.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "remat/Pipelines/Pipelines.h"
#include <memory>
#include <vector>

namespace llvm {
class TargetMachine;
}

namespace remat::run {

/// What one call of a function used, in bytes of the program's allocator.
struct CallMemory {
  size_t arguments = 0;
  /// Buffers of results.
  size_t results = 0;
  size_t peak = 0;
  size_t temporaries() const { return peak - results; }
};

/// A function's machine code.
class JitSession {
public:
  ~JitSession();

  /// Compiles `entry` of a module in the LLVM dialect; `arguments` and
  /// `results` are the types that it had as tensors and numbers.
  static llvm::Expected<std::unique_ptr<JitSession>>
  compile(mlir::ModuleOp module, llvm::StringRef entry,
          llvm::ArrayRef<mlir::Type> arguments,
          llvm::ArrayRef<mlir::Type> results, FloatMode floatMode);

  /// Calls the function. An error where it does not free what it allocated.
  llvm::Expected<std::vector<HostArray>>
  call(llvm::ArrayRef<const HostArray *> arguments, CallMemory &memory,
       double &seconds);

private:
  JitSession() = default;

  std::unique_ptr<llvm::TargetMachine> target;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*function)(void **) = nullptr;
  llvm::SmallVector<mlir::Type> argumentTypes, resultTypes;
};

} // namespace remat::run

#endif // REMAT_RUN_JITSESSION_H
