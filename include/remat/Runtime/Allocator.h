//===- Allocator.h - Counted allocation -------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocator of compiled programs: counts exactly what they ask for, knows
// every block that is live, and keeps freed blocks for the next one of the same
// size, so that repeated steps do not go to the operating system.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_ALLOCATOR_H
#define REMAT_RUNTIME_ALLOCATOR_H

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace remat::runtime {

/// Bytes as the program asked for them, without padding.
struct AllocationCounts {
  size_t current = 0;
  size_t peak = 0;
  /// How many allocations were made.
  size_t allocations = 0;
  /// How many of them are live.
  size_t live = 0;
};

/// Thread safe. Blocks that are still live when it dies are given back.
class Allocator {
public:
  /// Every block is aligned to this, so that vector code takes the same path
  /// on every run.
  static constexpr size_t alignment = 64;

  Allocator() = default;
  Allocator(const Allocator &) = delete;
  Allocator &operator=(const Allocator &) = delete;
  ~Allocator();

  /// A block of `bytes` (which may be 0: a pointer of its own all the same),
  /// or null where memory is exhausted.
  void *allocate(size_t bytes);

  /// Gives a block back; null is ignored. False where `block` is not a live
  /// block of this allocator, which is then left alone.
  bool release(void *block);

  /// Whether `block` is live, and its size.
  bool isLive(const void *block, size_t *bytes = nullptr) const;

  AllocationCounts counts() const;

  /// Starts a new measurement: the peak becomes what is live now.
  void resetPeak();

private:
  void dropPool();

  mutable std::mutex mutex;
  AllocationCounts state;
  std::unordered_map<const void *, size_t> sizes;
  std::unordered_map<size_t, std::vector<void *>> pool;
  size_t pooled = 0;
};

/// The allocator that compiled programs of this process use.
Allocator &programAllocator();

} // namespace remat::runtime

extern "C" {
/// What compiled programs call. They end the process with a message where
/// memory is exhausted or a block is freed that is not live: both would
/// otherwise be silent corruption.
void *rematAllocate(uint64_t bytes);
void *rematAlignedAllocate(uint64_t alignment, uint64_t bytes);
void rematFree(void *block);
}

#endif // REMAT_RUNTIME_ALLOCATOR_H
