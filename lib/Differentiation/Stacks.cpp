//===- Stacks.cpp - Hand values from one body to another ------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of a body that a later body of the same run uses (see
// EmittedBodies.h) gets there in the cheapest way that serves:
//
// - the number of the iteration is the later body's own;
// - what follows from it and from values outside, such as integers and slices,
//   or costs nothing, such as a broadcast, is made again;
// - what is the same in each iteration is computed before the loop, once;
// - all else goes into a stack that the loop carries, one slot an iteration, or
//   becomes a result of the branch.
//
// Bodies are taken innermost first: a stack is then a value of the body around,
// and is handed on like any other.
//
// A slot is as large as the largest value that goes into it. Where the sizes
// differ and follow from what the loop computes, the loop is run for them
// first, and for nothing else; the sizes go into stacks of their own.
//
//===----------------------------------------------------------------------===//

#include "Stacks.h"

#include "DeadCode.h"
#include "Effects.h"
#include "FreeOps.h"
#include "Rebuild.h"
#include "Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "remat/Differentiation/Slices.h"
#include "remat/Support/Assert.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace remat;

/// Whether `value` is defined in the op's block or one around it.
static bool reaches(Value value, Operation *op) {
  Block *from = value.getParentBlock();
  for (Block *block = op->getBlock(); block;
       block = block->getParentOp() ? block->getParentOp()->getBlock()
                                    : nullptr)
    if (block == from)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Values that don't reach their uses
//===----------------------------------------------------------------------===//

/// The values of a body that have uses they don't reach.
static SmallVector<Value> findStrays(Block &body) {
  SmallVector<Value> strays;
  auto note = [&](Value value) {
    if (llvm::any_of(value.getUses(), [&](OpOperand &use) {
          return !reaches(value, use.getOwner());
        }))
      strays.push_back(value);
  };
  llvm::for_each(body.getArguments(), note);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), note);
  return strays;
}

static unsigned getDepth(Block *block) {
  unsigned depth = 0;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    ++depth;
  return depth;
}

/// The bodies innermost first; of those as deep, the last first, since it may
/// read of those before it.
static SmallVector<Block *> getInnermostFirst(Block &body,
                                              const EmittedBodies &bodies) {
  SmallVector<std::tuple<unsigned, size_t, Block *>> found;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (bodies.contains(&block))
          found.push_back({getDepth(&block), found.size(), &block});
  });
  llvm::sort(found, std::greater<>());
  SmallVector<Block *> blocks;
  for (auto [depth, number, block] : found)
    blocks.push_back(block);
  return blocks;
}

namespace {
/// A use of a value of the body, and the op in the later body that has it.
struct StrayUse {
  OpOperand *use;
  Operation *point;
};
} // namespace

//===----------------------------------------------------------------------===//
// One body
//===----------------------------------------------------------------------===//

namespace {
/// The size of a slot of a stack in one dimension.
struct SlotSize {
  /// Known outside of the loop; null until the loop has been run for it.
  OpFoldResult allocated;
  /// What an iteration fills of it; null where that is all of it.
  Value filled = {};
};
} // namespace

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

namespace {
class BodyValues {
public:
  BodyValues(Block &body, JointFunction &joint, EmittedBodies &bodies,
             const SymbolTable &symbols)
      : body(body), joint(joint), bodies(bodies), symbols(symbols) {}

  LogicalResult handOn();

private:
  scf::ForOp getLoop() { return dyn_cast<scf::ForOp>(body.getParentOp()); }
  bool isInside(Value value) { return value.getParentBlock() == &body; }
  Value getIteration() {
    return getLoop() ? getLoop().getInductionVar() : Value();
  }

  // What is to be done with a value.
  SmallVector<StrayUse> findUses(ArrayRef<Value> values);
  bool canRemake(Value value);
  LogicalResult plan(Value value);
  bool tryHoist(Value value);
  bool canHoist(Value value, llvm::SetVector<Operation *> &ops);
  bool resolveDim(tensor::DimOp dim);

  // Storing.
  Value getLargest(Value size);
  std::optional<SlotSize> getSize(OpBuilder &builder, Value value, int64_t dim);
  std::optional<SmallVector<SlotSize>> getSizes(OpBuilder &builder,
                                                Value value);
  SlotSize getOwnSize(Value value, int64_t dim, SizeSource source);
  LogicalResult findSlots();
  scf::ForOp emitCounting(ArrayRef<Value> counted);
  LogicalResult countSizes();
  LogicalResult addStacks();
  LogicalResult addResults();

  // Reading.
  Value get(Value value, Operation *point);
  Value make(Value value, Operation *point);
  Value makeCounter(BlockArgument argument, Operation *point);
  Value pop(Value value, Value holder, Operation *point);
  Value getIterationIn(Block *mirror);
  void moveBefore(Value value, Operation *point);

  Block &body;
  JointFunction &joint;
  EmittedBodies &bodies;
  const SymbolTable &symbols;
  llvm::DenseMap<Value, bool> remakable;
  llvm::SetVector<Value> stored;
  /// The stack or the result that holds a stored value.
  llvm::DenseMap<Value, Value> holders;
  llvm::DenseMap<Value, SmallVector<SlotSize>> sizes;
  llvm::DenseMap<std::pair<Block *, Value>, Value> made;
  llvm::DenseMap<Block *, Value> iterations;
  llvm::DenseSet<Operation *> makers;
};
} // namespace

/// The op of a later body of the same run that is `op` or around it.
static StrayUse findMirror(OpOperand &use, unsigned run,
                           const EmittedBodies &bodies) {
  for (Operation *op = use.getOwner(); op; op = op->getParentOp()) {
    auto found = bodies.find(op->getBlock());
    if (found != bodies.end() && found->second.run == run)
      return {&use, op};
  }
  REMAT_ASSERT(false, "a value is used outside of the bodies of its run");
  return {};
}

SmallVector<StrayUse> BodyValues::findUses(ArrayRef<Value> values) {
  unsigned run = bodies.lookup(&body).run;
  SmallVector<StrayUse> uses;
  for (Value value : values)
    for (OpOperand &use : value.getUses())
      if (!reaches(value, use.getOwner()))
        uses.push_back(findMirror(use, run, bodies));
  return uses;
}

LogicalResult BodyValues::handOn() {
  SmallVector<Value> values = findStrays(body);
  for (Value value : values)
    if (failed(plan(value)))
      return failure();
  if (failed(getLoop() ? addStacks() : addResults()))
    return failure();
  for (const StrayUse &use : findUses(values))
    use.use->set(get(use.use->get(), use.point));
  return success();
}

//===----------------------------------------------------------------------===//
// What is to be done with a value
//===----------------------------------------------------------------------===//

/// The carried value's value in the next iteration.
static Value getNext(BlockArgument argument) {
  Block *block = argument.getOwner();
  return block->getTerminator()->getOperand(argument.getArgNumber() - 1);
}

static bool isCarried(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getArgNumber() > 0 &&
         isa<scf::ForOp>(argument.getOwner()->getParentOp());
}

/// What an integer grows by in each iteration; null where it isn't known before
/// the loop.
static Value getIncrement(BlockArgument argument) {
  auto add = getNext(argument).getDefiningOp<arith::AddIOp>();
  if (!add || add->getBlock() != argument.getOwner() ||
      !argument.getType().isIntOrIndex())
    return {};
  for (auto [counter, increment] : {std::pair(add.getLhs(), add.getRhs()),
                                    std::pair(add.getRhs(), add.getLhs())})
    if (counter == argument &&
        increment.getParentBlock() != argument.getOwner())
      return increment;
  return {};
}

/// Whether the op may be made again where all it needs is there: what reads a
/// part of a tensor costs no more there than reading it from a stack.
static bool isMadeAgain(Operation *op) {
  return isFree(op) || isIndexArithmetic(op) ||
         isa<tensor::ExtractSliceOp, tensor::ExtractOp, tensor::DimOp>(op);
}

/// Whether the value follows from the iteration and from values outside.
bool BodyValues::canRemake(Value value) {
  if (!isInside(value) || value == getIteration())
    return true;
  auto [known, isNew] = remakable.try_emplace(value, false);
  if (!isNew)
    return known->second;
  bool can = false;
  if (Operation *op = value.getDefiningOp()) {
    can = isMadeAgain(op) && llvm::all_of(getInputs(op), [&](Value input) {
            return canRemake(input);
          });
  } else if (isCarried(value)) {
    auto argument = cast<BlockArgument>(value);
    can = getNext(argument) == value || getIncrement(argument);
  }
  return remakable[value] = can;
}

LogicalResult BodyValues::plan(Value value) {
  if (canRemake(value) || stored.contains(value))
    return success();
  Operation *op = value.getDefiningOp();
  if (op && getLoop() && tryHoist(value))
    return success();
  if (op && isFree(op)) {
    for (Value input : getInputs(op))
      if (failed(plan(input)))
        return failure();
    return success();
  }
  stored.insert(value);
  return success();
}

/// Whether the value can be computed before the loop: `ops` are what that
/// takes.
bool BodyValues::canHoist(Value value, llvm::SetVector<Operation *> &ops) {
  if (!isInside(value))
    return reaches(value, body.getParentOp());
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op))
    return false;
  if (ops.contains(op))
    return true;
  for (Value input : getInputs(op))
    if (!canHoist(input, ops))
      return false;
  ops.insert(op);
  return true;
}

bool BodyValues::tryHoist(Value value) {
  if (auto dim = value.getDefiningOp<tensor::DimOp>(); dim && resolveDim(dim))
    return true;
  llvm::SetVector<Operation *> ops;
  if (!canHoist(value, ops))
    return false;
  for (Operation *op : ops)
    op->moveBefore(body.getParentOp());
  return true;
}

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

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

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

/// A size that differs by iteration, and is stored itself.
SlotSize BodyValues::getOwnSize(Value value, int64_t dim, SizeSource source) {
  auto size = dyn_cast_if_present<Value>(source.size);
  if (!size || !isInside(size)) {
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    if (Operation *op = value.getDefiningOp())
      builder.setInsertionPointAfter(op);
    size = tensor::DimOp::create(builder, value.getLoc(), value, dim);
  }
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

static void emitTypeError(Value value) {
  mlir::emitError(value.getLoc())
      << "the backward pass needs a value of type " << value.getType()
      << " from inside a loop or branch, where only tensors and numbers can be "
         "kept; compute it outside";
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

//===----------------------------------------------------------------------===//
// All bodies
//===----------------------------------------------------------------------===//

LogicalResult remat::stackValues(JointFunction &joint, EmittedBodies &bodies,
                                 const SymbolTable &symbols) {
  size_t numBodies = bodies.size();
  for (Block *body : getInnermostFirst(joint.getBody(), bodies))
    if (failed(BodyValues(*body, joint, bodies, symbols).handOn()))
      return failure();
  // Loops that were run for sizes compute more than those.
  if (bodies.size() != numBodies)
    removeDeadCode(joint, bodies);
  return success();
}
