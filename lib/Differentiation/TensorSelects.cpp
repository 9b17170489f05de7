//===- TensorSelects.cpp - Choices between whole tensors ------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/TensorSelects.h"

using namespace mlir;
using namespace remat;

bool remat::choosesSize(arith::SelectOp op) {
  auto type = dyn_cast<TensorType>(op.getType());
  return type && !type.hasStaticShape() &&
         !isa<ShapedType>(op.getCondition().getType());
}

scf::IfOp remat::replaceWithBranch(arith::SelectOp op) {
  OpBuilder builder(op);
  auto branch = scf::IfOp::create(
      builder, op.getLoc(), op.getCondition(),
      [&](OpBuilder &inside, Location loc) {
        scf::YieldOp::create(inside, loc, op.getTrueValue());
      },
      [&](OpBuilder &inside, Location loc) {
        scf::YieldOp::create(inside, loc, op.getFalseValue());
      });
  op.replaceAllUsesWith(branch.getResult(0));
  op.erase();
  return branch;
}
