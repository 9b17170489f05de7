//===- Slices.h - Parts of tensors, empty ones too --------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's slices refuse an offset at the end of a dimension, also where they
// take nothing from it. A part that has no elements needs no slice. Where they
// lack dimensions, upstream may mistake which.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_SLICES_H
#define REMAT_DIFFERENTIATION_SLICES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace remat {

/// Whether a slice of these sizes as a `type` of lower rank may be taken, once
/// a size is known to be one, for one that drops that dimension, in another
/// order of sizes. Upstream's canonicalization does so and reads other
/// elements.
bool mayDropOthers(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                   mlir::RankedTensorType type);

/// The part of `source` at the offsets, as a `type`, which may lack dimensions
/// of size one; a new tensor where that has no elements.
mlir::Value createExtractSlice(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::RankedTensorType type, mlir::Value source,
                               llvm::ArrayRef<mlir::OpFoldResult> offsets,
                               llvm::ArrayRef<mlir::OpFoldResult> sizes,
                               llvm::ArrayRef<mlir::OpFoldResult> strides);

/// `destination` with `part` at the offsets; as it is where that has no
/// elements.
mlir::Value createInsertSlice(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value part, mlir::Value destination,
                              llvm::ArrayRef<mlir::OpFoldResult> offsets,
                              llvm::ArrayRef<mlir::OpFoldResult> sizes,
                              llvm::ArrayRef<mlir::OpFoldResult> strides);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_SLICES_H
