//===- StructuredEmission.h - Emit generics by their maps -------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a `linalg.generic` from the maps of what it reads and writes. Iterator
// types, initial value and accumulation follow from the map of the result.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_STRUCTUREDEMISSION_H
#define REMAT_DIFFERENTIATION_STRUCTUREDEMISSION_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace remat {

/// A tensor or scalar and where each iteration of a loop nest reads it.
struct IndexedValue {
  mlir::Value value;
  mlir::AffineMap map;
};

/// What a generic writes.
struct IndexedResult {
  mlir::RankedTensorType type;
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> dynamicSizes;
};

using LoopSizes = llvm::function_ref<mlir::OpFoldResult(unsigned loop)>;
using ElementBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange elements)>;

/// How a result that several iterations write is accumulated.
struct Accumulator {
  mlir::TypedAttr initial;
  mlir::Value (*combine)(mlir::OpBuilder &, mlir::Location,
                         mlir::Value accumulated, mlir::Value value);
};

/// Emits, as a tensor, the sum, over all iterations that write it, of each
/// element of `result`. `body` gets an element of each of `inputs` and returns
/// what is added. Where the map is one to one the result is written without
/// being read; elsewhere a zero is filled in, every loop that the map isn't one
/// to one in is a reduction, and floats narrower than f32 are added in f32.
/// `sizes` is asked for loops that no input and no result has as a dimension.
mlir::Value emitStructured(mlir::OpBuilder &builder, mlir::Location location,
                           LoopSizes sizes, llvm::ArrayRef<IndexedValue> inputs,
                           const IndexedResult &result, ElementBuilder body);

/// The same with another accumulation than a sum, in the type of the result,
/// which several iterations must write.
mlir::Value emitAccumulated(mlir::OpBuilder &builder, mlir::Location location,
                            LoopSizes sizes,
                            llvm::ArrayRef<IndexedValue> inputs,
                            const IndexedResult &result,
                            const Accumulator &accumulator,
                            ElementBuilder body);

/// Type in which sums of `type` are formed: f32 for narrower floats.
mlir::FloatType getAccumulatorType(mlir::FloatType type);

/// Converts a tensor of floats to another float type; emits nothing for the
/// same type.
mlir::Value convertElements(mlir::OpBuilder &builder, mlir::Location location,
                            mlir::Value tensor, mlir::FloatType type);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_STRUCTUREDEMISSION_H
