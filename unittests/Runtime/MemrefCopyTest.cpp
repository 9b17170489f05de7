//===- MemrefCopyTest.cpp - Copies between strided buffers ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/MemrefCopy.h"
#include "gtest/gtest.h"
#include <numeric>
#include <vector>

using remat::runtime::UnrankedBuffer;

namespace {
/// A descriptor of `sizes` and `strides` over `data` from `offset` on.
std::vector<int64_t> describe(std::vector<int32_t> &data, int64_t offset,
                              std::vector<int64_t> sizes,
                              std::vector<int64_t> strides) {
  auto address = reinterpret_cast<int64_t>(data.data());
  std::vector<int64_t> words{address, address, offset};
  words.insert(words.end(), sizes.begin(), sizes.end());
  words.insert(words.end(), strides.begin(), strides.end());
  return words;
}

void copy(std::vector<int64_t> &source, std::vector<int64_t> &target) {
  auto rank = static_cast<int64_t>((source.size() - 3) / 2);
  UnrankedBuffer from{rank, source.data()}, to{rank, target.data()};
  rematMemrefCopy(sizeof(int32_t), &from, &to);
}
} // namespace

TEST(MemrefCopy, Transposes) {
  std::vector<int32_t> source(6), target(6, -1);
  std::iota(source.begin(), source.end(), 0);
  auto from = describe(source, 0, {2, 3}, {3, 1});
  auto to = describe(target, 0, {2, 3}, {1, 2});
  copy(from, to);
  EXPECT_EQ(target, (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
}

TEST(MemrefCopy, RowsIntoALargerBuffer) {
  std::vector<int32_t> source{1, 2, 3, 4}, target(12, 0);
  auto from = describe(source, 0, {2, 2}, {2, 1});
  auto to = describe(target, 5, {2, 2}, {4, 1});
  copy(from, to);
  EXPECT_EQ(target, (std::vector<int32_t>{0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0}));
}

TEST(MemrefCopy, ScalarsAndEmptyBuffers) {
  std::vector<int32_t> source{9}, target{0};
  auto from = describe(source, 0, {}, {}), to = describe(target, 0, {}, {});
  copy(from, to);
  EXPECT_EQ(target[0], 9);
  auto none = describe(source, 0, {0, 4}, {4, 1});
  auto nowhere = describe(target, 0, {0, 4}, {9, 2});
  copy(none, nowhere);
  EXPECT_EQ(target[0], 9);
}
