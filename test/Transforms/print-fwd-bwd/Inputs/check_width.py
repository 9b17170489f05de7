#===- check_width.py - Columns that hold their lines ----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks the text of remat-print-fwd-bwd.

Usage: check_width.py FILE --width N [--same OTHER]

No row of the columns is wider than N, the line between them is in one place, and
both columns say what OTHER's say, whatever they are broken into.
"""

import argparse
import pathlib
import sys
import unicodedata


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def cut(row, columns):
    """The row in front of and behind a column of characters."""
    end = 0
    while end < len(row) and width(row[:end]) < columns:
        end += 1
    return row[:end], row[end:]


def passes(path):
    """The rows of the columns, and what each of the two passes says, without space."""
    rows = path.read_text().splitlines()
    start = next(n for n, row in enumerate(rows) if row.startswith("   forward"))
    end = next(n for n, row in enumerate(rows) if row.startswith("* names a residual"))
    rows = rows[start:end - 1]
    if "-+-" in rows[1]:
        bar = rows[1].index("-+-")
        left, right = [], []
        for row in rows[2:]:
            before, behind = cut(row, bar)
            if not behind.startswith(" |"):
                sys.exit(f"error: {path}: no line between the columns: {row}")
            left.append(before)
            right.append(behind[2:])
    else:
        middle = rows.index("   backward")
        left, right = rows[2:middle], rows[middle + 2:]
    return rows, ["".join("".join(part).split()) for part in (left, right)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--width", type=int, required=True)
    parser.add_argument("--same", type=pathlib.Path)
    options = parser.parse_args()
    rows, said = passes(options.file)
    for row in rows:
        if width(row) > options.width:
            sys.exit(f"error: {options.file}: {width(row)} columns: {row}")
        if row != row.rstrip():
            sys.exit(f"error: {options.file}: ends with white space: {row}")
    if "gradientof%two_words=" not in said[1]:
        sys.exit(f"error: {options.file}: not all is there")
    if options.same and said != passes(options.same)[1]:
        sys.exit(f"error: {options.file}: says something else than {options.same}")


if __name__ == "__main__":
    main()
