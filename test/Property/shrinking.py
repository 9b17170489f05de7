#===- test/Property/shrinking.py - Its own test ---------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks what random_programs.py relies on: a seed gives the same program each time,
programs are well typed whatever they are made of, and a failing one gets small.
"""

import subprocess
import sys

from programs.control import For
from programs.edits import remove_dead
from programs.generate import fair_program
from programs.render import write_module
from programs.shrink import Shrinker
from programs.variants import Bare, variants_of


def text_of(programs):
    return write_module(programs, {p.name: variants_of(p) for p in programs})


def check_seeds():
    """The text of programs, made twice."""
    first, second = (
        text_of([fair_program(str(s), f"p{s}") for s in range(40)]) for _ in range(2)
    )
    if first != second:
        sys.exit("error: a seed gives another program the second time")
    return first


def check_types(text):
    done = subprocess.run(
        ["remat-opt", "-o", "/dev/null"], input=text, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"error: a program isn't well typed: {done.stderr}")


def has_planted_bug(program):
    """As if loops with a sine or a product in them went wrong."""
    return any(
        isinstance(op.kind, For)
        and any(getattr(inner.kind, "name", "") in BUGS for inner in op.blocks[0].walk())
        for op in program.walk()
    )


BUGS = ("math.sin", "arith.mulf")


def check_shrinking():
    found = 0
    for seed in range(30):
        program = fair_program(str(seed), f"p{seed}")
        remove_dead(program)
        if not has_planted_bug(program):
            continue
        found += 1
        small = Shrinker(program, has_planted_bug).shrink()
        check_types(text_of([small]))
        # The loop, its bounds, what it carries, the op; and what keeps it alive.
        count = sum(1 for _ in small.walk())
        if count > 12:
            text = write_module([small], {small.name: [Bare()]})
            sys.exit(f"error: seed {seed} is left with {count} ops:\n{text}")
    if found < 5:
        sys.exit(f"error: only {found} programs have the ops that are looked for")


if __name__ == "__main__":
    check_types(check_seeds())
    check_shrinking()
