//===- ScalarEmitter.cpp - Emit scalar rules ------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Support/Assert.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace remat;

using Node = ScalarExpression::Node;
using Kind = Node::Kind;

/// `type` with another element type.
static Type withElementType(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

/// The number that a constant value is everywhere, if double holds it exactly.
static std::optional<double> matchNumber(Value value) {
  Attribute attribute;
  if (!value || !matchPattern(value, m_Constant(&attribute)))
    return std::nullopt;
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    if (integer.getType().isInteger(1) ||
        integer.getValue().getSignificantBits() > 53)
      return std::nullopt;
    return double(integer.getValue().getSExtValue());
  }
  auto real = dyn_cast<FloatAttr>(attribute);
  if (!real || real.getType().getIntOrFloatBitWidth() > 64)
    return std::nullopt;
  return real.getValueAsDouble();
}

Value ScalarEmitter::materialize(Term term, Value model) {
  if (term.value)
    return term.value;
  Type type = model.getType();
  Type element = getElementTypeOrSelf(type);
  TypedAttr scalar =
      isa<FloatType>(element)
          ? TypedAttr(builder.getFloatAttr(element, *term.number))
          : TypedAttr(builder.getIntegerAttr(element, int64_t(*term.number)));
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return arith::ConstantOp::create(builder, location, scalar);
  if (shaped.hasStaticShape())
    return arith::ConstantOp::create(builder, location,
                                     DenseElementsAttr::get(shaped, scalar));
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
    if (shaped.isDynamicDim(dim))
      sizes.push_back(
          tensor::DimOp::create(builder, location, model, dim).getResult());
  Value splatted = arith::ConstantOp::create(builder, location, scalar);
  return tensor::SplatOp::create(builder, location, type, splatted, sizes);
}

std::pair<Value, Value> ScalarEmitter::materialize(Term left, Term right) {
  Value model = left.value ? left.value : right.value ? right.value : like;
  Value leftValue = materialize(left, model);
  return {leftValue, materialize(right, model)};
}

ScalarEmitter::Term ScalarEmitter::emit(const Node &node) {
  auto known = [](Value value) { return Term{value, matchNumber(value)}; };
  switch (node.kind) {
  case Kind::Number:
    return {nullptr, node.number};
  case Kind::Operand:
    return known(leaves.operands[node.index]);
  case Kind::Result:
    return known(leaves.result);
  case Kind::Cotangent:
    return known(leaves.cotangent);
  case Kind::Coefficient:
    return known(leaves.coefficients[node.index]);
  case Kind::Call:
    break;
  }
  if (node.callee == "select")
    return emitSelect(node);
  SmallVector<Term> arguments;
  for (const ScalarNodePtr &argument : node.arguments)
    arguments.push_back(emit(*argument));
  return emitCall(node.callee, arguments);
}

ScalarEmitter::Term ScalarEmitter::emitCall(StringRef callee,
                                            ArrayRef<Term> arguments) {
  if (callee == "neg")
    return emitNegation(arguments[0]);
  if (callee == "+")
    return emitSum(arguments[0], arguments[1]);
  if (callee == "-")
    return emitDifference(arguments[0], arguments[1]);
  if (callee == "*")
    return emitProduct(arguments[0], arguments[1]);
  if (callee == "/")
    return emitQuotient(arguments[0], arguments[1]);
  if (callee == "powf" || callee == "fpowi")
    return emitPower(callee, arguments[0], arguments[1]);
  if (callee == "float")
    return emitToFloat(arguments[0]);
  if (callee == "convert")
    return emitConvert(arguments[0]);
  if (arith::symbolizeCmpFPredicate(callee))
    return emitComparison(callee, arguments[0], arguments[1]);
  return emitFunction(callee, arguments);
}

template <typename FloatOp, typename IntOp>
ScalarEmitter::Term ScalarEmitter::emitArithmetic(Term left, Term right) {
  auto [lhs, rhs] = materialize(left, right);
  if (isa<FloatType>(getElementTypeOrSelf(lhs.getType())))
    return {FloatOp::create(builder, location, lhs, rhs), std::nullopt};
  return {IntOp::create(builder, location, lhs, rhs), std::nullopt};
}

ScalarEmitter::Term ScalarEmitter::emitNegation(Term term) {
  if (term.number)
    return {nullptr, -*term.number};
  return {arith::NegFOp::create(builder, location, term.value), std::nullopt};
}

ScalarEmitter::Term ScalarEmitter::emitSum(Term left, Term right) {
  if (left.number && right.number)
    return {nullptr, *left.number + *right.number};
  if (left.is(0))
    return right;
  if (right.is(0))
    return left;
  return emitArithmetic<arith::AddFOp, arith::AddIOp>(left, right);
}

ScalarEmitter::Term ScalarEmitter::emitDifference(Term left, Term right) {
  if (left.number && right.number)
    return {nullptr, *left.number - *right.number};
  if (right.is(0))
    return left;
  return emitArithmetic<arith::SubFOp, arith::SubIOp>(left, right);
}

ScalarEmitter::Term ScalarEmitter::emitProduct(Term left, Term right) {
  if (left.is(1))
    return right;
  if (right.is(1))
    return left;
  if (left.number && right.number)
    return {nullptr, *left.number * *right.number};
  if (left.is(-1))
    return emitNegation(right);
  if (right.is(-1))
    return emitNegation(left);
  return emitArithmetic<arith::MulFOp, arith::MulIOp>(left, right);
}

ScalarEmitter::Term ScalarEmitter::emitQuotient(Term left, Term right) {
  if (left.number && right.number && *right.number != 0)
    return {nullptr, *left.number / *right.number};
  if (right.is(1))
    return left;
  auto [lhs, rhs] = materialize(left, right);
  return {arith::DivFOp::create(builder, location, lhs, rhs), std::nullopt};
}

ScalarEmitter::Term ScalarEmitter::emitPower(StringRef callee, Term base,
                                             Term exponent) {
  if (exponent.is(0))
    return {nullptr, 1.0};
  if (exponent.is(1))
    return base;
  if (exponent.is(2))
    return emitProduct(base, base);
  if (exponent.is(-1))
    return emitQuotient({nullptr, 1.0}, base);
  return emitFunction(callee, {base, exponent});
}

ScalarEmitter::Term ScalarEmitter::emitSelect(const Node &node) {
  Term condition = emit(*node.arguments[0]);
  if (condition.number)
    return emit(*node.arguments[*condition.number != 0 ? 1 : 2]);
  Term left = emit(*node.arguments[1]);
  Term right = emit(*node.arguments[2]);
  auto [lhs, rhs] = materialize(left, right);
  return {arith::SelectOp::create(builder, location, condition.value, lhs, rhs),
          std::nullopt};
}

/// Compares as `arith.cmpf` does.
static bool compareNumbers(StringRef predicate, double left, double right) {
  if (predicate == "oeq")
    return left == right;
  if (predicate == "ogt")
    return left > right;
  if (predicate == "olt")
    return left < right;
  if (predicate == "oge")
    return left >= right;
  if (predicate == "ole")
    return left <= right;
  REMAT_ASSERT(predicate == "une", "a comparison that rules don't use");
  return left != right;
}

ScalarEmitter::Term ScalarEmitter::emitComparison(StringRef predicate,
                                                  Term left, Term right) {
  if (left.number && right.number)
    return {nullptr, compareNumbers(predicate, *left.number, *right.number)};
  auto [lhs, rhs] = materialize(left, right);
  if (isa<FloatType>(getElementTypeOrSelf(lhs.getType())))
    return {arith::CmpFOp::create(builder, location,
                                  *arith::symbolizeCmpFPredicate(predicate),
                                  lhs, rhs),
            std::nullopt};
  REMAT_ASSERT(predicate == "oeq", "integers are compared by 'oeq' alone");
  return {arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq,
                                lhs, rhs),
          std::nullopt};
}

ScalarEmitter::Term ScalarEmitter::emitToFloat(Term term) {
  if (term.number)
    return {nullptr, term.number};
  Value integer = term.value;
  Type type = integer.getType();
  if (getElementTypeOrSelf(type).isIndex())
    integer = arith::IndexCastOp::create(
        builder, location, withElementType(type, builder.getI64Type()),
        integer);
  Type result = withElementType(type, getElementTypeOrSelf(like.getType()));
  return {arith::SIToFPOp::create(builder, location, result, integer),
          std::nullopt};
}

ScalarEmitter::Term ScalarEmitter::emitConvert(Term term) {
  Value value = materialize(term, like);
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(target).getIntOrFloatBitWidth();
  if (value.getType() == target)
    return {value, term.number};
  if (from < to)
    return {arith::ExtFOp::create(builder, location, target, value),
            std::nullopt};
  return {arith::TruncFOp::create(builder, location, target, value),
          std::nullopt};
}

ScalarEmitter::Term ScalarEmitter::emitFunction(StringRef name,
                                                ArrayRef<Term> arguments) {
  OperationState state(location, ("math." + name).str());
  REMAT_ASSERT(state.name.isRegistered(), "a function that math doesn't have");
  Value model = like;
  for (const Term &argument : arguments)
    if (argument.value) {
      model = argument.value;
      break;
    }
  for (const Term &argument : arguments)
    state.addOperands(materialize(argument, model));
  state.addTypes(state.operands.front().getType());
  return {builder.create(state)->getResult(0), std::nullopt};
}
