//===- RegistrationTest.cpp - Loading dialects with their rules -----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules are attached while a dialect is loaded, and dialects load others: a
// rule that loads one itself is fatal for some first dialect, but not for
// others.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "remat/InitAll.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

TEST(Registration, EveryDialectMayBeTheFirst) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  for (StringRef name : registry.getDialectNames()) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    EXPECT_TRUE(context.getOrLoadDialect(name)) << name.str();
  }
}

} // namespace
