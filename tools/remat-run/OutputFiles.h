//===- OutputFiles.h - Files that appear all at once ------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_OUTPUTFILES_H
#define REMAT_RUN_OUTPUTFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace remat::run {

/// Files to be written: either all of them get their contents or none does.
class OutputFiles {
public:
  /// Removes what was not brought to an end.
  ~OutputFiles();

  /// Makes a directory where there is none.
  llvm::Error makeDirectory(llvm::StringRef path);
  /// An error where a file at `path` could not be made; found out before the
  /// program runs.
  llvm::Error checkWritable(llvm::StringRef path);
  /// Writes `contents` beside `path`.
  llvm::Error add(llvm::StringRef path, llvm::StringRef contents);
  /// Moves all files to their places.
  llvm::Error commit();

private:
  struct File {
    std::string temporary, path;
  };
  std::vector<File> files;
  /// Made here, and removed again unless files came to stand in them.
  std::vector<std::string> directories;
};

} // namespace remat::run

#endif // REMAT_RUN_OUTPUTFILES_H
