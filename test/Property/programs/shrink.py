#===- test/Property/programs/shrink.py - Shrinking ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Makes a program small that fails: tries edits on copies of it, and goes on from each
that fails in the same way. Whether a copy is still a fair test, numpy says.
"""

import copy
import math

from . import scalars
from .edits import EDITS, is_well_formed, remove_dead, replacements
from .generate import is_fair
from .model import INDEX
from .render import write_module
from .variants import Same


def size(program):
    ops = sum(1 + 0.2 * len(op.operands) + 2 * bool(op.blocks) for op in program.walk())
    constants = sum(
        0.01 * op.attributes["value"]
        for op in program.walk()
        if op.kind is scalars.CONSTANT and op.result.type == INDEX
    )
    values = sum(len(b.arguments) + len(b.yields) for b in program.blocks())
    return ops + constants + 0.3 * values + program.twice


def text_key(program):
    """Equal for programs that are written alike, nearly enough."""
    variants = {program.name: [Same("key", "#remat.nothing")]}
    return write_module([program], variants) + repr(program.inputs)


class Shrinker:
    """`fails` says whether a program fails as the first one did; at most `limit` are
    tried. `log` is told of each success."""

    def __init__(self, program, fails, limit=math.inf, log=lambda text: None):
        self.program, self.fails, self.limit, self.log = program, fails, limit, log
        self.tried, self.seen = 0, {text_key(program)}

    def shrink(self):
        """The smallest program found."""
        before = None
        while before is not self.program:
            before = self.program
            for edits in EDITS:
                self.apply(edits)
        return self.program

    def apply(self, edits):
        """Tries all edits of a kind, on the smaller program once there is one."""
        position = 0
        while position < len(ways := list(edits(self.program))):
            if not self.attempt(ways[position], keeps_size=edits is replacements):
                position += 1

    def attempt(self, edit, keeps_size):
        """Tries an edit, with what is dead then taken away; else without that, should
        the failure be in it."""
        candidate = copy.deepcopy(self.program)
        if not edit(candidate):
            return False
        cleaned = copy.deepcopy(candidate)
        if remove_dead(cleaned) and self.accept(cleaned, keeps_size):
            return True
        return self.accept(candidate, keeps_size)

    def accept(self, candidate, keeps_size):
        if self.tried >= self.limit:
            return False
        if not is_well_formed(candidate) or not self.is_new(candidate, keeps_size):
            return False
        self.tried += 1
        if not self.fails(candidate):
            return False
        self.program = candidate
        self.log(f"{self.tried} tried, {sum(1 for _ in candidate.walk())} ops")
        return True

    def is_new(self, candidate, keeps_size):
        """Whether it is worth trying. Uses of other values make nothing smaller by
        themselves, but leave values without uses."""
        key = text_key(candidate)
        if key in self.seen or (size(candidate) >= size(self.program) and not keeps_size):
            return False
        self.seen.add(key)
        return is_fair(candidate)
