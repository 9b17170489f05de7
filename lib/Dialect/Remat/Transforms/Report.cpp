//===- Report.cpp - What reports are made of, and written -----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "ExpandRequests.h"
#include "mlir/Support/FileUtilities.h"
#include "remat/Analysis/ResidualText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace remat;

FailureOr<DifferentiatedCopy> remat::differentiateCopy(ModuleOp module,
                                                       StringRef function,
                                                       ArrayRef<int64_t> wrt) {
  if (!SymbolTable(module).lookup<func::FuncOp>(function))
    return module.emitError()
           << "there is no function '@" << function << "' to report on";
  DifferentiatedCopy copy;
  copy.module = module.clone();
  SymbolTable symbols(*copy.module);
  if (failed(expandRequests(*copy.module, symbols)))
    return failure();
  copy.original = symbols.lookup<func::FuncOp>(function);
  SmallVector<int64_t> numbers(wrt);
  if (numbers.empty())
    numbers = getFloatArguments(copy.original.getArgumentTypes());
  FailureOr<JointFunction> joint =
      buildJointFunction(copy.original, numbers, Seeding::Arguments, symbols);
  if (failed(joint))
    return failure();
  copy.joint = std::move(*joint);
  copy.residuals = findResiduals(copy.joint);
  copy.texts = describeResiduals(copy.joint, copy.original, copy.residuals);
  return copy;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Whether `path` is there and is not a file that could be replaced.
static bool isSpecial(StringRef path) {
  llvm::sys::fs::file_status status;
  return path == "-" || (!llvm::sys::fs::status(path, status) &&
                         llvm::sys::fs::exists(status) &&
                         !llvm::sys::fs::is_regular_file(status));
}

static LogicalResult writeOut(ModuleOp module, StringRef path,
                              llvm::raw_fd_ostream &stream, StringRef report) {
  stream << report;
  stream.close();
  if (!stream.has_error())
    return success();
  std::string reason = stream.error().message();
  stream.clear_error();
  return module.emitError() << "can't write '" << path << "': " << reason;
}

/// Devices and pipes can't be replaced.
static LogicalResult writeSpecial(ModuleOp module, StringRef path,
                                  StringRef report) {
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (!file)
    return module.emitError() << message;
  file->keep();
  return writeOut(module, path, file->os(), report);
}

/// Under another name first, so that nobody sees half of a file.
LogicalResult remat::writeReport(ModuleOp module, StringRef path,
                                 StringRef report) {
  namespace fs = llvm::sys::fs;
  if (path.empty()) {
    llvm::errs() << report;
    return success();
  }
  if (isSpecial(path))
    return writeSpecial(module, path, report);
  int descriptor = -1;
  SmallString<128> temporary;
  if (std::error_code code =
          fs::createUniqueFile(path + ".%%%%%%%%.tmp", descriptor, temporary))
    return module.emitError()
           << "cannot open output file '" << path << "': " << code.message();
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  LogicalResult written = writeOut(module, path, stream, report);
  // Unique files are private to their maker; reports are not.
  if (succeeded(written))
    (void)fs::setPermissions(temporary, fs::perms(0666 & ~fs::getUmask()));
  std::error_code code;
  if (succeeded(written))
    code = fs::rename(temporary, path);
  if (code)
    written = module.emitError()
              << "can't write '" << path << "': " << code.message();
  if (failed(written))
    (void)fs::remove(temporary);
  return written;
}
