//===- ScalarModels.h - Rules from the table of scalar rules ----*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every op class of a dialect that the table of scalar rules has a row
// for the interface: the op by itself, on scalars, vectors or ranked tensors.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_EXTERNALMODELS_SCALARMODELS_H
#define REMAT_LIB_EXTERNALMODELS_SCALARMODELS_H

#include "mlir/IR/MLIRContext.h"
#include "remat/Differentiation/ScalarRules.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

namespace remat {

mlir::LogicalResult linearizeByScalarRule(mlir::Operation *op,
                                          mlir::OpBuilder &builder,
                                          LinearizeRequest &request);

mlir::LogicalResult transposeByScalarRule(mlir::Operation *op,
                                          mlir::OpBuilder &builder,
                                          TransposeRequest &request);

template <typename Op>
struct ScalarModel
    : public ReverseDiffOpInterface::ExternalModel<ScalarModel<Op>, Op> {
  mlir::LogicalResult linearize(mlir::Operation *op, mlir::OpBuilder &builder,
                                LinearizeRequest &request) const {
    return linearizeByScalarRule(op, builder, request);
  }

  mlir::LogicalResult transpose(mlir::Operation *op, mlir::OpBuilder &builder,
                                TransposeRequest &request) const {
    return transposeByScalarRule(op, builder, request);
  }
};

template <typename Op> void attachScalarModel(mlir::MLIRContext *context) {
  if (lookupScalarRule(mlir::OperationName(Op::getOperationName(), context)))
    Op::template attachInterface<ScalarModel<Op>>(*context);
}

/// Attaches the model to those of `Ops` that the table has.
template <typename... Ops> void attachScalarModels(mlir::MLIRContext *context) {
  (attachScalarModel<Ops>(context), ...);
}

} // namespace remat

#endif // REMAT_LIB_EXTERNALMODELS_SCALARMODELS_H
