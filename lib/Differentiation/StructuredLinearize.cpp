//===- StructuredLinearize.cpp - Forward half of structured ops -----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the coefficients behind the op. An expression becomes one elementwise
// generic over the loops that it differs by; where an operand is a broadcast,
// over those of what was broadcast, with loops of one iteration in place of the
// others.
//
// What the coefficients are goes by the op of the program, as in the backward
// half; their values are those of the op in the forward pass. What is emitted
// must not depend on how the operands are made, but for what comes last: a
// replay may have a saved value where the forward pass has a broadcast.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/StructuredAdjoint.h"
#include "remat/Differentiation/StructuredBroadcast.h"
#include "remat/Differentiation/StructuredRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace remat;

using Kind = StructuredCoefficient::Kind;

namespace {

/// Emits one coefficient that is an expression in the body.
class ExpressionEmitter {
public:
  ExpressionEmitter(const StructuredAdjoint &adjoint, linalg::LinalgOp op,
                    Value scalar)
      : body(adjoint.getBody()), op(op), scalar(scalar),
        loops(body.getLoopsOf(scalar)), used(body.getNumLoops()) {}

  Value emit(OpBuilder &builder);

private:
  void findSources();
  void addSource(OpOperand &operand, Value element);
  void addResult(unsigned output, Value element);
  IndexedResult getResult(OpBuilder &builder);
  AffineMap restrict(AffineMap map);
  Value emitBody(OpBuilder &builder, Location loc, ValueRange elements);

  const StructuredBody &body;
  /// The op in the forward pass.
  linalg::LinalgOp op;
  Value scalar;
  /// The loops that the expression differs by, going by the body alone.
  llvm::SmallBitVector loops;
  /// Those that it differs by in fact.
  llvm::SmallBitVector used;
  SmallVector<IndexedValue> sources;
  SmallVector<Value> elements;
  SmallVector<std::pair<Value, TypedAttr>> constants;
};

} // namespace

/// Size of a loop, as a dimension of an operand.
static OpFoldResult getLoopSize(OpBuilder &builder, const StructuredBody &body,
                                linalg::LinalgOp op, unsigned loop) {
  int64_t size = body.getLoopSize(loop);
  if (!ShapedType::isDynamic(size))
    return builder.getIndexAttr(size);
  for (OpOperand &operand : op->getOpOperands())
    if (auto dim =
            findPlainResult(body.getInputMap(operand.getOperandNumber()), loop))
      return tensor::DimOp::create(builder, op.getLoc(), operand.get(), *dim)
          .getResult();
  llvm_unreachable("the verifier asks for a dimension for each loop");
}

void ExpressionEmitter::addSource(OpOperand &operand, Value element) {
  BroadcastSource source = findBroadcastSource(operand.get());
  if (source.constant) {
    constants.push_back({element, source.constant});
    return;
  }
  AffineMap map = source.map.compose(
      isa<ShapedType>(operand.get().getType())
          ? body.getInputMap(operand.getOperandNumber())
          : AffineMap::get(body.getNumLoops(), 0, op.getContext()));
  sources.push_back({source.value, map});
  elements.push_back(element);
}

void ExpressionEmitter::addResult(unsigned output, Value element) {
  sources.push_back({op->getResult(output), body.getOutputMap(output)});
  elements.push_back(element);
}

void ExpressionEmitter::findSources() {
  SmallVector<Value> worklist = {scalar};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (std::optional<unsigned> input = body.getInputNumber(next)) {
      // Captured values are in reach.
      if (*input < op->getNumOperands())
        addSource(op->getOpOperand(*input), next);
      continue;
    }
    // What the op has computed needn't be computed again.
    if (next != scalar && body.getLoopsOf(next).all()) {
      bool found = false;
      for (unsigned output = 0; output < op->getNumResults() && !found;
           ++output) {
        found = body.getYielded(output) == next && body.isPointwise(output) &&
                !body.isFree(next);
        if (found)
          addResult(output, next);
      }
      if (found)
        continue;
    }
    if (auto index = next.getDefiningOp<linalg::IndexOp>())
      used.set(index.getDim());
    if (Operation *definition = next.getDefiningOp();
        definition && next.getParentBlock() == scalar.getParentBlock())
      llvm::append_range(worklist, remat::getInputs(definition));
  }
  for (const IndexedValue &source : sources)
    for (unsigned loop = 0; loop < body.getNumLoops(); ++loop)
      if (source.map.isFunctionOfDim(loop))
        used.set(loop);
}

/// `map` over the loops of the expression only.
AffineMap ExpressionEmitter::restrict(AffineMap map) {
  SmallVector<AffineExpr> replacements;
  unsigned count = 0;
  for (unsigned loop = 0; loop < body.getNumLoops(); ++loop)
    replacements.push_back(loops.test(loop)
                               ? getAffineDimExpr(count++, op.getContext())
                               : getAffineConstantExpr(0, op.getContext()));
  return map.replaceDimsAndSymbols(replacements, {}, count, 0);
}

IndexedResult ExpressionEmitter::getResult(OpBuilder &builder) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  for (unsigned loop : loops.set_bits()) {
    OpFoldResult size = getLoopSize(builder, body, op, loop);
    if (!used.test(loop)) {
      shape.push_back(1);
    } else if (auto value = dyn_cast<Value>(size)) {
      shape.push_back(ShapedType::kDynamic);
      dynamicSizes.push_back(value);
    } else {
      shape.push_back(body.getLoopSize(loop));
    }
  }
  return {RankedTensorType::get(shape, scalar.getType()),
          builder.getMultiDimIdentityMap(shape.size()), dynamicSizes};
}

Value ExpressionEmitter::emitBody(OpBuilder &builder, Location loc,
                                  ValueRange arguments) {
  IRMapping mapping;
  mapping.map(elements, arguments);
  for (auto [element, constant] : constants)
    mapping.map(element, arith::ConstantOp::create(builder, loc, constant));
  mapping.map(body.getInputs().drop_front(op->getNumOperands()),
              getCaptured(op));
  unsigned position = 0;
  for (unsigned loop : loops.set_bits()) {
    for (Operation *inner : body.getBodyOps())
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        if (index.getDim() == loop && body.dependsOn(scalar, index.getResult()))
          mapping.map(index.getResult(),
                      linalg::IndexOp::create(builder, loc, position));
    ++position;
  }
  return cloneExpression(builder, scalar, mapping);
}

Value ExpressionEmitter::emit(OpBuilder &builder) {
  findSources();
  for (IndexedValue &source : sources)
    source.map = restrict(source.map);
  return emitStructured(
      builder, op.getLoc(),
      [](unsigned) -> OpFoldResult {
        llvm_unreachable("every loop is a dimension of the result");
      },
      sources, getResult(builder),
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        return emitBody(b, loc, arguments);
      });
}

/// Whether `value` is the number of the iteration of `loop`.
static bool isLoopNumber(Value value, unsigned loop) {
  while (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  auto index = value.getDefiningOp<linalg::IndexOp>();
  return index && index.getDim() == loop;
}

/// Whether the index that a choice carries along tells its iteration, in the
/// body or as an operand that counts along the only reduction loop.
static bool namesIteration(const StructuredBody &body, linalg::LinalgOp op,
                           Value index) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  if (reductions.size() != 1)
    return false;
  if (isLoopNumber(index, reductions.front()))
    return true;
  std::optional<unsigned> input = body.getInputNumber(index);
  if (!input || *input >= op->getNumOperands())
    return false;
  BroadcastSource source = findBroadcastSource(op->getOperand(*input));
  if (!source.value)
    return false;
  auto counter = source.value.getDefiningOp<linalg::GenericOp>();
  if (!counter || counter.getNumDpsInits() != 1 ||
      !counter.getIndexingMapsArray().back().isIdentity())
    return false;
  AffineMap map = source.map.compose(body.getInputMap(*input));
  for (auto [dim, expression] : llvm::enumerate(map.getResults()))
    if (expression == getAffineDimExpr(reductions.front(), op.getContext()) &&
        isLoopNumber(counter.getBlock()->getTerminator()->getOperand(0), dim))
      return true;
  return false;
}

LogicalResult remat::linearizeStructured(linalg::LinalgOp op,
                                         OpBuilder &builder,
                                         LinearizeRequest &request) {
  Operation *origin = request.origin ? request.origin : op.getOperation();
  StructuredAdjoint adjoint(cast<linalg::LinalgOp>(origin), request.active);
  if (failed(adjoint.build(request.reason)))
    return failure();
  const StructuredBody &body = adjoint.getBody();
  for (const StructuredTerm &term : adjoint.getTerms()) {
    const StructuredOutput &output = *adjoint.getOutput(term.output);
    if (output.accumulation == Accumulation::Selection &&
        !namesIteration(body, op, output.index))
      return request.fail("chooses a value with an index that doesn't count "
                          "the iterations of a single reduction loop");
  }

  SmallVector<Value> inputs = getInputs(op);
  ArrayRef<StructuredCoefficient> wanted = adjoint.getCoefficients();
  SmallVector<Value> values(wanted.size());
  for (auto [coefficient, value] : llvm::zip(wanted, values))
    if (coefficient.kind == Kind::Expression)
      value = ExpressionEmitter(adjoint, op, coefficient.scalar).emit(builder);
  for (auto [coefficient, value] : llvm::zip(wanted, values)) {
    if (coefficient.kind == Kind::LoopSize)
      value = cast<Value>(getLoopSize(builder, body, op, coefficient.number));
    else if (coefficient.kind == Kind::InputSize)
      value = tensor::DimOp::create(
          builder, op.getLoc(), inputs[coefficient.number], coefficient.dim);
    else if (coefficient.kind == Kind::Result)
      value = op->getResult(coefficient.number);
  }
  for (auto [coefficient, value] : llvm::zip(wanted, values)) {
    if (coefficient.kind != Kind::Input)
      continue;
    Value input = inputs[coefficient.number];
    value = coefficient.number < op->getNumOperands()
                ? compressBroadcast(builder, op.getLoc(), input)
                : input;
  }
  llvm::append_range(request.coefficients, values);
  return success();
}
