//===- StructuredBroadcast.h - See through broadcasts -----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A coefficient that is a broadcast is kept as what was broadcast. Which
// dimensions are missing from it, or have size one, is told by its type alone,
// so that the backward pass needs nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_STRUCTUREDBROADCAST_H
#define REMAT_DIFFERENTIATION_STRUCTUREDBROADCAST_H

#include "remat/Differentiation/StructuredEmission.h"

namespace remat {

/// The tensor or scalar that `value` is broadcast from, with a map from the
/// dimensions of `value` to its own; `value` itself where it is no broadcast.
/// The element of a constant of equal elements counts, as an attribute.
struct BroadcastSource {
  mlir::Value value;
  mlir::AffineMap map;
  mlir::TypedAttr constant;
};
BroadcastSource findBroadcastSource(mlir::Value value);

/// `value`, or what it is broadcast from in a form that `readBroadcast`
/// understands.
mlir::Value compressBroadcast(mlir::OpBuilder &builder, mlir::Location location,
                              mlir::Value value);

/// Where an iteration reads `value`, which stands for a tensor of `type` that
/// it reads at `map`, as it is or compressed.
IndexedValue readBroadcast(mlir::Value value, mlir::Type type,
                           mlir::AffineMap map);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_STRUCTUREDBROADCAST_H
