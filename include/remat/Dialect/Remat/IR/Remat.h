//===- Remat.h - The remat dialect ------------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its attributes and its ops.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMAT_H
#define REMAT_DIALECT_REMAT_IR_REMAT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/PolicyAttrInterface.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

namespace remat {

/// What a barrier allocates from: nothing else has effects on it.
struct BarrierResource
    : public mlir::SideEffects::Resource::Base<BarrierResource> {
  llvm::StringRef getName() final { return "remat.barrier"; }
};

} // namespace remat

#include "remat/Dialect/Remat/IR/RematDialect.h.inc"
#include "remat/Dialect/Remat/IR/RematEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "remat/Dialect/Remat/IR/RematAttributes.h.inc"
#define GET_OP_CLASSES
#include "remat/Dialect/Remat/IR/RematOps.h.inc"

namespace remat {

/// The float arguments of a function type: what `wrt` means where it is left
/// out.
llvm::SmallVector<int64_t> getFloatArguments(mlir::TypeRange arguments);

} // namespace remat

#endif // REMAT_DIALECT_REMAT_IR_REMAT_H
