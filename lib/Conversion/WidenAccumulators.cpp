//===- WidenAccumulators.cpp - Sums of bf16 and f16 in f32 ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum that rounds to bf16 after each term stops growing at 256 ones. The
// output is widened before the generic, its body adds in f32, and the result is
// rounded once after it. Products of two narrow numbers are exact in f32.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Conversion/Passes.h"
#include "remat/Differentiation/StructuredEmission.h"

namespace remat {
#define GEN_PASS_DEF_REMATWIDENACCUMULATORS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;
using namespace remat;

/// Whether sums of `type` are formed in a wider one.
static bool isNarrow(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && getAccumulatorType(number) != number;
}

/// The op `out + term` that output `number` of `op` yields, if it is a sum of
/// narrow numbers.
static arith::AddFOp findSum(linalg::GenericOp op, int64_t number) {
  BlockArgument out = op.getRegionOutputArgs()[number];
  auto sum = op.getBody()
                 ->getTerminator()
                 ->getOperand(number)
                 .getDefiningOp<arith::AddFOp>();
  if (!sum || !isNarrow(out.getType()) || !out.hasOneUse() ||
      !sum->hasOneUse() || (sum.getLhs() != out && sum.getRhs() != out))
    return nullptr;
  return sum;
}

/// What a sum starts with, in f32: a fill stays one.
static Value widenInit(OpBuilder &builder, Location loc, Value init) {
  FloatType wide = builder.getF32Type();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return convertElements(builder, loc, init, wide);
  Value number = arith::ExtFOp::create(builder, loc, wide, fill.getInputs()[0]);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init), wide);
  return linalg::FillOp::create(builder, loc, number, empty).getResult(0);
}

/// `term` in f32; a product is made there.
static Value widenTerm(OpBuilder &builder, Location loc, Value term) {
  Type wide = builder.getF32Type();
  auto widen = [&](Value value) -> Value {
    return arith::ExtFOp::create(builder, loc, wide, value);
  };
  if (auto product = term.getDefiningOp<arith::MulFOp>())
    return arith::MulFOp::create(builder, loc, widen(product.getLhs()),
                                 widen(product.getRhs()));
  return widen(term);
}

/// Makes output `number` of `op`, whose sum is `sum`, an f32.
static void widenOutput(IRRewriter &rewriter, linalg::GenericOp op,
                        int64_t number, arith::AddFOp sum) {
  Location loc = op.getLoc();
  FloatType wide = rewriter.getF32Type();
  Type narrow = sum.getType();
  OpOperand &init = op.getDpsInitsMutable()[number];
  BlockArgument out = op.getRegionOutputArgs()[number];
  Value term = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();

  rewriter.setInsertionPoint(op);
  Value wideInit = widenInit(rewriter, loc, init.get());
  rewriter.setInsertionPoint(sum);
  Value wideTerm = widenTerm(rewriter, sum.getLoc(), term);
  rewriter.modifyOpInPlace(op, [&] {
    init.set(wideInit);
    out.setType(wide);
    op.getResult(number).setType(wideInit.getType());
    rewriter.replaceOpWithNewOp<arith::AddFOp>(sum, out, wideTerm);
  });

  rewriter.setInsertionPointAfter(op);
  Value result = op.getResult(number);
  Value rounded =
      convertElements(rewriter, loc, result, cast<FloatType>(narrow));
  rewriter.replaceUsesWithIf(result, rounded, [&](OpOperand &use) {
    return use.getOwner() != rounded.getDefiningOp() &&
           !isa<tensor::DimOp>(use.getOwner());
  });
}

namespace {
struct WidenAccumulators
    : public remat::impl::RematWidenAccumulatorsBase<WidenAccumulators> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op.hasPureTensorSemantics() && op.getNumReductionLoops() != 0)
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      for (int64_t i = 0, n = op.getNumDpsInits(); i < n; ++i)
        if (arith::AddFOp sum = findSum(op, i))
          widenOutput(rewriter, op, i, sum);
  }
};
} // namespace
