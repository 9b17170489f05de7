//===- SanitizerOptions.cpp - What AddressSanitizer starts with -----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's arenas poison what they have not handed out. Their code is in headers:
// ours, instrumented, poisons; the shared libraries', which is not, hands out
// of the same arenas without unpoisoning. So poisoning by hand is off.
// Allocations that fail are tested: they give null here too.
//
//===----------------------------------------------------------------------===//

/// Called by AddressSanitizer's runtime; ASAN_OPTIONS comes after it.
extern "C" __attribute__((visibility("default"), used)) const char *
__asan_default_options() {
  return "allow_user_poisoning=0:allocator_may_return_null=1";
}
