//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and writing `.npy` (format versions 1 to 3).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_NPY_H
#define REMAT_RUNTIME_NPY_H

#include <cstdint>
#include <string>
#include <vector>

namespace remat::runtime {

/// An array in row-major order and the machine's byte order.
struct NpyArray {
  /// NumPy's kind letter: `f` float, `i` and `u` integers, `b` bool, `V` raw
  /// bytes (bf16 is stored as two of them).
  char kind = 'f';
  /// Bytes of an element.
  unsigned itemSize = 4;
  std::vector<int64_t> shape;
  std::vector<char> data;

  int64_t elements() const;
  /// As NumPy names it: `float32`, `bool`, `void16`.
  std::string typeName() const;
};

/// Reads a file whatever its byte and storage order. False, with one line in
/// `error`, where it can't be read, is cut short or longer than it says, or
/// holds objects or fields.
bool readNpy(const std::string &path, NpyArray &array, std::string &error);

/// The bytes of a file in format version 1 (2 for a header too long for it).
std::string npyBytes(const NpyArray &array);

} // namespace remat::runtime

#endif // REMAT_RUNTIME_NPY_H
