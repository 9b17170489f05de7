//===- PrintFwdBwd.cpp - Show both passes side by side --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Differentiates a copy and prints it as two columns, or as a page.
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "remat/Analysis/FwdBwdView.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#if __has_include(<sys/ioctl.h>)
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace remat {
#define GEN_PASS_DEF_REMATPRINTFWDBWD
#include "remat/Dialect/Remat/Transforms/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// The width of the terminal that standard error is; 0 where it is none.
static unsigned getTerminalWidth() {
#ifdef TIOCGWINSZ
  winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0)
    return size.ws_col;
#endif
  return 0;
}

/// What `COLUMNS` says; of a terminal, its width; or else room for two columns
/// of 60.
static unsigned getWidth(bool toFile) {
  constexpr unsigned usual = 2 * 60 + 3, widest = 1000;
  unsigned width = 0;
  if (std::optional<std::string> wanted = llvm::sys::Process::GetEnv("COLUMNS"))
    if (StringRef(*wanted).getAsInteger(10, width))
      width = 0;
  if (width == 0 && !toFile)
    width = getTerminalWidth();
  return width == 0 ? usual : std::min(width, widest);
}

/// As https://no-color.org has it.
static bool wantsColor() {
  std::optional<std::string> off = llvm::sys::Process::GetEnv("NO_COLOR");
  return (!off || off->empty()) && llvm::errs().has_colors();
}

namespace {
struct PrintFwdBwd : public remat::impl::RematPrintFwdBwdBase<PrintFwdBwd> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<int64_t> numbers(wrt.begin(), wrt.end());
    FailureOr<DifferentiatedCopy> copy =
        differentiateCopy(getOperation(), function, numbers);
    if (failed(copy))
      return signalPassFailure();
    FwdBwdView view = buildFwdBwdView(copy->joint, copy->original,
                                      copy->residuals, copy->texts);
    if (failed(writeReport(getOperation(), output, print(view))))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  std::string print(const FwdBwdView &view) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    StringRef path = output;
    if (path.ends_with_insensitive(".html") ||
        path.ends_with_insensitive(".htm")) {
      printFwdBwdPage(stream, view);
      return printed;
    }
    stream.enable_colors(path.empty() && wantsColor());
    printFwdBwdText(stream, view, getWidth(!path.empty()));
    return printed;
  }
};
} // namespace
