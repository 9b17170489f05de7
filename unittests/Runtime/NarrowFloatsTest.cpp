//===- NarrowFloatsTest.cpp - Conversions to bf16 -------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/NarrowFloats.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstdint>
#include <cstring>

static unsigned bitsOf(__bf16 value) {
  uint16_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

TEST(NarrowFloats, NearestEvenFromF32) {
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(1.0f)), 0x3f80u);
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(1.0f + 0x1p-8f)), 0x3f80u);
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(1.0f + 3 * 0x1p-8f)), 0x3f82u);
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(1.0f + 0x1p-8f + 0x1p-23f)), 0x3f81u);
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(-0.0f)), 0x8000u);
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(3.4e38f)), 0x7f80u);
  EXPECT_EQ(bitsOf(rematTruncateF32ToBf16(-INFINITY)), 0xff80u);
}

// The second would be a tie after a first rounding to f32.
TEST(NarrowFloats, RoundsOnceFromF64) {
  EXPECT_EQ(bitsOf(rematTruncateF64ToBf16(1.0 + 0x1p-8)), 0x3f80u);
  EXPECT_EQ(bitsOf(rematTruncateF64ToBf16(1.0 + 0x1p-8 + 0x1p-40)), 0x3f81u);
  EXPECT_EQ(bitsOf(rematTruncateF64ToBf16(-(1.0 + 0x1p-8 + 0x1p-40))), 0xbf81u);
  EXPECT_EQ(bitsOf(rematTruncateF64ToBf16(1.0 + 3 * 0x1p-8 - 0x1p-40)),
            0x3f81u);
  EXPECT_EQ(bitsOf(rematTruncateF64ToBf16(1e300)), 0x7f80u);
  EXPECT_EQ(bitsOf(rematTruncateF64ToBf16(-1e-300)), 0x8000u);
}

TEST(NarrowFloats, NanStaysNan) {
  unsigned fromF32 = bitsOf(rematTruncateF32ToBf16(NAN)) & 0x7fff;
  unsigned fromF64 = bitsOf(rematTruncateF64ToBf16(NAN)) & 0x7fff;
  EXPECT_GT(fromF32, 0x7f80u);
  EXPECT_GT(fromF64, 0x7f80u);
}
