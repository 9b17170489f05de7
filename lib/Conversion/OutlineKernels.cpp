//===- OutlineKernels.cpp - One function for equal loop nests -------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves every structured op on buffers to a function of its own and lets equal
// ones share it: identical layers are then compiled once, and LLVM sees many
// small functions in place of one that its passes are not linear in.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Conversion/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace remat {
#define GEN_PASS_DEF_REMATOUTLINEKERNELS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

/// Everything from outside that `op` reads or writes through.
static SetVector<Value> findCaptures(Operation *op) {
  SetVector<Value> captures(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  return captures;
}

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

//===----------------------------------------------------------------------===//
// Aliasing
//===----------------------------------------------------------------------===//

/// The memory that `value` is a view of, where it is known to overlap no other:
/// an allocation or a constant. Arguments of the program may overlap each
/// other, but are only read.
static Value findMemory(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  if (value.getDefiningOp<memref::AllocOp>() ||
      value.getDefiningOp<memref::GetGlobalOp>())
    return value;
  return nullptr;
}

/// Whether `value` is an argument of a function of the program, or a view of
/// one; compiled code never writes there.
static bool isArgument(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : nullptr;
  return function && function.isPublic();
}

/// Whether no two buffers of `arguments` overlap unless both are only read.
static bool areApart(ArrayRef<Value> arguments) {
  DenseSet<Value> seen;
  for (Value value : arguments) {
    if (!isa<BaseMemRefType>(value.getType()) || isArgument(value))
      continue;
    Value memory = findMemory(value);
    if (!memory || !seen.insert(memory).second)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
struct OutlineKernels
    : public remat::impl::RematOutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override;

private:
  void outline(Operation *op);
  /// A function with `op` as its body, not in the module yet.
  func::FuncOp makeKernel(Operation *op, ArrayRef<Value> arguments,
                          ArrayRef<Value> constants);
  func::FuncOp share(func::FuncOp kernel);
  void simplifyCompilation(func::FuncOp caller);

  /// Kernels by their text.
  llvm::StringMap<func::FuncOp> kernels;
};
} // namespace

/// Attributes that LLVM's function takes as they are.
static void passToLlvm(func::FuncOp function, ArrayRef<StringRef> names) {
  Builder builder(function.getContext());
  function->setAttr("passthrough", builder.getStrArrayAttr(names));
}

func::FuncOp OutlineKernels::makeKernel(Operation *op,
                                        ArrayRef<Value> arguments,
                                        ArrayRef<Value> constants) {
  OpBuilder builder(&getContext());
  auto kernel = func::FuncOp::create(
      builder, op->getLoc(), "kernel",
      builder.getFunctionType(TypeRange(ValueRange(arguments)), {}));
  kernel.setPrivate();
  passToLlvm(kernel, {"noinline", "nounwind"});
  kernel->setAttr("llvm.linkage", LLVM::LinkageAttr::get(
                                      &getContext(), LLVM::Linkage::Internal));
  Block *block = kernel.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping mapping;
  mapping.map(ValueRange(arguments), block->getArguments());
  for (Value constant : constants)
    builder.clone(*constant.getDefiningOp(), mapping);
  builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc());
  if (areApart(arguments))
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (isa<BaseMemRefType>(argument.getType()))
        kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
  return kernel;
}

func::FuncOp OutlineKernels::share(func::FuncOp kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel.print(os, OpPrintingFlags().useLocalScope());
  auto [found, isNew] = kernels.try_emplace(text, kernel);
  if (!isNew) {
    kernel.erase();
    return found->second;
  }
  // The symbol table would be rebuilt for each; numbers are unique enough.
  std::string name;
  for (unsigned number = kernels.size() - 1;; ++number) {
    name = "kernel_" + std::to_string(number);
    if (!getOperation().lookupSymbol(name))
      break;
  }
  kernel.setName(name);
  getOperation().push_back(kernel);
  return kernel;
}

void OutlineKernels::outline(Operation *op) {
  SmallVector<Value> arguments, constants;
  for (Value value : findCaptures(op))
    (isConstant(value) ? constants : arguments).push_back(value);
  func::FuncOp kernel = share(makeKernel(op, arguments, constants));
  OpBuilder builder(op);
  func::CallOp::create(builder, op->getLoc(), kernel, arguments);
  op->erase();
}

/// A long straight line of calls gains nothing from optimization, which takes
/// most of the time in it.
void OutlineKernels::simplifyCompilation(func::FuncOp caller) {
  constexpr unsigned longLine = 500;
  unsigned count = 0;
  bool hasLoops = caller
                      .walk([&](Operation *op) {
                        ++count;
                        return isa<LoopLikeOpInterface>(op)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
  if (!hasLoops && count > longLine && caller.getBody().hasOneBlock())
    passToLlvm(caller, {"noinline", "optnone"});
}

void OutlineKernels::runOnOperation() {
  SmallVector<Operation *> ops;
  SmallVector<func::FuncOp> callers;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    callers.push_back(function);
    function.walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && op.getNumLoops() > 0)
        ops.push_back(op);
    });
  }
  for (Operation *op : ops)
    outline(op);
  for (func::FuncOp caller : callers)
    simplifyCompilation(caller);
}
