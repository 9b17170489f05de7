//===- ElementModels.cpp - Rules of ops on single elements ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements taken out of a tensor, put into one, or making one up.
//
//===----------------------------------------------------------------------===//

#include "TensorModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "remat/Differentiation/Sums.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

namespace {

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

struct ExtractModel
    : ReverseDiffOpInterface::ExternalModel<ExtractModel, tensor::ExtractOp> {
  LogicalResult linearize(Operation *op, OpBuilder &builder,
                          LinearizeRequest &request) const {
    auto extract = cast<tensor::ExtractOp>(op);
    llvm::append_range(request.coefficients, extract.getIndices());
    appendDynamicSizes(builder, op->getLoc(), extract.getTensor(), request);
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto extract = cast<tensor::ExtractOp>(op);
    CoefficientReader reader(request.coefficients);
    ValueRange indices = reader.take(extract.getIndices().size());
    Type type = extract.getTensor().getType();
    Value cotangent = request.resultCotangents[0];
    Value sum = request.takeSum(0);
    if (sum) {
      Value before =
          tensor::ExtractOp::create(builder, op->getLoc(), sum, indices);
      cotangent = createSum(builder, op->getLoc(), before, cotangent);
    } else {
      sum = createZero(builder, op->getLoc(), type,
                       reader.takeDynamicSizes(type));
    }
    request.inputCotangents[0] = tensor::InsertOp::create(
        builder, op->getLoc(), cotangent, sum, indices);
    return success();
  }
};

struct InsertModel
    : ReverseDiffOpInterface::ExternalModel<InsertModel, tensor::InsertOp> {
  LogicalResult linearize(Operation *op, OpBuilder &,
                          LinearizeRequest &request) const {
    llvm::append_range(request.coefficients,
                       cast<tensor::InsertOp>(op).getIndices());
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    Value cotangent = request.resultCotangents[0];
    ValueRange indices = request.coefficients;
    if (request.active[0])
      request.inputCotangents[0] =
          tensor::ExtractOp::create(builder, op->getLoc(), cotangent, indices);
    if (request.active[1]) {
      Value zero = createZero(builder, op->getLoc(),
                              cast<tensor::InsertOp>(op).getScalar().getType());
      request.inputCotangents[1] = tensor::InsertOp::create(
          builder, op->getLoc(), zero, cotangent, indices);
    }
    return success();
  }
};

//===----------------------------------------------------------------------===//
// All elements
//===----------------------------------------------------------------------===//

struct FromElementsModel
    : ReverseDiffOpInterface::ExternalModel<FromElementsModel,
                                            tensor::FromElementsOp> {
  LogicalResult linearize(Operation *, OpBuilder &, LinearizeRequest &) const {
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    for (auto [number, active] : llvm::enumerate(request.active))
      if (active)
        request.inputCotangents[number] = tensor::ExtractOp::create(
            builder, op->getLoc(), request.resultCotangents[0],
            createIndices(builder, op->getLoc(), number, shape));
    return success();
  }

private:
  /// The indices of element `number` in row-major order.
  static SmallVector<Value> createIndices(OpBuilder &builder, Location location,
                                          int64_t number,
                                          ArrayRef<int64_t> shape) {
    SmallVector<Value> indices(shape.size());
    for (int64_t dimension = shape.size() - 1; dimension >= 0; --dimension) {
      indices[dimension] = arith::ConstantIndexOp::create(
          builder, location, number % shape[dimension]);
      number /= shape[dimension];
    }
    return indices;
  }
};

struct SplatModel
    : ReverseDiffOpInterface::ExternalModel<SplatModel, tensor::SplatOp> {
  LogicalResult linearize(Operation *, OpBuilder &, LinearizeRequest &) const {
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    request.inputCotangents[0] =
        createElementSum(builder, op->getLoc(), request.resultCotangents[0]);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Ops that are refused
//===----------------------------------------------------------------------===//

struct GenerateModel : RefusedModel<GenerateModel, tensor::GenerateOp> {
  static constexpr const char *reason =
      "reads a value that is differentiated in its body; write it as a "
      "linalg.generic with tensor.extract in its body";
};

struct GatherModel : RefusedModel<GatherModel, tensor::GatherOp> {
  static constexpr const char *reason =
      "cannot be lowered by upstream passes; write it as a linalg.generic with "
      "tensor.extract in its body";
};

struct ScatterModel : RefusedModel<ScatterModel, tensor::ScatterOp> {
  static constexpr const char *reason =
      "cannot be lowered by upstream passes; write it as a loop of "
      "tensor.insert_slice";
};

} // namespace

void remat::attachTensorElementModels(MLIRContext &context) {
  tensor::ExtractOp::attachInterface<ExtractModel>(context);
  tensor::InsertOp::attachInterface<InsertModel>(context);
  tensor::FromElementsOp::attachInterface<FromElementsModel>(context);
  tensor::SplatOp::attachInterface<SplatModel>(context);
  tensor::GenerateOp::attachInterface<GenerateModel>(context);
  tensor::GatherOp::attachInterface<GatherModel>(context);
  tensor::ScatterOp::attachInterface<ScatterModel>(context);
}
