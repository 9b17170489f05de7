#===- test/python/Inputs/comparison_checks.py - Compare -------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks that comparisons of arrays fail where they should: every test of a
gradient leans on them."""

import sys

import numpy as np
from remat.testing import different_bits, largest_error, relative_error

nan, inf = np.nan, np.inf


def a(*entries):
    return np.array(entries)


def fails(f, *arguments):
    try:
        f(*arguments)
    except ValueError as error:
        return str(error)
    sys.exit(f"{f.__name__}{arguments} went through")


for got, want, expected in [
    (a(1.0, -4.0), a(1.0, -4.0), 0.0),
    (a(1.0, -3.0), a(1.0, -4.0), 0.25),
    (a(1.5, -4.0), a(1.0, -4.0), 0.125),
    (a(0.0), a(0.0), 0.0),
    (a(1e-30), a(0.0), inf),
    (a(nan, 1.0), a(nan, 1.0), 0.0),
    (a(nan, 1.0), a(0.0, 1.0), inf),
    (a(0.0, 1.0), a(nan, 1.0), inf),
    (a(inf, 1.0), a(inf, 1.0), 0.0),
    (a(-inf, 1.0), a(inf, 1.0), inf),
    (a(inf, 1.5), a(inf, 1.0), 0.5),
    (a(), a(), 0.0),
]:
    if relative_error(got, want) != expected:
        sys.exit(f"error of {got} is {relative_error(got, want)}, not {expected}: {want}")

assert largest_error({"x": a(1.0), "y": a(3.0)}, {"x": a(1.0), "y": a(4.0)}) == (0.25, "y")
assert "expected ['x', 'y']" in fails(largest_error, {"x": a(1.0)}, {"x": a(1.0), "y": a(1.0)})
assert "expected (1,)" in fails(largest_error, {"x": a(1.0, 1.0)}, {"x": a(1.0)})
assert different_bits({"x": a(0.0), "y": a(1.0)}, {"x": a(-0.0), "y": a(1.0)}) == ["x"]
print("every comparison came out right")
