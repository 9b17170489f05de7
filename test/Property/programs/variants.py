#===- test/Property/programs/variants.py - Policies -----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""What a program's regions may keep. A variant gives each region a policy; none may
change a bit of the results. Without the regions at all, sums of cotangents may be taken
in another order, so that only the numbers have to be right.
"""

import random

PLAIN = [
    "#remat.nothing",
    "#remat.everything",
    "#remat.dots",
    "#remat.dots_no_batch",
    '#remat.save_only<["a"]>',
    '#remat.save_only<["b", "c"]>',
    "#remat.save_only<[]>",
    '#remat.save_any_but<["a"]>',
    "#remat.save_any_but<[]>",
    '#remat.any_of<#remat.dots, #remat.save_only<["a"]>>',
]


class Bare:
    """Without regions."""

    name = "bare"
    same_bits = False

    def region(self, op):
        """What stands behind `remat.checkpoint`; None for the body alone."""
        return None


class Same:
    """One policy for all regions."""

    same_bits = True

    def __init__(self, name, policy):
        self.name, self.policy = name, policy

    def region(self, op):
        return f"policy({self.policy}) "


class Mixed:
    """A policy for each region, by chance, and some without barriers."""

    same_bits = True

    def __init__(self, name, seed):
        self.name, self.seed = name, seed

    def region(self, op):
        rng = random.Random(f"{self.seed}/{self.name}/{op.attributes['region']}")
        policy = "" if rng.random() < 0.15 else f"policy({rng.choice(PLAIN)}) "
        return policy + ("barriers = false " if rng.random() < 0.2 else "")


def variants_of(program):
    """The variants to run of a program. Each that has the same bits has those of the
    first."""
    if not any("region" in op.attributes for op in program.walk()):
        return [Bare()]
    rng = random.Random(f"{program.seed}/variants")
    chosen = [
        Same("everything", "#remat.everything"),
        Same("nothing", "#remat.nothing"),
        Same("policy", rng.choice(PLAIN[2:])),
        Mixed("mixed", program.seed),
    ]
    return chosen + [Bare()] * (rng.random() < 0.25)
