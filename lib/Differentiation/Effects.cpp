//===- Effects.cpp - What can't be run twice ------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace remat;

namespace {
class EffectFinder {
public:
  explicit EffectFinder(const SymbolTable &symbols) : symbols(symbols) {}

  Operation *find(Operation *root) {
    Operation *effect = nullptr;
    root->walk([&](Operation *op) {
      effect = findIn(op);
      return effect ? WalkResult::interrupt() : WalkResult::advance();
    });
    return effect;
  }

private:
  Operation *findIn(Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      return findInCallee(op, call.getCallee());
    if (auto custom = dyn_cast<CustomVjpOp>(op))
      return findInCallee(op, custom.getCallee());
    // A barrier only looks as if it had one; ops inside speak for themselves.
    if (isa<OptimizationBarrierOp, func::FuncOp>(op) ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isMemoryEffectFree(op))
      return nullptr;
    return op;
  }

  Operation *findInCallee(Operation *call, StringRef name) {
    auto callee = symbols.lookup<func::FuncOp>(name);
    if (!callee || callee.isExternal())
      return call;
    return visited.insert(callee).second ? find(callee) : nullptr;
  }

  const SymbolTable &symbols;
  llvm::DenseSet<Operation *> visited;
};
} // namespace

Operation *remat::findEffect(Operation *root, const SymbolTable &symbols) {
  return EffectFinder(symbols).find(root);
}
