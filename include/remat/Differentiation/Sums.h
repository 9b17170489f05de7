//===- Sums.h - Sums over elements ------------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums over the elements of a cotangent, for values that were spread over a
// tensor.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_SUMS_H
#define REMAT_DIFFERENTIATION_SUMS_H

#include "mlir/IR/Builders.h"

namespace remat {

/// Sum of all elements of a ranked tensor of floats, as a scalar of its
/// element type. Floats narrower than f32 are added in f32.
mlir::Value createElementSum(mlir::OpBuilder &builder, mlir::Location location,
                             mlir::Value tensor);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_SUMS_H
