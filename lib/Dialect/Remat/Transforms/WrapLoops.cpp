//===- WrapLoops.cpp - Make loops regions ---------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapLoops.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace remat;

/// What a loop uses from outside, constants apart.
static void findInputs(scf::ForOp loop, SmallVectorImpl<Value> &inputs,
                       SmallVectorImpl<Operation *> &constants) {
  llvm::SetVector<Value> used;
  for (Value value : getInputs(loop))
    used.insert(value);
  for (Value value : used) {
    Operation *maker = value.getDefiningOp();
    if (maker && maker->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(maker);
    else
      inputs.push_back(value);
  }
}

static void wrap(scf::ForOp loop, Attribute how) {
  SmallVector<Value> inputs;
  SmallVector<Operation *> constants;
  findInputs(loop, inputs, constants);
  OpBuilder builder(loop);
  auto region = CheckpointOp::create(
      builder, loop.getLoc(), loop.getResultTypes(), inputs,
      NothingAttr::get(builder.getContext()), builder.getBoolAttr(true), how);
  Block *body = &region.getBody().emplaceBlock();
  IRMapping mapping;
  for (Value input : inputs)
    mapping.map(input, body->addArgument(input.getType(), input.getLoc()));
  builder.setInsertionPointToEnd(body);
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Operation *inner = builder.clone(*loop, mapping);
  YieldOp::create(builder, loop.getLoc(), inner->getResults());
  loop.replaceAllUsesWith(region.getResults());
  loop.erase();
}

void remat::wrapOutermostLoops(func::FuncOp function, Attribute how) {
  SmallVector<scf::ForOp> loops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<CheckpointOp>(op))
      return WalkResult::skip();
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop)
      return WalkResult::advance();
    loops.push_back(loop);
    return WalkResult::skip();
  });
  for (scf::ForOp loop : loops)
    wrap(loop, how);
}
