//===- MemrefCopy.cpp - Copies between strided buffers --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/MemrefCopy.h"

#include <cstring>

using namespace remat::runtime;

namespace {
/// Fields of a descriptor.
struct View {
  explicit View(const UnrankedBuffer &buffer)
      : words(static_cast<const int64_t *>(buffer.descriptor)),
        rank(buffer.rank) {}
  char *data(int64_t elementSize) const {
    return reinterpret_cast<char *>(words[1]) + words[2] * elementSize;
  }
  int64_t size(int64_t dim) const { return words[3 + dim]; }
  int64_t stride(int64_t dim) const { return words[3 + rank + dim]; }

  const int64_t *words;
  int64_t rank;
};
} // namespace

/// Copies dimensions from `dim` on; those from `dense` on are contiguous in
/// both and `denseBytes` long.
static void copyFrom(int64_t dim, int64_t dense, int64_t denseBytes,
                     int64_t elementSize, const View &source,
                     const View &target, const char *from, char *to) {
  if (dim == dense) {
    std::memcpy(to, from, denseBytes);
    return;
  }
  for (int64_t i = 0; i < source.size(dim); ++i)
    copyFrom(dim + 1, dense, denseBytes, elementSize, source, target,
             from + i * source.stride(dim) * elementSize,
             to + i * target.stride(dim) * elementSize);
}

extern "C" void rematMemrefCopy(int64_t elementSize,
                                const UnrankedBuffer *sourceBuffer,
                                const UnrankedBuffer *targetBuffer) {
  View source(*sourceBuffer), target(*targetBuffer);
  int64_t dense = source.rank, length = 1;
  while (dense > 0 && source.stride(dense - 1) == length &&
         target.stride(dense - 1) == length)
    length *= source.size(--dense);
  for (int64_t d = 0; d < source.rank; ++d)
    if (source.size(d) == 0)
      return;
  copyFrom(0, dense, length * elementSize, elementSize, source, target,
           source.data(elementSize), target.data(elementSize));
}
