//===- NpyTest.cpp - NumPy array files ------------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Runtime/Npy.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <cstring>
#include <fstream>

using namespace remat::runtime;

namespace {

/// Writes `bytes` to a file of the test's own and reads it as an array.
bool readBytes(const std::string &bytes, NpyArray &array, std::string &error) {
  std::string path =
      ::testing::TempDir() + "/npy_" +
      ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".npy";
  std::ofstream(path, std::ios::binary) << bytes;
  bool read = readNpy(path, array, error);
  std::remove(path.c_str());
  return read;
}

/// A file of a version with a header as given.
std::string makeFile(const std::string &header, const std::string &elements,
                     char version = 1) {
  std::string bytes = std::string("\x93NUMPY") + version + '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + header + elements;
}

std::string header(const std::string &descr, const std::string &shape,
                   bool fortran = false) {
  return "{'descr': '" + descr +
         "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

} // namespace

TEST(Npy, RoundTrip) {
  for (auto [kind, size] : {std::pair('f', 2u),
                            {'f', 4u},
                            {'f', 8u},
                            {'i', 1u},
                            {'i', 8u},
                            {'u', 2u},
                            {'b', 1u},
                            {'V', 2u}})
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {3}, {2, 3}, {0, 4}, {1, 1, 1, 2}}) {
      NpyArray array, again;
      array.kind = kind;
      array.itemSize = size;
      array.shape = shape;
      array.data.resize(array.elements() * size);
      for (size_t i = 0; i < array.data.size(); ++i)
        array.data[i] = kind == 'b' ? i % 2 : static_cast<char>(i + 1);
      std::string bytes = npyBytes(array), error;
      EXPECT_EQ((bytes.size() - array.data.size()) % 64, 0u);
      ASSERT_TRUE(readBytes(bytes, again, error)) << error;
      EXPECT_EQ(again.kind, kind);
      EXPECT_EQ(again.itemSize, size);
      EXPECT_EQ(again.shape, shape);
      EXPECT_EQ(again.data, array.data);
    }
}

TEST(Npy, EveryVersion) {
  for (char version : {1, 2, 3}) {
    NpyArray array;
    std::string error;
    ASSERT_TRUE(readBytes(makeFile(header("<i2", "(1,)"), "\x05\x01", version),
                          array, error))
        << error;
    EXPECT_EQ(array.data, (std::vector<char>{5, 1}));
  }
}

TEST(Npy, BigEndian) {
  NpyArray array;
  std::string error;
  ASSERT_TRUE(readBytes(makeFile(header(">i2", "(2,)"), "\x01\x02\x03\x04"),
                        array, error));
  EXPECT_EQ(array.data, (std::vector<char>{2, 1, 4, 3}));
}

TEST(Npy, FortranOrder) {
  NpyArray array;
  std::string error;
  ASSERT_TRUE(readBytes(makeFile(header("|i1", "(2, 3)", true), "adbecf"),
                        array, error));
  EXPECT_EQ(std::string(array.data.begin(), array.data.end()), "abcdef");
}

TEST(Npy, ScalarShape) {
  NpyArray array;
  std::string error;
  ASSERT_TRUE(readBytes(makeFile(header("|b1", "()"), "\x07"), array, error));
  EXPECT_TRUE(array.shape.empty());
  EXPECT_EQ(array.data, std::vector<char>{1});
}

TEST(Npy, RefusesWhatItCannotRead) {
  std::pair<std::string, const char *> files[] = {
      {"", "not a .npy file"},
      {"not an array at all", "not a .npy file"},
      {makeFile(header("<f4", "(2,)"), "1234567"), "cut short"},
      {makeFile(header("<f4", "(2,)"), "123456789"), "too long"},
      {makeFile(header("<f4", "(2,)"), "12345678").substr(0, 20),
       "not a .npy file"},
      {makeFile(header("<f4", "(2,)"), "12345678", 9), "not a .npy file"},
      {makeFile(header("|O", "(1,)"), "12345678"), "not supported"},
      {makeFile(header("<c8", "(1,)"), "12345678"), "not supported"},
      {makeFile(header("<f4", "(-1,)"), ""), "cannot be read"},
      {makeFile("{'descr': '<f4'}", ""), "cannot be read"},
      {makeFile(header("<f4", "(4294967296, 4294967296)"), ""), "too large"},
  };
  for (auto &[bytes, message] : files) {
    NpyArray array;
    std::string error;
    EXPECT_FALSE(readBytes(bytes, array, error));
    EXPECT_NE(error.find(message), std::string::npos) << error;
  }
}

TEST(Npy, NoSuchFile) {
  NpyArray array;
  std::string error;
  EXPECT_FALSE(readNpy("/nowhere/at/all.npy", array, error));
  EXPECT_NE(error.find("No such file"), std::string::npos);
  EXPECT_FALSE(readNpy("/", array, error));
  EXPECT_NE(error.find("directory"), std::string::npos);
}
