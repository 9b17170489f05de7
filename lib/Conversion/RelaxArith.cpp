//===- RelaxArith.cpp - Let sums be reordered -----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATRELAXARITH
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

namespace {
struct RelaxArith : public remat::impl::RematRelaxArithBase<RelaxArith> {
  void runOnOperation() override {
    // NaN and infinity keep their meaning: neither nnan nor ninf.
    auto flags = arith::FastMathFlagsAttr::get(
        &getContext(),
        arith::FastMathFlags::reassoc | arith::FastMathFlags::contract |
            arith::FastMathFlags::nsz | arith::FastMathFlags::arcp);
    getOperation().walk([&](Operation *op) {
      if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op) &&
          op->getResult(0).getType().isF32())
        op->setAttr("fastmath", flags);
    });
  }
};
} // namespace
