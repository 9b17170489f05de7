//===- SwitchesToIfs.cpp - Switches that yield tensors become ifs ---------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "remat/Conversion/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATSWITCHESTOIFS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

/// The cases from `number` on, as an if whose else is the rest of them.
static scf::IfOp createIf(OpBuilder &builder, scf::IndexSwitchOp op,
                          unsigned number) {
  Location loc = op.getLoc();
  Value label =
      arith::ConstantIndexOp::create(builder, loc, op.getCases()[number]);
  Value taken = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      op.getArg(), label);
  auto branch = scf::IfOp::create(builder, loc, op.getResultTypes(), taken,
                                  /*withElseRegion=*/true);
  branch.getThenRegion().takeBody(op.getCaseRegions()[number]);
  if (number + 1 == op.getNumCases()) {
    branch.getElseRegion().takeBody(op.getDefaultRegion());
    return branch;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::IfOp rest = createIf(builder, op, number + 1);
  scf::YieldOp::create(builder, loc, rest.getResults());
  return branch;
}

namespace {
struct SwitchesToIfs
    : public remat::impl::RematSwitchesToIfsBase<SwitchesToIfs> {
  void runOnOperation() override {
    SmallVector<scf::IndexSwitchOp> ops;
    getOperation().walk([&](scf::IndexSwitchOp op) {
      if (op.getNumCases() > 0 &&
          llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (scf::IndexSwitchOp op : ops) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(op, createIf(rewriter, op, 0));
    }
  }
};
} // namespace
