//===- ValueNames.cpp - Names of values in a view -------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueNames.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

static std::string describeNumber(const llvm::APFloat &number) {
  llvm::APFloat wide = number;
  bool loses = false;
  wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &loses);
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::format("%g", wide.convertToDouble());
  if (llvm::all_of(text, [](char c) { return llvm::isDigit(c) || c == '-'; }))
    stream << ".0";
  return text;
}

/// The number that a constant is, or is filled with; empty where it is none.
static std::string describeConstant(Attribute constant) {
  if (auto dense = dyn_cast<SplatElementsAttr>(constant))
    constant = dense.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(constant))
    return describeNumber(number.getValue());
  if (auto number = dyn_cast<IntegerAttr>(constant)) {
    if (number.getType().isInteger(1))
      return number.getValue().isZero() ? "false" : "true";
    return llvm::toString(number.getValue(), 10,
                          !number.getType().isUnsignedInteger());
  }
  return "";
}

void ValueNames::noteLiteral(Operation *op) {
  if (op->getNumResults() != 1 || residuals.contains(op->getResult(0)))
    return;
  std::string text;
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)))
    text = describeConstant(constant);
  else if (isa<tensor::EmptyOp>(op) && op->getNumOperands() == 0)
    text = "empty";
  else if (auto fill = dyn_cast<linalg::FillOp>(op))
    if (literals.contains(fill.getOutputs().front()))
      text = literals.lookup(fill.getInputs().front());
  if (!text.empty())
    literals[op->getResult(0)] = text;
}

bool ValueNames::isLiteral(Operation *op) const {
  return op->getNumResults() == 1 && literals.contains(op->getResult(0));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// With what can't be shown spelled out, and no white space.
static std::string makePrintable(StringRef name) {
  std::string text;
  for (unsigned char c : name)
    if (c < 0x20 || c == 0x7f)
      text += "\\" + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
    else
      text += c == ' ' ? '_' : static_cast<char>(c);
  return text;
}

void ValueNames::nameArgument(BlockArgument argument, std::string name) {
  name = makePrintable(name);
  // Numbers are for results.
  if (name.empty() || llvm::all_of(name, llvm::isDigit))
    name = "arg" + name;
  while (!taken.insert(name).second)
    name += "_";
  names[argument] = "%" + name;
}

void ValueNames::nameResults(Operation *op) {
  noteLiteral(op);
  if (op->getNumResults() == 0 || isLiteral(op))
    return;
  std::string name = "%" + std::to_string(next++);
  if (op->getNumResults() == 1) {
    names[op->getResult(0)] = name;
    return;
  }
  for (OpResult result : op->getResults())
    names[result] = name + "#" + std::to_string(result.getResultNumber());
}

/// A residual that a loop or a branch hands out is one where it is made, too.
void ValueNames::noteResiduals(const JointFunction &joint,
                               const ResidualList &list) {
  for (auto [number, residual] : llvm::enumerate(list.residuals))
    residuals[residual.value] = number;
  for (auto [number, residual] : llvm::enumerate(list.residuals))
    for (auto lifted = joint.lifted.find(residual.value);
         lifted != joint.lifted.end();
         lifted = joint.lifted.find(lifted->second.value))
      residuals.try_emplace(lifted->second.value, number);
}

ValueNames::ValueNames(JointFunction &joint, func::FuncOp original,
                       const ResidualList &list, ResidualText &text) {
  noteResiduals(joint, list);
  Block &body = joint.getBody();
  auto arguments = body.getArguments().take_front(joint.numArguments);
  auto cotangents = body.getArguments().drop_front(joint.numArguments);
  for (BlockArgument argument : arguments)
    nameArgument(argument, text.getArgumentName(argument));
  for (auto [number, cotangent] :
       llvm::zip(getFloatArguments(original.getResultTypes()), cotangents))
    nameArgument(cotangent, "ct" + std::to_string(number));
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    nameResults(op);
    // Bodies of structured ops aren't shown.
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        names[argument] = "%" + std::to_string(next++);
    return WalkResult::advance();
  });
}

std::string ValueNames::get(Value value) const {
  auto literal = literals.find(value);
  return literal != literals.end() ? literal->second : names.lookup(value);
}

std::optional<unsigned> ValueNames::getResidual(Value value) const {
  auto found = residuals.find(value);
  if (found == residuals.end())
    return std::nullopt;
  return found->second;
}
