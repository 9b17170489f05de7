//===- TensorModels.h - Rules of Tensor ops by subject ----------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a file of rules, and the sizes and indices that rules of every
// subject keep as coefficients.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_EXTERNALMODELS_TENSOR_TENSORMODELS_H
#define REMAT_LIB_EXTERNALMODELS_TENSOR_TENSORMODELS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

namespace remat {

/// cast, collapse_shape, expand_shape, reshape, bitcast.
void attachTensorShapeModels(mlir::MLIRContext &context);
/// extract_slice, insert_slice, pad, concat.
void attachTensorSliceModels(mlir::MLIRContext &context);
/// extract, insert, from_elements, splat, generate, gather, scatter.
void attachTensorElementModels(mlir::MLIRContext &context);

/// Hands out coefficients in the order in which they were appended.
class CoefficientReader {
public:
  explicit CoefficientReader(mlir::ValueRange coefficients)
      : rest(coefficients) {}

  mlir::ValueRange take(unsigned number) {
    mlir::ValueRange taken = rest.take_front(number);
    rest = rest.drop_front(number);
    return taken;
  }

  /// What `appendDynamicSizes` appended for a tensor of this type.
  mlir::ValueRange takeDynamicSizes(mlir::Type type) {
    return take(mlir::cast<mlir::RankedTensorType>(type).getNumDynamicDims());
  }

private:
  mlir::ValueRange rest;
};

/// Appends the sizes of the dynamic dimensions: the tensor isn't kept for the
/// sake of its shape.
void appendDynamicSizes(mlir::OpBuilder &builder, mlir::Location location,
                        mlir::Value tensor, LinearizeRequest &request);

/// Sizes of a tensor of type `type`, static ones from the type, dynamic ones
/// from `dynamicSizes` in order.
llvm::SmallVector<mlir::OpFoldResult>
getMixedSizesOf(mlir::OpBuilder &builder, mlir::Type type,
                mlir::ValueRange dynamicSizes);

/// A rule that only says why there is none.
template <typename Model, typename Op>
struct RefusedModel : ReverseDiffOpInterface::ExternalModel<Model, Op> {
  llvm::LogicalResult linearize(mlir::Operation *, mlir::OpBuilder &,
                                LinearizeRequest &request) const {
    return request.fail(Model::reason);
  }
  llvm::LogicalResult transpose(mlir::Operation *, mlir::OpBuilder &,
                                TransposeRequest &) const {
    llvm_unreachable("linearize refuses every op of this kind");
  }
};

} // namespace remat

#endif // REMAT_LIB_EXTERNALMODELS_TENSOR_TENSORMODELS_H
