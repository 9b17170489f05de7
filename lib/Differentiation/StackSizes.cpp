//===- StackSizes.cpp - How large the slots of stacks are -----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is as large as the largest value that goes into it. Where the sizes
// differ and follow from what the loop computes, the loop is run for them
// first, and for nothing else; the sizes go into stacks of their own.
//
//===----------------------------------------------------------------------===//

#include "BodyValues.h"
#include "Effects.h"
#include "Rebuild.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

static FailureOr<OpFoldResult> getSizeOutside(OpBuilder &builder, Value value,
                                              int64_t dim, Operation *outside) {
  auto isOutside = [&](Value known, std::optional<int64_t>,
                       ValueBoundsConstraintSet &) {
    return reaches(known, outside);
  };
  return arith::reifyShapedValueDimBound(builder, value.getLoc(),
                                         presburger::BoundType::EQ, value, dim,
                                         isOutside);
}

/// A size that is the same in each iteration is found outside.
bool BodyValues::resolveDim(tensor::DimOp dim) {
  std::optional<int64_t> number = dim.getConstantIndex();
  if (!number)
    return false;
  OpBuilder builder(body.getParentOp());
  FailureOr<OpFoldResult> size =
      getSizeOutside(builder, dim.getSource(), *number, body.getParentOp());
  if (failed(size))
    return false;
  Value outside = getValueOrCreateConstantIndexOp(builder, dim.getLoc(), *size);
  dim.getResult().replaceAllUsesWith(outside);
  return true;
}

/// The largest size that one of the iterations has, found by a loop that
/// computes nothing else.
Value BodyValues::getLargest(Value size) {
  scf::ForOp loop = getLoop();
  OpBuilder builder(loop);
  Location location = size.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  auto search = scf::ForOp::create(builder, location, loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep(), zero);
  builder.setInsertionPointToEnd(search.getBody());
  Value largest = arith::MaxSIOp::create(builder, location, zero,
                                         search.getRegionIterArg(0));
  Operation *maximum = largest.getDefiningOp();
  maximum->setOperand(0, get(size, maximum));
  scf::YieldOp::create(builder, location, largest);
  return search.getResult(0);
}

std::optional<SlotSize> BodyValues::getSize(OpBuilder &builder, Value value,
                                            int64_t dim) {
  Operation *around = body.getParentOp();
  Location location = value.getLoc();
  SizeSource source = findSize(value, dim, &body);
  if (source.tensor && reaches(source.tensor, around))
    return SlotSize{
        tensor::DimOp::create(builder, location, source.tensor, source.dim)
            .getResult()};
  if (source.size) {
    Value size =
        getValueOrCreateConstantIndexOp(builder, location, source.size);
    if (reaches(size, around))
      return SlotSize{size};
    if (getLoop() && isInside(size) && canRemake(size))
      return SlotSize{getLargest(size), size};
  }
  FailureOr<OpFoldResult> outside = getSizeOutside(builder, value, dim, around);
  if (succeeded(outside))
    return SlotSize{
        getValueOrCreateConstantIndexOp(builder, location, *outside)};
  if (getLoop())
    return getOwnSize(value, dim, source);
  return std::nullopt;
}

/// The size of a value as an integer of its body: where the body asks for it
/// first, else right behind the value.
static Value getDim(Block &body, Value value, int64_t dim) {
  tensor::DimOp first;
  for (Operation *user : value.getUsers())
    if (auto known = dyn_cast<tensor::DimOp>(user);
        known && known->getBlock() == &body && known.getConstantIndex() == dim)
      if (!first || known->isBeforeInBlock(first))
        first = known;
  if (first)
    return first;
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  if (Operation *op = value.getDefiningOp())
    builder.setInsertionPointAfter(op);
  return tensor::DimOp::create(builder, value.getLoc(), value, dim);
}

/// A size that differs by iteration, and is stored itself.
SlotSize BodyValues::getOwnSize(Value value, int64_t dim, SizeSource source) {
  auto size = dyn_cast_if_present<Value>(source.size);
  if (!size || !isInside(size))
    size = getDim(body, value, dim);
  stored.insert(size);
  return SlotSize{{}, size};
}

std::optional<SmallVector<SlotSize>> BodyValues::getSizes(OpBuilder &builder,
                                                          Value value) {
  SmallVector<SlotSize> found;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return found;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      found.push_back({builder.getIndexAttr(size)});
      continue;
    }
    std::optional<SlotSize> own = getSize(builder, value, dim);
    if (!own)
      return std::nullopt;
    found.push_back(*own);
  }
  return found;
}

static void emitSizeError(Value value) {
  Operation *op = value.getDefiningOp();
  InFlightDiagnostic diagnostic =
      mlir::emitError(value.getLoc())
      << "the backward pass needs "
      << (op ? "a result of '" + op->getName().getStringRef().str() + "'"
             : std::string("a value that the loop carries"))
      << " from each iteration of the loop around it, but its size "
      << value.getType()
      << " isn't known before the loop, and finding it would run the effects "
         "in "
         "the loop twice; give it a size that doesn't depend on the iteration, "
         "or move the effects out";
}

/// Finds the sizes of what is stored, which may have to be stored too.
LogicalResult BodyValues::findSlots() {
  OpBuilder builder(getLoop());
  for (size_t number = 0; number < stored.size(); ++number) {
    Value value = stored[number];
    if (!isa<RankedTensorType>(value.getType()) &&
        !RankedTensorType::isValidElementType(value.getType()))
      return emitTypeError(value), failure();
    std::optional<SmallVector<SlotSize>> own = getSizes(builder, value);
    REMAT_ASSERT(own, "a loop can be run for any size");
    sizes[value] = *own;
  }
  return countSizes();
}

/// A copy of the loop that also finds the largest of each of some integers.
/// What else it computes is dead.
scf::ForOp BodyValues::emitCounting(ArrayRef<Value> counted) {
  OpBuilder builder(getLoop());
  IRMapping mapping;
  auto copy = cast<scf::ForOp>(builder.clone(*getLoop(), mapping));
  // The copies are of the same runs: they may read what earlier bodies hold.
  bodies[copy.getBody()] = bodies.lookup(&body);
  body.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (auto known = bodies.find(&block); known != bodies.end()) {
          EmittedBody inner = known->second;
          bodies[mapping.lookup(&block)] = inner;
        }
  });

  Operation *end = copy.getBody()->getTerminator();
  SmallVector<Value> operands(copy->getOperands());
  SmallVector<Type> types(copy->getResultTypes());
  SmallVector<Value> next(end->getOperands());
  Value zero = arith::ConstantIndexOp::create(builder, copy.getLoc(), 0);
  zero.getDefiningOp()->moveBefore(copy);
  builder.setInsertionPoint(end);
  for (Value size : counted) {
    operands.push_back(zero);
    types.push_back(size.getType());
    Value largest = copy.getBody()->addArgument(size.getType(), size.getLoc());
    next.push_back(arith::MaxSIOp::create(builder, size.getLoc(), largest,
                                          mapping.lookup(size)));
  }
  end->setOperands(next);
  return cast<scf::ForOp>(
      rebuild(joint, copy, operands, types,
              llvm::to_vector(llvm::seq(getLoop().getNumResults()))));
}

/// Runs the loop for the sizes that are known no other way.
LogicalResult BodyValues::countSizes() {
  llvm::SetVector<Value> counted;
  for (Value value : stored)
    for (const SlotSize &size : sizes[value]) {
      if (size.allocated)
        continue;
      if (findEffect(getLoop(), symbols))
        return emitSizeError(value), failure();
      counted.insert(size.filled);
    }
  if (counted.empty())
    return success();
  scf::ForOp counting = emitCounting(counted.getArrayRef());
  llvm::DenseMap<Value, Value> largest;
  for (auto [size, result] :
       llvm::zip(counted, counting.getResults().take_back(counted.size())))
    largest[size] = result;
  for (Value value : stored)
    for (SlotSize &size : sizes[value])
      if (!size.allocated)
        size.allocated = largest[size.filled];
  return success();
}
