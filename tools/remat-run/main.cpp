//===- main.cpp - Compile and run one function ----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Errors.h"
#include "Run.h"
#include "llvm/Support/raw_ostream.h"

using namespace remat::run;

/// Prints the error's line; gives the exit status.
static int report(llvm::Error error) {
  int exitCode = 0;
  llvm::handleAllErrors(std::move(error), [&](const RunError &failure) {
    exitCode = failure.exitCode;
    llvm::errs() << "remat-run: error: " << failure.message << '\n';
  });
  return exitCode;
}

int main(int argc, char **argv) {
  llvm::Expected<Options> options = parseCommandLine(argc, argv);
  if (!options)
    return report(options.takeError());
  if (options->help) {
    printHelp(llvm::outs());
    return 0;
  }
  if (options->version) {
    llvm::outs() << "remat-run " REMAT_VERSION "\n";
    return 0;
  }
  return report(run(*options));
}
