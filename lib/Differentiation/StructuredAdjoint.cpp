//===- StructuredAdjoint.cpp - Derivative of a scalar body ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse mode over the copied body, one output at a time, with the table of
// scalar rules. Everything is emitted behind the copied ops; what depends on
// the cotangent belongs to the backward pass, and the values where it takes
// from the rest are the coefficients.
//
// A body of one op keeps the coefficients of that op's rule. In a longer body
// a term that would read several coefficients is one product of the cotangent
// with a factor that the forward pass computes.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/StructuredAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "remat/Differentiation/ScalarRules.h"
#include "remat/Interfaces/ReverseDiffOpInterface.h"

using namespace mlir;
using namespace remat;

Value remat::stripFloatConversions(Value value) {
  while (Operation *definition = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(definition))
      break;
    value = definition->getOperand(0);
  }
  return value;
}

StructuredAdjoint::StructuredAdjoint(linalg::LinalgOp op, ArrayRef<bool> active)
    : body(op), active(active), outputs(op.getNumDpsInits()),
      seeds(op.getNumDpsInits()) {}

LogicalResult StructuredAdjoint::build(std::string &reason) {
  linalg::LinalgOp op = body.getOp();
  if (!op.hasPureTensorSemantics()) {
    reason = "works on buffers; differentiate before bufferization";
    return failure();
  }
  findActive();
  if (failed(findTargets(reason)))
    return failure();
  for (unsigned output = 0; output < outputs.size(); ++output)
    if (failed(reverse(output, reason)))
      return failure();
  shareEqualOps();
  combineFactors();
  collectCoefficients();
  return success();
}

//===----------------------------------------------------------------------===//
// Activity
//===----------------------------------------------------------------------===//

void StructuredAdjoint::findActive() {
  linalg::LinalgOp op = body.getOp();
  unsigned numInputs = op.getNumDpsInputs();
  for (auto [number, value] : llvm::enumerate(body.getInputs())) {
    if (!active[number])
      continue;
    if (number >= op->getNumOperands()) {
      activeValues.insert(value);
    } else if (Value element = body.getElement(number)) {
      // Accumulators are taken care of apart from the body.
      if (number < numInputs || body.isPointwise(number - numInputs))
        activeValues.insert(element);
    }
  }
  for (Operation *inner : body.getBodyOps())
    if (llvm::any_of(getInputs(inner),
                     [&](Value value) { return activeValues.contains(value); }))
      for (Value result : inner->getResults())
        if (isDifferentiable(result.getType()))
          activeValues.insert(result);
}

LogicalResult StructuredAdjoint::findTargets(std::string &reason) {
  linalg::LinalgOp op = body.getOp();
  for (auto [number, value] : llvm::enumerate(body.getInputs())) {
    bool captured = number >= op->getNumOperands();
    Value scalar = captured ? value : body.getElement(number);
    if (!scalar || !activeValues.contains(scalar))
      continue;
    if (isa<ComplexType>(getElementTypeOrSelf(scalar.getType()))) {
      reason = "works on complex numbers, which have no rule here";
      return failure();
    }
    if (!isa<ShapedType>(scalar.getType()))
      targets.push_back({unsigned(number), scalar, {}});
  }
  for (Operation *inner : body.getBodyOps()) {
    for (Value operand : getInputs(inner)) {
      if (!activeValues.contains(operand))
        continue;
      auto gather = dyn_cast<tensor::ExtractOp>(inner);
      bool picks = gather && gather.getTensor() == operand;
      if (isa<ShapedType>(operand.getType()) && !picks) {
        reason = "uses a whole tensor in its body by '" +
                 inner->getName().getStringRef().str() + "'";
        return failure();
      }
      if (picks)
        if (std::optional<unsigned> input = body.getInputNumber(operand))
          targets.push_back({*input, gather.getResult(), gather});
    }
    if (takesBits(inner) &&
        llvm::any_of(inner->getOperands(), [&](Value operand) {
          return activeValues.contains(operand);
        })) {
      reason = "takes the bits of a differentiated value in its body by '" +
               inner->getName().getStringRef().str() + "'";
      return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reverse mode in the body
//===----------------------------------------------------------------------===//

LogicalResult StructuredAdjoint::reverse(unsigned output, std::string &reason) {
  linalg::LinalgOp op = body.getOp();
  Value yielded = body.getYielded(output);
  bool initActive = active[op.getNumDpsInputs() + output];
  bool valueActive = activeValues.contains(yielded) ||
                     llvm::any_of(targets, [&](const StructuredTarget &target) {
                       return body.dependsOn(yielded, target.scalar);
                     });
  if (!isDifferentiable(yielded.getType()) || (!initActive && !valueActive))
    return success();

  FailureOr<StructuredOutput> classified = body.classify(output, reason);
  if (failed(classified))
    return failure();
  outputs[output] = *classified;
  Accumulation accumulation = classified->accumulation;
  if (initActive && accumulation == Accumulation::Selection) {
    reason = "starts the choice of a value from one that is differentiated; "
             "start from a constant";
    return failure();
  }
  if (accumulation != Accumulation::Pointwise)
    for (unsigned other = 0; other < outputs.size(); ++other) {
      bool own = other == output && accumulation == Accumulation::Sum;
      if (!own &&
          body.dependsOn(classified->element, body.getOutputElement(other))) {
        reason = "reads the running value of an output in the body";
        return failure();
      }
    }

  seeds[output] =
      body.getBlock().addArgument(classified->element.getType(), op.getLoc());
  llvm::DenseMap<Value, Value> sums;
  sums[classified->element] = seeds[output];
  for (Operation *inner : llvm::reverse(body.getBodyOps()))
    if (failed(reverseOp(inner, sums, reason)))
      return failure();
  for (auto [number, target] : llvm::enumerate(targets))
    if (Value cotangent = sums.lookup(target.scalar))
      terms.push_back({output, unsigned(number), cotangent});
  return success();
}

LogicalResult StructuredAdjoint::reverseOp(Operation *op,
                                           llvm::DenseMap<Value, Value> &sums,
                                           std::string &reason) {
  auto isActive = [&](Value value) { return activeValues.contains(value); };
  bool wanted = llvm::any_of(op->getResults(),
                             [&](Value result) { return sums.lookup(result); });
  auto gather = dyn_cast<tensor::ExtractOp>(op);
  if (!wanted || llvm::none_of(getInputs(op), isActive) ||
      (gather && isActive(gather.getTensor())))
    return success();
  const ScalarRule *rule = lookupScalarRule(op->getName());
  if (!rule) {
    reason = "has '" + op->getName().getStringRef().str() +
             "' in its body, which has no derivative rule";
    return failure();
  }

  Location loc = op->getLoc();
  OpBuilder builder = body.getBuilder();
  for (auto [number, result] : llvm::enumerate(op->getResults())) {
    Value cotangent = sums.lookup(result);
    if (!cotangent || number >= rule->cotangents.size())
      continue;
    for (auto [operand, expression] :
         llvm::zip(op->getOperands(), rule->cotangents[number])) {
      if (!isActive(operand) || !expression)
        continue;
      SmallVector<Value> values;
      for (unsigned i = 0; i < expression->getNumCoefficients(); ++i)
        values.push_back(expression->emitCoefficient(
            i, builder, loc, op->getOperands(), result));
      Value part = expression->emitCotangent(builder, loc, cotangent, values,
                                             operand.getType());
      Value &sum = sums[operand];
      sum = sum ? arith::AddFOp::create(builder, loc, sum, part) : part;
    }
  }
  return success();
}

/// Merges derivative ops that are equal to each other or to ops of the body, so
/// that one coefficient isn't kept twice.
void StructuredAdjoint::shareEqualOps() {
  llvm::DenseMap<llvm::hash_code, SmallVector<Operation *>> known;
  llvm::DenseSet<Operation *> inBody(body.getBodyOps().begin(),
                                     body.getBodyOps().end());
  for (Operation &op : llvm::make_early_inc_range(body.getBlock())) {
    llvm::hash_code hash = OperationEquivalence::computeHash(
        &op, OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
    SmallVector<Operation *> &candidates = known[hash];
    auto *equal = llvm::find_if(candidates, [&](Operation *candidate) {
      return OperationEquivalence::isEquivalentTo(
          candidate, &op, OperationEquivalence::exactValueMatch, nullptr,
          OperationEquivalence::IgnoreLocations);
    });
    if (equal == candidates.end() || inBody.contains(&op)) {
      candidates.push_back(&op);
      continue;
    }
    for (StructuredTerm &term : terms)
      if (term.cotangent.getDefiningOp() == &op)
        term.cotangent = (*equal)->getResult(
            cast<OpResult>(term.cotangent).getResultNumber());
    op.replaceAllUsesWith(*equal);
    op.erase();
  }
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// Whether the body has one op that the derivative goes through, besides
/// conversions and the sum into an accumulator.
bool StructuredAdjoint::isSingleOp() const {
  unsigned count = 0;
  for (Operation *inner : body.getBodyOps()) {
    if (isa<arith::ExtFOp, arith::TruncFOp, tensor::ExtractOp>(inner) ||
        !llvm::any_of(inner->getResults(), [&](Value result) {
          return activeValues.contains(result);
        }))
      continue;
    bool accumulates = false;
    for (unsigned output = 0; output < outputs.size(); ++output)
      if (outputs[output] &&
          outputs[output]->accumulation != Accumulation::Pointwise)
        accumulates |=
            body.dependsOn(inner->getResult(0), body.getOutputElement(output));
    count += !accumulates;
  }
  return count <= 1;
}

void StructuredAdjoint::combineFactors() {
  if (isSingleOp())
    return;
  for (StructuredTerm &term : terms) {
    SmallVector<Value> leaves;
    llvm::DenseSet<Value> seen;
    collectLeaves(term.cotangent, leaves, seen);
    if (leaves.size() > 1)
      term.cotangent = emitFactor(term);
  }
}

/// Restates a term as the seed times the term's value for a seed of one. Where
/// a step is a choice rather than a product, a factor of zero gives zero even
/// for an infinite cotangent.
Value StructuredAdjoint::emitFactor(const StructuredTerm &term) {
  Value seed = seeds[term.output];
  Location loc = body.getOp().getLoc();
  SetVector<Operation *> slice;
  SmallVector<Value> worklist = {term.cotangent};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (op && isBackward(op->getResult(0)) && slice.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }

  OpBuilder builder = body.getBuilder();
  IRMapping mapping;
  mapping.map(seed,
              arith::ConstantOp::create(
                  builder, loc, builder.getFloatAttr(seed.getType(), 1.0)));
  bool chooses = false;
  SmallVector<Operation *> ordered(slice.getArrayRef());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered) {
    chooses |= isa<arith::SelectOp>(op);
    Operation *copy = builder.clone(*op, mapping);
    SmallVector<Value> folded;
    // An op that was folded in place stays, and has no other results.
    if (failed(builder.tryFold(copy, folded)) || folded.empty())
      continue;
    mapping.map(op->getResults(), folded);
    copy->erase();
  }
  Value factor = mapping.lookup(term.cotangent);
  factors.insert(factor);

  auto seedType = cast<FloatType>(seed.getType());
  auto type = cast<FloatType>(factor.getType());
  FloatType wide = seedType.getWidth() > type.getWidth() ? seedType : type;
  auto widen = [&](Value value) -> Value {
    if (value.getType() == wide)
      return value;
    return arith::ExtFOp::create(builder, loc, wide, value);
  };
  Value wideFactor = widen(factor);
  Value product = arith::MulFOp::create(builder, loc, widen(seed), wideFactor);
  if (chooses) {
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getFloatAttr(wide, 0.0));
    Value vanishes = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OEQ, wideFactor, zero);
    product = arith::SelectOp::create(builder, loc, vanishes, zero, product);
  }
  if (wide != type)
    product = arith::TruncFOp::create(builder, loc, type, product);
  return product;
}
