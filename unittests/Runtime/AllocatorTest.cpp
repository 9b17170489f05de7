//===- AllocatorTest.cpp - Counted allocation -----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/Allocator.h"
#include "gtest/gtest.h"
#include <cstdint>

using namespace remat::runtime;

TEST(Allocator, CountsWhatWasAskedFor) {
  Allocator allocator;
  void *a = allocator.allocate(100);
  void *b = allocator.allocate(28);
  EXPECT_EQ(allocator.counts().current, 128u);
  EXPECT_TRUE(allocator.release(a));
  void *c = allocator.allocate(3);
  AllocationCounts counts = allocator.counts();
  EXPECT_EQ(counts.current, 31u);
  EXPECT_EQ(counts.peak, 128u);
  EXPECT_EQ(counts.allocations, 3u);
  EXPECT_EQ(counts.live, 2u);
  EXPECT_TRUE(allocator.release(b));
  EXPECT_TRUE(allocator.release(c));
  EXPECT_EQ(allocator.counts().current, 0u);
  EXPECT_EQ(allocator.counts().live, 0u);
}

TEST(Allocator, PeakStartsAgainFromWhatIsLive) {
  Allocator allocator;
  void *a = allocator.allocate(10);
  allocator.release(allocator.allocate(1000));
  allocator.resetPeak();
  EXPECT_EQ(allocator.counts().peak, 10u);
  EXPECT_EQ(allocator.counts().allocations, 0u);
  allocator.release(a);
}

TEST(Allocator, BlocksAreAligned) {
  Allocator allocator;
  for (size_t bytes : {0, 1, 63, 64, 65, 4096}) {
    void *block = allocator.allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % Allocator::alignment, 0u);
    EXPECT_TRUE(allocator.release(block));
  }
}

TEST(Allocator, EmptyBlocksDiffer) {
  Allocator allocator;
  void *a = allocator.allocate(0), *b = allocator.allocate(0);
  EXPECT_NE(a, nullptr);
  EXPECT_NE(a, b);
  EXPECT_EQ(allocator.counts().current, 0u);
  EXPECT_EQ(allocator.counts().live, 2u);
  allocator.release(a);
  allocator.release(b);
}

TEST(Allocator, RefusesWhatIsNotLive) {
  Allocator allocator;
  int other = 0;
  EXPECT_FALSE(allocator.release(&other));
  void *a = allocator.allocate(8);
  EXPECT_TRUE(allocator.release(a));
  EXPECT_FALSE(allocator.release(a));
  EXPECT_FALSE(allocator.isLive(a));
  EXPECT_TRUE(allocator.release(nullptr));
}

TEST(Allocator, UsesAFreedBlockAgain) {
  Allocator allocator;
  void *a = allocator.allocate(1 << 12);
  allocator.release(a);
  void *b = allocator.allocate(1 << 12);
  EXPECT_EQ(a, b);
  size_t bytes = 0;
  EXPECT_TRUE(allocator.isLive(b, &bytes));
  EXPECT_EQ(bytes, size_t(1) << 12);
  allocator.release(b);
}

TEST(Allocator, ExhaustedMemoryIsNull) {
  Allocator allocator;
  EXPECT_EQ(allocator.allocate(SIZE_MAX), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(allocator.counts().current, 0u);
}
