//===- PrintSavedResiduals.cpp - Say what is kept -------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Differentiates a copy and prints the report; or, of a function that was
// differentiated, what its backward pass says of itself.
//
//===----------------------------------------------------------------------===//

#include "ExpandRequests.h"
#include "mlir/Support/FileUtilities.h"
#include "remat/Analysis/ResidualReport.h"
#include "remat/Analysis/ResidualText.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"
#include "llvm/Support/ToolOutputFile.h"

namespace remat {
#define GEN_PASS_DEF_REMATPRINTSAVEDRESIDUALS
#include "remat/Dialect/Remat/Transforms/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// The lines that a backward pass carries; none if it wasn't made by us.
static SmallVector<std::string> readLines(func::FuncOp backward) {
  SmallVector<std::string> lines;
  for (unsigned number = 0; number < backward.getNumArguments(); ++number)
    if (auto residual =
            backward.getArgAttrOfType<ResidualAttr>(number, "remat.residual"))
      lines.push_back(residual.getText().str());
  return lines;
}

namespace {
struct PrintSavedResiduals
    : public remat::impl::RematPrintSavedResidualsBase<PrintSavedResiduals> {
  using Base::Base;

  void runOnOperation() override {
    std::string report;
    llvm::raw_string_ostream stream(report);
    if (failed(makeReport(stream)) || failed(write(report)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult makeReport(llvm::raw_ostream &stream) {
    SymbolTable symbols(getOperation());
    auto target = symbols.lookup<func::FuncOp>(function);
    if (!target)
      return getOperation().emitError()
             << "there is no function '@" << function << "' to report on";
    if (auto backward = symbols.lookup<func::FuncOp>(function + "_bwd")) {
      SmallVector<std::string> lines = readLines(backward);
      for (const std::string &line : lines)
        stream << line << "\n";
      if (!lines.empty())
        return success();
    }
    return reportOnCopy(stream);
  }

  LogicalResult reportOnCopy(llvm::raw_ostream &stream) {
    OwningOpRef<ModuleOp> copy = getOperation().clone();
    SymbolTable symbols(*copy);
    if (failed(expandRequests(*copy, symbols)))
      return failure();
    auto target = symbols.lookup<func::FuncOp>(function);
    SmallVector<int64_t> numbers(wrt.begin(), wrt.end());
    if (numbers.empty())
      numbers = getFloatArguments(target.getArgumentTypes());
    FailureOr<JointFunction> joint =
        buildJointFunction(target, numbers, Seeding::Arguments, symbols);
    if (failed(joint))
      return failure();
    ResidualList list = findResiduals(*joint);
    SmallVector<std::string> texts = describeResiduals(*joint, target, list);
    printResidualReport(stream, *joint, list, texts);
    return strict ? checkNames(*joint, list) : success();
  }

  LogicalResult checkNames(const JointFunction &joint,
                           const ResidualList &list) {
    SmallVector<Idle> idle = findIdleNames(joint, list);
    for (const Idle &name : idle)
      emitError(name.location) << name.message;
    return success(idle.empty());
  }

  LogicalResult write(StringRef report) {
    if (output.empty()) {
      llvm::errs() << report;
      return success();
    }
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> file =
        openOutputFile(output, &message);
    if (!file)
      return getOperation().emitError() << message;
    file->os() << report;
    file->os().close();
    if (file->os().has_error()) {
      std::string reason = file->os().error().message();
      file->os().clear_error();
      return getOperation().emitError()
             << "can't write '" << output << "': " << reason;
    }
    file->keep();
    return success();
  }
};
} // namespace
