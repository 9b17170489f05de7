//===- CheckpointOp.cpp - Checkpointed regions ----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, checks and clean-up of `remat.checkpoint`.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `keyword(ATTRIBUTE)`, if it is there, and where the attribute stands.
static ParseResult parseOptionalClause(OpAsmParser &parser, StringRef keyword,
                                       Attribute &attribute, SMLoc &location) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(parser.parseLParen() || parser.getCurrentLocation(&location) ||
                 parser.parseAttribute(attribute) || parser.parseRParen());
}

/// `policy(P)`, where P is any attribute behind the policy interface.
static ParseResult parsePolicy(OpAsmParser &parser,
                               CheckpointOp::Properties &properties) {
  SMLoc location;
  Attribute attribute;
  if (parseOptionalClause(parser, "policy", attribute, location))
    return failure();
  properties.policy = dyn_cast_if_present<PolicyAttrInterface>(attribute);
  if (attribute && !properties.policy)
    return parser.emitError(location)
           << "expected a policy such as #remat.nothing or "
              "#remat.save_only<[\"name\"]>, but found "
           << attribute;
  return success();
}

/// `barriers = false`.
static ParseResult parseBarriers(OpAsmParser &parser,
                                 CheckpointOp::Properties &properties) {
  if (failed(parser.parseOptionalKeyword("barriers")))
    return success();
  BoolAttr barriers;
  if (parser.parseEqual() || parser.parseAttribute(barriers))
    return failure();
  properties.barriers = barriers;
  return success();
}

/// `loop(#remat.segments<4>)`.
static ParseResult parseLoop(OpAsmParser &parser,
                             CheckpointOp::Properties &properties) {
  SMLoc location;
  if (parseOptionalClause(parser, "loop", properties.loop, location))
    return failure();
  if (properties.loop && !isa<SegmentsAttr, BinomialAttr>(properties.loop))
    return parser.emitError(location)
           << "expected #remat.segments<length> or #remat.binomial<snapshots>, "
              "but found "
           << properties.loop;
  return success();
}

ParseResult CheckpointOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  if (parsePolicy(parser, properties) || parseBarriers(parser, properties) ||
      parseLoop(parser, properties))
    return failure();

  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc operandsLocation = parser.getCurrentLocation();
  auto parseInput = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    if (parser.parseArgument(argument) || parser.parseEqual() ||
        parser.parseOperand(operands.emplace_back()) ||
        parser.parseColonType(argument.type))
      return failure();
    types.push_back(argument.type);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseInput))
    return failure();
  if (parser.parseOptionalArrowTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  CheckpointOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return parser.resolveOperands(operands, types, operandsLocation,
                                result.operands);
}

void CheckpointOp::print(OpAsmPrinter &printer) {
  if (PolicyAttrInterface policy = getPolicyAttr()) {
    printer << " policy(";
    printer.printAttribute(policy);
    printer << ")";
  }
  if (!getBarriers())
    printer << " barriers = false";
  if (Attribute loop = getLoopAttr()) {
    printer << " loop(";
    printer.printAttribute(loop);
    printer << ")";
  }
  printer << " (";
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getInputs()),
                        printer, [&](auto pair) {
                          auto [argument, input] = pair;
                          printer << argument << " = " << input << " : "
                                  << input.getType();
                        });
  printer << ")";
  if (!getOutputs().empty()) {
    printer << " -> (";
    llvm::interleaveComma(getOutputs().getTypes(), printer);
    printer << ")";
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"policy", "barriers", "loop"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!getOutputs().empty());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The body of a region with `loop` is one loop, and what it takes to say how
/// often it runs.
static LogicalResult verifyLoop(CheckpointOp region) {
  unsigned numLoops = 0;
  for (Operation &op : region.getBody().front().without_terminator()) {
    if (isa<scf::ForOp>(op)) {
      ++numLoops;
      continue;
    }
    bool isInteger = op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
                     llvm::all_of(op.getResultTypes(), [](Type type) {
                       return type.isIntOrIndex();
                     });
    if (!isInteger && !op.hasTrait<OpTrait::ConstantLike>() &&
        !isa<tensor::EmptyOp>(op))
      return region.emitOpError("with loop(...) holds '")
             << op.getName()
             << "' besides its loop; move it into the loop or out of the "
                "region";
  }
  if (numLoops != 1)
    return region.emitOpError(
               "with loop(...) must hold one scf.for, but holds ")
           << numLoops;
  return success();
}

LogicalResult CheckpointOp::verify() {
  if (getBody().getNumArguments() != getInputs().size())
    return emitOpError("has ")
           << getInputs().size() << " inputs but its body has "
           << getBody().getNumArguments() << " arguments";
  for (auto [number, argument, input] :
       llvm::enumerate(getBody().getArguments(), getInputs()))
    if (argument.getType() != input.getType())
      return emitOpError("input ")
             << number << " is " << input.getType()
             << " but the body's argument is " << argument.getType();
  return getLoopAttr() ? verifyLoop(*this) : success();
}

LogicalResult YieldOp::verify() {
  auto region = cast<CheckpointOp>((*this)->getParentOp());
  if (getResults().getTypes() == region.getOutputs().getTypes())
    return success();
  InFlightDiagnostic diagnostic = emitOpError("yields (");
  llvm::interleaveComma(getResults().getTypes(), diagnostic);
  diagnostic << ") but the results of the region are (";
  llvm::interleaveComma(region.getOutputs().getTypes(), diagnostic);
  return diagnostic << ")";
}

OperandRange CheckpointOp::getEntrySuccessorOperands(RegionSuccessor) {
  return getInputs();
}

void CheckpointOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  if (point.isParent())
    successors.push_back(RegionSuccessor(&getBody(), getBody().getArguments()));
  else
    successors.push_back(RegionSuccessor(getOperation(), getResults()));
}

//===----------------------------------------------------------------------===//
// Clean-up
//===----------------------------------------------------------------------===//

namespace {

/// Drops inputs that the body doesn't use, and the second of two equal ones.
/// (`remove-dead-values` would put `ub.poison` there.)
struct DropInputs : public OpRewritePattern<CheckpointOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CheckpointOp op,
                                PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    DenseMap<Value, BlockArgument> kept;
    llvm::BitVector dropped(body.getNumArguments());
    SmallVector<std::pair<BlockArgument, BlockArgument>> merged;
    for (auto [argument, input] :
         llvm::zip(body.getArguments(), op.getInputs())) {
      if (argument.use_empty()) {
        dropped.set(argument.getArgNumber());
        continue;
      }
      auto [first, isNew] = kept.try_emplace(input, argument);
      if (isNew)
        continue;
      dropped.set(argument.getArgNumber());
      merged.push_back({argument, first->second});
    }
    if (dropped.none())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      for (auto [argument, first] : merged)
        rewriter.replaceAllUsesWith(argument, first);
      body.eraseArguments(dropped);
      op->eraseOperands(dropped);
    });
    return success();
  }
};

/// Drops results without uses.
struct DropResults : public OpRewritePattern<CheckpointOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CheckpointOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpResult> kept;
    SmallVector<Value> yielded;
    auto yield = cast<YieldOp>(op.getBody().front().getTerminator());
    for (auto [result, value] : llvm::zip(op->getResults(), yield.getResults()))
      if (!result.use_empty()) {
        kept.push_back(result);
        yielded.push_back(value);
      }
    if (kept.size() == op->getNumResults())
      return failure();
    auto smaller = CheckpointOp::create(
        rewriter, op.getLoc(), TypeRange(ValueRange(yielded)), op.getInputs(),
        op.getPolicyAttr(), op.getBarriersAttr(), op.getLoopAttr());
    smaller->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getBody(), smaller.getBody(),
                                smaller.getBody().begin());
    rewriter.modifyOpInPlace(
        yield, [&] { yield.getResultsMutable().assign(yielded); });
    for (auto [result, replacement] : llvm::zip(kept, smaller->getResults()))
      rewriter.replaceAllUsesWith(result, replacement);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Puts an input in place of a result that is yielded as it came in.
struct ForwardInputs : public OpRewritePattern<CheckpointOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CheckpointOp op,
                                PatternRewriter &rewriter) const override {
    auto yield = cast<YieldOp>(op.getBody().front().getTerminator());
    bool changed = false;
    for (auto [result, value] :
         llvm::zip(op->getResults(), yield.getResults())) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument || argument.getOwner() != &op.getBody().front() ||
          result.use_empty())
        continue;
      rewriter.replaceAllUsesWith(result,
                                  op.getInputs()[argument.getArgNumber()]);
      changed = true;
    }
    return success(changed);
  }
};

} // namespace

void CheckpointOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<DropInputs, DropResults, ForwardInputs>(context);
}
