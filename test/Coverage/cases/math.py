#===- test/Coverage/cases/math.py - Cases of math -------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Cases of the math dialect."""

from .case import Case, elementwise, integer

REAL = [0.4, -1.3, 2.1]
POSITIVE = [0.4, 1.3, 2.1]
UNIT = [0.4, -0.7, 0.1]
ABOVE_ONE = [1.4, 3.3, 2.1]

UNARY = {
    "absf": REAL, "acos": UNIT, "acosh": ABOVE_ONE, "asin": UNIT, "asinh": REAL,
    "atan": REAL, "atanh": UNIT, "cbrt": REAL, "ceil": REAL, "cos": REAL,
    "cosh": REAL, "erf": REAL, "erfc": REAL, "exp": REAL, "exp2": REAL,
    "expm1": REAL, "floor": REAL, "log": POSITIVE, "log10": POSITIVE,
    "log1p": POSITIVE, "log2": POSITIVE, "round": REAL, "roundeven": REAL,
    "rsqrt": POSITIVE, "sin": REAL, "sinh": REAL, "sqrt": POSITIVE, "tan": UNIT,
    "tanh": REAL, "trunc": REAL,
}
PREDICATES = ["isfinite", "isinf", "isnan", "isnormal"]

CASES = [
    *[elementwise(f"math.{name}", f"%y = math.{name} %a : {{T}}", dict(a=values))
      for name, values in UNARY.items()],
    *[elementwise(f"math.{name}", f"""%p = math.{name} %a : {{T}}
        %n = arith.negf %a : {{T}}
        %y = arith.select %p, %a, %n : {{P}}""", dict(a=REAL)) for name in PREDICATES],
    elementwise("math.atan2", "%y = math.atan2 %a, %b : {T}",
                dict(a=REAL, b=[1.1, -0.7, -0.6])),
    # Below, at and above the bounds, whichever way these are read.
    elementwise("math.clampf", "%y = math.clampf %a to [%b, %c] : {T}",
                dict(a=[-1.4, 0.3, 2.1], b=[-1, -1, -1], c=[1, 1, 1])),
    elementwise("math.copysign", "%y = math.copysign %a, %b : {T}",
                dict(a=REAL, b=[1.1, 0.7, -0.6])),
    elementwise("math.fma", "%y = math.fma %a, %b, %c : {T}",
                dict(a=REAL, b=[1.1, 0.7, -0.6], c=POSITIVE)),
    elementwise("math.powf", "%y = math.powf %a, %b : {T}",
                dict(a=POSITIVE, b=[1.1, 3.7, -0.6])),
    elementwise("math.sincos", """%s, %c = math.sincos %a : {T}
        %d = arith.addf %c, %c : {T}
        %y = arith.addf %s, %d : {T}""", dict(a=REAL)),
    Case("math.fpowi", "a: f64, n: i32", "%y = math.fpowi %a, %n : f64, i32", "f64",
         values=dict(a=[-1.3], n=[3])),

    *[integer(f"math.{name}", f"%i = math.{name} %n : i64", "n: i64")
      for name in ("absi", "ctlz", "ctpop", "cttz")],
    integer("math.ipowi", "%i = math.ipowi %n, %m : i64"),
]
