//===- Pipelines.h - Lowering to machines -----------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU lowering as a list of named stages, so that a tool can run, time and
// print each by itself; `remat-to-cpu` runs them all.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_PIPELINES_H
#define REMAT_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace remat {

/// What the compiler may do to floating-point arithmetic.
enum class FloatMode {
  /// Sums may be reordered, products and sums contracted, and f32 functions
  /// approximated to a few units in the last place.
  Fast,
  /// Every operation as written, sums in one fixed order.
  Strict,
};

struct CpuPipelineOptions
    : public mlir::PassPipelineOptions<CpuPipelineOptions> {
  Option<FloatMode> floatMode{
      *this, "fp",
      llvm::cl::desc("What may be done to floating-point arithmetic"),
      llvm::cl::values(
          clEnumValN(FloatMode::Fast, "fast",
                     "sums may be reordered, functions of f32 approximated"),
          clEnumValN(FloatMode::Strict, "strict",
                     "every operation as written, in a fixed order")),
      llvm::cl::init(FloatMode::Fast)};
};

/// A step of a lowering.
struct Stage {
  /// Also the name of what `--dump-stages` writes.
  llvm::StringRef name;
  void (*build)(mlir::OpPassManager &manager,
                const CpuPipelineOptions &options);
};

/// The stages from a program without derivatives left to make to the LLVM
/// dialect, in order. After each the IR is checked for what should be gone.
llvm::ArrayRef<Stage> cpuStages();

/// All of them.
void buildCpuPipeline(mlir::OpPassManager &manager,
                      const CpuPipelineOptions &options);

/// Adds the pipelines to the command line's.
void registerPipelines();

} // namespace remat

#endif // REMAT_PIPELINES_PIPELINES_H
