//===- ByteTotals.h - Bytes of residuals, summed -------------- -*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_BYTETOTALS_H
#define REMAT_ANALYSIS_BYTETOTALS_H

#include "remat/Differentiation/Residuals.h"
#include <string>

namespace remat {

/// A sum of sizes, some of which may be unknown.
struct ByteTotal {
  int64_t bytes = 0;
  unsigned values = 0;
  bool dynamic = false;
  /// What the values are, in words that complete "bytes in 3 values ...".
  llvm::StringRef what;

  void add(mlir::Type type);
};

/// Totals of what is kept, of arguments and of results; those of no value are
/// left out.
llvm::SmallVector<ByteTotal> sumBytes(const ResidualList &list);

/// `bytes in 2 values that are arguments anyway`.
std::string describeTotal(const ByteTotal &total);

} // namespace remat

#endif // REMAT_ANALYSIS_BYTETOTALS_H
