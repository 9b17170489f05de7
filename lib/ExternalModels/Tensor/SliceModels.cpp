//===- SliceModels.cpp - Rules of slices, pads and concatenations ---------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice taken out and a slice put in are each other's adjoints. Adjoints are
// always written by slices: a `linalg.generic` with a strided or offset output
// map says the same, but upstream miscompiles it.
//
//===----------------------------------------------------------------------===//

#include "TensorModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "remat/Differentiation/Slices.h"
#include "remat/Differentiation/Sums.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

namespace {

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Sizes of a tensor of type `type` whose dynamic ones are those of `like`,
/// which has the same rank. They are values even where the type of `like` is
/// static, so that what is built from them has dynamic sizes where `type` has.
SmallVector<OpFoldResult> getSizesLike(OpBuilder &builder, Location location,
                                       RankedTensorType type, Value like) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dimension, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size))
      sizes.push_back(builder.getIndexAttr(size));
    else
      sizes.push_back(tensor::DimOp::create(builder, location, like, dimension)
                          .getResult());
  }
  return sizes;
}

struct ExtractSliceModel
    : ReverseDiffOpInterface::ExternalModel<ExtractSliceModel,
                                            tensor::ExtractSliceOp> {
  LogicalResult linearize(Operation *op, OpBuilder &builder,
                          LinearizeRequest &request) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    llvm::append_range(request.coefficients, slice.getOffsets());
    llvm::append_range(request.coefficients, slice.getStrides());
    appendDynamicSizes(builder, op->getLoc(), slice.getSource(), request);
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    Value cotangent = request.resultCotangents[0];
    CoefficientReader reader(request.coefficients);
    SmallVector<OpFoldResult> offsets =
        getMixedValues(slice.getStaticOffsets(),
                       reader.take(slice.getOffsets().size()), builder);
    SmallVector<OpFoldResult> strides =
        getMixedValues(slice.getStaticStrides(),
                       reader.take(slice.getStrides().size()), builder);
    Value sum = request.takeSum(0);
    Value whole =
        sum ? sum
            : createZero(builder, op->getLoc(), slice.getSourceType(),
                         reader.takeDynamicSizes(slice.getSourceType()));
    // Dimensions that the slice drops have size 1, so that its dynamic sizes
    // are those of its result in order.
    SmallVector<Value> dynamicSizes;
    for (auto [dimension, size] :
         llvm::enumerate(slice.getResultType().getShape()))
      if (ShapedType::isDynamic(size))
        dynamicSizes.push_back(
            tensor::DimOp::create(builder, op->getLoc(), cotangent, dimension));
    SmallVector<OpFoldResult> sizes =
        getMixedValues(slice.getStaticSizes(), dynamicSizes, builder);
    if (sum) {
      Value before = createExtractSlice(
          builder, op->getLoc(), cast<RankedTensorType>(cotangent.getType()),
          sum, offsets, sizes, strides);
      cotangent = createSum(builder, op->getLoc(), before, cotangent);
    }
    request.inputCotangents[0] = createInsertSlice(
        builder, op->getLoc(), cotangent, whole, offsets, sizes, strides);
    return success();
  }
};

struct InsertSliceModel
    : ReverseDiffOpInterface::ExternalModel<InsertSliceModel,
                                            tensor::InsertSliceOp> {
  LogicalResult linearize(Operation *op, OpBuilder &,
                          LinearizeRequest &request) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    llvm::append_range(request.coefficients, insert.getOffsets());
    llvm::append_range(request.coefficients, insert.getSizes());
    llvm::append_range(request.coefficients, insert.getStrides());
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    Value cotangent = request.resultCotangents[0];
    CoefficientReader reader(request.coefficients);
    SmallVector<OpFoldResult> offsets =
        getMixedValues(insert.getStaticOffsets(),
                       reader.take(insert.getOffsets().size()), builder);
    ValueRange dynamicSizes = reader.take(insert.getSizes().size());
    SmallVector<OpFoldResult> sizes =
        getMixedValues(insert.getStaticSizes(), dynamicSizes, builder);
    SmallVector<OpFoldResult> strides =
        getMixedValues(insert.getStaticStrides(),
                       reader.take(insert.getStrides().size()), builder);
    if (request.active[0])
      request.inputCotangents[0] =
          createExtractSlice(builder, op->getLoc(), insert.getSourceType(),
                             cotangent, offsets, sizes, strides);
    if (request.active[1]) {
      Value zero = createZero(builder, op->getLoc(), insert.getSourceType(),
                              dynamicSizes);
      request.inputCotangents[1] = createInsertSlice(
          builder, op->getLoc(), zero, cotangent, offsets, sizes, strides);
    }
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

/// The number of the input that the padding is, where it is a value from
/// outside of the body as it stands.
std::optional<unsigned> getPaddingInput(tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  if (!padding)
    return std::nullopt;
  SmallVector<Value> inputs = getInputs(pad);
  for (unsigned number = pad->getNumOperands(); number < inputs.size();
       ++number)
    if (inputs[number] == padding)
      return number;
  return std::nullopt;
}

/// `whole - low - high`.
OpFoldResult createDifference(OpBuilder &builder, Location location,
                              Value whole, OpFoldResult low,
                              OpFoldResult high) {
  for (OpFoldResult part : {low, high})
    if (!isZeroInteger(part))
      whole = arith::SubIOp::create(
          builder, location, whole,
          getValueOrCreateConstantIndexOp(builder, location, part));
  return whole;
}

/// Where the source of a pad is in the result.
struct PaddedSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
};

PaddedSlice getPaddedSlice(OpBuilder &builder, tensor::PadOp pad,
                           TransposeRequest &request) {
  CoefficientReader reader(request.coefficients);
  PaddedSlice slice;
  slice.offsets = getMixedValues(pad.getStaticLow(),
                                 reader.take(pad.getLow().size()), builder);
  SmallVector<OpFoldResult> high = getMixedValues(
      pad.getStaticHigh(), reader.take(pad.getHigh().size()), builder);
  slice.strides.assign(high.size(), builder.getIndexAttr(1));
  for (auto [dimension, size] :
       llvm::enumerate(pad.getSourceType().getShape())) {
    if (!ShapedType::isDynamic(size)) {
      slice.sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    Value whole = tensor::DimOp::create(builder, pad.getLoc(),
                                        request.resultCotangents[0], dimension);
    slice.sizes.push_back(createDifference(builder, pad.getLoc(), whole,
                                           slice.offsets[dimension],
                                           high[dimension]));
  }
  return slice;
}

struct PadModel
    : ReverseDiffOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  LogicalResult linearize(Operation *op, OpBuilder &,
                          LinearizeRequest &request) const {
    auto pad = cast<tensor::PadOp>(op);
    auto isNegative = [](int64_t width) {
      return !ShapedType::isDynamic(width) && width < 0;
    };
    if (llvm::any_of(pad.getStaticLow(), isNegative) ||
        llvm::any_of(pad.getStaticHigh(), isNegative))
      return request.fail("pads by a negative width; use tensor.extract_slice "
                          "to make a tensor smaller");
    std::optional<unsigned> padding = getPaddingInput(pad);
    for (unsigned number = op->getNumOperands(); number < request.active.size();
         ++number)
      if (request.active[number] && number != padding)
        return request.fail("computes its padding in its body from a value "
                            "that is differentiated; compute it before and "
                            "yield it as it is");
    llvm::append_range(request.coefficients, pad.getLow());
    llvm::append_range(request.coefficients, pad.getHigh());
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto pad = cast<tensor::PadOp>(op);
    Location location = op->getLoc();
    Value cotangent = request.resultCotangents[0];
    PaddedSlice slice = getPaddedSlice(builder, pad, request);
    if (request.active[0])
      request.inputCotangents[0] =
          createExtractSlice(builder, location, pad.getSourceType(), cotangent,
                             slice.offsets, slice.sizes, slice.strides);
    std::optional<unsigned> padding = getPaddingInput(pad);
    if (padding && request.active[*padding]) {
      SmallVector<Value> dynamicSizes;
      std::tie(std::ignore, dynamicSizes) = decomposeMixedValues(slice.sizes);
      Value zero =
          createZero(builder, location, pad.getSourceType(), dynamicSizes);
      Value outside =
          createInsertSlice(builder, location, zero, cotangent, slice.offsets,
                            slice.sizes, slice.strides);
      request.inputCotangents[*padding] =
          createElementSum(builder, location, outside);
    }
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Concatenations
//===----------------------------------------------------------------------===//

struct ConcatModel
    : ReverseDiffOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  LogicalResult linearize(Operation *op, OpBuilder &builder,
                          LinearizeRequest &request) const {
    auto concat = cast<tensor::ConcatOp>(op);
    int64_t along = concat.getDim();
    for (Value input : concat.getInputs())
      if (cast<RankedTensorType>(input.getType()).isDynamicDim(along))
        request.coefficients.push_back(
            tensor::DimOp::create(builder, op->getLoc(), input, along));
    return success();
  }

  LogicalResult transpose(Operation *op, OpBuilder &builder,
                          TransposeRequest &request) const {
    auto concat = cast<tensor::ConcatOp>(op);
    Location location = op->getLoc();
    Value cotangent = request.resultCotangents[0];
    int64_t along = concat.getDim();
    CoefficientReader reader(request.coefficients);
    SmallVector<OpFoldResult> offsets(concat.getResultType().getRank(),
                                      builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
    for (auto [number, type] : llvm::enumerate(concat.getInputs().getTypes())) {
      auto inputType = cast<RankedTensorType>(type);
      OpFoldResult size = builder.getIndexAttr(inputType.getDimSize(along));
      if (inputType.isDynamicDim(along))
        size = reader.take(1).front();
      if (request.active[number]) {
        SmallVector<OpFoldResult> sizes =
            getSizesLike(builder, location, inputType, cotangent);
        sizes[along] = size;
        request.inputCotangents[number] = createExtractSlice(
            builder, location, inputType, cotangent, offsets, sizes, strides);
      }
      offsets[along] = addIndices(builder, location, offsets[along], size);
    }
    return success();
  }

private:
  static OpFoldResult addIndices(OpBuilder &builder, Location location,
                                 OpFoldResult left, OpFoldResult right) {
    std::optional<int64_t> leftConstant = getConstantIntValue(left);
    std::optional<int64_t> rightConstant = getConstantIntValue(right);
    if (leftConstant && rightConstant)
      return builder.getIndexAttr(*leftConstant + *rightConstant);
    if (leftConstant == 0)
      return right;
    return arith::AddIOp::create(
               builder, location,
               getValueOrCreateConstantIndexOp(builder, location, left),
               getValueOrCreateConstantIndexOp(builder, location, right))
        .getResult();
  }
};

} // namespace

void remat::attachTensorSliceModels(MLIRContext &context) {
  tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(context);
  tensor::InsertSliceOp::attachInterface<InsertSliceModel>(context);
  tensor::PadOp::attachInterface<PadModel>(context);
  tensor::ConcatOp::attachInterface<ConcatModel>(context);
}
