//===- MemrefCopy.h - Copies between strided buffers ------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_MEMREFCOPY_H
#define REMAT_RUNTIME_MEMREFCOPY_H

#include <cstdint>

namespace remat::runtime {

/// How compiled code passes a buffer whose rank isn't known: `descriptor`
/// points to two addresses (allocated, aligned), an offset, `rank` sizes and
/// `rank` strides, in elements.
struct UnrankedBuffer {
  int64_t rank;
  void *descriptor;
};

} // namespace remat::runtime

extern "C" {
/// What `memref.copy` between buffers of different layout becomes: elements of
/// `elementSize` bytes from `source` to `target`, which have the same shape.
void rematMemrefCopy(int64_t elementSize,
                     const remat::runtime::UnrankedBuffer *source,
                     const remat::runtime::UnrankedBuffer *target);
}

#endif // REMAT_RUNTIME_MEMREFCOPY_H
