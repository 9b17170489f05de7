#===- Inputs/clean_up_orders.py - Clean-up passes in any order -------------===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs upstream's clean-up passes in many orders over gradients of chains of
sines, and counts sines and cosines: what is computed again must stay so.

Each chain is differentiated once by name, as @<chain>_grad, and by requests in a
function that uses the value and one that does not.
"""

import argparse
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Inputs"))

import pass_orders
import sine_chain
from pass_orders import remat_opt

PASSES = [
    "canonicalize",
    "cse",
    "loop-invariant-code-motion",
    "sccp",
    "inline",
    "func.func(linalg-fuse-elementwise-ops)",
    "symbol-dce",
]

# What a function that calls a gradient holds is known once the call is inlined
# and what it does not use is gone.
SETTLE = ["inline", "canonicalize", "cse", "symbol-dce"]

# Depth: sines with the value, sines without it, cosines.
COUNTS = {8: (13, 12, 8), 16: (33, 32, 16), 32: (81, 80, 32)}

FORMS = ("scalar", "tensor", "generic")

# Uses of the gradient: results of the request that are returned, and those that
# the loop below carries. The loop calls the gradient of a value that stays the
# same, which invites code motion to take it out.
CALLERS = """
func.func @{chain}_both(%x: {type}) -> ({result}, {type}) {{
  %v, %g = remat.value_and_grad @{chain}(%x) : ({type}) -> ({result}, {type})
  return %v, %g : {result}, {type}
}}
func.func @{chain}_gradient(%x: {type}) -> {type} {{
  %v, %g = remat.value_and_grad @{chain}(%x) : ({type}) -> ({result}, {type})
  return %g : {type}
}}
func.func @{chain}_loop(%x: {type}, %n: index) -> {type} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> ({type}) {{
    %v, %g = remat.value_and_grad @{chain}(%x) : ({type}) -> ({result}, {type})
    %b = arith.mulf %a, %g : {type}
    scf.yield %b : {type}
  }}
  return %r : {type}
}}
"""


def count(module):
    """Sines and cosines of each function by name."""
    counts = {}
    for line in module.splitlines():
        if match := re.match(r"\s*func\.func (?:private )?@(\w+)", line):
            counts[match[1]] = here = [0, 0]
        elif match := re.search(r"\bmath\.(sin|cos) ", line):
            here[match[1] == "cos"] += 1
    return {name: tuple(pair) for name, pair in counts.items()}


def build(tool, depths):
    """The differentiated module, and the counts that it must keep."""
    module, passes, by_name, settled = [], [], {}, {}
    for depth, form in itertools.product(depths, FORMS):
        chain = f"recursive_{depth}_{form}"
        type = sine_chain.FORMS[form][0]
        result = "f32" if form == "scalar" else "tensor<f32>"
        module.append(sine_chain.function("recursive", depth, form))
        module.append(CALLERS.format(chain=chain, type=type, result=result))
        passes.append(f"remat-differentiate{{function={chain} mode=grad}}")
        with_value, without, cosines = COUNTS[depth]
        by_name[f"{chain}_grad"] = (with_value, cosines)
        settled[f"{chain}_both"] = (with_value, cosines)
        settled[f"{chain}_gradient"] = (without, cosines)
        settled[f"{chain}_loop"] = (without, cosines)
    return remat_opt(tool, "\n".join(module), passes), by_name, settled


def wrong(counts, expected):
    for name, (sines, cosines) in expected.items():
        if name not in counts:
            yield f"@{name} is gone"
        elif counts[name] != (sines, cosines):
            yield "@{} has {} sines and {} cosines, not {} and {}".format(
                name, *counts[name], sines, cosines
            )


def check(tool, module, by_name, settled, order):
    """Failures after the passes in this order, and after the tail behind them."""
    after = remat_opt(tool, module, order) if order else module
    failures = list(wrong(count(after), by_name))
    failures += wrong(count(remat_opt(tool, after, SETTLE)), by_name | settled)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    pass_orders.add_options(parser)
    parser.add_argument("--depths", type=int, nargs="+", default=[8, 16, 32])
    arguments = parser.parse_args()
    tool = arguments.remat_opt
    module, by_name, settled = build(tool, arguments.depths)
    pass_orders.run(
        lambda order: check(tool, module, by_name, settled, order), PASSES, arguments
    )


if __name__ == "__main__":
    main()
