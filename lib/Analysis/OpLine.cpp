//===- OpLine.cpp - An op as one line -------------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpLine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace remat;

bool remat::hasShownBodies(Operation *op) {
  return isa<RegionBranchOpInterface>(op);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

LineWriter &LineWriter::text(StringRef piece) {
  if (!spans.empty() && !spans.back().residual)
    spans.back().text += piece;
  else
    spans.push_back({piece.str()});
  return *this;
}

LineWriter &LineWriter::value(Value value) {
  if (std::optional<unsigned> residual = names.getResidual(value))
    spans.push_back({names.get(value), residual});
  else
    text(names.get(value));
  return *this;
}

LineWriter &LineWriter::definition(Value value) {
  this->value(value);
  if (spans.back().residual)
    spans.back().definition = true;
  return *this;
}

LineWriter &LineWriter::values(ValueRange values) {
  llvm::interleave(
      values, [&](Value value) { this->value(value); }, [&] { text(", "); });
  return *this;
}

LineWriter &LineWriter::list(StringRef before, ValueRange values) {
  if (!values.empty())
    text(before).values(values);
  return *this;
}

LineWriter &LineWriter::types(TypeRange types) {
  if (!types.empty())
    text(" : ");
  llvm::interleave(
      types, [&](Type type) { text(describeType(type)); }, [&] { text(", "); });
  return *this;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// What a generic's body computes, constants apart.
static SmallVector<StringRef> getSteps(linalg::GenericOp generic) {
  SmallVector<StringRef> steps;
  for (Operation &op : generic.getBody()->without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>() && !isa<linalg::IndexOp>(op))
      steps.push_back(op.getName().stripDialect());
  return steps;
}

/// What a generic does: `[mulf addf]`, `[reduce addf]`, `[contract]`,
/// `[transpose]`; nothing of one that only spreads a constant.
static std::string describeBody(linalg::GenericOp generic) {
  constexpr size_t most = 4;
  SmallVector<StringRef> steps = getSteps(generic);
  bool reduces = generic.getNumReductionLoops() != 0;
  bool contracts = reduces && linalg::isaContractionOpInterface(generic);
  if (steps.empty() && generic.getNumDpsInputs() == 0)
    return "";
  if (generic->getNumResults() != 0 && (steps.empty() || contracts))
    return ("[" + describeOp(generic->getResult(0)) + "]").str();
  std::string text = llvm::join(ArrayRef(steps).take_front(most), " ");
  return (reduces ? "[reduce " : "[") + text +
         (steps.size() > most ? " ...]" : "]");
}

/// The op's name, with what tells it from others of that name.
static std::string describeName(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](OptimizationBarrierOp) { return std::string("barrier"); })
      .Case([&](linalg::GenericOp generic) {
        return name + describeBody(generic);
      })
      .Case<arith::CmpFOp, arith::CmpIOp>([&](auto compare) {
        return name + "[" + stringifyEnum(compare.getPredicate()).str() + "]";
      })
      .Case<scf::YieldOp, scf::ConditionOp, scf::ForOp, scf::IfOp,
            scf::IndexSwitchOp, scf::WhileOp, func::CallOp>(
          [&](auto) { return op->getName().stripDialect().str(); })
      .Default([&](Operation *) { return name; });
}

void LineWriter::results(Operation *op) {
  llvm::interleave(
      op->getResults(), [&](Value value) { definition(value); },
      [&] { text(", "); });
  if (op->getNumResults() != 0)
    text(" = ");
}

void LineWriter::subscripts(ArrayRef<OpFoldResult> indices) {
  text("[");
  llvm::interleave(
      indices,
      [&](OpFoldResult index) {
        if (std::optional<int64_t> number = getConstantIntValue(index))
          text(std::to_string(*number));
        else
          value(cast<Value>(index));
      },
      [&] { text(","); });
  text("]");
}

void LineWriter::destinations(Operation *op) {
  auto writes = dyn_cast<DestinationStyleOpInterface>(op);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!writes)
    return;
  StringRef before = " into ";
  for (OpOperand &init : writes.getDpsInitsMutable()) {
    std::string name = names.get(init.get());
    // A sum starts from 0 unless it says otherwise.
    bool counts = structured ? structured.payloadUsesValueFromOperand(&init) &&
                                   name != "0.0" && name != "0"
                             : name != "empty";
    // Where it is all that the op reads of a value, it must be seen.
    if (!counts && !names.getResidual(init.get()))
      continue;
    text(before).value(init.get());
    before = ", ";
  }
}

/// `for %4 = 0 to %n with %5 = %x`
void LineWriter::loop(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  text(" ").definition(loop.getInductionVar()).text(" = ");
  value(loop.getLowerBound()).text(" to ").value(loop.getUpperBound());
  if (!matchPattern(loop.getStep(), m_One()))
    text(" step ").value(loop.getStep());
  StringRef before = " with ";
  for (auto [carried, init] :
       llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs())) {
    text(before).definition(carried).text(" = ").value(init);
    before = ", ";
  }
}

void LineWriter::operands(Operation *op) {
  if (isa<scf::ForOp>(op))
    return loop(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    text(" dense of ")
        .text(std::to_string(
            cast<ElementsAttr>(constant.getValue()).getNumElements()));
    return;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    text(" @").text(call.getCallee()).text("(");
    values(op->getOperands()).text(")");
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractSliceOp slice) {
        text(" ").value(slice.getSource()).subscripts(slice.getMixedOffsets());
      })
      .Case([&](tensor::InsertSliceOp slice) {
        text(" ")
            .value(slice.getSource())
            .text(" into ")
            .value(slice.getDest());
        subscripts(slice.getMixedOffsets());
      })
      .Case([&](tensor::ExtractOp extract) {
        text(" ").value(extract.getTensor());
        subscripts(getAsOpFoldResult(extract.getIndices()));
      })
      .Case([&](tensor::InsertOp insert) {
        text(" ")
            .value(insert.getScalar())
            .text(" into ")
            .value(insert.getDest());
        subscripts(getAsOpFoldResult(insert.getIndices()));
      })
      .Case([&](DestinationStyleOpInterface writes) {
        SmallVector<Value> inputs;
        for (OpOperand *input : writes.getDpsInputOperands())
          inputs.push_back(input->get());
        list(" ", inputs);
        destinations(op);
      })
      .Default([&](Operation *) { list(" ", op->getOperands()); });
}

/// Sizes of slices and the like, and what bodies read from outside: operands
/// that the line hasn't shown, but that may be residuals.
static SmallVector<Value> getHidden(Operation *op) {
  SmallVector<Value> hidden;
  auto append = [&](ArrayRef<OpFoldResult> sizes) {
    for (OpFoldResult size : sizes)
      if (auto value = dyn_cast<Value>(size))
        hidden.push_back(value);
  };
  if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op)) {
    append(slice.getMixedSizes());
    append(slice.getMixedStrides());
  }
  if (op->getNumRegions() != 0 && !hasShownBodies(op)) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(hidden, captured);
  }
  return hidden;
}

void LineWriter::op(Operation *op) {
  results(op);
  text(describeName(op));
  operands(op);
  SmallVector<Value> hidden = getHidden(op);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  // Constants are worth showing where there is nothing else.
  if (!generic || !getSteps(generic).empty())
    llvm::erase_if(hidden, [&](Value value) {
      return value.getDefiningOp() && names.isLiteral(value.getDefiningOp());
    });
  list(" reading ", hidden);
  types(op->getResultTypes());
}
