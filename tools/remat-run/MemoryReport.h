//===- MemoryReport.h - What a run used -------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_MEMORYREPORT_H
#define REMAT_RUN_MEMORYREPORT_H

#include "JitSession.h"
#include <optional>
#include <string>

namespace remat::run {

struct RunReport {
  CallMemory memory;
  double compileSeconds = 0;
  /// Of the timed runs, where there were any.
  std::optional<double> minimumSeconds, medianSeconds;
  unsigned timedRuns = 0;
};

/// An object with the keys `arguments`, `results`, `peak`, `temporaries`
/// (bytes), `compile_s` and, where runs were timed, `step_s` (their minimum).
std::string reportAsJson(const RunReport &report);

/// The same for a reader.
void printMemory(llvm::raw_ostream &os, const RunReport &report);
void printTimes(llvm::raw_ostream &os, const RunReport &report);

} // namespace remat::run

#endif // REMAT_RUN_MEMORYREPORT_H
