//===- NarrowFloats.cpp - Conversions to bf16 for compiled programs -------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To the nearest, ties to even. From f64 by way of an f32 rounded to odd, so
// that the second rounding gives what a single one would.
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/NarrowFloats.h"

#include <cmath>
#include <cstdint>
#include <cstring>

template <typename To, typename From> static To reinterpret(From value) {
  static_assert(sizeof(To) == sizeof(From), "same bits");
  To result;
  std::memcpy(&result, &value, sizeof(To));
  return result;
}

/// `value` in f32; where that is not exact, the neighbour whose last bit is 1.
static float roundToOdd(double value) {
  float nearest = static_cast<float>(value);
  if (std::isnan(value) || static_cast<double>(nearest) == value)
    return nearest;
  auto bits = reinterpret<uint32_t>(nearest);
  if (!(bits & 1))
    bits += std::fabs(static_cast<double>(nearest)) > std::fabs(value) ? -1 : 1;
  return reinterpret<float>(bits);
}

extern "C" __bf16 rematTruncateF32ToBf16(float value) {
  auto bits = reinterpret<uint32_t>(value);
  uint32_t upper = bits >> 16;
  if (std::isnan(value))
    upper |= 0x40; // Quiet, and not infinity.
  else
    upper = (bits + 0x7fff + (upper & 1)) >> 16;
  return reinterpret<__bf16>(static_cast<uint16_t>(upper));
}

extern "C" __bf16 rematTruncateF64ToBf16(double value) {
  return rematTruncateF32ToBf16(roundToOdd(value));
}
