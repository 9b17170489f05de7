#===- python/remat/jax/locations.py - Short source locations --*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Source locations, shortened to what a residual report prints.

JAX attaches a whole call stack to each operation:

    #loc3 = loc("/home/me/net.py":8:9 to :19)
    #loc7 = loc("g"(#loc3))
    #loc9 = loc(callsite(#loc7 at #loc8))
    #loc12 = loc("jit(f)/checkpoint/sin"(#loc9))

A report wants the innermost frame alone, `net.py:8:9 (g)`. `shorten` rewrites
the definition of each alias to that frame, `loc("g"("net.py":8:9))`. Names that
hold no source position, such as those of function arguments, are left alone.
"""

import re

_DEFINITION = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
_FILE = re.compile(r'^"((?:[^"\\]|\\.)*)":(\d+):(\d+)(?: to .*)?$')
_CALL_SITE = re.compile(r"^callsite\((#loc\d*) at #loc\d*\)$")
_NAMED = re.compile(r'^("(?:[^"\\]|\\.)*")\((#loc\d*)\)$')


def shorten(text):
    """`text`, an MLIR module printed with debug information, with short locations."""
    bodies = dict(_DEFINITION.findall(text))

    def position(alias):
        match = _FILE.match(bodies[alias])
        if not match:
            return None
        file, line, column = match.groups()
        return f'"{file.rsplit("/", 1)[-1]}":{line}:{column}'

    def innermost(alias):
        """The innermost frame of `alias`, or None when it holds no position."""
        body = bodies[alias]
        if site := _CALL_SITE.match(body):
            return innermost(site[1])
        if named := _NAMED.match(body):
            if at := position(named[2]):
                return f"{named[1]}({at})"
            return innermost(named[2])
        return position(alias)

    def definition(match):
        return f"{match[1]} = loc({innermost(match[1]) or match[2]})"

    return _DEFINITION.sub(definition, text)
