//===- Progress.h - A word when something takes long ------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUN_PROGRESS_H
#define REMAT_RUN_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace remat::run {

/// Prints one line to standard error if it lives for over a second.
class Progress {
public:
  explicit Progress(llvm::StringRef what);
  ~Progress();

private:
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  std::thread watcher;
};

} // namespace remat::run

#endif // REMAT_RUN_PROGRESS_H
