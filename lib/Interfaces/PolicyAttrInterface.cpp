//===- PolicyAttrInterface.cpp - What may be saved ------------------------===//
//
// Part of the remat project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Interfaces/PolicyAttrInterface.h"

#include "remat/Interfaces/PolicyAttrInterface.cpp.inc"
