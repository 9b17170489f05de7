//===- FwdBwdText.cpp - Both passes in two columns ------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line that is too long for its column goes on below, further in. In front of
// each are two marks: what it does to residuals, and what kind of line it is.
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/FwdBwdView.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"

using namespace mlir;
using namespace remat;

using Color = llvm::raw_ostream::Colors;

namespace {
/// A piece of a row, in its colour.
struct Run {
  std::string text;
  Color color;
  bool bold;
};

/// A row of a column of the screen.
struct Row {
  SmallVector<Run> runs;
  unsigned width = 0;

  void add(StringRef text, Color color, bool bold = false) {
    width += measure(text);
    if (!runs.empty() && runs.back().color == color && runs.back().bold == bold)
      runs.back().text += text;
    else
      runs.push_back({text.str(), color, bold});
  }

  /// Columns that the text takes; a byte each where it isn't Unicode.
  static unsigned measure(StringRef text) {
    int columns = llvm::sys::unicode::columnWidthUTF8(text);
    return columns < 0 ? text.size() : columns;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Marks and colours
//===----------------------------------------------------------------------===//

static char getMark(const ViewLine &line) {
  if (line.gradient)
    return '>';
  if (line.barrier)
    return '#';
  if (line.replayed)
    return '~';
  return line.remade ? '=' : ' ';
}

static Color getColor(const ViewLine &line) {
  switch (getMark(line)) {
  case '>':
    return Color::GREEN;
  case '#':
    return Color::BRIGHT_BLACK;
  case '~':
    return Color::MAGENTA;
  case '=':
    return Color::BRIGHT_BLACK;
  default:
    return Color::SAVEDCOLOR;
  }
}

/// Next to each other in number, apart in colour.
static Color getColor(unsigned residual) {
  static constexpr Color colors[] = {Color::BRIGHT_YELLOW, Color::BRIGHT_CYAN,
                                     Color::BRIGHT_RED,    Color::BRIGHT_BLUE,
                                     Color::YELLOW,        Color::CYAN};
  return colors[residual % std::size(colors)];
}

static constexpr StringLiteral legend =
    "* names a residual   ~ computed again   = made again at no cost   "
    "# barrier   > gradient\n";

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The start of the text that fits into so many columns.
static StringRef takeColumns(StringRef text, unsigned columns) {
  size_t end = 0;
  while (end < text.size()) {
    size_t next = end + 1;
    while (next < text.size() && (text[next] & 0xc0) == 0x80)
      ++next;
    if (Row::measure(text.take_front(next)) > columns)
      break;
    end = next;
  }
  return text.take_front(end);
}

namespace {
/// Breaks a line where it is too long.
class LineBreaker {
public:
  LineBreaker(const ViewLine &line, unsigned width)
      : line(line), width(width), indent(std::min(2 * line.depth, width / 3)) {}

  SmallVector<Row> run() {
    Row &first = rows.emplace_back();
    if (line.hasResidual())
      first.add("*", Color::BRIGHT_YELLOW);
    else
      first.add(" ", Color::SAVEDCOLOR);
    first.add(std::string(1, getMark(line)), getColor(line));
    first.add(std::string(indent + 1, ' '), Color::SAVEDCOLOR);
    for (const ViewSpan &span : line.spans)
      addSpan(span);
    return std::move(rows);
  }

private:
  void addSpan(const ViewSpan &span) {
    Color color = span.residual ? getColor(*span.residual) : getColor(line);
    for (StringRef rest = span.text; !rest.empty();) {
      StringRef word = rest.take_front(rest.find(' '));
      addWord(word, color, span.definition);
      rest = rest.drop_front(word.size());
      // It is written with the next word, if that goes into the same row.
      if (rest.consume_front(" "))
        space = true;
    }
  }

  void addWord(StringRef word, Color color, bool bold) {
    if (word.empty())
      return;
    unsigned full = width - std::min(width - 1, getStart());
    unsigned needed = Row::measure(word) + space;
    // A word that fits into no row is broken itself.
    if (needed > getRoom() && (needed <= full || getRoom() <= space))
      startRow();
    else if (space)
      rows.back().add(" ", getColor(line));
    space = false;
    while (!word.empty()) {
      StringRef part = takeColumns(word, getRoom());
      if (part.empty())
        startRow();
      rows.back().add(part, color, bold);
      word = word.drop_front(part.size());
    }
  }

  void startRow() {
    rows.emplace_back().add(std::string(getStart(), ' '), Color::SAVEDCOLOR);
  }

  unsigned getRoom() const {
    return width - std::min(width, rows.back().width);
  }

  /// Where a row that goes on with the line starts.
  unsigned getStart() const { return indent + 7; }

  const ViewLine &line;
  unsigned width;
  unsigned indent;
  bool space = false;
  SmallVector<Row> rows;
};
} // namespace

static std::vector<Row> makeRows(ArrayRef<ViewLine> lines, unsigned width) {
  std::vector<Row> rows;
  for (const ViewLine &line : lines)
    llvm::append_range(rows, LineBreaker(line, width).run());
  return rows;
}

static void printRow(llvm::raw_ostream &stream, const Row &row) {
  for (const Run &run : row.runs) {
    bool plain = run.color == Color::SAVEDCOLOR && !run.bold;
    if (!plain)
      stream.changeColor(run.color, run.bold);
    stream << run.text;
    if (!plain)
      stream.resetColor();
  }
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static void printTable(llvm::raw_ostream &stream, const FwdBwdView &view) {
  size_t widest = 8;
  for (const ViewResidual &residual : view.residuals)
    widest = std::max<size_t>(widest, Row::measure(residual.name));
  auto pad = [&](StringRef text) {
    return std::string(widest - std::min<size_t>(widest, Row::measure(text)),
                       ' ');
  };
  stream << "  value" << pad("value") << "         bytes  residual\n";
  for (auto [number, residual] : llvm::enumerate(view.residuals)) {
    Row name;
    name.add(residual.name, getColor(number));
    stream << "  ";
    printRow(stream, name);
    stream << pad(residual.name);
    if (residual.bytes)
      stream << llvm::format("%14lld  ",
                             static_cast<long long>(*residual.bytes));
    else
      stream << "       dynamic  ";
    stream << residual.text << "\n";
  }
  for (const ByteTotal &total : view.totals)
    stream << std::string(widest + 2, ' ')
           << llvm::format("%14lld  ", static_cast<long long>(total.bytes))
           << describeTotal(total) << "\n";
}

static void printSideBySide(llvm::raw_ostream &stream, const FwdBwdView &view,
                            unsigned width) {
  std::vector<Row> left = makeRows(view.forward, width);
  std::vector<Row> right = makeRows(view.backward, width);
  stream << "   forward" << std::string(width - 10, ' ') << " |    backward\n"
         << std::string(width, '-') << "-+-" << std::string(width, '-') << "\n";
  for (size_t row = 0; row < std::max(left.size(), right.size()); ++row) {
    unsigned used = 0;
    if (row < left.size()) {
      printRow(stream, left[row]);
      used = left[row].width;
    }
    stream << std::string(width - std::min(width, used), ' ') << " |";
    if (row < right.size()) {
      stream << " ";
      printRow(stream, right[row]);
    }
    stream << "\n";
  }
}

static void printOneBelowTheOther(llvm::raw_ostream &stream,
                                  const FwdBwdView &view, unsigned width) {
  for (auto [title, lines] : {std::pair("forward", ArrayRef(view.forward)),
                              std::pair("backward", ArrayRef(view.backward))}) {
    stream << "   " << title << "\n" << std::string(width, '-') << "\n";
    for (const Row &row : makeRows(lines, width)) {
      printRow(stream, row);
      stream << "\n";
    }
  }
}

void remat::printFwdBwdText(llvm::raw_ostream &stream, const FwdBwdView &view,
                            unsigned width) {
  constexpr unsigned narrowest = 20, narrowestTwo = 64;
  width = std::max(width, narrowest);
  stream << "@" << view.function << ": forward and backward\n\n";
  printTable(stream, view);
  stream << "\n";
  if (width < narrowestTwo)
    printOneBelowTheOther(stream, view, width);
  else
    printSideBySide(stream, view, (width - 3) / 2);
  stream << "\n" << legend;
}
