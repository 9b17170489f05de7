//===- HostArray.h - Arrays on this side of a call --------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_HOSTARRAY_H
#define REMAT_RUN_HOSTARRAY_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

namespace remat::run {

/// An argument or a result: dense, row-major, in the memory layout of compiled
/// code (bool is a byte, index eight).
class HostArray {
public:
  /// Zeros. Without memory the tool ends here.
  HostArray(mlir::Type element, llvm::ArrayRef<int64_t> shape);
  /// Zeros, if there is memory for them.
  static std::optional<HostArray> create(mlir::Type element,
                                         llvm::ArrayRef<int64_t> shape);

  HostArray clone() const;

  mlir::Type element() const { return elementType; }
  llvm::ArrayRef<int64_t> shape() const { return sizes; }
  int64_t elements() const;
  unsigned itemSize() const;
  size_t bytes() const { return elements() * itemSize(); }
  char *data() { return storage.get(); }
  const char *data() const { return storage.get(); }

  /// Element `i` in row-major order, as a number. 64-bit integers may be
  /// rounded.
  double get(int64_t i) const;
  /// Rounds to the element type.
  void set(int64_t i, double value);
  /// Integers exactly.
  int64_t getInteger(int64_t i) const;
  void setInteger(int64_t i, int64_t value);

  /// `f32[4,8]`, or `f32` for a scalar.
  std::string describe() const;

private:
  HostArray(mlir::Type element, llvm::ArrayRef<int64_t> shape, char *memory);

  mlir::Type elementType;
  llvm::SmallVector<int64_t> sizes;
  std::unique_ptr<char, decltype(&std::free)> storage;
};

/// Whether arrays of `element` can be passed to and from a program.
bool isSupportedElement(mlir::Type element);

/// Element type and shape of a tensor or scalar type; the shape of a scalar is
/// empty.
mlir::Type elementOf(mlir::Type type);
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);

/// The array in a `.npy` file, as a value of `type`, whose dynamic sizes take
/// any value. `what` names it in errors.
llvm::Expected<HostArray> readArray(llvm::StringRef path, mlir::Type type,
                                    const llvm::Twine &what);

/// The array that `text` spells: `@file.npy`, `2x3xf32=1,2,3,4,5,6` or `f32=3`;
/// a single number fills the whole shape.
llvm::Expected<HostArray> parseArray(llvm::StringRef text, mlir::Type type,
                                     const llvm::Twine &what);

/// The contents of a `.npy` file that holds `array`.
std::string npyContents(const HostArray &array);

/// Prints `name: f32[2]` and the numbers, shortened where there are many.
void printArray(llvm::raw_ostream &os, llvm::StringRef name,
                const HostArray &array);

} // namespace remat::run

#endif // REMAT_RUN_HOSTARRAY_H
