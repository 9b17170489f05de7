//===- CpuPipeline.cpp - Lowering to the CPU ------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's passes with ours between them. The order is forced in places:
// buffers are freed before contractions become calls, which hide what they use;
// accurate library functions are called before the LLVM conversion would
// approximate them.
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"
#include "remat/Pipelines/Pipelines.h"

using namespace mlir;
using namespace remat;

static void verify(OpPassManager &manager, StringRef stage) {
  RematVerifyLoweredOptions options;
  options.stage = stage.str();
  manager.addPass(createRematVerifyLowered(options));
}

static void cleanUp(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// One function without regions, names or calls.
static void buildInline(OpPassManager &manager, const CpuPipelineOptions &) {
  manager.addPass(createRematErase());
  // Before anything canonicalizes, as the inliner does.
  manager.addPass(createRematFullRankSlices());
  manager.addPass(createInlinerPass());
  manager.addPass(createSymbolDCEPass());
  cleanUp(manager);
  verify(manager, "inline");
}

/// Structured ops of few kinds, fused.
static void buildLinalg(OpPassManager &manager, const CpuPipelineOptions &) {
  manager.addPass(createRematDropEmptyPieces());
  manager.addPass(createRematSelectsToIfs());
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createRematNormalizeLinalg());
  manager.addPass(createRematWidenAccumulators());
  manager.addPass(createRematDropUnitDims());
  manager.addPass(createRematFullRankSlices());
  cleanUp(manager);
  manager.addPass(createRematSelectsToIfs());
  // Contractions that unit dimensions hid are seen now.
  manager.addPass(createRematNormalizeLinalg());
  manager.addPass(createRematFuseElementwise());
  cleanUp(manager);
  verify(manager, "linalg");
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static void buildBufferize(OpPassManager &manager, const CpuPipelineOptions &) {
  manager.addPass(createRematSelectsToIfs());
  manager.addPass(createRematSwitchesToIfs());
  manager.addPass(createRematSplitInits());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  manager.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.allowReturnAllocsFromLoops = true;
  // Every block of our allocator is aligned; asking for it here would round
  // sizes up, and memory would no longer be counted exactly.
  options.bufferAlignment = 0;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(bufferization::createDropEquivalentBufferResultsPass());
}

/// Each buffer is freed right after its last use.
static void buildDeallocate(OpPassManager &manager,
                            const CpuPipelineOptions &) {
  bufferization::buildBufferDeallocationPipeline(
      manager, bufferization::BufferDeallocationPipelineOptions());
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addNestedPass<func::FuncOp>(
      bufferization::createOptimizeAllocationLivenessPass());
  manager.addPass(createRematAllocateResultsFirst());
  manager.addPass(createRematDropBarriers());
  verify(manager, "bufferize");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static void buildLoops(OpPassManager &manager, const CpuPipelineOptions &) {
  manager.addPass(createRematContractionsToBlas());
  manager.addPass(createRematOutlineKernels());
  manager.addPass(createConvertLinalgToLoopsPass());
  cleanUp(manager);
  verify(manager, "loops");
}

/// Calls of the C library, which is accurate, where it has the function and no
/// polynomial is allowed.
static void buildMath(OpPassManager &manager,
                      const CpuPipelineOptions &options) {
  if (options.floatMode == FloatMode::Fast) {
    manager.addPass(createRematRelaxArith());
    manager.addPass(createRematApproximateMath());
  }
  // Processors compute with neither f16 functions nor bf16 at all.
  manager.addPass(math::createMathExtendToSupportedTypes());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  manager.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  math::MathExpandOpsPassOptions expand;
  expand.opMnemonics = {"rsqrt", "clampf"};
  manager.addPass(math::createMathExpandOpsPass(expand));
  manager.addPass(createRematMathToLibm());
  // `llvm.powi` takes exponents of 32 bits.
  ConvertMathToFuncsOptions powers;
  powers.minWidthOfFPowIExponent = 33;
  manager.addPass(createConvertMathToFuncs(powers));
}

static void buildLlvm(OpPassManager &manager, const CpuPipelineOptions &) {
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expand));
  manager.addPass(createSCFToControlFlowPass());
  manager.addNestedPass<func::FuncOp>(createConvertMathToLLVMPass());
  manager.addPass(createConvertIndexToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  manager.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  verify(manager, "llvm");
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

ArrayRef<Stage> remat::cpuStages() {
  static const Stage stages[] = {
      {"inline", buildInline},       {"linalg", buildLinalg},
      {"bufferize", buildBufferize}, {"deallocate", buildDeallocate},
      {"loops", buildLoops},         {"math", buildMath},
      {"llvm", buildLlvm},
  };
  return stages;
}

void remat::buildCpuPipeline(OpPassManager &manager,
                             const CpuPipelineOptions &options) {
  for (const Stage &stage : cpuStages())
    stage.build(manager, options);
}

void remat::registerPipelines() {
  PassPipelineRegistration<CpuPipelineOptions>(
      "remat-to-cpu", "Lower a program to the LLVM dialect for the CPU",
      buildCpuPipeline);
}
