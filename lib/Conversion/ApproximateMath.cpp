//===- ApproximateMath.cpp - Functions of f32 as polynomials --------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Conversion/Passes.h"
#include "llvm/ADT/StringSwitch.h"

namespace remat {
#define GEN_PASS_DEF_REMATAPPROXIMATEMATH
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

/// Functions whose approximation is right to 4 units in the last place over the
/// whole of f32; below the smallest normal number exp gives 0.
static bool isAccurate(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"math.exp", "math.log", "math.tanh", "math.erf"}, true)
      .Default(false);
}

namespace {
struct ApproximateMath
    : public remat::impl::RematApproximateMathBase<ApproximateMath> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathPolynomialApproximationPatterns(patterns, isAccurate);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
