//===- SelectsToIfs.cpp - Selects of whole tensors become ifs -------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier keeps what each branch yields, so that canonicalization doesn't
// make a select of it again.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Differentiation/TensorSelects.h"

namespace remat {
#define GEN_PASS_DEF_REMATSELECTSTOIFS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

static void keepYielded(scf::IfOp branch) {
  for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
    Operation *end = block->getTerminator();
    OpBuilder builder(end);
    end->setOperand(0, OptimizationBarrierOp::create(builder, branch.getLoc(),
                                                     end->getOperand(0)));
  }
}

namespace {
struct SelectsToIfs : public remat::impl::RematSelectsToIfsBase<SelectsToIfs> {
  void runOnOperation() override {
    getOperation().walk([](arith::SelectOp op) {
      if (choosesSize(op))
        keepYielded(replaceWithBranch(op));
    });
  }
};
} // namespace
