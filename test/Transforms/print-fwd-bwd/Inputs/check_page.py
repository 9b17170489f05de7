#===- check_page.py - A page of both passes -------------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks a page of remat-print-fwd-bwd and prints what it counts.

Usage: check_page.py PAGE --report FILE

FILE is what remat-print-saved-residuals says of the same function: the page's table
has its residuals. Each is made in the forward pass and read in the backward pass. The
page loads nothing, and its elements are closed as they should be.
"""

import argparse
import html.parser
import itertools
import pathlib
import re
import sys

VOID = {"meta"}
TAGS = {"html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "ul",
        "li", "span", "b", "p", "details", "summary", "div", "table", "thead", "tbody",
        "tr", "th", "td", "main", "section", "script"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open = []
        self.rows = {}
        self.lines = []
        self.places = {"forward": [], "backward": []}
        self.errors = []
        self.feed(text)
        self.close()
        if self.open:
            self.errors.append(f"left open: {self.open}")

    def pane(self):
        return next((a["id"] for _, a in self.open if a.get("id") in self.places), None)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in TAGS or (tag == "script" and any(t == "script" for t, _ in self.open)):
            self.errors.append(f"an element of the program's: <{tag}>")
        for name, value in attributes.items():
            if name in ("src", "href", "action") or name.startswith("on"):
                self.errors.append(f"<{tag}> has {name}={value}")
        classes = (attributes.get("class") or "").split()
        if tag == "tr" and "data-r" in attributes:
            self.rows[attributes["data-r"]] = []
        if self.pane() and "line" in classes:
            self.lines.append([tag, classes, ""])
        if self.pane() and "data-r" in attributes:
            self.places[self.pane()].append((attributes["data-r"], "made" in classes))
        if tag not in VOID:
            self.open.append((tag, attributes))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.errors.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        row = next((a for t, a in self.open if t == "tr" and "data-r" in a), None)
        if row and tags[-1] == "td":
            self.rows[row["data-r"]].append(data)
        if any("line" in (a.get("class") or "").split() for _, a in self.open):
            self.lines[-1][2] += data


def check(page, text, report):
    yield from page.errors
    if re.search(r"https?:|//[a-z]|url\(|@import|<link", text):
        yield "it loads something"
    expected = list(itertools.takewhile(bool, report.splitlines()))
    if [cells[-1] for cells in page.rows.values()] != expected:
        yield f"the table has {page.rows}, the report {expected}"
    made = {number for number, is_made in page.places["forward"] if is_made}
    read = {number for number, _ in page.places["backward"]}
    for number, cells in page.rows.items():
        if number not in made:
            yield f"nothing makes {cells}"
        if number not in read:
            yield f"nothing reads {cells}"
    if (made | read) - page.rows.keys():
        yield f"residuals without a row: {(made | read) - page.rows.keys()}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path, required=True)
    options = parser.parse_args()
    text = options.page.read_text()
    page = Page(text)
    errors = list(check(page, text, options.report.read_text()))
    if errors:
        sys.exit("\n".join(f"error: {options.page}: {error}" for error in errors))

    def count(name):
        return sum(name in classes for _, classes, _ in page.lines)

    bodies = sum(tag == "summary" for tag, _, _ in page.lines)
    print(f"{len(page.rows)} residuals, {count('replayed')} replayed, "
          f"{count('remade')} remade, {count('barrier')} barriers, {bodies} bodies")
    for _, _, line in page.lines:
        print(line)


if __name__ == "__main__":
    main()
