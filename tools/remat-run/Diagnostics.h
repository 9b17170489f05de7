//===- Diagnostics.h - Compiler diagnostics as lines ------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_DIAGNOSTICS_H
#define REMAT_RUN_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include <string>
#include <vector>

namespace remat::run {

/// Keeps what is reported while it lives, one line a diagnostic, as
/// `file:line:column: error: text`.
class DiagnosticLines {
public:
  explicit DiagnosticLines(mlir::MLIRContext *context);

  /// The first error, or `otherwise` where there was none.
  std::string firstError(llvm::StringRef otherwise) const;
  /// Prints errors, warnings and their notes, then forgets them.
  void print(llvm::raw_ostream &os);

private:
  struct Line {
    bool isError;
    std::string text;
  };
  std::vector<Line> lines;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace remat::run

#endif // REMAT_RUN_DIAGNOSTICS_H
