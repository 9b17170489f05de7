//===- FwdBwdView.h - Both passes, line by line --------------- -*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `remat-print-fwd-bwd` shows: the forward and the backward pass, a line
// an op, with the residuals marked where they are made and read, and the ops
// that the backward pass runs again. Constants stand where they are used and
// have no line. Text and page are two ways to write it.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_FWDBWDVIEW_H
#define REMAT_ANALYSIS_FWDBWDVIEW_H

#include "remat/Analysis/ByteTotals.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace remat {

/// A piece of a line.
struct ViewSpan {
  std::string text;
  /// The residual that the text is the name of.
  std::optional<unsigned> residual = std::nullopt;
  /// Whether the name is given here, and not read.
  bool definition = false;
};

struct ViewLine {
  /// How many bodies of loops and branches are around it.
  unsigned depth = 0;
  llvm::SmallVector<ViewSpan> spans;
  /// Where in the source; empty for what stands for no op.
  std::string place;
  /// Whether a body follows, one deeper.
  bool opens = false;
  /// Runs an op of the program again, in the replay of a region.
  bool replayed = false;
  /// Costs nothing and is made again instead of kept.
  bool remade = false;
  bool barrier = false;
  /// Makes or hands out a gradient.
  bool gradient = false;
  /// The op of the program, where some line runs one again.
  std::optional<unsigned> programOp = std::nullopt;

  /// Whether a residual is named.
  bool hasResidual() const;
};

struct ViewResidual {
  std::string name;
  /// The line of the report.
  std::string text;
  /// None where a dimension is dynamic.
  std::optional<int64_t> bytes;
  ResidualSource source;
};

struct FwdBwdView {
  std::string function;
  std::vector<ViewResidual> residuals;
  llvm::SmallVector<ByteTotal> totals;
  std::vector<ViewLine> forward;
  std::vector<ViewLine> backward;
};

/// `texts` are the lines of `describeResiduals`.
FwdBwdView buildFwdBwdView(JointFunction &joint, mlir::func::FuncOp original,
                           const ResidualList &list,
                           llvm::ArrayRef<std::string> texts);

/// Two columns in `width` columns of characters; one below the other where that
/// is too narrow. In colour where the stream has colours enabled.
void printFwdBwdText(llvm::raw_ostream &stream, const FwdBwdView &view,
                     unsigned width);

/// One HTML file that needs no other.
void printFwdBwdPage(llvm::raw_ostream &stream, const FwdBwdView &view);

} // namespace remat

#endif // REMAT_ANALYSIS_FWDBWDVIEW_H
