//===- Rebuild.h - Give loops and branches other results --------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_REBUILD_H
#define REMAT_LIB_DIFFERENTIATION_REBUILD_H

#include "remat/Differentiation/JointFunction.h"

namespace remat {

/// An op with the name and attributes of `op`, and its regions empty.
mlir::Operation *createLike(mlir::OpBuilder &builder, mlir::Operation *op,
                            mlir::ValueRange operands, mlir::TypeRange types);

/// Puts an op with other operands and results in the place of a loop or branch
/// of the joint function; it takes over the blocks. `kept` has the numbers of
/// the old results that the first new ones stand for; the others must have no
/// uses. What is known of the joint function is kept true. The blocks'
/// arguments and terminators are the caller's to change.
mlir::Operation *rebuild(JointFunction &joint, mlir::Operation *op,
                         mlir::ValueRange operands, mlir::TypeRange types,
                         llvm::ArrayRef<unsigned> kept);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_REBUILD_H
