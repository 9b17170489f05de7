#===- test/Integration/Inputs/comparison_checks.py - Harness --*- python -*-===#
#
# Part of the remat project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Checks that the comparison of `gradients_against_jax.py` fails where it should:
every other test of a gradient leans on it."""

import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, sys.argv[1])
from gradients_against_jax import different_bits, error, largest_error, run

nan, inf = np.nan, np.inf


def a(*entries):
    return np.array(entries)


def fails(f, *arguments):
    try:
        f(*arguments)
    except SystemExit as stop:
        return str(stop.code)
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
    if error(got, want) != expected:
        sys.exit(f"error({got}, {want}) is {error(got, want)}, not {expected}")

assert largest_error({"x": a(1.0), "y": a(3.0)}, {"x": a(1.0), "y": a(4.0)}) == (0.25, "y")
assert "expected ['x', 'y']" in fails(largest_error, {"x": a(1.0)}, {"x": a(1.0), "y": a(1.0)})
assert "expected (1,)" in fails(largest_error, {"x": a(1.0, 1.0)}, {"x": a(1.0)})
assert different_bits({"x": a(0.0), "y": a(1.0)}, {"x": a(-0.0), "y": a(1.0)}) == ["x"]
with tempfile.TemporaryDirectory() as directory:
    nowhere = pathlib.Path(directory)
    assert "false" in fails(run, "false", "p.mlir", "f", nowhere, nowhere, ["--flag"])
print("every comparison came out right")
