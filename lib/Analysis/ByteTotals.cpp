//===- ByteTotals.cpp - Bytes of residuals, summed ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/ByteTotals.h"

#include "remat/Analysis/ResidualText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace remat;

void ByteTotal::add(Type type) {
  ++values;
  if (std::optional<int64_t> more = getBytes(type))
    bytes += *more;
  else
    dynamic = true;
}

SmallVector<ByteTotal> remat::sumBytes(const ResidualList &list) {
  ByteTotal stored, arguments, results;
  stored.what = "kept for the backward pass";
  arguments.what = "that are arguments anyway";
  results.what = "that are results anyway";
  for (const Residual &residual : list.residuals)
    (residual.source == ResidualSource::Argument ? arguments
     : residual.source == ResidualSource::Result ? results
                                                 : stored)
        .add(residual.value.getType());
  SmallVector<ByteTotal> totals = {stored, arguments, results};
  llvm::erase_if(totals, [](const ByteTotal &total) { return !total.values; });
  return totals;
}

std::string remat::describeTotal(const ByteTotal &total) {
  return "bytes in " + std::to_string(total.values) +
         (total.values == 1 ? " value " : " values ") + total.what.str() +
         (total.dynamic ? ", and what has dynamic sizes" : "");
}
