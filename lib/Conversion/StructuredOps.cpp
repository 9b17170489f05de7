//===- StructuredOps.cpp - Questions about linalg generics ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/StructuredOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace remat;

/// The loop dimensions of `map`, or none where it holds another expression
/// than dimensions that occur once.
static std::optional<llvm::SmallBitVector> plainDims(AffineMap map) {
  llvm::SmallBitVector dims(map.getNumDims());
  for (AffineExpr expression : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expression);
    if (!dim || dims.test(dim.getPosition()))
      return std::nullopt;
    dims.set(dim.getPosition());
  }
  return dims;
}

bool remat::writesWholeResults(linalg::GenericOp op) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    auto type = cast<ShapedType>(init.get().getType());
    llvm::SmallBitVector seen(map.getNumDims());
    for (auto [position, expression] : llvm::enumerate(map.getResults())) {
      if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
        if (seen.test(dim.getPosition()))
          return false;
        seen.set(dim.getPosition());
        continue;
      }
      auto constant = dyn_cast<AffineConstantExpr>(expression);
      if (!constant || constant.getValue() != 0 ||
          type.getDimSize(position) != 1)
        return false;
    }
  }
  return true;
}

/// Whether the body is `yield(out + lhs * rhs)`, in any order of operands.
static bool multipliesAndAdds(linalg::GenericOp op) {
  Block &body = *op.getBody();
  if (body.getOperations().size() != 3)
    return false;
  auto product = dyn_cast<arith::MulFOp>(body.front());
  auto sum = dyn_cast<arith::AddFOp>(*std::next(body.begin()));
  if (!product || !sum ||
      body.getTerminator()->getOperand(0) != sum.getResult())
    return false;
  Value lhs = body.getArgument(0), rhs = body.getArgument(1);
  Value out = body.getArgument(2);
  auto isPair = [](Operation *o, Value x, Value y) {
    return (o->getOperand(0) == x && o->getOperand(1) == y) ||
           (o->getOperand(0) == y && o->getOperand(1) == x);
  };
  return isPair(product, lhs, rhs) && isPair(sum, out, product.getResult());
}

bool remat::hasLibraryContraction(Type element) {
  return element.isF32() || element.isF64();
}

bool remat::isContraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || !multipliesAndAdds(op))
    return false;
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  for (Value operand : op->getOperands())
    if (!isa<ShapedType>(operand.getType()) ||
        getElementTypeOrSelf(operand.getType()) != element)
      return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::optional<llvm::SmallBitVector> lhs = plainDims(maps[0]);
  std::optional<llvm::SmallBitVector> rhs = plainDims(maps[1]);
  std::optional<llvm::SmallBitVector> out = plainDims(maps[2]);
  if (!lhs || !rhs || !out)
    return false;
  bool outer = false;
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool inBoth = lhs->test(dim) && rhs->test(dim);
    if (kind == utils::IteratorType::reduction) {
      if (!inBoth || out->test(dim))
        return false;
      continue;
    }
    if (!out->test(dim) || (!lhs->test(dim) && !rhs->test(dim)))
      return false;
    outer |= !inBoth;
  }
  return outer;
}

void remat::remarkOnLoops(Operation *contraction, const Twine &why) {
  remark::missed(contraction->getLoc(),
                 remark::RemarkOpts::name("BlasCall").category("remat"))
      << "contraction stays for loops: " << why.str();
}
