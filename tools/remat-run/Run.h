//===- Run.h - Everything that one command does -----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_RUN_H
#define REMAT_RUN_RUN_H

#include "CommandLine.h"

namespace remat::run {

/// Compiles, runs and writes what `options` ask for.
llvm::Error run(const Options &options);

} // namespace remat::run

#endif // REMAT_RUN_RUN_H
