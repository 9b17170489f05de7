//===- ReverseDiffOpInterface.cpp - Derivative of an op -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Interfaces/ReverseDiffOpInterface.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

#include "remat/Interfaces/ReverseDiffOpInterface.cpp.inc"

SmallVector<Value> remat::getInputs(Operation *op) {
  SmallVector<Value> inputs(op->getOperands());
  if (op->getNumRegions() != 0) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(inputs, captured);
  }
  return inputs;
}

bool remat::isDifferentiable(Type type) {
  return !isa<BaseMemRefType>(type) &&
         isa<FloatType, ComplexType>(getElementTypeOrSelf(type));
}
