//===- Errors.h - Errors with an exit code ----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit 2: the command line, a file or an argument is wrong. Exit 1: the program
// cannot be compiled, or gave a wrong answer.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_ERRORS_H
#define REMAT_RUN_ERRORS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace remat::run {

class RunError : public llvm::ErrorInfo<RunError> {
public:
  static char ID;
  RunError(int exitCode, const llvm::Twine &message)
      : exitCode(exitCode), message(message.str()) {}

  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const int exitCode;
  /// One line without a full stop.
  const std::string message;
};

/// Something the user gave is wrong; nothing was written.
inline llvm::Error usageError(const llvm::Twine &message) {
  return llvm::make_error<RunError>(2, message);
}

/// The program failed to compile or to run.
inline llvm::Error programError(const llvm::Twine &message) {
  return llvm::make_error<RunError>(1, message);
}

} // namespace remat::run

#endif // REMAT_RUN_ERRORS_H
