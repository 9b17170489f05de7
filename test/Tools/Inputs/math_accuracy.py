#===- test/Tools/Inputs/math_accuracy.py - Against numpy ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Compiles one function for each op of math and compares with numpy."""

import pathlib
import subprocess
import sys

import numpy as np
from scipy import special

directory = pathlib.Path(sys.argv[1])


def round_half_away(x):
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


UNARY = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log,
    "log2": np.log2, "log10": np.log10, "log1p": np.log1p, "sin": np.sin,
    "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
    "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "cbrt": np.cbrt,
    "erf": special.erf, "erfc": special.erfc, "absf": np.abs, "ceil": np.ceil,
    "floor": np.floor, "round": round_half_away, "roundeven": np.rint,
    "trunc": np.trunc,
}
BINARY = {"atan2": np.arctan2, "powf": np.power, "copysign": np.copysign}

# Of scipy's own functions in f64 only so many digits can be relied on.
LOOSE = {("f64", "erf"): 16, ("f64", "erfc"): 4096}

values = np.concatenate([
    np.linspace(-9, 9, 2001), 10.0 ** np.linspace(-30, 30, 401),
    -10.0 ** np.linspace(-30, 30, 401),
    [0.0, -0.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 1.5, 2.5]])
failures = []
for name, dtype in (("f32", np.float32), ("f64", np.float64)):
    x = values.astype(dtype)
    y = np.roll(x, 7)
    np.save(directory / "x.npy", x)
    np.save(directory / "y.npy", y)
    tensor = f"tensor<{len(x)}x{name}>"
    program = directory / "math.mlir"
    program.write_text("\n".join(
        f"func.func @{op}(%x: {tensor}, %y: {tensor}) -> {tensor} {{\n"
        f"  %0 = math.{op} {'%x, %y' if op in BINARY else '%x'} : {tensor}\n"
        f"  return %0 : {tensor}\n}}" for op in {**UNARY, **BINARY}))
    for mode in ("fast", "strict"):
        for op, f in {**UNARY, **BINARY}.items():
            out = directory / "out.npy"
            subprocess.run(
                ["remat-run", program, f"--function={op}",
                 f"--input=@{directory}/x.npy", f"--input=@{directory}/y.npy",
                 f"--output=@{out}", f"--fp={mode}"], check=True)
            got = np.load(out)
            wide = np.float64 if (name, op) in LOOSE or name == "f32" else np.longdouble
            with np.errstate(all="ignore"):
                arguments = (x, y) if op in BINARY else (x,)
                exact = f(*(a.astype(wide) for a in arguments))
                rounded = exact.astype(dtype)
                equal = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
                # Fast mode gives 0 for what is below the smallest normal number.
                tiny = np.finfo(dtype).tiny
                equal |= (mode == "fast") & (np.abs(rounded) < tiny) & (got == 0)
                units = np.abs((got - exact) / np.spacing(
                    np.maximum(np.abs(rounded), tiny)))
                units = np.where(equal, 0, np.where(np.isnan(units), np.inf, units))
            worst = int(np.argmax(units))
            if units[worst] > LOOSE.get((name, op), 4):
                failures.append(f"{name} {mode} {op}: {float(units[worst]):.3g} units at "
                                f"{x[worst]}: {got[worst]}, not {rounded[worst]}")
print("\n".join(failures))
sys.exit(bool(failures))
