//===- Npy.cpp - NumPy array files ----------------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format: magic, version, length of the header, a Python dictionary as
// text, then the elements.
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/Npy.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

using namespace remat::runtime;

int64_t NpyArray::elements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::string NpyArray::typeName() const {
  if (kind == 'b')
    return "bool";
  const char *name = kind == 'f'   ? "float"
                     : kind == 'i' ? "int"
                     : kind == 'u' ? "uint"
                                   : "void";
  return name + std::to_string(itemSize * 8);
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

namespace {

/// What the dictionary of the header says.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Reads the dictionary `{'descr': '<f4', 'fortran_order': False, 'shape':
/// (2,), }`.
class HeaderParser {
public:
  explicit HeaderParser(const std::string &text) : text(text) {}

  bool parse(Header &header) {
    bool descr = false, order = false, shape = false;
    if (!take('{'))
      return false;
    while (!take('}')) {
      std::string key;
      if (!string(key) || !take(':'))
        return false;
      if (key == "descr")
        descr = string(header.descr);
      else if (key == "fortran_order")
        order = boolean(header.fortranOrder);
      else if (key == "shape")
        shape = tuple(header.shape);
      else
        return false;
      if (!take(',') && peek() != '}')
        return false;
    }
    return descr && order && shape;
  }

private:
  char peek() {
    while (at < text.size() &&
           std::isspace(static_cast<unsigned char>(text[at])))
      ++at;
    return at < text.size() ? text[at] : '\0';
  }
  bool take(char c) {
    if (peek() != c)
      return false;
    ++at;
    return true;
  }
  bool string(std::string &value) {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    size_t end = text.find(quote, ++at);
    if (end == std::string::npos)
      return false;
    value = text.substr(at, end - at);
    at = end + 1;
    return true;
  }
  bool boolean(bool &value) {
    peek();
    for (bool candidate : {true, false}) {
      const char *word = candidate ? "True" : "False";
      if (text.compare(at, std::strlen(word), word) == 0) {
        at += std::strlen(word);
        value = candidate;
        return true;
      }
    }
    return false;
  }
  bool tuple(std::vector<int64_t> &values) {
    if (!take('('))
      return false;
    while (!take(')')) {
      peek();
      size_t digits = at;
      int64_t value = 0;
      while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
        if (value > (INT64_MAX - 9) / 10)
          return false;
        value = value * 10 + (text[at++] - '0');
      }
      if (at == digits)
        return false;
      values.push_back(value);
      if (!take(',') && peek() != ')')
        return false;
    }
    return true;
  }

  const std::string &text;
  size_t at = 0;
};

/// Element types that there are, by kind and size.
bool isKnownType(char kind, unsigned size) {
  switch (kind) {
  case 'f':
    return size == 2 || size == 4 || size == 8;
  case 'i':
  case 'u':
    return size == 1 || size == 2 || size == 4 || size == 8;
  case 'b':
    return size == 1;
  case 'V':
    return size == 2;
  default:
    return false;
  }
}

/// Splits `<f4` into byte order, kind and size.
bool parseDescr(const std::string &descr, bool &swapped, NpyArray &array) {
  if (descr.size() != 3 || !std::strchr("<>|=", descr[0]))
    return false;
  array.kind = descr[1];
  array.itemSize = static_cast<unsigned>(descr[2] - '0');
  swapped = descr[0] == '>' && array.itemSize > 1;
  return isKnownType(array.kind, array.itemSize);
}

/// Reads the length of the header and the header; `offset` is where the
/// elements begin.
bool findHeader(const std::string &file, std::string &header, size_t &offset) {
  if (file.size() < 10 || file.compare(0, 6, "\x93NUMPY") != 0)
    return false;
  auto byte = [&](size_t i) {
    return static_cast<size_t>(static_cast<unsigned char>(file[i]));
  };
  size_t major = byte(6), length = byte(8) | byte(9) << 8;
  offset = 10;
  if (major < 1 || major > 3)
    return false;
  if (major > 1) {
    if (file.size() < 12)
      return false;
    length |= byte(10) << 16 | byte(11) << 24;
    offset = 12;
  }
  if (file.size() < offset + length)
    return false;
  header = file.substr(offset, length);
  offset += length;
  return true;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void swapBytes(NpyArray &array) {
  for (size_t i = 0; i < array.data.size(); i += array.itemSize)
    std::reverse(array.data.begin() + i,
                 array.data.begin() + i + array.itemSize);
}

/// From column-major to row-major order.
void reorder(NpyArray &array) {
  size_t rank = array.shape.size(), item = array.itemSize;
  std::vector<char> columnMajor(array.data.size());
  columnMajor.swap(array.data);
  std::vector<int64_t> index(rank, 0), stride(rank, 1);
  for (size_t d = 1; d < rank; ++d)
    stride[d] = stride[d - 1] * array.shape[d - 1];
  for (int64_t out = 0, n = array.elements(); out < n; ++out) {
    int64_t in = 0;
    for (size_t d = 0; d < rank; ++d)
      in += index[d] * stride[d];
    std::memcpy(&array.data[out * item], &columnMajor[in * item], item);
    for (size_t d = rank; d-- > 0 && ++index[d] == array.shape[d];)
      index[d] = 0;
  }
}

bool readFile(const std::string &path, std::string &contents,
              std::string &error) {
  struct stat status;
  FILE *file = std::fopen(path.c_str(), "rb");
  if (!file || fstat(fileno(file), &status) != 0) {
    error = "cannot read '" + path + "': " + std::strerror(errno);
    if (file)
      std::fclose(file);
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    error = "cannot read '" + path + "': it is a directory";
    std::fclose(file);
    return false;
  }
  char buffer[1 << 16];
  while (size_t n = std::fread(buffer, 1, sizeof(buffer), file))
    contents.append(buffer, n);
  bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed)
    error = "cannot read '" + path + "': " + std::strerror(errno);
  return !failed;
}

} // namespace

bool remat::runtime::readNpy(const std::string &path, NpyArray &array,
                             std::string &error) {
  std::string file, text;
  size_t offset = 0;
  if (!readFile(path, file, error))
    return false;
  if (!findHeader(file, text, offset)) {
    error = "'" + path + "' is not a .npy file, or its header is cut short";
    return false;
  }
  Header header;
  if (!HeaderParser(text).parse(header)) {
    error = "'" + path + "' has a header that cannot be read";
    return false;
  }
  bool swapped = false;
  if (!parseDescr(header.descr, swapped, array)) {
    error = "'" + path + "' has element type '" + header.descr +
            "', which is not supported";
    return false;
  }
  array.shape = header.shape;
  // Checked by division, so that a header cannot overflow the product.
  size_t available = file.size() - offset, expected = array.itemSize;
  for (int64_t size : array.shape) {
    if (size != 0 && expected > SIZE_MAX / static_cast<size_t>(size)) {
      error = "'" + path + "' has a shape that is too large";
      return false;
    }
    expected *= static_cast<size_t>(size);
  }
  if (available != expected) {
    error = "'" + path + "' is " +
            (available < expected ? "cut short" : "too long") +
            ": its shape needs " + std::to_string(expected) +
            " bytes of elements, it has " + std::to_string(available);
    return false;
  }
  array.data.assign(file.begin() + offset, file.end());
  if (swapped)
    swapBytes(array);
  if (header.fortranOrder && array.shape.size() > 1)
    reorder(array);
  if (array.kind == 'b')
    for (char &value : array.data)
      value = value != 0;
  return true;
}

std::string remat::runtime::npyBytes(const NpyArray &array) {
  char order = array.itemSize == 1 || array.kind == 'V' ? '|' : '<';
  std::string header = std::string("{'descr': '") + order + array.kind +
                       std::to_string(array.itemSize) +
                       "', 'fortran_order': False, 'shape': (";
  for (size_t d = 0; d < array.shape.size(); ++d)
    header += (d ? " " : "") + std::to_string(array.shape[d]) + ",";
  if (array.shape.size() > 1)
    header.pop_back();
  header += "), }";
  bool isLong = header.size() + 64 > 0xffff;
  size_t preamble = isLong ? 12 : 10;
  header.append(63 - (preamble + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(isLong ? 2 : 1);
  bytes += '\0';
  for (size_t i = 0, n = isLong ? 4 : 2; i < n; ++i)
    bytes += static_cast<char>(header.size() >> (8 * i));
  bytes += header;
  bytes.append(array.data.begin(), array.data.end());
  return bytes;
}
