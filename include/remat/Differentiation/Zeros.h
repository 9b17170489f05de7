//===- Zeros.h - Zeros and sums of cotangents -------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vector space that cotangents live in: zero and addition, for every type
// that carries a tangent.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_ZEROS_H
#define REMAT_DIFFERENTIATION_ZEROS_H

#include "mlir/IR/Builders.h"

namespace remat {

/// `value` of a float scalar, vector or ranked tensor type in every element;
/// `dynamicSizes` has an index value for each dynamic dimension.
mlir::Value createFilled(mlir::OpBuilder &builder, mlir::Location location,
                         mlir::Type type, double value,
                         mlir::ValueRange dynamicSizes = {});

/// Zero of a float scalar, vector or ranked tensor type.
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location location,
                       mlir::Type type, mlir::ValueRange dynamicSizes = {});

/// Sum of two values of one float scalar, vector or ranked tensor type; on
/// tensors an elementwise `linalg.generic`, which bufferizes and fuses.
mlir::Value createSum(mlir::OpBuilder &builder, mlir::Location location,
                      mlir::Value lhs, mlir::Value rhs);

/// Sizes of the dynamic dimensions of a ranked tensor, empty for other types.
llvm::SmallVector<mlir::Value> getDynamicSizes(mlir::OpBuilder &builder,
                                               mlir::Location location,
                                               mlir::Value value);

/// `body` on the elements of `inputs` and of `init`, which are of one shape;
/// the result is written over `init`. `body` gets them in this order and
/// returns the result's element.
mlir::Value createElementwise(
    mlir::OpBuilder &builder, mlir::Location location, mlir::ValueRange inputs,
    mlir::Value init,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                   mlir::ValueRange)>
        body);

/// Takes those of a value of this type off the front of `sizes`.
llvm::ArrayRef<mlir::Value> takeDynamicSizes(llvm::ArrayRef<mlir::Value> &sizes,
                                             mlir::Type type);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_ZEROS_H
