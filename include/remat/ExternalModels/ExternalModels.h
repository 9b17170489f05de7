//===- ExternalModels.h - Rules for upstream ops ----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derivative rules of upstream dialects' ops, attached when the dialect is
// loaded. One function, and one file, a dialect. The dialects that the rules
// emit ops of are loaded by the passes that call the rules: loading one while
// another is being loaded is fatal wherever the two depend on each other.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_EXTERNALMODELS_EXTERNALMODELS_H
#define REMAT_EXTERNALMODELS_EXTERNALMODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace remat {

void registerArithModels(mlir::DialectRegistry &registry);
void registerMathModels(mlir::DialectRegistry &registry);
void registerLinalgModels(mlir::DialectRegistry &registry);
void registerTensorModels(mlir::DialectRegistry &registry);

/// All of the above.
void registerExternalModels(mlir::DialectRegistry &registry);

} // namespace remat

#endif // REMAT_EXTERNALMODELS_EXTERNALMODELS_H
