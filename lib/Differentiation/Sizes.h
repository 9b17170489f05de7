//===- Sizes.h - Sizes of values in loops -----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_SIZES_H
#define REMAT_LIB_DIFFERENTIATION_SIZES_H

#include "mlir/IR/Builders.h"

namespace remat {

/// Where the size of a dimension is stated: as an integer, or as a dimension of
/// a tensor.
struct SizeSource {
  mlir::OpFoldResult size = {};
  mlir::Value tensor = {};
  int64_t dim = 0;

  explicit operator bool() const { return size || tensor; }
};

/// Follows the size of dimension `dim` of `value` back through ops that keep or
/// state it, and through loops that carry it unchanged, to where it is stated
/// in `body`, or to a value from outside. Null where an op on the way is
/// unknown.
SizeSource findSize(mlir::Value value, int64_t dim, mlir::Block *body);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_SIZES_H
