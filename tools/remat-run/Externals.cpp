//===- Externals.cpp - What compiled code may call ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Externals.h"
#include "Diagnostics.h"
#include "Errors.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "remat/Runtime/Allocator.h"
#include "remat/Runtime/Gemm.h"
#include "remat/Runtime/MemrefCopy.h"
#include "remat/Runtime/NarrowFloats.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir;
using namespace remat::run;
using llvm::Error;
namespace orc = llvm::orc;

namespace {
struct RuntimeFunction {
  StringRef name;
  void *address;
};
} // namespace

template <typename Function>
static RuntimeFunction entry(StringRef name, Function *function) {
  return {name, reinterpret_cast<void *>(function)};
}

static ArrayRef<RuntimeFunction> runtimeFunctions() {
  static const RuntimeFunction functions[] = {
      entry("_mlir_memref_to_llvm_alloc", &rematAllocate),
      entry("_mlir_memref_to_llvm_aligned_alloc", &rematAlignedAllocate),
      entry("_mlir_memref_to_llvm_free", &rematFree),
      entry("memrefCopy", &rematMemrefCopy),
      entry("__truncsfbf2", &rematTruncateF32ToBf16),
      entry("__truncdfbf2", &rematTruncateF64ToBf16),
      entry("rematGemmF32", &rematGemmF32),
      entry("rematGemmF64", &rematGemmF64),
  };
  return functions;
}

orc::SymbolMap remat::run::runtimeSymbols(orc::MangleAndInterner mangle) {
  orc::SymbolMap symbols;
  for (const RuntimeFunction &function : runtimeFunctions())
    symbols[mangle(function.name)] = {
        orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported};
  return symbols;
}

static bool isDeclaration(Operation *symbol) {
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(symbol))
    return function.isExternal();
  auto global = dyn_cast<LLVM::GlobalOp>(symbol);
  return global && global.getLinkage() == LLVM::Linkage::External &&
         !global.getValueOrNull() && global.getInitializerRegion().empty();
}

/// Whether the JIT will find it: an intrinsic, or a function of the runtime or
/// of this process.
static bool isKnown(StringRef name) {
  // This process too, not only what was opened by name.
  static bool opened =
      !llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  return name.starts_with("llvm.") ||
         llvm::any_of(runtimeFunctions(),
                      [&](const RuntimeFunction &function) {
                        return function.name == name;
                      }) ||
         (opened && llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
                        name.str()) != nullptr);
}

Error remat::run::checkExternals(ModuleOp module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return Error::success();
  SymbolTable symbols(module);
  for (const SymbolTable::SymbolUse &use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    Operation *symbol = symbols.lookup(name);
    if (!symbol || !isDeclaration(symbol) || isKnown(name))
      continue;
    DiagnosticLines diagnostics(module.getContext());
    use.getUser()->emitError()
        << "uses '@" << name.getValue()
        << "', which is declared and not defined: neither the program has it "
           "nor the runtime nor the C library";
    return programError(diagnostics.firstError(""));
  }
  return Error::success();
}
