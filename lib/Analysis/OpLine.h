//===- OpLine.h - An op as one line --------------------------- -*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_OPLINE_H
#define REMAT_LIB_ANALYSIS_OPLINE_H

#include "ValueNames.h"
#include "remat/Analysis/FwdBwdView.h"

namespace remat {

/// Whether the op's bodies are shown below it. Those of others, such as
/// structured ops, belong to the line.
bool hasShownBodies(mlir::Operation *op);

/// Writes the pieces of a line.
class LineWriter {
public:
  LineWriter(const ValueNames &names, llvm::SmallVectorImpl<ViewSpan> &spans)
      : names(names), spans(spans) {}

  LineWriter &text(llvm::StringRef piece);
  LineWriter &value(mlir::Value value);
  LineWriter &definition(mlir::Value value);
  LineWriter &values(mlir::ValueRange values);
  /// `before` and the values; nothing of none.
  LineWriter &list(llvm::StringRef before, mlir::ValueRange values);
  LineWriter &types(mlir::TypeRange types);

  /// `%12 = linalg.matmul %3, %W : f32[4,8]`
  void op(mlir::Operation *op);

private:
  void results(mlir::Operation *op);
  void operands(mlir::Operation *op);
  void loop(mlir::Operation *op);
  void subscripts(llvm::ArrayRef<mlir::OpFoldResult> indices);
  /// What the op writes into, where it counts.
  void destinations(mlir::Operation *op);

  const ValueNames &names;
  llvm::SmallVectorImpl<ViewSpan> &spans;
};

} // namespace remat

#endif // REMAT_LIB_ANALYSIS_OPLINE_H
