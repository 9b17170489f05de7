#===- test/Style/banners.py - The top of each source ----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks that each source starts with a banner of 80 columns that names it, by its
path or the end of that, and what it holds; and with the licence.

Usage: banners.py [ROOT]. Prints each breach as `file: what`; exits 1 if any.
"""

import pathlib
import re
import sys

FOLDERS = ("benchmarks", "examples", "include", "lib", "python", "test", "tools",
           "unittests")
COMMENT = {".cpp": "//", ".h": "//", ".td": "//", ".py": "#"}
LICENCE = """\
@
@ Part of remat, under the Apache License v2.0 with LLVM Exceptions.
@ See LICENSE for license information.
@ SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
@
@===----------------------------------------------------------------------===@
"""


def breaches(text, path, comment):
    """What is wrong with the top of `text`, the source at `path`."""
    text = re.sub(r"\A#!.*\n", "", text)
    title, _, rest = text.partition("\n")
    mark = re.escape(comment)
    match = re.fullmatch(f"{mark}===- (\\S+) - .*==={mark}", title)
    if not match or not f"/{path}".endswith(f"/{match[1]}"):
        yield f"the first line must be {comment}===- {path.name} - WHAT ---==={comment}"
    elif len(title) != 80:
        yield f"the first line has {len(title)} columns, not 80"
    if not rest.startswith(LICENCE.replace("@", comment)):
        yield "the lines after the first must state the licence as the others do"


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else ".").resolve()
    sources = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
               if path.suffix in COMMENT and "breach" not in path.relative_to(root).parts]
    if not sources:
        print(f"error: no sources under {root}", file=sys.stderr)
        return 2
    failed = False
    for path in sources:
        place = path.relative_to(root)
        for breach in breaches(path.read_text(), place, COMMENT[path.suffix]):
            print(f"{place}: {breach}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
