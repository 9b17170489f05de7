//===- VerifyLowered.cpp - What a stage should have removed ---------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of stages; each says which ops may not be left.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

namespace remat {
#define GEN_PASS_DEF_REMATVERIFYLOWERED
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

namespace {
struct Stage {
  StringRef name;
  /// Whether `op` should be gone after the stage.
  bool (*isLeft)(Operation *op);
  /// Why it may still be there.
  StringRef reason;
};
} // namespace

static bool isTensor(Type type) { return isa<TensorType>(type); }

static bool hasTensors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

static const Stage stages[] = {
    {"inline",
     [](Operation *op) {
       return isa_and_nonnull<remat::RematDialect>(op->getDialect()) &&
              !isa<remat::OptimizationBarrierOp>(op);
     },
     "it should have been differentiated or erased"},
    {"linalg",
     [](Operation *op) {
       if (op->getNumResults() != 0 &&
           isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
         return !isa<arith::ConstantOp>(op) && hasTensors(op);
       return isa<linalg::AggregatedOpInterface>(op) ||
              (hasTensors(op) &&
               !isa<bufferization::BufferizableOpInterface>(op));
     },
     "it has no form as a structured op or on buffers"},
    {"bufferize",
     [](Operation *op) {
       return hasTensors(op) ||
              isa<bufferization::BufferizationDialect, remat::RematDialect>(
                  op->getDialect());
     },
     "it could not be given buffers"},
    {"loops",
     [](Operation *op) { return isa<linalg::LinalgDialect>(op->getDialect()); },
     "it could not be turned into loops"},
    {"llvm",
     [](Operation *op) {
       return !isa<ModuleOp>(op) && !isa<LLVM::LLVMDialect>(op->getDialect());
     },
     "it has no lowering to LLVM"},
};

namespace {
struct VerifyLowered
    : public remat::impl::RematVerifyLoweredBase<VerifyLowered> {
  using RematVerifyLoweredBase::RematVerifyLoweredBase;

  void runOnOperation() override {
    const Stage *found = llvm::find_if(
        stages, [&](const Stage &entry) { return entry.name == stage; });
    if (found == std::end(stages)) {
      getOperation().emitError()
          << "no lowering stage is called '" << stage << "'";
      return signalPassFailure();
    }
    bool anyLeft = false;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      // An unregistered op has no dialect and no lowering.
      if (op->getDialect() && !found->isLeft(op))
        return WalkResult::advance();
      op->emitError() << "'" << op->getName() << "' is left after stage '"
                      << stage << "': " << found->reason;
      anyLeft = true;
      // What is inside is left for the same reason.
      return WalkResult::skip();
    });
    if (anyLeft)
      signalPassFailure();
  }
};
} // namespace
