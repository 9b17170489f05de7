//===- StructuredCoefficients.cpp - What a body's derivative reads --------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coefficients are the values of the forward pass that the backward part of
// a body takes: operands and results where it takes just those, expressions
// else. What is cheap to compute again from something smaller is, and what
// follows from constants and loop indices alone always is.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/StructuredAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"
#include "remat/Support/Assert.h"

using namespace mlir;
using namespace remat;

bool StructuredAdjoint::isBackward(Value value) const {
  return llvm::any_of(seeds,
                      [&](Value seed) { return body.dependsOn(value, seed); });
}

/// Whether the backward pass computes `value` again instead of reading it: a
/// conversion from something smaller, a sign, or a function of integers that
/// differ by fewer loops than the value.
bool StructuredAdjoint::isComputedAgain(Value value) const {
  Operation *definition = value.getDefiningOp();
  if (isa<arith::ExtFOp, arith::NegFOp, arith::SIToFPOp, arith::UIToFPOp,
          arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
          arith::IndexCastUIOp>(definition))
    return true;
  if (!value.getType().isIntOrIndex() || definition->getNumRegions() != 0)
    return false;
  unsigned loops = body.getLoopsOf(value).count();
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second || body.isFree(next))
      continue;
    if (isa<FloatType>(getElementTypeOrSelf(next.getType())))
      return false;
    if (body.getInputNumber(next)) {
      if (body.getLoopsOf(next).count() >= loops)
        return false;
    } else {
      llvm::append_range(worklist, next.getDefiningOp()->getOperands());
    }
  }
  return true;
}

/// The output that each iteration writes `value` to, as an element of its own.
static std::optional<unsigned> findPointwiseOutput(const StructuredBody &body,
                                                   Value value) {
  unsigned numOutputs = body.getOp().getNumDpsInits();
  for (unsigned output = 0; output < numOutputs; ++output)
    if (body.getYielded(output) == value && body.isPointwise(output))
      return output;
  return std::nullopt;
}

void StructuredAdjoint::collectLeaves(Value value,
                                      SmallVectorImpl<Value> &leaves,
                                      llvm::DenseSet<Value> &seen) const {
  if (!seen.insert(value).second || llvm::is_contained(seeds, value) ||
      body.isFree(value))
    return;
  bool isLeaf = body.getInputNumber(value) || factors.contains(value) ||
                (!isBackward(value) && findPointwiseOutput(body, value));
  if (isLeaf || (!isBackward(value) && !isComputedAgain(value))) {
    leaves.push_back(value);
    return;
  }
  for (Value operand : value.getDefiningOp()->getOperands())
    collectLeaves(operand, leaves, seen);
}

SmallVector<Value>
StructuredAdjoint::getIndexSources(tensor::ExtractOp gather) const {
  SmallVector<Value> sources;
  SmallVector<Value> worklist(llvm::reverse(gather.getIndices()));
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second || body.isFree(next))
      continue;
    if (body.getInputNumber(next))
      sources.push_back(next);
    else
      llvm::append_range(worklist,
                         llvm::reverse(getInputs(next.getDefiningOp())));
  }
  return sources;
}

/// Whether the cotangent of an element depends on which element it is.
static bool readsElement(Accumulation accumulation) {
  return accumulation == Accumulation::Extremum ||
         accumulation == Accumulation::NumericExtremum ||
         accumulation == Accumulation::Product;
}

void StructuredAdjoint::addCoefficient(StructuredCoefficient coefficient) {
  coefficients.push_back(coefficient);
}

void StructuredAdjoint::addLeaf(Value leaf) {
  using Kind = StructuredCoefficient::Kind;
  for (const StructuredCoefficient &known : coefficients)
    if (known.scalar == leaf)
      return;
  if (std::optional<unsigned> input = body.getInputNumber(leaf))
    addCoefficient({Kind::Input, *input, 0, leaf});
  else if (std::optional<unsigned> output = findPointwiseOutput(body, leaf))
    addCoefficient({Kind::Result, *output, 0, leaf});
  else
    addCoefficient({Kind::Expression, 0, 0, leaf});
}

void StructuredAdjoint::collectCoefficients() {
  using Kind = StructuredCoefficient::Kind;
  SmallVector<Value> leaves;
  llvm::DenseSet<Value> seen;
  for (const StructuredTerm &term : terms) {
    collectLeaves(term.cotangent, leaves, seen);
    if (tensor::ExtractOp gather = targets[term.target].gather)
      llvm::append_range(leaves, getIndexSources(gather));
  }
  for (unsigned number = 0; number < outputs.size(); ++number) {
    if (!outputs[number])
      continue;
    const StructuredOutput &output = *outputs[number];
    if (readsElement(output.accumulation))
      collectLeaves(output.element, leaves, seen);
    if (output.accumulation == Accumulation::Selection)
      collectLeaves(output.index, leaves, seen);
    // What a product starts from is a factor too.
    if (output.accumulation == Accumulation::Product)
      leaves.push_back(body.getOutputElement(number));
  }
  for (Value leaf : leaves)
    addLeaf(leaf);

  for (unsigned number = 0; number < outputs.size(); ++number) {
    if (!outputs[number])
      continue;
    const StructuredOutput &output = *outputs[number];
    bool chooses = output.accumulation == Accumulation::Selection;
    unsigned result = chooses ? output.indexOutput : number;
    bool readsResult =
        chooses || (readsElement(output.accumulation) &&
                    output.accumulation != Accumulation::Product);
    if (readsResult && !findCoefficient(Kind::Result, result))
      addCoefficient({Kind::Result, result, 0, {}});
  }
  addSizes();
}

/// Sizes that the backward pass can't take from a cotangent.
void StructuredAdjoint::addSizes() {
  using Kind = StructuredCoefficient::Kind;
  linalg::LinalgOp op = body.getOp();
  for (unsigned loop = 0; loop < body.getNumLoops(); ++loop) {
    bool known =
        outputs.size() == 1 && findPlainResult(body.getOutputMap(0), loop);
    if (!known && ShapedType::isDynamic(body.getLoopSize(loop)))
      addCoefficient({Kind::LoopSize, loop, 0, {}});
  }
  for (const StructuredTarget &target : targets) {
    auto type = dyn_cast<ShapedType>(body.getInputs()[target.input].getType());
    if (!type)
      continue;
    bool captured = target.input >= op->getNumOperands();
    for (unsigned dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim) &&
          (captured || !isa<AffineDimExpr>(
                           body.getInputMap(target.input).getResult(dim))) &&
          !findCoefficient(Kind::InputSize, target.input, dim))
        addCoefficient({Kind::InputSize, target.input, dim, {}});
  }
}

SmallVector<unsigned>
StructuredAdjoint::getCoefficientsOf(ValueRange values) const {
  SmallVector<Value> leaves;
  llvm::DenseSet<Value> seen;
  for (Value value : values)
    collectLeaves(value, leaves, seen);
  SmallVector<unsigned> numbers;
  for (Value leaf : leaves) {
    const auto *found = llvm::find_if(
        coefficients, [&](const StructuredCoefficient &coefficient) {
          return coefficient.scalar == leaf;
        });
    REMAT_ASSERT(found != coefficients.end(), "a coefficient is missing");
    numbers.push_back(found - coefficients.begin());
  }
  return numbers;
}

std::optional<unsigned>
StructuredAdjoint::findCoefficient(StructuredCoefficient::Kind kind,
                                   unsigned number, unsigned dim) const {
  for (auto [index, coefficient] : llvm::enumerate(coefficients))
    if (coefficient.kind == kind && coefficient.number == number &&
        coefficient.dim == dim)
      return index;
  return std::nullopt;
}
