//===- TensorModels.cpp - Rules for Tensor ops ----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the tensor dialect move elements, so that their maps are linear as
// they stand: what a rule keeps are indices and sizes, never a tensor. The
// rules are in Tensor/, a file a subject. Ops that only speak of shapes (dim,
// rank, empty) carry no tangent and have no rule.
//
//===----------------------------------------------------------------------===//

#include "Tensor/TensorModels.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "remat/Differentiation/Zeros.h"
#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;

void remat::appendDynamicSizes(OpBuilder &builder, Location location,
                               Value tensor, LinearizeRequest &request) {
  llvm::append_range(request.coefficients,
                     getDynamicSizes(builder, location, tensor));
}

SmallVector<OpFoldResult> remat::getMixedSizesOf(OpBuilder &builder, Type type,
                                                 ValueRange dynamicSizes) {
  return getMixedValues(cast<RankedTensorType>(type).getShape(), dynamicSizes,
                        builder);
}

void remat::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    attachTensorShapeModels(*context);
    attachTensorSliceModels(*context);
    attachTensorElementModels(*context);
  });
}
