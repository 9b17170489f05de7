//===- HostArray.cpp - Arrays on this side of a call ----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostArray.h"
#include "Errors.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Runtime/Npy.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;
using namespace mlir;
using namespace remat::run;
using remat::runtime::NpyArray;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// NumPy's kind letter of an element type.
static char npyKind(Type element) {
  if (element.isInteger(1))
    return 'b';
  if (element.isBF16())
    return 'V';
  return isa<FloatType>(element) ? 'f' : 'i';
}

static unsigned bitsOf(Type element) {
  return isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

bool remat::run::isSupportedElement(Type element) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type, IndexType>(
          element))
    return true;
  auto integer = dyn_cast<IntegerType>(element);
  return integer && integer.isSignless() &&
         is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

Type remat::run::elementOf(Type type) { return getElementTypeOrSelf(type); }

ArrayRef<int64_t> remat::run::shapeOf(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

static std::string describeShape(Type element, ArrayRef<int64_t> shape) {
  std::string text;
  raw_string_ostream os(text);
  os << element;
  if (shape.empty())
    return text;
  os << '[';
  interleave(
      shape, os,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          os << '?';
        else
          os << size;
      },
      ",");
  os << ']';
  return text;
}

//===----------------------------------------------------------------------===//
// HostArray
//===----------------------------------------------------------------------===//

/// Zeros; null where there is no memory.
static char *allocateElements(Type element, ArrayRef<int64_t> shape) {
  constexpr uint64_t alignment = 64;
  uint64_t bytes = (bitsOf(element) + 7) / 8;
  for (int64_t size : shape)
    bytes = SaturatingMultiply(bytes, static_cast<uint64_t>(size));
  if (bytes > std::numeric_limits<size_t>::max() - alignment)
    return nullptr;
  size_t padded = (bytes / alignment + 1) * alignment;
  auto *memory = static_cast<char *>(std::aligned_alloc(alignment, padded));
  if (memory)
    std::memset(memory, 0, padded);
  return memory;
}

HostArray::HostArray(Type element, ArrayRef<int64_t> shape, char *memory)
    : elementType(element), sizes(shape), storage(memory, &std::free) {}

HostArray::HostArray(Type element, ArrayRef<int64_t> shape)
    : HostArray(element, shape, allocateElements(element, shape)) {
  if (!storage)
    report_bad_alloc_error("cannot allocate an array");
}

std::optional<HostArray> HostArray::create(Type element,
                                           ArrayRef<int64_t> shape) {
  char *memory = allocateElements(element, shape);
  if (!memory)
    return std::nullopt;
  return HostArray(element, shape, memory);
}

HostArray HostArray::clone() const {
  HostArray copy(elementType, sizes);
  std::memcpy(copy.data(), data(), bytes());
  return copy;
}

int64_t HostArray::elements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

unsigned HostArray::itemSize() const { return (bitsOf(elementType) + 7) / 8; }

int64_t HostArray::getInteger(int64_t i) const {
  uint64_t raw = 0;
  std::memcpy(&raw, data() + i * itemSize(), itemSize());
  return elementType.isInteger(1) ? static_cast<int64_t>(raw & 1)
                                  : SignExtend64(raw, itemSize() * 8);
}

void HostArray::setInteger(int64_t i, int64_t value) {
  std::memcpy(data() + i * itemSize(), &value, itemSize());
}

double HostArray::get(int64_t i) const {
  auto type = dyn_cast<FloatType>(elementType);
  if (!type)
    return static_cast<double>(getInteger(i));
  uint64_t raw = 0;
  std::memcpy(&raw, data() + i * itemSize(), itemSize());
  APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), raw));
  bool lost = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

void HostArray::set(int64_t i, double number) {
  auto type = dyn_cast<FloatType>(elementType);
  if (!type)
    return setInteger(i, static_cast<int64_t>(number));
  APFloat value(number);
  bool lost = false;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
  uint64_t raw = value.bitcastToAPInt().getZExtValue();
  std::memcpy(data() + i * itemSize(), &raw, itemSize());
}

std::string HostArray::describe() const {
  return describeShape(elementType, sizes);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool fits(ArrayRef<int64_t> shape, ArrayRef<int64_t> wanted) {
  return shape.size() == wanted.size() &&
         all_of(zip(shape, wanted), [](auto pair) {
           auto [have, want] = pair;
           return ShapedType::isDynamic(want) || have == want;
         });
}

Expected<HostArray> remat::run::readArray(StringRef path, Type type,
                                          const Twine &what) {
  NpyArray npy;
  std::string error;
  if (!runtime::readNpy(path.str(), npy, error))
    return usageError(what + ": " + error);
  Type element = elementOf(type);
  // Unsigned integers have the same bits: the program decides what they mean.
  char kind = npy.kind == 'u' ? 'i' : npy.kind;
  std::string wanted = describeShape(element, shapeOf(type));
  if (kind != npyKind(element) || npy.itemSize != (bitsOf(element) + 7) / 8)
    return usageError(what + ": '" + path + "' holds " + npy.typeName() +
                      ", expected " + wanted);
  if (!fits(npy.shape, shapeOf(type)))
    return usageError(what + ": '" + path + "' holds " +
                      describeShape(element, npy.shape) + ", expected " +
                      wanted);
  HostArray array(element, npy.shape);
  llvm::copy(npy.data, array.data());
  return array;
}

/// Reads one number into element `i`.
static bool parseElement(StringRef text, HostArray &array, int64_t i) {
  text = text.trim();
  Type element = array.element();
  if (element.isInteger(1) && (text == "true" || text == "false")) {
    array.setInteger(i, text == "true");
    return true;
  }
  if (auto type = dyn_cast<FloatType>(element)) {
    // Straight to the element's own format, so that nothing is rounded twice.
    APFloat value(type.getFloatSemantics());
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      consumeError(status.takeError());
      return false;
    }
    if (*status & APFloat::opOverflow)
      return false;
    uint64_t raw = value.bitcastToAPInt().getZExtValue();
    std::memcpy(array.data() + i * array.itemSize(), &raw, array.itemSize());
    return true;
  }
  int64_t value = 0;
  unsigned bits = bitsOf(element);
  if (text.getAsInteger(10, value) ||
      (bits < 64 && !isIntN(bits, value) && !isUIntN(bits, value)))
    return false;
  array.setInteger(i, value);
  return true;
}

/// Splits `2x3xf32` into sizes and the element's name.
static bool parseShape(StringRef text, SmallVectorImpl<int64_t> &shape,
                       StringRef &element) {
  element = text;
  while (!element.empty() && isDigit(element[0])) {
    int64_t size = 0;
    if (element.consumeInteger(10, size) || !element.consume_front("x"))
      return false;
    shape.push_back(size);
  }
  return !element.empty();
}

Expected<HostArray> remat::run::parseArray(StringRef text, Type type,
                                           const Twine &what) {
  if (text.consume_front("@"))
    return readArray(text, type, what);
  auto [header, list] = text.split('=');
  SmallVector<int64_t> shape;
  StringRef name;
  if (!text.contains('=') || !parseShape(header, shape, name))
    return usageError(what + ": '" + text +
                      "' is neither @file.npy nor like 4xf32=1,2,3,4");
  Type element = elementOf(type);
  std::string elementName;
  raw_string_ostream(elementName) << element;
  if (name != elementName || !fits(shape, shapeOf(type)))
    return usageError(what + ": '" + header + "' given, expected " +
                      describeShape(element, shapeOf(type)));
  std::optional<HostArray> made = HostArray::create(element, shape);
  if (!made)
    return usageError(what + ": there is no memory for " +
                      describeShape(element, shape));
  HostArray &array = *made;
  SmallVector<StringRef> parts;
  if (!list.empty())
    list.split(parts, ',');
  int64_t count = array.elements();
  if (parts.size() != static_cast<size_t>(count) && parts.size() != 1)
    return usageError(what + ": " + Twine(parts.size()) +
                      " numbers given, expected " + Twine(count));
  for (int64_t i = 0; i < count; ++i)
    if (StringRef part = parts[parts.size() == 1 ? 0 : i];
        !parseElement(part, array, i))
      return usageError(what + ": '" + part + "' is not a value of " +
                        elementName);
  return std::move(array);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string remat::run::npyContents(const HostArray &array) {
  NpyArray npy;
  npy.kind = npyKind(array.element());
  npy.itemSize = array.itemSize();
  npy.shape.assign(array.shape().begin(), array.shape().end());
  npy.data.assign(array.data(), array.data() + array.bytes());
  return runtime::npyBytes(npy);
}

static void printElement(raw_ostream &os, const HostArray &array, int64_t i) {
  if (array.element().isInteger(1)) {
    os << (array.getInteger(i) ? "true" : "false");
    return;
  }
  if (!isa<FloatType>(array.element())) {
    os << array.getInteger(i);
    return;
  }
  double value = array.get(i);
  // Of NaN the sign is chance.
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  // As many digits as tell one value from the next.
  unsigned bits = bitsOf(array.element());
  os << format("%.*g", bits == 64 ? 17 : bits == 32 ? 9 : 5, value);
}

/// Prints dimensions from `dim` on, of which the first element is `at`; of long
/// ones only both ends where `shorten` says so.
static void printNested(raw_ostream &os, const HostArray &array, unsigned dim,
                        int64_t at, bool shorten) {
  if (dim == array.shape().size())
    return printElement(os, array, at);
  constexpr int64_t edge = 3;
  int64_t size = array.shape()[dim], step = 1;
  for (int64_t inner : array.shape().drop_front(dim + 1))
    step *= inner;
  os << '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i)
      os << ", ";
    if (shorten && size > 2 * edge && i == edge) {
      os << "..., ";
      i = size - edge;
    }
    printNested(os, array, dim + 1, at + i * step, shorten);
  }
  os << ']';
}

void remat::run::printArray(raw_ostream &os, StringRef name,
                            const HostArray &array) {
  constexpr int64_t printable = 1000;
  os << name << ": " << array.describe() << " = ";
  printNested(os, array, 0, 0, array.elements() > printable);
  os << '\n';
}
