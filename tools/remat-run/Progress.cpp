//===- Progress.cpp - A word when something takes long --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include <chrono>
#include <cstdio>

using namespace remat::run;

Progress::Progress(llvm::StringRef what)
    : watcher([this, what = what.str()] {
        std::unique_lock<std::mutex> lock(mutex);
        if (!finished.wait_for(lock, std::chrono::seconds(1),
                               [this] { return done; }))
          std::fprintf(stderr, "remat-run: %s ...\n", what.c_str());
      }) {}

Progress::~Progress() {
  {
    std::lock_guard<std::mutex> guard(mutex);
    done = true;
  }
  finished.notify_one();
  watcher.join();
}
