//===- AllocateResultsFirst.cpp - Results are there from the start --------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the allocation of each returned buffer to the top of its function, so
// that memory besides the results is one figure, whatever the order in which
// results are made, and comparable with compilers whose caller brings them.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "remat/Conversion/Passes.h"

namespace remat {
#define GEN_PASS_DEF_REMATALLOCATERESULTSFIRST
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

/// The allocation behind a returned buffer, seen through views of it; null
/// where it is none, such as an argument.
static memref::AllocOp findAllocation(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value.getDefiningOp<memref::AllocOp>();
}

namespace {
struct AllocateResultsFirst
    : public remat::impl::RematAllocateResultsFirstBase<AllocateResultsFirst> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.getBody().hasOneBlock())
        moveAllocations(function.getBody().front());
  }

private:
  static void moveAllocations(Block &body) {
    Operation *top = &body.front();
    for (Value result : body.getTerminator()->getOperands()) {
      memref::AllocOp allocation = findAllocation(result);
      // A size that is computed must be computed first.
      if (!allocation || allocation->getBlock() != &body ||
          allocation->getNumOperands() != 0 || allocation == top)
        continue;
      allocation->moveBefore(top);
    }
  }
};
} // namespace
