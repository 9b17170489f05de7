//===- LinalgModels.cpp - Rules for Linalg ops ----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every Linalg op with indexing maps and a scalar body has one rule, which goes
// by those alone.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "remat/Differentiation/StructuredRules.h"
#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;
using namespace remat;

namespace {

template <typename OpTy>
struct StructuredModel
    : ReverseDiffOpInterface::ExternalModel<StructuredModel<OpTy>, OpTy> {
  LogicalResult linearize(Operation *op, OpBuilder &builder,
                          LinearizeRequest &request) const {
    return linearizeStructured(cast<linalg::LinalgOp>(op), builder, request);
  }
  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    return transposeStructured(cast<linalg::LinalgOp>(op), builder, request);
  }
};

struct SoftmaxModel
    : ReverseDiffOpInterface::ExternalModel<SoftmaxModel, linalg::SoftmaxOp> {
  LogicalResult linearize(Operation *op, OpBuilder &,
                          LinearizeRequest &request) const {
    return linearizeSoftmax(cast<linalg::SoftmaxOp>(op), request);
  }
  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    return transposeSoftmax(cast<linalg::SoftmaxOp>(op), builder, request);
  }
};

} // namespace

template <typename... OpTys>
static void attachStructuredModels(MLIRContext &context) {
  (OpTys::template attachInterface<StructuredModel<OpTys>>(context), ...);
}

void remat::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachStructuredModels<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(*context);
    linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
  });
}
