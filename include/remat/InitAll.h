//===- InitAll.h - Register everything --------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tool or an embedding compiler calls to get the dialect, the rules and
// the passes.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INITALL_H
#define REMAT_INITALL_H

#include "mlir/IR/DialectRegistry.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"
#include "remat/ExternalModels/ExternalModels.h"
#include "remat/Pipelines/Pipelines.h"

namespace remat {

/// Adds the dialect and the derivative rules of upstream dialects.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<RematDialect>();
  registerExternalModels(registry);
}

/// Adds the passes and pipelines to the command line's.
inline void registerAllPasses() {
  registerRematPasses();
  registerRematConversionPasses();
  registerPipelines();
}

} // namespace remat

#endif // REMAT_INITALL_H
