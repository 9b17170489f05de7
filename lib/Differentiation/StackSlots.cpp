//===- StackSlots.cpp - Put values on stacks and take them off ------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyValues.h"
#include "Rebuild.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Differentiation/Slices.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

using namespace mlir;
using namespace remat;

void remat::emitTypeError(Value value) {
  mlir::emitError(value.getLoc())
      << "the backward pass needs a value of type " << value.getType()
      << " from inside a loop or branch, where only tensors and numbers can be "
         "kept; compute it outside";
}

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

static SmallVector<OpFoldResult> getAllocated(ArrayRef<SlotSize> sizes) {
  SmallVector<OpFoldResult> allocated;
  for (const SlotSize &size : sizes)
    allocated.push_back(size.allocated);
  return allocated;
}

/// What is filled, as seen in the body itself.
static SmallVector<OpFoldResult> getFilled(ArrayRef<SlotSize> sizes) {
  SmallVector<OpFoldResult> filled;
  for (const SlotSize &size : sizes)
    filled.push_back(size.filled ? OpFoldResult(size.filled) : size.allocated);
  return filled;
}

static SmallVector<OpFoldResult> addFirst(OpFoldResult first,
                                          ArrayRef<OpFoldResult> rest) {
  SmallVector<OpFoldResult> all = {first};
  llvm::append_range(all, rest);
  return all;
}

namespace {
/// The slot of an iteration in a stack of tensors of `sizes`.
struct Slot {
  Slot(OpBuilder &builder, Value iteration, ArrayRef<OpFoldResult> own)
      : offsets(own.size(), builder.getIndexAttr(0)),
        strides(own.size() + 1, builder.getIndexAttr(1)) {
    offsets.insert(offsets.begin(), iteration);
    sizes = addFirst(builder.getIndexAttr(1), own);
  }

  Value read(OpBuilder &builder, Location location, Type type,
             Value stack) const {
    return createExtractSlice(builder, location, cast<RankedTensorType>(type),
                              stack, offsets, sizes, strides);
  }

  Value write(OpBuilder &builder, Value value, Value stack) const {
    return createInsertSlice(builder, value.getLoc(), value, stack, offsets,
                             sizes, strides);
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
};
} // namespace

/// Stores a value in its slot of the stack, right behind where it is made, and
/// returns the stack with it.
static Value push(OpBuilder &builder, Value value, Value stack, Value iteration,
                  ArrayRef<OpFoldResult> sizes) {
  if (!isa<RankedTensorType>(value.getType()))
    return tensor::InsertOp::create(builder, value.getLoc(), value, stack,
                                    iteration);
  return Slot(builder, iteration, sizes).write(builder, value, stack);
}

/// The last op of the body among the one that makes `value` and those that make
/// the sizes of its slot; null where they are there from the beginning.
static Operation *getLastMaker(Value value, ArrayRef<SlotSize> sizes) {
  Operation *last = value.getDefiningOp();
  for (SlotSize size : sizes) {
    Operation *op = size.filled ? size.filled.getDefiningOp() : nullptr;
    if (op && op->getBlock() == value.getParentBlock() &&
        (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  return last;
}

/// A loop that starts from nothing, such as one that fills a stack, starts from
/// its slot of the stack around instead, so that it fills it in place.
static void startFromSlot(Value value, Value stack, Value iteration,
                          ArrayRef<OpFoldResult> sizes) {
  auto loop = value.getDefiningOp<scf::ForOp>();
  if (!loop)
    return;
  OpOperand &init = *loop.getTiedLoopInit(
      loop.getTiedLoopRegionIterArg(cast<OpResult>(value)));
  if (!init.get().getDefiningOp<tensor::EmptyOp>())
    return;
  OpBuilder builder(loop);
  init.set(Slot(builder, iteration, sizes)
               .read(builder, value.getLoc(), value.getType(), stack));
}

LogicalResult BodyValues::addStacks() {
  if (stored.empty())
    return success();
  if (failed(findSlots()))
    return failure();
  scf::ForOp loop = getLoop();
  OpBuilder builder(loop);
  Value tripCount = loop.getUpperBound();
  int64_t length =
      getConstantIntValue(tripCount).value_or(ShapedType::kDynamic);
  SmallVector<Value> operands(loop->getOperands());
  SmallVector<Type> types(loop.getResultTypes());
  for (Value value : stored) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape = {length};
    if (type)
      llvm::append_range(shape, type.getShape());
    auto stackType =
        RankedTensorType::get(shape, getElementTypeOrSelf(value.getType()));
    SmallVector<Value> dynamicSizes;
    for (auto [size, known] :
         llvm::zip(shape, addFirst(tripCount, getAllocated(sizes[value]))))
      if (ShapedType::isDynamic(size))
        dynamicSizes.push_back(cast<Value>(known));
    operands.push_back(tensor::EmptyOp::create(builder, value.getLoc(),
                                               stackType, dynamicSizes));
    types.push_back(stackType);
  }

  unsigned first = loop.getNumResults();
  SmallVector<Value> next(body.getTerminator()->getOperands());
  for (auto [value, type] :
       llvm::zip(stored, ArrayRef(types).drop_front(first))) {
    Value stack = body.addArgument(type, value.getLoc());
    Operation *last = getLastMaker(value, sizes[value]);
    if (last && last == value.getDefiningOp())
      startFromSlot(value, stack, getIteration(), getFilled(sizes[value]));
    OpBuilder inside = OpBuilder::atBlockBegin(&body);
    if (last)
      inside.setInsertionPointAfter(last);
    next.push_back(
        push(inside, value, stack, getIteration(), getFilled(sizes[value])));
  }
  body.getTerminator()->setOperands(next);
  Operation *rebuilt =
      rebuild(joint, loop, operands, types, llvm::to_vector(llvm::seq(first)));
  for (auto [number, value] : llvm::enumerate(stored)) {
    Value stack = rebuilt->getResult(first + number);
    holders[value] = stack;
    joint.lifted[stack] = {value, rebuilt->getLoc()};
  }
  return success();
}

/// What the branches that don't make a value yield for it.
static Value createPlaceholder(OpBuilder &builder, Value value,
                               ArrayRef<OpFoldResult> sizes) {
  Location location = value.getLoc();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return arith::ConstantOp::create(builder, location,
                                     builder.getZeroAttr(value.getType()));
  SmallVector<Value> dynamicSizes;
  for (auto [size, known] : llvm::zip(type.getShape(), sizes))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(cast<Value>(known));
  return tensor::EmptyOp::create(builder, location, type, dynamicSizes);
}

/// A branch's values become results of it.
LogicalResult BodyValues::addResults() {
  if (stored.empty())
    return success();
  Operation *branch = body.getParentOp();
  OpBuilder builder(branch);
  unsigned first = branch->getNumResults();
  SmallVector<Type> types(branch->getResultTypes());
  for (Value value : stored) {
    if (!isa<RankedTensorType>(value.getType()) &&
        !builder.getZeroAttr(value.getType()))
      return emitTypeError(value), failure();
    types.push_back(value.getType());
    std::optional<SmallVector<SlotSize>> own = getSizes(builder, value);
    // Where the size isn't known outside, a branch that isn't taken has none.
    Value zero;
    if (!own) {
      auto type = cast<RankedTensorType>(value.getType());
      zero = arith::ConstantIndexOp::create(builder, value.getLoc(), 0);
      own = SmallVector<SlotSize>(type.getRank(), SlotSize{zero});
    }
    sizes[value] = *own;
  }
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      region.emplaceBlock();
    Block &block = region.front();
    if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>()) {
      OpBuilder end = OpBuilder::atBlockEnd(&block);
      scf::YieldOp::create(end, branch->getLoc());
    }
    Operation *end = block.getTerminator();
    OpBuilder inside(end);
    SmallVector<Value> yielded(end->getOperands());
    for (Value value : stored)
      yielded.push_back(
          &block == &body
              ? value
              : createPlaceholder(inside, value, getAllocated(sizes[value])));
    end->setOperands(yielded);
  }
  Operation *rebuilt = rebuild(joint, branch, branch->getOperands(), types,
                               llvm::to_vector(llvm::seq(first)));
  for (auto [number, value] : llvm::enumerate(stored)) {
    Value result = rebuilt->getResult(first + number);
    holders[value] = result;
    joint.lifted[result] = {value, std::nullopt};
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The value in a later body, made before `point`.
Value BodyValues::get(Value value, Operation *point) {
  if (!isInside(value))
    return value;
  if (value == getIteration())
    return getIterationIn(point->getBlock());
  std::pair<Block *, Value> key(point->getBlock(), value);
  if (Value known = made.lookup(key)) {
    moveBefore(known, point);
    return known;
  }
  Value fresh = make(value, point);
  return made[key] = fresh;
}

/// The number of the iteration that a later body is in.
Value BodyValues::getIterationIn(Block *mirror) {
  auto loop = cast<scf::ForOp>(mirror->getParentOp());
  if (!bodies.lookup(mirror).reversed)
    return loop.getInductionVar();
  Value &iteration = iterations[mirror];
  if (iteration)
    return iteration;
  OpBuilder builder = OpBuilder::atBlockBegin(mirror);
  Location location = loop.getLoc();
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  Value last =
      arith::SubIOp::create(builder, location, loop.getUpperBound(), one);
  return iteration = arith::SubIOp::create(builder, location, last,
                                           loop.getInductionVar());
}

/// Moves what was made for a later use before an earlier one.
void BodyValues::moveBefore(Value value, Operation *point) {
  Operation *op = value.getDefiningOp();
  if (!op || !makers.contains(op) || op->getBlock() != point->getBlock() ||
      op->isBeforeInBlock(point))
    return;
  op->moveBefore(point);
  for (Value input : getInputs(op))
    moveBefore(input, op);
}

Value BodyValues::make(Value value, Operation *point) {
  auto holder = holders.find(value);
  if (holder != holders.end())
    return pop(value, holder->second, point);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (getNext(argument) == value)
      return getLoop().getTiedLoopInit(argument)->get();
    return makeCounter(argument, point);
  }
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value input : getInputs(op))
    mapping.map(input, get(input, point));
  OpBuilder builder(point);
  Operation *clone = builder.clone(*op, mapping);
  makers.insert(clone);
  return clone->getResult(cast<OpResult>(value).getResultNumber());
}

/// An integer that grows by the same amount in each iteration.
Value BodyValues::makeCounter(BlockArgument argument, Operation *point) {
  OpBuilder builder(point);
  Location location = argument.getLoc();
  Type type = argument.getType();
  Value count = getIterationIn(point->getBlock());
  if (!type.isIndex()) {
    count = arith::IndexCastUIOp::create(builder, location, type, count);
    makers.insert(count.getDefiningOp());
  }
  Value grown =
      arith::MulIOp::create(builder, location, count, getIncrement(argument));
  makers.insert(grown.getDefiningOp());
  Value init = getLoop().getTiedLoopInit(argument)->get();
  Value sum = arith::AddIOp::create(builder, location, init, grown);
  makers.insert(sum.getDefiningOp());
  return sum;
}

/// Reads a stored value's slot; a branch's result is the value itself.
Value BodyValues::pop(Value value, Value holder, Operation *point) {
  if (!getLoop())
    return holder;
  OpBuilder builder(point);
  Location location = value.getLoc();
  Value iteration = getIterationIn(point->getBlock());
  Value read;
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    SmallVector<OpFoldResult> own;
    for (const SlotSize &size : sizes[value])
      own.push_back(size.filled ? OpFoldResult(get(size.filled, point))
                                : size.allocated);
    read = Slot(builder, iteration, own).read(builder, location, type, holder);
  } else {
    read = tensor::ExtractOp::create(builder, location, holder, iteration);
  }
  makers.insert(read.getDefiningOp());
  return read;
}
