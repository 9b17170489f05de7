//===- ContractionsToBlas.cpp - Contractions to GEMM calls ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop dimensions are sorted into batch, m, n and k by the operands that they
// index, neighbours are merged by their strides, what is left over becomes
// loops around one call. Sizes and strides may be values of the program; those
// merge only where they are known.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "remat/Conversion/Passes.h"
#include "remat/Conversion/StructuredOps.h"

namespace remat {
#define GEN_PASS_DEF_REMATCONTRACTIONSTOBLAS
#include "remat/Conversion/Passes.h.inc"
} // namespace remat

using namespace mlir;

namespace {

/// A loop dimension: its size, and its stride in each of A, B and C (0 where
/// the operand doesn't have it).
struct Dimension {
  OpFoldResult size;
  OpFoldResult strides[3];
};

/// Loop dimensions by kind, outermost first.
struct Dimensions {
  SmallVector<Dimension> batch, m, n, k;
};

/// Address of the first element, sizes and strides of an operand.
struct Operand {
  Value address;
  SmallVector<OpFoldResult> sizes, strides;
};

/// Writes one contraction as a call, with loops around it where needed.
class CallBuilder {
public:
  CallBuilder(IRRewriter &rewriter, linalg::ContractOp op)
      : rewriter(rewriter), loc(op.getLoc()), op(op) {}

  /// Puts the call in place of the op.
  void build();

private:
  Operand describe(Value buffer);
  Dimensions sortDimensions();
  /// The outer dimensions that one call can't take, as loops; the addresses
  /// then move along them.
  void buildLoops(Dimensions &dims, bool &accumulate);
  Value advance(Value address, OpFoldResult stride, Value index);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  Value asI64(OpFoldResult value);
  void call(const Dimensions &dims, bool accumulate);
  Type elementType() {
    return cast<MemRefType>(op.getOutputs()[0].getType()).getElementType();
  }

  IRRewriter &rewriter;
  Location loc;
  linalg::ContractOp op;
  Operand operands[3];
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands and dimensions
//===----------------------------------------------------------------------===//

Operand CallBuilder::describe(Value buffer) {
  Operand operand;
  auto type = cast<MemRefType>(buffer.getType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
  operand.sizes = metadata.getConstifiedMixedSizes();
  operand.strides = metadata.getConstifiedMixedStrides();
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, buffer);
  Value offset = getValueOrCreateConstantIndexOp(
      rewriter, loc, metadata.getConstifiedMixedOffset());
  Value bytes = arith::MulIOp::create(
      rewriter, loc, offset,
      constant(type.getElementType().getIntOrFloatBitWidth() / 8));
  operand.address = arith::AddIOp::create(rewriter, loc, base, bytes);
  return operand;
}

/// Whether two neighbouring dimensions are one: a step of `outer` is `inner`'s
/// size steps of `inner` in each operand.
static bool canMerge(const Dimension &outer, const Dimension &inner) {
  std::optional<int64_t> size = getConstantIntValue(inner.size);
  if (!size || !getConstantIntValue(outer.size))
    return false;
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<int64_t> wide = getConstantIntValue(outer.strides[i]);
    std::optional<int64_t> narrow = getConstantIntValue(inner.strides[i]);
    if (!wide || !narrow || *wide != *narrow * *size)
      return false;
  }
  return true;
}

/// Moves dimensions of larger stride in operand `key` outwards (insertion, as
/// strides that are not known stay where they are) and merges neighbours.
static void merge(SmallVector<Dimension> &dims, unsigned key,
                  Builder &builder) {
  auto isInside = [&](const Dimension &x, const Dimension &y) {
    std::optional<int64_t> a = getConstantIntValue(x.strides[key]);
    std::optional<int64_t> b = getConstantIntValue(y.strides[key]);
    return a && b && *a < *b;
  };
  for (unsigned end = 1; end < dims.size(); ++end)
    for (unsigned i = end; i > 0 && isInside(dims[i - 1], dims[i]); --i)
      std::swap(dims[i - 1], dims[i]);
  for (unsigned i = 0; i + 1 < dims.size();) {
    if (!canMerge(dims[i], dims[i + 1])) {
      ++i;
      continue;
    }
    dims[i + 1].size =
        builder.getIndexAttr(*getConstantIntValue(dims[i].size) *
                             *getConstantIntValue(dims[i + 1].size));
    dims.erase(dims.begin() + i);
  }
}

Dimensions CallBuilder::sortDimensions() {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned count = maps[0].getNumDims();
  OpFoldResult zero = rewriter.getIndexAttr(0);
  SmallVector<Dimension> all(count, {nullptr, {zero, zero, zero}});
  SmallVector<std::array<bool, 3>> has(count, {false, false, false});
  for (unsigned i = 0; i < 3; ++i)
    for (auto [position, expression] : llvm::enumerate(maps[i].getResults())) {
      unsigned dim = cast<AffineDimExpr>(expression).getPosition();
      all[dim].strides[i] = operands[i].strides[position];
      // A size that is known in one operand is known in all.
      if (!all[dim].size || !getConstantIntValue(all[dim].size))
        all[dim].size = operands[i].sizes[position];
      has[dim][i] = true;
    }
  Dimensions dims;
  for (unsigned dim = 0; dim < count; ++dim) {
    if (getConstantIntValue(all[dim].size) == 1)
      continue;
    auto [a, b, c] = has[dim];
    (!c       ? dims.k
     : a && b ? dims.batch
     : a      ? dims.m
              : dims.n)
        .push_back(all[dim]);
  }
  merge(dims.batch, 2, rewriter);
  merge(dims.m, 2, rewriter);
  merge(dims.n, 2, rewriter);
  merge(dims.k, 0, rewriter);
  return dims;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

Value CallBuilder::advance(Value address, OpFoldResult stride, Value index) {
  if (getConstantIntValue(stride) == 0)
    return address;
  Value elements = arith::MulIOp::create(
      rewriter, loc, index,
      getValueOrCreateConstantIndexOp(rewriter, loc, stride));
  Value bytes = arith::MulIOp::create(
      rewriter, loc, elements,
      constant(elementType().getIntOrFloatBitWidth() / 8));
  return arith::AddIOp::create(rewriter, loc, address, bytes);
}

void CallBuilder::buildLoops(Dimensions &dims, bool &accumulate) {
  SmallVector<Dimension> loops;
  // An operand with several row or column dimensions is a batch of matrices.
  for (SmallVector<Dimension> *outer : {&dims.m, &dims.n})
    while (outer->size() > 1) {
      dims.batch.push_back(outer->front());
      outer->erase(outer->begin());
    }
  while (dims.batch.size() > 2) {
    loops.push_back(dims.batch.front());
    dims.batch.erase(dims.batch.begin());
  }
  while (dims.k.size() > 1) {
    loops.push_back(dims.k.front());
    dims.k.erase(dims.k.begin());
    // Partial sums: the output must hold zeros before the first.
    if (!accumulate) {
      Value zero = arith::ConstantOp::create(
          rewriter, loc, cast<TypedAttr>(rewriter.getZeroAttr(elementType())));
      linalg::FillOp::create(rewriter, loc, zero, op.getOutputs()[0]);
      accumulate = true;
    }
  }
  for (const Dimension &dim : loops) {
    auto loop = scf::ForOp::create(
        rewriter, loc, constant(0),
        getValueOrCreateConstantIndexOp(rewriter, loc, dim.size), constant(1));
    rewriter.setInsertionPointToStart(loop.getBody());
    for (unsigned i = 0; i < 3; ++i)
      operands[i].address =
          advance(operands[i].address, dim.strides[i], loop.getInductionVar());
  }
}

Value CallBuilder::asI64(OpFoldResult value) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getI64IntegerAttr(*known));
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(),
                                    cast<Value>(value));
}

/// The runtime's function for an element type, declared where it isn't yet.
static func::FuncOp declareGemm(OpBuilder &builder, ModuleOp module,
                                Type element) {
  StringRef name = element.isF32() ? "rematGemmF32" : "rematGemmF64";
  if (auto found = module.lookupSymbol<func::FuncOp>(name))
    return found;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  constexpr unsigned parameters = 21;
  SmallVector<Type> types(parameters, builder.getI64Type());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  return function;
}

void CallBuilder::call(const Dimensions &dims, bool accumulate) {
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  Dimension single{one, {zero, zero, zero}};
  auto get = [&](const SmallVector<Dimension> &list, unsigned i) {
    return i < list.size() ? list[i] : single;
  };
  Dimension m = get(dims.m, 0), n = get(dims.n, 0), k = get(dims.k, 0);
  SmallVector<OpFoldResult> numbers{m.size,       n.size,       k.size,
                                    m.strides[0], k.strides[0], k.strides[1],
                                    n.strides[1], m.strides[2], n.strides[2]};
  for (unsigned i = 0; i < 2; ++i) {
    Dimension batch = get(dims.batch, i);
    numbers.push_back(batch.size);
    llvm::append_range(numbers, batch.strides);
  }
  numbers.push_back(rewriter.getIndexAttr(accumulate));
  SmallVector<Value> arguments;
  for (const Operand &operand : operands)
    arguments.push_back(asI64(operand.address));
  for (OpFoldResult number : numbers)
    arguments.push_back(asI64(number));
  func::CallOp::create(
      rewriter, loc,
      declareGemm(rewriter, op->getParentOfType<ModuleOp>(), elementType()),
      arguments);
}

//===----------------------------------------------------------------------===//
// Zero fills
//===----------------------------------------------------------------------===//

/// The buffer that `value` is a view of.
static Value getBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether two values that are no views may be the same memory. What was there
/// before a buffer was allocated is not in it; what came later may be, where it
/// is chosen among buffers, as by `arith.select`, or carried by a loop.
static bool mayAlias(Value root, Value buffer) {
  if (root == buffer)
    return true;
  Operation *maker = root.getDefiningOp();
  if (maker && isa<memref::AllocOp, memref::GetGlobalOp>(maker))
    return false;
  auto allocation = buffer.getDefiningOp<memref::AllocOp>();
  if (!allocation)
    return maker != nullptr;
  Operation *place = root.getParentBlock()->findAncestorOpInBlock(*allocation);
  return !place || (maker && !maker->isBeforeInBlock(place));
}

/// Whether `op` may touch the memory of `buffer`, which is an allocation of
/// its own: through an operand, a view of it, or an op inside.
static bool mayTouch(Operation *op, Value buffer) {
  return op
      ->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (isa<BaseMemRefType>(operand.getType()) &&
              mayAlias(getBuffer(operand), buffer))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// The fill with zeros of exactly what `op` writes to, with nothing in between
/// that could see it.
static linalg::FillOp findZeroFill(linalg::ContractOp op) {
  Value out = op.getOutputs()[0], buffer = getBuffer(out);
  for (Value input : op.getInputs())
    if (mayAlias(getBuffer(input), buffer))
      return nullptr;
  for (Operation *at = op->getPrevNode(); at; at = at->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(at);
    if (fill && fill.getOutputs()[0] == out)
      return matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ? fill
                                                                 : nullptr;
    // Views move no data; other allocations have memory of their own.
    if (isa<ViewLikeOpInterface>(at))
      continue;
    if (!buffer.getDefiningOp<memref::AllocOp>() || mayTouch(at, buffer))
      return nullptr;
  }
  return nullptr;
}

void CallBuilder::build() {
  linalg::FillOp fill = findZeroFill(op);
  rewriter.setInsertionPoint(op);
  for (unsigned i = 0; i < 3; ++i)
    operands[i] = describe(op->getOperand(i));
  Dimensions dims = sortDimensions();
  bool accumulate = !fill;
  buildLoops(dims, accumulate);
  call(dims, accumulate);
  rewriter.eraseOp(op);
  if (fill)
    rewriter.eraseOp(fill);
}

//===----------------------------------------------------------------------===//
// Which contractions
//===----------------------------------------------------------------------===//

/// Why `op` can't be a call; empty where it can.
static StringRef findObstacle(linalg::ContractOp op) {
  Type element = getElementTypeOrSelf(op.getOutputs()[0].getType());
  for (Type type : op->getOperandTypes())
    if (!remat::hasLibraryContraction(getElementTypeOrSelf(type)))
      return "an element type is neither f32 nor f64";
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      return "an operand is not a memref";
    if (type.getElementType() != element)
      return "its operands differ in element type";
    if (!type.isStrided())
      return "an operand has a layout without strides";
  }
  return "";
}

/// Multiplications that `op` does, where its sizes are known.
static std::optional<int64_t> countMultiplications(linalg::ContractOp op) {
  int64_t count = 1;
  for (int64_t size :
       cast<linalg::LinalgOp>(op.getOperation()).getStaticLoopRanges()) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    count *= size;
  }
  return count;
}

namespace {
struct ContractionsToBlas
    : public remat::impl::RematContractionsToBlasBase<ContractionsToBlas> {
  using RematContractionsToBlasBase::RematContractionsToBlasBase;

  void runOnOperation() override {
    SmallVector<linalg::ContractOp> ops;
    getOperation().walk([&](linalg::ContractOp op) {
      if (op.hasPureBufferSemantics())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::ContractOp op : ops) {
      StringRef obstacle = findObstacle(op);
      if (!obstacle.empty()) {
        remat::remarkOnLoops(op, obstacle);
        continue;
      }
      std::optional<int64_t> count = countMultiplications(op);
      if (count && *count < minSize) {
        remat::remarkOnLoops(op, "it has " + Twine(*count) +
                                     " multiplications, and calls begin at " +
                                     Twine(minSize));
        continue;
      }
      CallBuilder(rewriter, op).build();
    }
  }
};
} // namespace
