//===- ExternalModels.cpp - Rules for upstream ops ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/ExternalModels/ExternalModels.h"

void remat::registerExternalModels(mlir::DialectRegistry &registry) {
  registerArithModels(registry);
  registerMathModels(registry);
  registerLinalgModels(registry);
  registerTensorModels(registry);
}
