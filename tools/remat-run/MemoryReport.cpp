//===- MemoryReport.cpp - What a run used ---------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryReport.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace remat::run;

std::string remat::run::reportAsJson(const RunReport &report) {
  const CallMemory &memory = report.memory;
  json::Object object{
      {"arguments", static_cast<int64_t>(memory.arguments)},
      {"results", static_cast<int64_t>(memory.results)},
      {"peak", static_cast<int64_t>(memory.peak)},
      {"temporaries", static_cast<int64_t>(memory.temporaries())},
      {"compile_s", report.compileSeconds}};
  if (report.minimumSeconds)
    object["step_s"] = *report.minimumSeconds;
  std::string text;
  raw_string_ostream(text) << formatv("{0:2}\n",
                                      json::Value(std::move(object)));
  return text;
}

void remat::run::printMemory(raw_ostream &os, const RunReport &report) {
  const CallMemory &memory = report.memory;
  std::pair<const char *, size_t> rows[] = {
      {"arguments", memory.arguments},
      {"results", memory.results},
      {"peak", memory.peak},
      {"temporaries", memory.temporaries()}};
  for (auto [name, bytes] : rows)
    os << format("%-12s %14zu bytes %10.2f MiB\n", name, bytes,
                 bytes / 1048576.0);
}

void remat::run::printTimes(raw_ostream &os, const RunReport &report) {
  os << format("%u runs: minimum %.6f s, median %.6f s; compiled in %.3f s\n",
               report.timedRuns, *report.minimumSeconds, *report.medianSeconds,
               report.compileSeconds);
}
