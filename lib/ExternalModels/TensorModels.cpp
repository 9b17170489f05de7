//===- TensorModels.cpp - Rules for Tensor ops --------------------------===//
//
// Part of the remat project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;

void remat::registerTensorModels(DialectRegistry &) {}
