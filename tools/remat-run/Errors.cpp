//===- Errors.cpp - Errors with an exit code ------------------------------===//
//
// Part of the remat project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"

char remat::run::RunError::ID = 0;
