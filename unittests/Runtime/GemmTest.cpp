//===- GemmTest.cpp - Matrix products against loops -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers as values, so that results are exact in any order of summation.
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/Gemm.h"
#include "gtest/gtest.h"
#include <vector>

namespace {

/// Strides of one operand: rows, columns and the two batch dimensions.
struct Strides {
  int64_t row, column, batch0, batch1;
};

struct Problem {
  int64_t m, n, k, size0, size1;
  Strides a, b, c;
};

template <typename T> struct Call;
template <> struct Call<float> {
  static constexpr auto function = rematGemmF32;
};
template <> struct Call<double> {
  static constexpr auto function = rematGemmF64;
};

template <typename T> uint64_t address(std::vector<T> &data) {
  return reinterpret_cast<uint64_t>(data.data());
}

template <typename T> void compare(const Problem &p, bool accumulate) {
  constexpr size_t size = 4096;
  std::vector<T> a(size), b(size), c(size, T(7));
  for (size_t i = 0; i < size; ++i) {
    a[i] = T(int(i * 7 % 11) - 5);
    b[i] = T(int(i * 5 % 13) - 6);
  }
  std::vector<T> expected = c;
  for (int64_t x = 0; x < p.size0; ++x)
    for (int64_t y = 0; y < p.size1; ++y)
      for (int64_t i = 0; i < p.m; ++i)
        for (int64_t j = 0; j < p.n; ++j) {
          auto at = [&](const Strides &s, int64_t row, int64_t column) {
            return x * s.batch0 + y * s.batch1 + row * s.row +
                   column * s.column;
          };
          T &out = expected[at(p.c, i, j)];
          T sum = accumulate ? out : T(0);
          for (int64_t q = 0; q < p.k; ++q)
            sum += a[at(p.a, i, q)] * b[at(p.b, q, j)];
          out = sum;
        }
  Call<T>::function(address(a), address(b), address(c), p.m, p.n, p.k, p.a.row,
                    p.a.column, p.b.row, p.b.column, p.c.row, p.c.column,
                    p.size0, p.a.batch0, p.b.batch0, p.c.batch0, p.size1,
                    p.a.batch1, p.b.batch1, p.c.batch1, accumulate);
  EXPECT_EQ(c, expected);
}

void compareAll(const Problem &problem) {
  for (bool accumulate : {false, true}) {
    compare<float>(problem, accumulate);
    compare<double>(problem, accumulate);
  }
}

} // namespace

TEST(Gemm, Plain) {
  compareAll({5, 6, 7, 1, 1, {7, 1, 0, 0}, {6, 1, 0, 0}, {6, 1, 0, 0}});
}

TEST(Gemm, TransposedOperands) {
  compareAll({5, 6, 7, 1, 1, {1, 5, 0, 0}, {6, 1, 0, 0}, {6, 1, 0, 0}});
  compareAll({5, 6, 7, 1, 1, {7, 1, 0, 0}, {1, 7, 0, 0}, {6, 1, 0, 0}});
  compareAll({5, 6, 7, 1, 1, {1, 5, 0, 0}, {1, 7, 0, 0}, {6, 1, 0, 0}});
}

TEST(Gemm, TransposedResult) {
  compareAll({5, 6, 7, 1, 1, {7, 1, 0, 0}, {6, 1, 0, 0}, {1, 5, 0, 0}});
  compareAll({5, 6, 7, 1, 1, {1, 5, 0, 0}, {1, 7, 0, 0}, {1, 5, 0, 0}});
}

TEST(Gemm, RowsFartherApartThanTheyAreLong) {
  compareAll({5, 6, 7, 1, 1, {20, 1, 0, 0}, {30, 1, 0, 0}, {40, 1, 0, 0}});
}

TEST(Gemm, NoUnitStride) {
  compareAll({5, 6, 7, 1, 1, {21, 3, 0, 0}, {12, 2, 0, 0}, {24, 4, 0, 0}});
}

TEST(Gemm, RepeatedRows) {
  compareAll({5, 6, 7, 1, 1, {0, 1, 0, 0}, {0, 1, 0, 0}, {6, 1, 0, 0}});
}

TEST(Gemm, VectorsAndScalars) {
  compareAll({1, 6, 7, 1, 1, {0, 1, 0, 0}, {6, 1, 0, 0}, {0, 1, 0, 0}});
  compareAll({5, 1, 7, 1, 1, {7, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}});
  compareAll({5, 1, 7, 1, 1, {7, 1, 0, 0}, {3, 0, 0, 0}, {2, 0, 0, 0}});
  compareAll({5, 6, 1, 1, 1, {1, 0, 0, 0}, {0, 1, 0, 0}, {6, 1, 0, 0}});
  compareAll({1, 1, 7, 1, 1, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}});
}

TEST(Gemm, Batches) {
  // As in attention: [batch, sequence, head, depth] with heads as a batch.
  compareAll({4, 4, 3, 2, 5, {15, 1, 60, 3}, {1, 15, 60, 3}, {4, 1, 80, 16}});
}

TEST(Gemm, NothingToDo) {
  compareAll({0, 6, 7, 1, 1, {7, 1, 0, 0}, {6, 1, 0, 0}, {6, 1, 0, 0}});
  compareAll({5, 6, 0, 1, 1, {0, 1, 0, 0}, {6, 1, 0, 0}, {6, 1, 0, 0}});
}
