//===- Gemm.cpp - Matrix products for compiled programs -------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads strides as a BLAS call: which side is transposed, leading dimensions,
// and whether C wants the transposed product.
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/Gemm.h"

#include <algorithm>
#include <cblas.h>
#include <climits>
#include <thread>

using namespace remat;

static unsigned threadCount = 0;

void runtime::setThreads(unsigned threads) {
  if (!threads)
    threads = std::max(1u, std::thread::hardware_concurrency());
  threadCount = threads;
  openblas_set_num_threads(static_cast<int>(threads));
}

unsigned runtime::getThreads() {
  if (!threadCount)
    setThreads(0);
  return threadCount;
}

namespace {

/// A matrix of `rows` by `columns` and its strides, in elements.
template <typename T> struct Matrix {
  T *data;
  int64_t rows, columns;
  int64_t rowStride, columnStride;

  Matrix transposed() const {
    return {data, columns, rows, columnStride, rowStride};
  }
};

/// How a BLAS names a matrix: its leading dimension, and whether it is stored
/// transposed.
struct Storage {
  bool valid;
  bool transposed;
  int leading;
};

} // namespace

/// Storage of a matrix in row-major order: unit stride along columns (or along
/// rows, if transposed) and rows that do not overlap.
template <typename T> static Storage findStorage(const Matrix<T> &matrix) {
  auto fits = [](int64_t length, int64_t unit, int64_t count, int64_t leading) {
    return (length <= 1 || unit == 1) && (count <= 1 || leading >= length) &&
           leading <= INT_MAX;
  };
  auto lead = [](int64_t length, int64_t count, int64_t leading) {
    return static_cast<int>(count <= 1 ? std::max<int64_t>(length, 1)
                                       : leading);
  };
  if (fits(matrix.columns, matrix.columnStride, matrix.rows, matrix.rowStride))
    return {true, false, lead(matrix.columns, matrix.rows, matrix.rowStride)};
  if (fits(matrix.rows, matrix.rowStride, matrix.columns, matrix.columnStride))
    return {true, true, lead(matrix.rows, matrix.columns, matrix.columnStride)};
  return {false, false, 0};
}

template <typename T>
static void multiplyByLoops(const Matrix<const T> &a, const Matrix<const T> &b,
                            const Matrix<T> &c, bool accumulate) {
  for (int64_t i = 0; i < c.rows; ++i)
    for (int64_t j = 0; j < c.columns; ++j) {
      T &out = c.data[i * c.rowStride + j * c.columnStride];
      T sum = accumulate ? out : T(0);
      for (int64_t p = 0; p < a.columns; ++p)
        sum += a.data[i * a.rowStride + p * a.columnStride] *
               b.data[p * b.rowStride + j * b.columnStride];
      out = sum;
    }
}

static void callBlas(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n,
                     int k, const float *a, int lda, const float *b, int ldb,
                     float beta, float *c, int ldc) {
  cblas_sgemm(CblasRowMajor, ta, tb, m, n, k, 1.0f, a, lda, b, ldb, beta, c,
              ldc);
}

static void callBlas(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n,
                     int k, const double *a, int lda, const double *b, int ldb,
                     double beta, double *c, int ldc) {
  cblas_dgemm(CblasRowMajor, ta, tb, m, n, k, 1.0, a, lda, b, ldb, beta, c,
              ldc);
}

template <typename T>
static void multiply(Matrix<const T> a, Matrix<const T> b, Matrix<T> c,
                     bool accumulate) {
  if (c.rows == 0 || c.columns == 0)
    return;
  Storage storedC = findStorage(c);
  if (storedC.valid && storedC.transposed) {
    // C^T = B^T A^T, and C^T is stored by rows.
    std::swap(a, b);
    a = a.transposed();
    b = b.transposed();
    c = c.transposed();
  }
  Storage storedA = findStorage(a), storedB = findStorage(b);
  bool small =
      c.rows <= INT_MAX && c.columns <= INT_MAX && a.columns <= INT_MAX;
  if (!storedA.valid || !storedB.valid || !storedC.valid || !small ||
      a.columns == 0)
    return multiplyByLoops(a, b, c, accumulate);
  auto flag = [](Storage storage) {
    return storage.transposed ? CblasTrans : CblasNoTrans;
  };
  callBlas(flag(storedA), flag(storedB), static_cast<int>(c.rows),
           static_cast<int>(c.columns), static_cast<int>(a.columns), a.data,
           storedA.leading, b.data, storedB.leading, T(accumulate ? 1 : 0),
           c.data, storedC.leading);
}

template <typename T>
static void batched(uint64_t a, uint64_t b, uint64_t c, int64_t m, int64_t n,
                    int64_t k, int64_t am, int64_t ak, int64_t bk, int64_t bn,
                    int64_t cm, int64_t cn, int64_t size0, int64_t a0,
                    int64_t b0, int64_t c0, int64_t size1, int64_t a1,
                    int64_t b1, int64_t c1, int64_t beta) {
  runtime::getThreads();
  const T *dataA = reinterpret_cast<const T *>(a);
  const T *dataB = reinterpret_cast<const T *>(b);
  T *dataC = reinterpret_cast<T *>(c);
  for (int64_t i = 0; i < size0; ++i)
    for (int64_t j = 0; j < size1; ++j)
      multiply<T>({dataA + i * a0 + j * a1, m, k, am, ak},
                  {dataB + i * b0 + j * b1, k, n, bk, bn},
                  {dataC + i * c0 + j * c1, m, n, cm, cn}, beta != 0);
}

extern "C" void rematGemmF32(uint64_t a, uint64_t b, uint64_t c, int64_t m,
                             int64_t n, int64_t k, int64_t am, int64_t ak,
                             int64_t bk, int64_t bn, int64_t cm, int64_t cn,
                             int64_t size0, int64_t a0, int64_t b0, int64_t c0,
                             int64_t size1, int64_t a1, int64_t b1, int64_t c1,
                             int64_t beta) {
  batched<float>(a, b, c, m, n, k, am, ak, bk, bn, cm, cn, size0, a0, b0, c0,
                 size1, a1, b1, c1, beta);
}

extern "C" void rematGemmF64(uint64_t a, uint64_t b, uint64_t c, int64_t m,
                             int64_t n, int64_t k, int64_t am, int64_t ak,
                             int64_t bk, int64_t bn, int64_t cm, int64_t cn,
                             int64_t size0, int64_t a0, int64_t b0, int64_t c0,
                             int64_t size1, int64_t a1, int64_t b1, int64_t c1,
                             int64_t beta) {
  batched<double>(a, b, c, m, n, k, am, ak, bk, bn, cm, cn, size0, a0, b0, c0,
                  size1, a1, b1, c1, beta);
}
