//===- ShapeModels.cpp - Rules of casts and reshapes ----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same elements in another shape: the adjoint gives them their shape back.
//
//===----------------------------------------------------------------------===//

#include "TensorModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace remat;

namespace {

/// `sizes` as the tensor that `tensor.reshape` takes.
Value createShape(OpBuilder &builder, Location location,
                  ArrayRef<OpFoldResult> sizes) {
  auto type = RankedTensorType::get({static_cast<int64_t>(sizes.size())},
                                    builder.getIndexType());
  if (std::optional<SmallVector<int64_t>> constants =
          getConstantIntValues(sizes))
    return arith::ConstantOp::create(
        builder, location, DenseIntElementsAttr::get(type, *constants));
  return tensor::FromElementsOp::create(
      builder, location, type,
      getValueOrCreateConstantIndexOp(builder, location, sizes));
}

struct CastModel
    : ReverseDiffOpInterface::ExternalModel<CastModel, tensor::CastOp> {
  LogicalResult linearize(Operation *op, OpBuilder &,
                          LinearizeRequest &request) const {
    auto cast = mlir::cast<tensor::CastOp>(op);
    if (isa<UnrankedTensorType>(cast.getSource().getType()) ||
        isa<UnrankedTensorType>(cast.getType()))
      return request.fail("converts a tensor of unknown rank, whose cotangents "
                          "cannot be added up; keep the rank in its type");
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto cast = mlir::cast<tensor::CastOp>(op);
    request.inputCotangents[0] = tensor::CastOp::create(
        builder, op->getLoc(), cast.getSource().getType(),
        request.resultCotangents[0]);
    return success();
  }
};

struct ExpandShapeModel
    : ReverseDiffOpInterface::ExternalModel<ExpandShapeModel,
                                            tensor::ExpandShapeOp> {
  LogicalResult linearize(Operation *, OpBuilder &, LinearizeRequest &) const {
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    request.inputCotangents[0] = tensor::CollapseShapeOp::create(
        builder, op->getLoc(), expand.getSrcType(), request.resultCotangents[0],
        expand.getReassociationIndices());
    return success();
  }
};

/// Where the size of a dynamic dimension of a collapsed tensor is found.
enum class SizeSource { Static, Cotangent, Coefficient };

/// A dimension whose neighbours in the group have size 1 is as large as the
/// dimension that the group became.
SizeSource getSizeSource(ArrayRef<int64_t> shape, ArrayRef<int64_t> group,
                         int64_t dimension) {
  if (!ShapedType::isDynamic(shape[dimension]))
    return SizeSource::Static;
  bool alone = llvm::all_of(group, [&](int64_t other) {
    return other == dimension || shape[other] == 1;
  });
  return alone ? SizeSource::Cotangent : SizeSource::Coefficient;
}

struct CollapseShapeModel
    : ReverseDiffOpInterface::ExternalModel<CollapseShapeModel,
                                            tensor::CollapseShapeOp> {
  LogicalResult linearize(Operation *op, OpBuilder &builder,
                          LinearizeRequest &request) const {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
    for (const ReassociationIndices &group : collapse.getReassociationIndices())
      for (int64_t dimension : group)
        if (getSizeSource(shape, group, dimension) == SizeSource::Coefficient)
          request.coefficients.push_back(tensor::DimOp::create(
              builder, op->getLoc(), collapse.getSrc(), dimension));
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
    Value cotangent = request.resultCotangents[0];
    CoefficientReader reader(request.coefficients);
    SmallVector<OpFoldResult> sizes;
    for (auto [number, group] :
         llvm::enumerate(collapse.getReassociationIndices()))
      for (int64_t dimension : group)
        switch (getSizeSource(shape, group, dimension)) {
        case SizeSource::Static:
          sizes.push_back(builder.getIndexAttr(shape[dimension]));
          break;
        case SizeSource::Cotangent:
          sizes.push_back(
              tensor::DimOp::create(builder, op->getLoc(), cotangent, number)
                  .getResult());
          break;
        case SizeSource::Coefficient:
          sizes.push_back(reader.take(1).front());
          break;
        }
    // Nothing but a tensor of one element collapses to no dimension.
    if (collapse.getReassociationIndices().empty())
      sizes.assign(shape.size(), builder.getIndexAttr(1));
    request.inputCotangents[0] =
        canExpand(collapse)
            ? tensor::ExpandShapeOp::create(
                  builder, op->getLoc(), collapse.getSrcType(), cotangent,
                  collapse.getReassociationIndices(), sizes)
                  .getResult()
            : tensor::ReshapeOp::create(
                  builder, op->getLoc(), collapse.getSrcType(), cotangent,
                  createShape(builder, op->getLoc(), sizes))
                  .getResult();
    return success();
  }

private:
  /// Upstream cannot lower an expansion into more than one dynamic dimension.
  static bool canExpand(tensor::CollapseShapeOp collapse) {
    return llvm::all_of(collapse.getReassociationIndices(),
                        [&](const ReassociationIndices &group) {
                          return llvm::count_if(group, [&](int64_t dimension) {
                                   return collapse.getSrcType().isDynamicDim(
                                       dimension);
                                 }) <= 1;
                        });
  }
};

struct ReshapeModel
    : ReverseDiffOpInterface::ExternalModel<ReshapeModel, tensor::ReshapeOp> {
  LogicalResult linearize(Operation *op, OpBuilder &builder,
                          LinearizeRequest &request) const {
    auto reshape = cast<tensor::ReshapeOp>(op);
    if (isa<UnrankedTensorType>(reshape.getSource().getType()) ||
        isa<UnrankedTensorType>(reshape.getType()))
      return request.fail("reshapes a tensor of unknown rank, whose cotangents "
                          "cannot be added up; keep the rank in its type");
    appendDynamicSizes(builder, op->getLoc(), reshape.getSource(), request);
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto type = cast<RankedTensorType>(
        cast<tensor::ReshapeOp>(op).getSource().getType());
    request.inputCotangents[0] = tensor::ReshapeOp::create(
        builder, op->getLoc(), type, request.resultCotangents[0],
        createShape(builder, op->getLoc(),
                    getMixedSizesOf(builder, type, request.coefficients)));
    return success();
  }
};

struct BitcastModel : RefusedModel<BitcastModel, tensor::BitcastOp> {
  static constexpr const char *reason =
      "reads the bits of a float as another float, which is not "
      "differentiable; convert with arith.truncf or arith.extf";
};

} // namespace

void remat::attachTensorShapeModels(MLIRContext &context) {
  tensor::CastOp::attachInterface<CastModel>(context);
  tensor::ExpandShapeOp::attachInterface<ExpandShapeModel>(context);
  tensor::CollapseShapeOp::attachInterface<CollapseShapeModel>(context);
  tensor::ReshapeOp::attachInterface<ReshapeModel>(context);
  tensor::BitcastOp::attachInterface<BitcastModel>(context);
}
