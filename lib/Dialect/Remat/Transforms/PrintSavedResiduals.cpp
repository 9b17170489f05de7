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

#include "Report.h"
#include "remat/Analysis/ResidualReport.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"

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
    if (failed(makeReport(stream)) ||
        failed(writeReport(getOperation(), output, report)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult makeReport(llvm::raw_ostream &stream) {
    SymbolTable symbols(getOperation());
    if (auto backward = symbols.lookup<func::FuncOp>(function + "_bwd");
        backward && symbols.lookup<func::FuncOp>(function)) {
      SmallVector<std::string> lines = readLines(backward);
      for (const std::string &line : lines)
        stream << line << "\n";
      if (!lines.empty())
        return success();
    }
    return reportOnCopy(stream);
  }

  LogicalResult reportOnCopy(llvm::raw_ostream &stream) {
    SmallVector<int64_t> numbers(wrt.begin(), wrt.end());
    FailureOr<DifferentiatedCopy> copy =
        differentiateCopy(getOperation(), function, numbers);
    if (failed(copy))
      return failure();
    printResidualReport(stream, copy->joint, copy->residuals, copy->texts);
    return strict ? checkNames(copy->joint, copy->residuals) : success();
  }

  LogicalResult checkNames(const JointFunction &joint,
                           const ResidualList &list) {
    SmallVector<Idle> idle = findIdleNames(joint, list);
    for (const Idle &name : idle)
      emitError(name.location) << name.message;
    return success(idle.empty());
  }
};
} // namespace
