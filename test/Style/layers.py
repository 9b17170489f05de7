#===- test/Style/layers.py - The rooms' dependency order ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks that a room of the source tree includes and links only what stands before
it in ROOMS, and that the rooms without IR stay free of MLIR.

Usage: layers.py [ROOT]. Prints each breach as `file:line: what`; exits 1 if any.
"""

import pathlib
import re
import sys

# Each room, its folder under lib/ and include/remat/, and its library. A room may
# use those before it.
ROOMS = [
    ("Support", "Support", "RematSupport"),
    ("Planning", "Planning", "RematPlanning"),
    ("Runtime", "Runtime", "RematRuntime"),
    ("Interfaces", "Interfaces", "RematInterfaces"),
    ("IR", "Dialect/Remat/IR", "RematIR"),
    ("Differentiation", "Differentiation", "RematDifferentiation"),
    ("Analysis", "Analysis", "RematAnalysis"),
    ("ExternalModels", "ExternalModels", "RematExternalModels"),
    ("Transforms", "Dialect/Remat/Transforms", "RematTransforms"),
    ("Conversion", "Conversion", "RematConversion"),
    ("Pipelines", "Pipelines", "RematPipelines"),
    ("InitAll", "InitAll.h", None),
]
WITHOUT_MLIR = {"Support", "Planning", "Runtime"}

RANK = {room: rank for rank, (room, _, _) in enumerate(ROOMS)}
ROOM_OF_LIBRARY = {library: room for room, _, library in ROOMS if library}
INCLUDE = re.compile(r'^\s*#?\s*include\s+["<]([^">]+)[">]')
SOURCES = {".h", ".cpp", ".td"}


def room_of(path):
    """The room of `path`, relative to lib/ or include/remat/; None if in none."""
    for room, folder, _ in ROOMS:
        if path == folder or path.startswith(folder + "/"):
            return room
    return None


def use_error(user, used):
    if RANK[used] > RANK[user]:
        return f"{user} may not use {used}, which stands above it"
    return None


def include_error(room, included):
    if room in WITHOUT_MLIR and re.match(r"mlir(-c)?/", included):
        return f"{room} may not use MLIR: {included}"
    if not included.startswith("remat/"):
        return None
    used = room_of(included.removeprefix("remat/"))
    if used is None:
        return f"{included} is in no room of test/Style/layers.py"
    return use_error(room, used)


def source_breaches(root, tree):
    for path in sorted((root / tree).rglob("*")):
        if path.suffix not in SOURCES:
            continue
        room = room_of(path.relative_to(root / tree).as_posix())
        if room is None:
            yield path, 1, "is in no room of test/Style/layers.py"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            error = match and include_error(room, match[1])
            if error:
                yield path, number, error


def link_breaches(root):
    """The libraries that a room's CMakeLists.txt names, after the room's own."""
    for path in sorted((root / "lib").rglob("CMakeLists.txt")):
        room = room_of(path.parent.relative_to(root / "lib").as_posix())
        if room is None:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            words = re.findall(r"\w+", line.split("#")[0])
            if room in WITHOUT_MLIR and {"MLIR", "add_remat_library"} & set(words):
                yield path, number, f"{room} may not link MLIR"
            for used in (ROOM_OF_LIBRARY.get(word) for word in words):
                error = used and use_error(room, used)
                if error:
                    yield path, number, error


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else ".").resolve()
    sources = [path for tree in ("include/remat", "lib")
               for path in (root / tree).rglob("*") if path.suffix in SOURCES]
    if not sources:
        print(f"error: no sources under {root}", file=sys.stderr)
        return 2
    breaches = [*source_breaches(root, "include/remat"),
                *source_breaches(root, "lib"), *link_breaches(root)]
    for path, number, error in breaches:
        print(f"{path.relative_to(root)}:{number}: {error}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
