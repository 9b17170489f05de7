//===- Bodies.cpp - What loops and branches have in common ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Differentiator.h"

#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

unsigned Differentiator::getFirstRun(Operation *op,
                                     const SweepContext &context) {
  const SavedValues *available =
      context.available ? context.available->lookupNested(op) : nullptr;
  unsigned run = available ? available->firstRun : 0;
  if (run == 0) {
    run = numRuns + 1;
    numRuns += op->getNumRegions();
  }
  if (context.record)
    context.record->nested(op).firstRun = run;
  return run;
}

LogicalResult Differentiator::sweepBody(Scope &outer, Scope &inner,
                                        ArrayRef<Value> captured,
                                        const SweepContext &inside) {
  for (Value value : captured)
    inner.mapping.map(value, outer.mapping.lookup(value));
  if (failed(sweepForward(inner, inside)))
    return failure();
  SmallVector<Value> yielded;
  for (Value value : getYielded(*inner.body))
    yielded.push_back(inner.mapping.lookup(value));
  scf::YieldOp::create(builder, inner.body->getTerminator()->getLoc(), yielded);
  return success();
}

/// A cotangent that turns out zero must be made at its value's size.
void Differentiator::keepSizes(const Scope &scope, TapeEntry &entry,
                               ArrayRef<Value> captured) {
  for (Value value : captured)
    if (scope.isActive(value))
      llvm::append_range(entry.coefficients,
                         getDynamicSizes(builder, entry.op->getLoc(),
                                         scope.mapping.lookup(value)));
}

SmallVector<CapturedCotangent>
remat::getCapturedCotangents(const Scope &scope, const TapeEntry &entry,
                             ArrayRef<Value> sizes) {
  SmallVector<CapturedCotangent> cotangents;
  for (Value value : getCaptured(entry.op)) {
    if (!scope.isActive(value))
      continue;
    ArrayRef<Value> own = takeDynamicSizes(sizes, value.getType());
    if (isDifferentiable(value.getType()))
      cotangents.push_back({value, own});
  }
  return cotangents;
}
