//===- ResidualReport.h - What was saved, and why ---------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The report of `remat-print-saved-residuals`: a line a residual, then bytes,
// totals, what became of each name, and regions that do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_RESIDUALREPORT_H
#define REMAT_ANALYSIS_RESIDUALREPORT_H

#include "remat/Differentiation/Residuals.h"
#include "llvm/Support/raw_ostream.h"

namespace remat {

/// Something that the user asked for and that has no effect; an error under
/// `strict`.
struct Idle {
  mlir::Location location;
  std::string message;
};

/// Names that match nothing, whose value the backward pass never reads, or that
/// stand on an argument.
llvm::SmallVector<Idle> findIdleNames(const JointFunction &joint,
                                      const ResidualList &list);

/// Writes the report. `texts` are the lines of `describeResiduals`.
void printResidualReport(llvm::raw_ostream &stream, const JointFunction &joint,
                         const ResidualList &list,
                         llvm::ArrayRef<std::string> texts);

} // namespace remat

#endif // REMAT_ANALYSIS_RESIDUALREPORT_H
