//===- Allocator.cpp - Counted allocation ---------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are kept by exact size: a step asks for the same sizes again and
// again. What is kept never makes the process hold more than its own peak
// twice.
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/Allocator.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace remat::runtime;

static size_t paddedSize(size_t bytes) {
  size_t padded = (bytes + Allocator::alignment - 1) / Allocator::alignment *
                  Allocator::alignment;
  return std::max(padded, Allocator::alignment);
}

Allocator::~Allocator() {
  dropPool();
  for (auto &entry : sizes)
    std::free(const_cast<void *>(entry.first));
}

void Allocator::dropPool() {
  for (auto &entry : pool)
    for (void *block : entry.second)
      std::free(block);
  pool.clear();
  pooled = 0;
}

void *Allocator::allocate(size_t bytes) {
  if (bytes > SIZE_MAX - alignment)
    return nullptr;
  std::lock_guard<std::mutex> guard(mutex);
  size_t padded = paddedSize(bytes);
  void *block = nullptr;
  auto kept = pool.find(padded);
  if (kept != pool.end() && !kept->second.empty()) {
    block = kept->second.back();
    kept->second.pop_back();
    pooled -= padded;
  } else {
    block = std::aligned_alloc(alignment, padded);
    if (!block) {
      dropPool();
      block = std::aligned_alloc(alignment, padded);
    }
  }
  if (!block)
    return nullptr;
  sizes.emplace(block, bytes);
  state.current += bytes;
  state.peak = std::max(state.peak, state.current);
  ++state.allocations;
  ++state.live;
  return block;
}

bool Allocator::release(void *block) {
  if (!block)
    return true;
  std::lock_guard<std::mutex> guard(mutex);
  auto entry = sizes.find(block);
  if (entry == sizes.end())
    return false;
  size_t padded = paddedSize(entry->second);
  state.current -= entry->second;
  --state.live;
  sizes.erase(entry);
  if (pooled + padded > std::max(state.peak, size_t(1) << 20))
    dropPool();
  pool[padded].push_back(block);
  pooled += padded;
  return true;
}

bool Allocator::isLive(const void *block, size_t *bytes) const {
  std::lock_guard<std::mutex> guard(mutex);
  auto entry = sizes.find(block);
  if (entry == sizes.end())
    return false;
  if (bytes)
    *bytes = entry->second;
  return true;
}

AllocationCounts Allocator::counts() const {
  std::lock_guard<std::mutex> guard(mutex);
  return state;
}

void Allocator::resetPeak() {
  std::lock_guard<std::mutex> guard(mutex);
  state.peak = state.current;
  state.allocations = 0;
}

Allocator &remat::runtime::programAllocator() {
  static Allocator allocator;
  return allocator;
}

//===----------------------------------------------------------------------===//
// Entry points of compiled programs
//===----------------------------------------------------------------------===//

[[noreturn]] static void stop(const char *what, unsigned long long detail) {
  std::fprintf(stderr, "remat runtime: error: %s (%llu)\n", what, detail);
  std::fflush(stderr);
  std::_Exit(1);
}

extern "C" void *rematAllocate(uint64_t bytes) {
  void *block = programAllocator().allocate(bytes);
  if (!block)
    stop("out of memory: the program asked for this many bytes", bytes);
  return block;
}

extern "C" void *rematAlignedAllocate(uint64_t alignment, uint64_t bytes) {
  if (alignment > Allocator::alignment)
    stop("the program asked for a larger alignment than there is", alignment);
  return rematAllocate(bytes);
}

extern "C" void rematFree(void *block) {
  if (!programAllocator().release(block))
    stop("the program freed memory that it does not own",
         static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(block)));
}
