//===- FwdBwdView.cpp - Both passes, line by line -------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/FwdBwdView.h"

#include "OpLine.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/Analysis/ResidualText.h"

using namespace mlir;
using namespace remat;

bool ViewLine::hasResidual() const {
  return llvm::any_of(
      spans, [](const ViewSpan &span) { return span.residual.has_value(); });
}

/// What stands before a body that isn't the first; empty where nothing does.
static std::string describeRegion(Operation *op, unsigned number) {
  if (isa<scf::WhileOp>(op))
    return number == 0 ? "before" : "after";
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
    return number == 0
               ? "default"
               : "case " + std::to_string(choice.getCases()[number - 1]);
  if (isa<scf::IfOp>(op))
    return number == 0 ? "" : "else";
  return number == 0 ? "" : "region " + std::to_string(number);
}

namespace {
class ViewBuilder {
public:
  ViewBuilder(JointFunction &joint, func::FuncOp original,
              const ResidualList &list, FwdBwdView &view)
      : joint(joint), list(list), view(view), text(joint, original),
        names(joint, original, list, text) {
    joint.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (Operation *program = joint.replays.lookup(op))
        programOps.try_emplace(program, programOps.size());
    });
    for (const NamedValue &named : joint.names) {
      if (named.forward)
        given.try_emplace(named.forward, named.name);
      for (Value value : named.replayed)
        given.try_emplace(value, named.name);
    }
    ValueRange results = joint.getBody().getTerminator()->getOperands();
    for (Value gradient : results.drop_front(joint.numResults))
      gradients.insert(gradient);
  }

  void addResiduals(ArrayRef<std::string> texts);
  void addForward();
  void addBackward();

private:
  struct Position {
    unsigned depth = 0;
    bool replayed = false;
    bool remade = false;
  };

  ViewLine &addLine(std::vector<ViewLine> &lines, const Position &at);
  void addArguments(std::vector<ViewLine> &lines, StringRef what,
                    Block::BlockArgListType arguments);
  void addOp(std::vector<ViewLine> &lines, Operation *op, Position at);
  void addBodies(std::vector<ViewLine> &lines, Operation *op, Position at);
  void noteNames(LineWriter &writer, Operation *op);
  std::optional<unsigned> getProgramOp(Operation *op);

  JointFunction &joint;
  const ResidualList &list;
  FwdBwdView &view;
  ResidualText text;
  ValueNames names;
  /// Ops of the program that are run again, numbered.
  llvm::DenseMap<Operation *, unsigned> programOps;
  /// What `checkpoint_name` calls a value.
  llvm::DenseMap<Value, StringAttr> given;
  llvm::DenseSet<Value> gradients;
};
} // namespace

ViewLine &ViewBuilder::addLine(std::vector<ViewLine> &lines,
                               const Position &at) {
  ViewLine &line = lines.emplace_back();
  line.depth = at.depth;
  line.replayed = at.replayed;
  line.remade = at.remade;
  return line;
}

std::optional<unsigned> ViewBuilder::getProgramOp(Operation *op) {
  Operation *program = joint.replays.lookup(op);
  if (!program)
    program = joint.origins.lookup(op);
  auto found = programOps.find(program);
  if (!program || found == programOps.end())
    return std::nullopt;
  return found->second;
}

/// ` named 'h'`, of the results and of what a loop carries.
void ViewBuilder::noteNames(LineWriter &writer, Operation *op) {
  SmallVector<Value> values(op->getResults());
  if (auto loop = dyn_cast<scf::ForOp>(op))
    llvm::append_range(values, loop.getRegionIterArgs());
  for (Value value : values)
    if (StringAttr name = given.lookup(value))
      writer.text((" named '" + name.getValue() + "'").str());
}

void ViewBuilder::addOp(std::vector<ViewLine> &lines, Operation *op,
                        Position at) {
  if (names.isLiteral(op))
    return;
  bool ends = op->hasTrait<OpTrait::IsTerminator>();
  if (ends && op->getNumOperands() == 0)
    return;
  at.replayed |= joint.replays.contains(op);
  ViewLine &line = addLine(lines, at);
  LineWriter writer(names, line.spans);
  writer.op(op);
  noteNames(writer, op);
  line.place = describeLocation(op->getLoc(), text.getFunction(op).getName());
  line.barrier = isa<OptimizationBarrierOp>(op);
  line.gradient = llvm::any_of(op->getResults(), [&](Value result) {
    return gradients.contains(result);
  });
  line.programOp = getProgramOp(op);
  if (hasShownBodies(op))
    addBodies(lines, op, at);
}

void ViewBuilder::addBodies(std::vector<ViewLine> &lines, Operation *op,
                            Position at) {
  Position inside = at;
  ++inside.depth;
  for (auto [number, region] : llvm::enumerate(op->getRegions())) {
    if (region.empty())
      continue;
    if (std::string label = describeRegion(op, number); !label.empty()) {
      LineWriter writer(names, addLine(lines, at).spans);
      writer.text(label);
      if (region.getNumArguments() != 0)
        writer.text(" ").values(region.getArguments());
    }
    size_t first = lines.size();
    for (Operation &inner : region.front())
      addOp(lines, &inner, inside);
    lines[first - 1].opens = lines.size() != first;
  }
}

void ViewBuilder::addArguments(std::vector<ViewLine> &lines, StringRef what,
                               Block::BlockArgListType arguments) {
  for (BlockArgument argument : arguments) {
    LineWriter writer(names, addLine(lines, {}).spans);
    writer.text(what).definition(argument).types(argument.getType());
  }
}

void ViewBuilder::addResiduals(ArrayRef<std::string> texts) {
  for (auto [residual, line] : llvm::zip(list.residuals, texts))
    view.residuals.push_back({names.get(residual.value), line,
                              getBytes(residual.value.getType()),
                              residual.source});
  view.totals = sumBytes(list);
}

void ViewBuilder::addForward() {
  Block &body = joint.getBody();
  addArguments(view.forward, "argument ",
               body.getArguments().take_front(joint.numArguments));
  if (joint.lastForward)
    for (Operation &op : body) {
      addOp(view.forward, &op, {});
      if (&op == joint.lastForward)
        break;
    }
  ValueRange results = body.getTerminator()->getOperands();
  LineWriter writer(names, addLine(view.forward, {}).spans);
  writer.text("return ").values(results.take_front(joint.numResults));
}

void ViewBuilder::addBackward() {
  Block &body = joint.getBody();
  auto cotangents = body.getArguments().drop_front(joint.numArguments);
  addArguments(view.backward, "cotangent ", cotangents);
  Position remade;
  remade.remade = true;
  for (Operation *op : list.remade)
    addOp(view.backward, op, remade);
  Operation *op =
      joint.lastForward ? joint.lastForward->getNextNode() : &body.front();
  for (; !op->hasTrait<OpTrait::IsTerminator>(); op = op->getNextNode())
    addOp(view.backward, op, {});
  ValueRange results = op->getOperands().drop_front(joint.numResults);
  for (auto [number, gradient] : llvm::zip(joint.wrt, results)) {
    ViewLine &line = addLine(view.backward, {});
    line.gradient = true;
    LineWriter writer(names, line.spans);
    writer.text("gradient of " + names.get(body.getArgument(number)) + " = ");
    writer.value(gradient).types(gradient.getType());
  }
}

FwdBwdView remat::buildFwdBwdView(JointFunction &joint, func::FuncOp original,
                                  const ResidualList &list,
                                  ArrayRef<std::string> texts) {
  FwdBwdView view;
  view.function = original.getName().str();
  ViewBuilder builder(joint, original, list, view);
  builder.addResiduals(texts);
  builder.addForward();
  builder.addBackward();
  return view;
}
