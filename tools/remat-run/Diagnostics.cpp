//===- Diagnostics.cpp - Compiler diagnostics as lines --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace remat::run;

/// The place in a file that `loc` comes down to, as `file:line:column: `.
static std::string renderLocation(Location loc) {
  if (auto place = dyn_cast<FileLineColLoc>(loc))
    return (place.getFilename().getValue() + ":" + Twine(place.getLine()) +
            ":" + Twine(place.getColumn()) + ": ")
        .str();
  if (auto named = dyn_cast<NameLoc>(loc)) {
    std::string inner = renderLocation(named.getChildLoc());
    return inner.empty() ? (named.getName().getValue() + ": ").str() : inner;
  }
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return renderLocation(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string text = renderLocation(part); !text.empty())
        return text;
  return "";
}

static StringRef severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  return "";
}

static std::string renderLine(Diagnostic &diagnostic) {
  std::string text = renderLocation(diagnostic.getLocation()) +
                     severityName(diagnostic.getSeverity()).str() + ": " +
                     diagnostic.str();
  // Notes print whole ops; a line is enough.
  return text.substr(0, text.find('\n'));
}

DiagnosticLines::DiagnosticLines(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
        lines.push_back({isError, renderLine(diagnostic)});
        for (Diagnostic &note : diagnostic.getNotes())
          if (StringRef(note.str()).find("see current operation") ==
              StringRef::npos)
            lines.push_back({false, renderLine(note)});
        return success();
      }) {}

std::string DiagnosticLines::firstError(StringRef otherwise) const {
  for (const Line &line : lines)
    if (line.isError)
      return line.text;
  return otherwise.str();
}

void DiagnosticLines::print(raw_ostream &os) {
  for (const Line &line : lines)
    os << line.text << '\n';
  lines.clear();
}
