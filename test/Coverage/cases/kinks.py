#===- test/Coverage/cases/kinks.py - Kinks and edges ----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Derivatives of scalar ops at kinks and edges, where differences say nothing.

Each case's gradients for a cotangent of ones, or of the one it makes itself.
`elementwise` computes the op once on tensors and twice in a body: thrice the
op's derivative.
"""

from .case import Case, elementwise

NAN, INF = float("nan"), float("inf")


def thrice(values):
    return [3 * value for value in values]


def kinks(op, line, values, expect):
    return elementwise(op, line, values,
                       expect={name: thrice(of) for name, of in expect.items()})


def unary(name, values, expect):
    return kinks(f"math.{name}", f"%y = math.{name} %a : {{T}}", dict(a=values),
                 dict(a=expect))


def extremum(name, a, b, expect_a, expect_b):
    return kinks(f"arith.{name}", f"%y = arith.{name} %a, %b : {{T}}", dict(a=a, b=b),
                 dict(a=expect_a, b=expect_b))


def power(exponent, values, expect):
    """A power whose exponent is a constant."""
    return Case("math.powf", "a: <3>", f"""
        %p = arith.constant dense<{exponent}> : <3>
        %y = math.powf %a, %p : <3>""", values=dict(a=values), expect=dict(a=expect))


CASES = [
    # A select is transposed into a select: no NaN from what was not chosen.
    kinks("arith.select", """%z = arith.constant {Z}
        %p = arith.cmpf ogt, %a, %z : {T}
        %y = arith.select %p, %a, %z : {P}""", dict(a=[0.0, 1.0, NAN]),
          dict(a=[0, 1, 0])),
    extremum("maximumf", [0, 1, NAN], [0, 2, 1], [0.5, 0, NAN], [0.5, 1, NAN]),
    extremum("minimumf", [0, 1, 1], [0, 2, NAN], [0.5, 1, NAN], [0.5, 0, NAN]),
    extremum("maxnumf", [0, 1, NAN], [0, NAN, 1], [0.5, 1, 0], [0.5, 0, 1]),
    extremum("minnumf", [0, 1, NAN], [0, NAN, 1], [0.5, 1, 0], [0.5, 0, 1]),
    extremum("maximumf", [-INF, -INF, INF], [-INF, 0, INF], [0.5, 0, 0.5], [0.5, 1, 0.5]),
    unary("absf", [0.0, -0.0, -3.0], [0, 0, -1]),
    kinks("math.copysign", "%y = math.copysign %a, %b : {T}",
          dict(a=[0.0, -2.0, -2.0], b=[1.0, 1.0, -1.0]),
          dict(a=[0, -1, 1], b=[0, 0, 0])),
    unary("exp", [-INF, 0, -INF], [0, 1, 0]),
    unary("sqrt", [0.0, 1.0, 4.0], [INF, 0.5, 0.25]),
    unary("cbrt", [0.0, 1.0, -1.0], [INF, 1 / 3, 1 / 3]),
    unary("rsqrt", [0.0, 1.0, 4.0], [-INF, -0.5, -0.0625]),
    unary("log", [0.0, 1.0, -2.0], [INF, 1, -0.5]),
    unary("floor", [0.0, 1.0, 1.5], [0, 0, 0]),
    unary("round", [0.5, 1.5, 2.0], [0, 0, 0]),

    # An infinite cotangent (of sqrt at 0) on what was not chosen or is masked.
    Case("math.exp", "a: <3>", """
        %e = math.exp %a : <3>
        %y = math.sqrt %e : <3>""", values=dict(a=[-INF, 0, -INF]),
         expect=dict(a=[0, 0.5, 0])),
    Case("arith.select", "a: <3>", """
        %z = arith.constant dense<0.0> : <3>
        %o = arith.constant dense<1.0> : <3>
        %r = math.sqrt %a : <3>
        %p = arith.cmpf olt, %a, %o : <3>
        %y = arith.select %p, %a, %r : tensor<3xi1>, <3>""",
         values=dict(a=[0, 1, 4]), expect=dict(a=[NAN, 0.5, 0.25])),
    Case("math.absf", "a: <3>", """
        %b = math.absf %a : <3>
        %y = math.sqrt %b : <3>""", values=dict(a=[0, 1, -1]),
         expect=dict(a=[0, 0.5, -0.5])),
    Case("arith.maximumf", "a: <3>", """
        %o = arith.constant dense<0.0> : <3>
        %b = arith.maximumf %a, %o : <3>
        %y = math.sqrt %b : <3>""", values=dict(a=[-1, 1, 4]),
         expect=dict(a=[0, 0.5, 0.25])),

    # Powers with constant exponents: no log of a negative base, no 0 times inf.
    power("0.0", [0, -2, 3], [0, 0, 0]),
    power("1.0", [0, -2, 3], [1, 1, 1]),
    power("2.0", [0, -2, 3], [0, -4, 6]),
    power("3.0", [0, -2, 3], [0, 12, 27]),
    power("-1.0", [1, -2, 4], [-1, -0.25, -0.0625]),
    power("0.5", [0, 1, 4], [INF, 0.5, 0.25]),
    # With exponents that are values.
    kinks("math.powf", "%y = math.powf %a, %b : {T}",
          dict(a=[0, 0, 0], b=[0, 1, 2]), dict(a=[0, 1, 0], b=[0, 0, 0])),
    Case("math.fpowi", "a: f64, n: i32", "%y = math.fpowi %a, %n : f64, i32", "f64",
         values=dict(a=[0], n=[0]), expect=dict(a=[0])),
    Case("math.fpowi", "a: f64, n: i32", "%y = math.fpowi %a, %n : f64, i32", "f64",
         values=dict(a=[0], n=[1]), expect=dict(a=[1])),
    Case("math.fpowi", "a: f64, n: i32", "%y = math.fpowi %a, %n : f64, i32", "f64",
         values=dict(a=[-2], n=[3]), expect=dict(a=[12])),
    kinks("math.clampf", "%y = math.clampf %a to [%b, %c] : {T}",
          dict(a=[1, 1, NAN], b=[1, 0, 0], c=[1, 1, 1]),
          dict(a=[1 / 3, 0.5, NAN], b=[1 / 3, 0, NAN], c=[1 / 3, 0.5, NAN])),
    kinks("arith.remf", "%y = arith.remf %a, %b : {T}",
          dict(a=[-7, 7, 1], b=[2, -2, 4]), dict(a=[1, 1, 1], b=[3, 3, 0])),
    kinks("arith.divf", "%y = arith.divf %a, %b : {T}",
          dict(a=[1, 0, 3], b=[0, 2, 2]),
          dict(a=[INF, 0.5, 0.5], b=[-INF, 0, -0.75])),
    kinks("math.atan2", "%y = math.atan2 %a, %b : {T}",
          dict(a=[0, 0, 1], b=[0, 1, 0]), dict(a=[NAN, 1, 0], b=[NAN, 0, -1])),
]
