//===- OutputFiles.cpp - Files that appear all at once --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file is written under a temporary name in its own directory and renamed
// when all are complete. Devices and pipes cannot be replaced; they are written
// to directly.
//
//===----------------------------------------------------------------------===//

#include "OutputFiles.h"
#include "Errors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace remat::run;

static Error cannot(StringRef what, StringRef path, std::error_code code) {
  return usageError("cannot " + what + " '" + path + "': " + code.message());
}

OutputFiles::~OutputFiles() {
  for (const File &file : files)
    if (!file.temporary.empty())
      (void)sys::fs::remove(file.temporary);
  for (const std::string &directory : reverse(directories))
    (void)sys::fs::remove(directory);
}

Error OutputFiles::makeDirectory(StringRef path) {
  bool existed = sys::fs::exists(path);
  if (std::error_code code = sys::fs::create_directories(path))
    return cannot("make directory", path, code);
  if (!sys::fs::is_directory(path))
    return usageError("'" + path + "' is not a directory");
  if (!existed)
    directories.push_back(path.str());
  return Error::success();
}

/// Whether `path` is there and is not a file that could be replaced.
static bool isSpecial(StringRef path) {
  sys::fs::file_status status;
  return !sys::fs::status(path, status) && sys::fs::exists(status) &&
         !sys::fs::is_regular_file(status);
}

/// A file of a new name beside `path`.
static Error createBeside(StringRef path, int &descriptor,
                          SmallVectorImpl<char> &temporary) {
  if (std::error_code code = sys::fs::createUniqueFile(path + ".%%%%%%%%.tmp",
                                                       descriptor, temporary))
    return cannot("write", path, code);
  return Error::success();
}

Error OutputFiles::checkWritable(StringRef path) {
  if (sys::fs::is_directory(path))
    return usageError("cannot write '" + path + "': it is a directory");
  if (isSpecial(path))
    return Error::success();
  int descriptor = -1;
  SmallString<128> temporary;
  if (Error error = createBeside(path, descriptor, temporary))
    return error;
  raw_fd_ostream(descriptor, /*shouldClose=*/true).close();
  (void)sys::fs::remove(temporary);
  return Error::success();
}

/// Writes to `descriptor` and closes it.
static std::error_code writeAll(int descriptor, StringRef contents) {
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << contents;
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

Error OutputFiles::add(StringRef path, StringRef contents) {
  int descriptor = -1;
  if (isSpecial(path)) {
    std::error_code code =
        sys::fs::openFileForWrite(path, descriptor, sys::fs::CD_OpenExisting);
    if (!code)
      code = writeAll(descriptor, contents);
    return code ? cannot("write", path, code) : Error::success();
  }
  SmallString<128> temporary;
  if (Error error = createBeside(path, descriptor, temporary))
    return error;
  files.push_back({temporary.str().str(), path.str()});
  if (std::error_code code = writeAll(descriptor, contents))
    return cannot("write", path, code);
  // Unique files are private to their maker; results are not.
  (void)sys::fs::setPermissions(temporary,
                                sys::fs::perms(0666 & ~sys::fs::getUmask()));
  return Error::success();
}

Error OutputFiles::commit() {
  for (File &file : files) {
    if (std::error_code code = sys::fs::rename(file.temporary, file.path))
      return cannot("write", file.path, code);
    file.temporary.clear();
    directories.clear();
  }
  return Error::success();
}
