//===- GradientCheck.h - Gradients against finite differences ---*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_GRADIENTCHECK_H
#define REMAT_RUN_GRADIENTCHECK_H

#include "HostArray.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace remat::run {

/// Calls the undifferentiated function.
using Evaluate = llvm::function_ref<llvm::Expected<std::vector<HostArray>>(
    llvm::ArrayRef<const HostArray *>)>;

/// Compares `gradients`, one for each argument of `wrt`, with central
/// differences of the sum of the float results times `cotangents` (1 where
/// there are none), in the arguments' own precision. Small arguments are
/// checked element by element, large ones along random directions. Prints the
/// largest error of each; false where one is beyond what rounding explains.
llvm::Expected<bool> checkGradients(llvm::raw_ostream &os,
                                    llvm::ArrayRef<HostArray> arguments,
                                    llvm::ArrayRef<HostArray> cotangents,
                                    llvm::ArrayRef<int64_t> wrt,
                                    llvm::ArrayRef<HostArray> gradients,
                                    Evaluate evaluate);

} // namespace remat::run

#endif // REMAT_RUN_GRADIENTCHECK_H
