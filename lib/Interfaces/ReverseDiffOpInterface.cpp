//===- ReverseDiffOpInterface.cpp - Derivative of an op -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Interfaces/ReverseDiffOpInterface.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

#include "remat/Interfaces/ReverseDiffOpInterface.cpp.inc"

/// Whether a value is made within the regions of `op`.
static bool isInside(Value value, Operation *op) {
  Operation *around = value.getParentBlock()->getParentOp();
  return around && op->isAncestor(around);
}

SmallVector<Value> remat::getCaptured(Operation *op) {
  // Not by upstream's walk, which asks whether a value lies in a region around
  // the op: a rule may work on a copy that stands apart from what it uses.
  llvm::SmallSetVector<Value, 4> captured;
  for (Region &region : op->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!isInside(operand, op))
          captured.insert(operand);
    });
  return SmallVector<Value>(captured.begin(), captured.end());
}

SmallVector<Value> remat::getInputs(Operation *op) {
  SmallVector<Value> inputs(op->getOperands());
  llvm::append_range(inputs, getCaptured(op));
  return inputs;
}

bool remat::isDifferentiable(Type type) {
  return !isa<BaseMemRefType>(type) &&
         isa<FloatType, ComplexType>(getElementTypeOrSelf(type));
}

bool remat::isOpaque(Type type) {
  if (isa<BaseMemRefType>(type))
    return true;
  return !isa<FloatType, ComplexType, IntegerType, IndexType, NoneType,
              FunctionType>(getElementTypeOrSelf(type));
}

/// By name: several dialects have one, with no interface in common.
static bool isBitcast(Operation *op) {
  return op->getName().stripDialect() == "bitcast" ||
         isa<UnrealizedConversionCastOp>(op);
}

static bool givesFloatsOnly(Operation *op) {
  return llvm::all_of(op->getResultTypes(), remat::isDifferentiable);
}

bool remat::takesBits(Operation *op) {
  if (givesFloatsOnly(op))
    return false;
  return op
      ->walk([](Operation *inner) {
        return isBitcast(inner) && !givesFloatsOnly(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}
