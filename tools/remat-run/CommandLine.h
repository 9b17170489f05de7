//===- CommandLine.h - What the user asked for ------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_COMMANDLINE_H
#define REMAT_RUN_COMMANDLINE_H

#include "remat/Pipelines/Pipelines.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace remat::run {

struct Options {
  std::string file;
  /// Exactly one of the two: a function to run, or one to differentiate.
  std::string function, grad;
  std::optional<std::vector<int64_t>> wrt;
  std::vector<std::string> inputs, cotangents, outputs;
  std::string inputsDirectory, outputDirectory;
  std::string policy, regionPolicy, loop;
  FloatMode floatMode = FloatMode::Fast;
  unsigned threads = 0;
  bool reportMemory = false;
  /// Where the report goes as JSON; empty for text on standard output.
  std::string reportFile;
  unsigned timedRuns = 0;
  std::string dumpDirectory;
  bool remarks = false;
  bool checkGradients = false;
  bool help = false, version = false;

  bool differentiates() const { return !grad.empty(); }
  const std::string &entry() const {
    return differentiates() ? grad : function;
  }
};

/// Reads the command line; an error for what isn't known or doesn't fit
/// together.
llvm::Expected<Options> parseCommandLine(int argc, char **argv);

void printHelp(llvm::raw_ostream &os);

} // namespace remat::run

#endif // REMAT_RUN_COMMANDLINE_H
