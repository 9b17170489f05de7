//===- Assert.h - The project's assert macro --------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's packaged headers change layout without NDEBUG, so NDEBUG is defined in
// every build and <cassert> is of no use. REMAT_ASSERT checks where
// REMAT_ENABLE_ASSERTIONS is defined (the dev and asan presets).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_ASSERT_H
#define REMAT_SUPPORT_ASSERT_H

#include "llvm/Support/ErrorHandling.h"

#ifdef REMAT_ENABLE_ASSERTIONS
#define REMAT_ASSERT(condition, message)                                       \
  do {                                                                         \
    if (!(condition))                                                          \
      ::llvm::report_fatal_error(__FILE__ ": " message, false);                \
  } while (false)
#else
#define REMAT_ASSERT(condition, message)                                       \
  do {                                                                         \
    (void)sizeof(condition);                                                   \
  } while (false)
#endif

#endif // REMAT_SUPPORT_ASSERT_H
