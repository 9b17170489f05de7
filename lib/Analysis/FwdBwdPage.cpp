//===- FwdBwdPage.cpp - Both passes as a page -----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line is an element of its own, a body one that folds. Elements that name a
// residual carry its number; the script finds by it what belongs together. All
// text of the program is escaped.
//
//===----------------------------------------------------------------------===//

#include "FwdBwdPageParts.h"
#include "remat/Analysis/FwdBwdView.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace remat;

/// Text as HTML, between tags or in quotes.
static std::string escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream stream(escaped);
  llvm::printHTMLEscaped(text, stream);
  return escaped;
}

/// `1,234,567`
static std::string groupDigits(int64_t number) {
  std::string digits = std::to_string(number);
  for (int64_t place = static_cast<int64_t>(digits.size()) - 3; place > 0;
       place -= 3)
    digits.insert(place, ",");
  return digits;
}

static StringRef getSourceClass(ResidualSource source) {
  switch (source) {
  case ResidualSource::Argument:
    return "argument";
  case ResidualSource::Result:
    return "result";
  case ResidualSource::Stored:
    return "stored";
  }
  llvm_unreachable("a residual without a source");
}

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

static void printTotals(llvm::raw_ostream &stream, const FwdBwdView &view) {
  stream << "<ul class=\"totals\">\n";
  if (view.totals.empty())
    stream << "<li>Nothing is kept for the backward pass.</li>\n";
  for (const ByteTotal &total : view.totals)
    stream << "<li><b>" << groupDigits(total.bytes) << "</b> "
           << describeTotal(total) << "</li>\n";
  stream << "</ul>\n";
}

static void printTable(llvm::raw_ostream &stream, const FwdBwdView &view) {
  stream << "<details open class=\"residuals\">\n<summary>Residuals ("
         << view.residuals.size()
         << ")</summary>\n<div class=\"scroll\"><table>\n"
         << "<thead><tr><th>value</th><th class=\"n\">bytes</th>"
            "<th>residual</th></tr></thead>\n<tbody>\n";
  for (auto [number, residual] : llvm::enumerate(view.residuals)) {
    stream << "<tr data-r=\"" << number << "\" tabindex=\"0\" class=\""
           << getSourceClass(residual.source) << "\"><td class=\"name\">"
           << escape(residual.name) << "</td><td class=\"n\">";
    if (residual.bytes)
      stream << groupDigits(*residual.bytes);
    else
      stream << "dynamic";
    stream << "</td><td>" << escape(residual.text) << "</td></tr>\n";
  }
  stream << "</tbody>\n</table></div>\n</details>\n";
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static std::string getClasses(const ViewLine &line) {
  std::string classes = "line";
  if (line.replayed)
    classes += " replayed";
  if (line.remade)
    classes += " remade";
  if (line.barrier)
    classes += " barrier";
  if (line.gradient)
    classes += " gradient";
  return classes;
}

static void printSpan(llvm::raw_ostream &stream, const FwdBwdView &view,
                      const ViewSpan &span) {
  if (!span.residual) {
    stream << escape(span.text);
    return;
  }
  stream << "<span class=\"r "
         << getSourceClass(view.residuals[*span.residual].source)
         << (span.definition ? " made" : "") << "\" data-r=\"" << *span.residual
         << "\" tabindex=\"0\">" << escape(span.text) << "</span>";
}

/// The line as `tag`, which stays open.
static void printLine(llvm::raw_ostream &stream, const FwdBwdView &view,
                      const ViewLine &line, StringRef tag) {
  stream << "<" << tag << " class=\"" << getClasses(line) << "\"";
  if (line.programOp)
    stream << " data-op=\"" << *line.programOp << "\"";
  if (!line.place.empty())
    stream << " title=\"" << escape(line.place) << "\"";
  stream << ">";
  for (const ViewSpan &span : line.spans)
    printSpan(stream, view, span);
}

static void printLines(llvm::raw_ostream &stream, const FwdBwdView &view,
                       ArrayRef<ViewLine> lines) {
  unsigned depth = 0;
  auto closeTo = [&](unsigned wanted) {
    for (; depth > wanted; --depth)
      stream << "</div></details>\n";
  };
  for (const ViewLine &line : lines) {
    closeTo(line.depth);
    if (!line.opens) {
      printLine(stream, view, line, "div");
      stream << "</div>\n";
      continue;
    }
    stream << "<details open>";
    printLine(stream, view, line, "summary");
    stream << "</summary><div class=\"body\">\n";
    ++depth;
  }
  closeTo(0);
}

static void printPass(llvm::raw_ostream &stream, const FwdBwdView &view,
                      StringRef title, StringRef id, ArrayRef<ViewLine> lines) {
  stream << "<section aria-label=\"" << title << "\">\n<h2>" << title
         << "</h2>\n<div class=\"code\" id=\"" << id << "\" tabindex=\"-1\">\n";
  printLines(stream, view, lines);
  stream << "</div>\n</section>\n";
}

void remat::printFwdBwdPage(llvm::raw_ostream &stream, const FwdBwdView &view) {
  stream << page::head << "<title>@" << escape(view.function)
         << ": forward and backward</title>\n<style>\n"
         << page::style << "</style>\n</head>\n<body>\n<header>\n<h1>@"
         << escape(view.function) << "</h1>\n";
  printTotals(stream, view);
  stream << page::legend << "</header>\n";
  printTable(stream, view);
  stream << "<main>\n";
  printPass(stream, view, "Forward", "forward", view.forward);
  printPass(stream, view, "Backward", "backward", view.backward);
  stream
      << "</main>\n<div id=\"tip\" role=\"tooltip\" hidden></div>\n<script>\n"
      << page::script << "</script>\n</body>\n</html>\n";
}
