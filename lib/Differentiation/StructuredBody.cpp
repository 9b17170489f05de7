//===- StructuredBody.cpp - Scalar body of a structured op ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is copied so that the derivative can be emitted behind it, looked
// at as a graph, and thrown away, without touching the op.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/StructuredBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

StructuredBody::StructuredBody(linalg::LinalgOp op)
    : op(op), holder(ModuleOp::create(op.getLoc())), block(holder->getBody()),
      inputs(remat::getInputs(op)), operandMaps(op.getIndexingMapsArray()),
      numLoops(op.getNumLoops()) {
  IRMapping mapping;
  for (BlockArgument argument : op.getBlock()->getArguments())
    mapping.map(argument,
                block->addArgument(argument.getType(), argument.getLoc()));
  OpBuilder builder = getBuilder();
  for (Operation &inner : op.getBlock()->without_terminator())
    bodyOps.push_back(builder.clone(inner, mapping));
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
}

Value remat::cloneExpression(OpBuilder &builder, Value value,
                             IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *definition = value.getDefiningOp();
  REMAT_ASSERT(definition, "an element that the mapping should have");
  for (Value operand : remat::getInputs(definition))
    if (isConstantScalar(operand) || !isa<ShapedType>(operand.getType()))
      cloneExpression(builder, operand, mapping);
  builder.clone(*definition, mapping);
  return mapping.lookup(value);
}

OpBuilder StructuredBody::getBuilder() { return OpBuilder::atBlockEnd(block); }

Value StructuredBody::getElement(unsigned number) const {
  // A body may leave out the elements of its outputs.
  if (number >= op.getBlock()->getNumArguments())
    return {};
  return block->getArgument(number);
}

Value StructuredBody::getOutputElement(unsigned output) const {
  return getElement(op.getNumDpsInputs() + output);
}

std::optional<unsigned> StructuredBody::getInputNumber(Value value) const {
  if (value.getParentBlock() == block) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || !getElement(argument.getArgNumber()))
      return std::nullopt;
    return argument.getArgNumber();
  }
  auto captured = ArrayRef(inputs).drop_front(op->getNumOperands());
  auto *found = llvm::find(captured, value);
  if (found == captured.end())
    return std::nullopt;
  return found - captured.begin() + op->getNumOperands();
}

AffineMap StructuredBody::getInputMap(unsigned input) const {
  if (input < operandMaps.size())
    return operandMaps[input];
  return AffineMap::get(numLoops, 0, op.getContext());
}

AffineMap StructuredBody::getOutputMap(unsigned output) const {
  return operandMaps[op.getNumDpsInputs() + output];
}

int64_t StructuredBody::getLoopSize(unsigned loop) const {
  for (auto [operand, map] : llvm::zip(op->getOperands(), operandMaps)) {
    std::optional<unsigned> position = findPlainResult(map, loop);
    if (!position)
      continue;
    int64_t size = cast<ShapedType>(operand.getType()).getDimSize(*position);
    if (!ShapedType::isDynamic(size))
      return size;
  }
  return ShapedType::kDynamic;
}

bool StructuredBody::isPointwise(unsigned output) const {
  return op.getNumReductionLoops() == 0 && getOutputMap(output).isPermutation();
}

bool StructuredBody::dependsOn(Value value, Value source) const {
  if (!source)
    return false;
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (next == source)
      return true;
    if (!seen.insert(next).second || next.getParentBlock() != block)
      continue;
    if (Operation *definition = next.getDefiningOp())
      llvm::append_range(worklist, remat::getInputs(definition));
  }
  return false;
}

llvm::SmallBitVector StructuredBody::getLoopsOf(Value value) const {
  llvm::SmallBitVector loops(numLoops);
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second || next.getParentBlock() != block)
      continue;
    if (std::optional<unsigned> input = getInputNumber(next)) {
      for (unsigned loop = 0; loop < numLoops; ++loop)
        if (getInputMap(*input).isFunctionOfDim(loop))
          loops.set(loop);
    } else if (auto index = next.getDefiningOp<linalg::IndexOp>()) {
      loops.set(index.getDim());
    } else if (Operation *definition = next.getDefiningOp()) {
      llvm::append_range(worklist, remat::getInputs(definition));
    }
  }
  return loops;
}

std::optional<unsigned> remat::findPlainResult(AffineMap map, unsigned dim) {
  return map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
}

bool remat::isConstantScalar(Value value) {
  return !isa<ShapedType>(value.getType()) && matchPattern(value, m_Constant());
}

bool StructuredBody::isFree(Value value) const {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second || isConstantScalar(next) ||
        next.getDefiningOp<linalg::IndexOp>())
      continue;
    Operation *definition = next.getDefiningOp();
    if (!definition || next.getParentBlock() != block ||
        definition->getNumRegions() != 0)
      return false;
    llvm::append_range(worklist, definition->getOperands());
  }
  return true;
}

//===----------------------------------------------------------------------===//
// How outputs are accumulated
//===----------------------------------------------------------------------===//

/// Whether `value` is the accumulator plus terms that don't depend on it.
bool StructuredBody::isSumOf(Value value, Value accumulator) const {
  while (value != accumulator) {
    Operation *definition = value.getDefiningOp();
    if (isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(definition)) {
      value = definition->getOperand(0);
      continue;
    }
    if (!isa_and_nonnull<arith::AddFOp, arith::SubFOp>(definition))
      return false;
    bool left = dependsOn(definition->getOperand(0), accumulator);
    bool right = dependsOn(definition->getOperand(1), accumulator);
    if (left == right || (right && isa<arith::SubFOp>(definition)))
      return false;
    value = definition->getOperand(left ? 0 : 1);
  }
  return true;
}

/// `op(out, element)` with an op that isn't a sum.
std::optional<StructuredOutput>
StructuredBody::matchCombiner(unsigned output) const {
  Value accumulator = getOutputElement(output);
  Operation *definition = getYielded(output).getDefiningOp();
  StructuredOutput result;
  if (isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp>(definition))
    result.accumulation = Accumulation::Extremum;
  else if (isa_and_nonnull<arith::MaxNumFOp, arith::MinNumFOp>(definition))
    result.accumulation = Accumulation::NumericExtremum;
  else if (isa_and_nonnull<arith::MulFOp>(definition))
    result.accumulation = Accumulation::Product;
  else
    return std::nullopt;
  result.yielded = getYielded(output);
  for (unsigned side : {0, 1}) {
    result.element = definition->getOperand(1 - side);
    if (definition->getOperand(side) == accumulator &&
        !dependsOn(result.element, accumulator))
      return result;
  }
  return std::nullopt;
}

/// A choice by `arith.select` between the accumulator and something that
/// depends on no accumulator; returns the latter.
static Value matchChoice(const StructuredBody &body, Value value,
                         Value accumulator) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select)
    return {};
  for (unsigned side : {1, 2})
    if (select->getOperand(side) == accumulator) {
      Value chosen = select->getOperand(3 - side);
      unsigned numOutputs = body.getOp().getNumDpsInits();
      for (unsigned output = 0; output < numOutputs; ++output)
        if (body.dependsOn(chosen, body.getOutputElement(output)))
          return {};
      return chosen;
    }
  return {};
}

/// A value and its index carried along together, as an argmax is written.
std::optional<StructuredOutput>
StructuredBody::matchSelection(unsigned output) const {
  StructuredOutput result;
  result.accumulation = Accumulation::Selection;
  result.yielded = getYielded(output);
  Value accumulator = getOutputElement(output);
  result.element = matchChoice(*this, result.yielded, accumulator);
  if (!result.element) {
    std::optional<StructuredOutput> extremum = matchCombiner(output);
    if (!extremum || extremum->accumulation == Accumulation::Product)
      return std::nullopt;
    result.element = extremum->element;
  }
  unsigned numOutputs = op.getNumDpsInits();
  for (unsigned other = 0; other < numOutputs; ++other) {
    Value index = getYielded(other);
    if (other == output || !index.getType().isIntOrIndex() ||
        getOutputMap(other) != getOutputMap(output))
      continue;
    result.index = matchChoice(*this, index, getOutputElement(other));
    // The choice of the index must hang on the values.
    if (result.index && dependsOn(index, accumulator) &&
        dependsOn(index, result.element)) {
      result.indexOutput = other;
      return result;
    }
  }
  return std::nullopt;
}

FailureOr<StructuredOutput>
StructuredBody::classify(unsigned output, std::string &reason) const {
  StructuredOutput result;
  result.yielded = result.element = getYielded(output);
  if (isPointwise(output))
    return result;

  Value accumulator = getOutputElement(output);
  if (!accumulator || !dependsOn(result.yielded, accumulator)) {
    reason = "keeps one of several values along a reduction loop, or writes "
             "only some elements of its output, without reading the output";
    return failure();
  }
  result.accumulation = Accumulation::Sum;
  if (isSumOf(result.yielded, accumulator))
    return result;

  std::optional<StructuredOutput> special = matchSelection(output);
  if (!special)
    special = matchCombiner(output);
  if (!special) {
    reason = "accumulates by something other than a sum, a product, a maximum "
             "or minimum, or the choice of a value with its index";
    return failure();
  }
  if (!getOutputMap(output).isProjectedPermutation()) {
    reason = "accumulates by something other than a sum into an output whose "
             "map is not a projected permutation";
    return failure();
  }
  return *special;
}
