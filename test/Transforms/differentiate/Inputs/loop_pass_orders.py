#===- Inputs/loop_pass_orders.py - Loop passes in any order ----------------===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs upstream's loop passes in many orders over gradients of scans, and counts in
each loop what it computes and what it writes to stacks: a replay stays in its loop, is
not merged with the forward pass, and no stack is there that was not asked for.

Passes that copy bodies (peeling, unrolling, specialization) are left out: they change
the counts of any loop.
"""

import argparse
import pathlib
import re

import pass_orders
from pass_orders import remat_opt

PASSES = [
    "canonicalize",
    "cse",
    "loop-invariant-code-motion",
    "loop-invariant-subset-hoisting",
    "control-flow-sink",
    "sccp",
    "convert-elementwise-to-linalg",
    "func.func(linalg-fuse-elementwise-ops)",
    "scf-for-loop-canonicalization",
    "func.func(scf-for-loop-range-folding)",
]

# What is counted in a loop: products of a layer, sines, cosines, writes to stacks.
COUNTED = (
    r"linalg\.matvec ",
    r"math\.sin ",
    r"math\.cos ",
    r"tensor\.insert_slice .* into tensor<[0-9?]+x4xf32>",
)

# The loops of each gradient in their order, the function first: how deep one is, and
# its counts.
FUNCTION = (0, (0, 0, 0, 0))
BODIES_REPLAYED = [
    FUNCTION,
    (1, (0, 0, 0, 1)),  # forward: the carry is kept
    (2, (1, 1, 0, 0)),
    (1, (0, 0, 0, 0)),  # reverse
    (2, (1, 1, 1, 2)),  # of each body the replay, which keeps its own
    (2, (0, 0, 0, 0)),
]
EXPECTED = {
    "each": [FUNCTION, (1, (1, 1, 0, 1)), (1, (1, 0, 1, 0))],
    "names": [FUNCTION, (1, (1, 1, 0, 2)), (1, (0, 0, 1, 0))],
    "whole": [FUNCTION, (1, (1, 1, 0, 0)), (1, (1, 1, 1, 2)), (1, (0, 0, 0, 0))],
    "shared": [FUNCTION, (1, (1, 1, 0, 1)), (1, (1, 0, 1, 0))],
    # Computed before the loop, yet again in each iteration of the reverse one.
    "invariant": [(0, (1, 1, 0, 0)), (1, (0, 0, 0, 1)), (1, (1, 0, 1, 0))],
    "nested": BODIES_REPLAYED,
    "segments": BODIES_REPLAYED,
}


class Loop:
    def __init__(self, depth):
        self.depth = depth
        self.counts = [0] * len(COUNTED)

    def add(self, line):
        for number, pattern in enumerate(COUNTED):
            self.counts[number] += bool(re.search(pattern, line))


def read_loops(module):
    """The loops of each function by its name; the function itself is the first, at
    depth 0."""
    functions, open_blocks = {}, []
    for line in module.splitlines():
        if match := re.match(r"\s*func\.func (?:private )?@(\w+)", line):
            functions[match[1]] = loops = [Loop(0)]
            open_blocks = [loops[0]]
        elif "scf.for" in line:
            loops.append(Loop(open_blocks[-1].depth + 1))
            open_blocks.append(loops[-1])
        elif open_blocks:
            open_blocks[-1].add(line)
            # A block of another op belongs to the loop around it.
            change = line.count("{") - line.count("}")
            if change < 0:
                del open_blocks[change:]
            open_blocks += open_blocks[-1:] * change
    return functions


def wrong(functions):
    for name, expected in EXPECTED.items():
        found = [
            (loop.depth, tuple(loop.counts)) for loop in functions.get(f"{name}_grad", [])
        ]
        if found != expected:
            yield f"the loops of @{name}_grad are {found}, not {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    pass_orders.add_options(parser)
    arguments = parser.parse_args()
    tool = arguments.remat_opt
    scans = pathlib.Path(__file__).with_name("scans.mlir").read_text()
    module = remat_opt(
        tool, scans, [f"remat-differentiate{{function={name} mode=grad}}" for name in EXPECTED]
    )
    pass_orders.run(
        lambda order: list(wrong(read_loops(remat_opt(tool, module, order)))),
        PASSES,
        arguments,
    )


if __name__ == "__main__":
    main()
