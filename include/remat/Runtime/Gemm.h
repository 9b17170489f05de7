//===- Gemm.h - Matrix products for compiled programs -----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strided matrix products, batched twice, on a BLAS.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_GEMM_H
#define REMAT_RUNTIME_GEMM_H

#include <cstdint>

namespace remat::runtime {

/// Threads that matrix products use; 0 is one a core.
void setThreads(unsigned threads);
unsigned getThreads();

} // namespace remat::runtime

extern "C" {
/// C[b0,b1,m,n] = beta * C[b0,b1,m,n] + sum over k of A[b0,b1,m,k] *
/// B[b0,b1,k,n] with beta 0 (C isn't read) or 1. Addresses are of the first
/// element, strides in elements and of any value; where a matrix has no unit
/// stride, plain loops do the work.
void rematGemmF32(uint64_t a, uint64_t b, uint64_t c, int64_t m, int64_t n,
                  int64_t k, int64_t am, int64_t ak, int64_t bk, int64_t bn,
                  int64_t cm, int64_t cn, int64_t size0, int64_t a0, int64_t b0,
                  int64_t c0, int64_t size1, int64_t a1, int64_t b1, int64_t c1,
                  int64_t beta);
void rematGemmF64(uint64_t a, uint64_t b, uint64_t c, int64_t m, int64_t n,
                  int64_t k, int64_t am, int64_t ak, int64_t bk, int64_t bn,
                  int64_t cm, int64_t cn, int64_t size0, int64_t a0, int64_t b0,
                  int64_t c0, int64_t size1, int64_t a1, int64_t b1, int64_t c1,
                  int64_t beta);
}

#endif // REMAT_RUNTIME_GEMM_H
