//===- ReverseSweep.cpp - Emit the transpose, and replay regions ----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a tape backwards. Each op's rule turns cotangents of its results into
// cotangents of its inputs; zero cotangents emit nothing. A region that doesn't
// save everything is computed again first, right here, from its inputs and what
// its policy kept, behind barriers, so that one region's replay is live at a
// time.
//
//===----------------------------------------------------------------------===//

#include "Differentiator.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "remat/Differentiation/Zeros.h"

using namespace mlir;
using namespace remat;

void Differentiator::accumulate(Scope &scope, Value value, Value cotangent) {
  if (!cotangent || !scope.isActive(value))
    return;
  Value &sum = scope.cotangents[value];
  sum =
      sum ? createSum(builder, cotangent.getLoc(), sum, cotangent) : cotangent;
}

LogicalResult Differentiator::sweepReverse(Scope &scope) {
  while (!scope.tape.empty()) {
    TapeEntry entry = std::move(scope.tape.back());
    scope.tape.pop_back();
    if (failed(reverseEntry(scope, entry)))
      return failure();
  }
  return success();
}

LogicalResult Differentiator::reverseEntry(Scope &scope, TapeEntry &entry) {
  SmallVector<Value> cotangents;
  for (Value result : entry.op->getResults())
    cotangents.push_back(scope.cotangents.lookup(result));
  if (llvm::none_of(cotangents, [](Value value) { return bool(value); }))
    return success();

  if (!entry.failure.empty())
    return entry.op->emitError()
           << "'" << entry.op->getName() << "' can't be differentiated: it "
           << entry.failure;
  if (auto name = dyn_cast<CheckpointNameOp>(entry.op)) {
    accumulate(scope, name.getValue(), cotangents.front());
    return success();
  }
  if (isa<scf::ForOp>(entry.op))
    return reverseLoop(scope, entry, cotangents);
  if (!entry.branches.empty())
    return reverseBranches(scope, entry, cotangents);
  if (entry.inner)
    return reverseInner(scope, entry, *entry.inner, cotangents);
  if (entry.saved)
    return reverseRegion(scope, entry, cotangents);
  if (isa<CustomVjpOp>(entry.op))
    return reverseCustomVjp(scope, entry, cotangents);
  return reversePlain(scope, entry, cotangents);
}

LogicalResult Differentiator::reversePlain(Scope &scope, TapeEntry &entry,
                                           ArrayRef<Value> cotangents) {
  SmallVector<Value> inputs = getInputs(entry.op);
  TransposeRequest request{entry.active, entry.coefficients, cotangents,
                           SmallVector<Value>(inputs.size())};
  llvm::SmallDenseSet<Value> seen;
  for (Value input : inputs)
    request.inputSums.push_back(
        seen.insert(input).second ? scope.cotangents.lookup(input) : Value());
  SmallVector<Value> sums = request.inputSums;
  if (failed(
          cast<ReverseDiffOpInterface>(entry.op).transpose(builder, request)))
    return entry.op->emitError()
           << "'" << entry.op->getName() << "' can't be differentiated";
  for (auto [input, cotangent, sum, left] :
       llvm::zip(inputs, request.inputCotangents, sums, request.inputSums)) {
    if (sum && !left && cotangent)
      scope.cotangents[input] = cotangent;
    else
      accumulate(scope, input, cotangent);
  }
  return success();
}

LogicalResult Differentiator::reverseInner(Scope &scope, TapeEntry &entry,
                                           Scope &inner,
                                           ArrayRef<Value> cotangents) {
  for (auto [value, cotangent] : llvm::zip(getYielded(*inner.body), cotangents))
    accumulate(inner, value, cotangent);
  if (failed(sweepReverse(inner)))
    return failure();
  for (auto [argument, operand] :
       llvm::zip(inner.body->getArguments(), entry.op->getOperands()))
    accumulate(scope, operand, inner.cotangents.lookup(argument));
  return success();
}

LogicalResult Differentiator::reverseRegion(Scope &scope, TapeEntry &entry,
                                            ArrayRef<Value> cotangents) {
  auto op = cast<CheckpointOp>(entry.op);
  notePeakUnchanged(entry);
  Scope replay(op.getBody().front(), scope.activity);
  SweepContext context;
  context.available = entry.saved.get();
  context.barriers = op.getBarriers();
  context.replay = true;
  context.note = false;
  for (auto [argument, input] :
       llvm::zip(replay.body->getArguments(), entry.inputs))
    replay.mapping.map(argument, protect(input, op.getLoc(), context.barriers));
  if (failed(sweepForward(replay, context)))
    return failure();
  return reverseInner(scope, entry, replay, cotangents);
}

/// A replay that follows its forward pass at once saves nothing: whatever it
/// lets go of is made again before anything else needs the room.
void Differentiator::notePeakUnchanged(const TapeEntry &entry) {
  if (!entry.lastForward)
    return;
  for (Operation *op = entry.lastForward->getNextNode(); op;
       op = op->getNextNode())
    if (!op->hasTrait<OpTrait::ConstantLike>() &&
        !isa<tensor::EmptyOp, linalg::FillOp>(op))
      return;
  joint.findings.push_back(
      {Finding::Kind::PeakUnchanged, entry.op->getLoc(), {}});
}

LogicalResult Differentiator::reverseCustomVjp(Scope &scope, TapeEntry &entry,
                                               ArrayRef<Value> cotangents) {
  auto op = cast<CustomVjpOp>(entry.op);
  Block *body = program.getCalledBody(op.getBwd());
  if (!body)
    return op.emitError() << "needs '@" << op.getBwd()
                          << "' to have a body of a single block";

  size_t numResiduals =
      body->getNumArguments() - getFloatArguments(op.getResultTypes()).size();
  ArrayRef<Value> residuals =
      ArrayRef(entry.coefficients).take_front(numResiduals);
  ArrayRef<Value> sizes = ArrayRef(entry.coefficients).drop_front(numResiduals);
  Scope inner(*body, /*activity=*/nullptr);
  for (auto [argument, residual] : llvm::zip(body->getArguments(), residuals))
    inner.mapping.map(argument, residual);
  auto *nextArgument = body->args_begin() + numResiduals;
  for (int64_t number : getFloatArguments(op.getResultTypes())) {
    Type type = op->getResult(number).getType();
    ArrayRef<Value> own = takeDynamicSizes(sizes, type);
    Value cotangent = cotangents[number];
    if (!cotangent)
      cotangent = createZero(builder, op.getLoc(), type, own);
    inner.mapping.map(*nextArgument++, cotangent);
  }

  SweepContext context;
  context.linearize = false;
  context.note = false;
  if (failed(sweepForward(inner, context)))
    return failure();
  for (auto [number, value] : llvm::zip(
           getFloatArguments(op.getArgs().getTypes()), getYielded(*body))) {
    // A constant zero says that the derivative stops here: nothing flows on,
    // and what would have carried it needs no residuals.
    Value cotangent = inner.mapping.lookup(value);
    if (!matchPattern(cotangent, m_AnyZeroFloat()))
      accumulate(scope, op.getArgs()[number], cotangent);
  }
  return success();
}
