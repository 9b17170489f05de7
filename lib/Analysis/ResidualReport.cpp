//===- ResidualReport.cpp - What was saved, and why -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/ResidualReport.h"

#include "remat/Analysis/ByteTotals.h"
#include "remat/Analysis/ResidualText.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
enum class Fate { Saved, Argument, Recomputed, Unneeded };
} // namespace

static Fate getFate(const NamedValue &named, const JointFunction &joint,
                    const ResidualList &list) {
  auto argument = dyn_cast_if_present<BlockArgument>(named.forward);
  if (argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return Fate::Argument;
  for (const Residual &residual : list.residuals)
    if (getOrigin(joint, residual.value) == named.forward)
      return Fate::Saved;
  return named.replayed.empty() ? Fate::Unneeded : Fate::Recomputed;
}

static StringRef describeFate(Fate fate) {
  switch (fate) {
  case Fate::Saved:
    return "saved";
  case Fate::Argument:
    return "names an argument, which is there anyway";
  case Fate::Recomputed:
    return "computed again in the backward pass";
  case Fate::Unneeded:
    return "not needed by the backward pass";
  }
  llvm_unreachable("a fate without words");
}

SmallVector<Idle> remat::findIdleNames(const JointFunction &joint,
                                       const ResidualList &list) {
  SmallVector<Idle> idle;
  for (const Finding &finding : joint.findings)
    if (finding.kind == Finding::Kind::UnknownName)
      idle.push_back({finding.location,
                      "the policy speaks of '" + finding.name +
                          "', but no value in the region has that name"});
  for (const NamedValue &named : joint.names) {
    if (!named.mentioned || !named.allowed)
      continue;
    Fate fate = getFate(named, joint, list);
    if (fate == Fate::Argument || fate == Fate::Unneeded)
      idle.push_back(
          {named.location, "the policy lets '" + named.name.str() +
                               "' be saved, but the value " +
                               (fate == Fate::Argument
                                    ? "is an argument, which is there anyway"
                                    : "is not needed by the backward pass")});
  }
  return idle;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

static void printTable(raw_ostream &stream, const ResidualList &list,
                       ArrayRef<std::string> texts) {
  stream << "\n         bytes  residual\n";
  for (auto [residual, text] : llvm::zip(list.residuals, texts)) {
    Type type = residual.value.getType();
    if (std::optional<int64_t> bytes = getBytes(type))
      stream << llvm::format("%14lld  ", static_cast<long long>(*bytes));
    else
      stream << "       dynamic  ";
    stream << text << "\n";
  }
  stream << "\n";
  for (const ByteTotal &total : sumBytes(list))
    stream << llvm::format("%14lld  ", static_cast<long long>(total.bytes))
           << describeTotal(total) << "\n";
}

static void printNames(raw_ostream &stream, const JointFunction &joint,
                       const ResidualList &list) {
  if (joint.names.empty())
    return;
  stream << "\nnames\n";
  for (const NamedValue &named : joint.names)
    stream << "  '" << named.name.getValue() << "' from "
           << describeLocation(named.location, named.function) << ": "
           << describeFate(getFate(named, joint, list)) << "\n";
}

/// Empty for what is reported with the names.
static StringRef describeFinding(Finding::Kind kind) {
  switch (kind) {
  case Finding::Kind::UnknownName:
    return "";
  case Finding::Kind::IdleRegion:
    return "idle region: the region around it saves everything";
  case Finding::Kind::PeakUnchanged:
    return "peak unchanged: the region is computed again right after it was "
           "computed";
  }
  llvm_unreachable("a finding without words");
}

static void printFindings(raw_ostream &stream, const JointFunction &joint,
                          ArrayRef<Idle> idle) {
  if (joint.findings.empty() && idle.empty())
    return;
  stream << "\nwithout effect\n";
  StringRef function = joint.function.get().getName();
  for (const Idle &name : idle)
    stream << "  " << describeLocation(name.location, function) << ": "
           << name.message << "\n";
  for (const Finding &finding : joint.findings) {
    StringRef message = describeFinding(finding.kind);
    if (!message.empty())
      stream << "  " << describeLocation(finding.location, function) << ": "
             << message << "\n";
  }
}

void remat::printResidualReport(raw_ostream &stream, const JointFunction &joint,
                                const ResidualList &list,
                                ArrayRef<std::string> texts) {
  for (const std::string &text : texts)
    stream << text << "\n";
  printTable(stream, list, texts);
  printNames(stream, joint, list);
  printFindings(stream, joint, findIdleNames(joint, list));
}
