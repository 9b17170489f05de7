#===- test/Coverage/cases/arith.py - Cases of arith -----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Cases of the arith dialect."""

from .case import Case, elementwise, integer

A, B = [0.4, -1.3, 2.1], [1.1, 0.7, -0.6]

BINARY_FLOAT = ["addf", "divf", "maximumf", "maxnumf", "minimumf", "minnumf",
                "mulf", "remf", "subf"]
BINARY_INTEGER = ["addi", "andi", "ceildivsi", "ceildivui", "divsi", "divui",
                  "floordivsi", "maxsi", "maxui", "minsi", "minui", "muli", "ori",
                  "remsi", "remui", "shli", "shrsi", "shrui", "subi", "xori"]
EXTENDED_INTEGER = ["mulsi_extended", "mului_extended"]

CASES = [
    *[elementwise(f"arith.{name}", f"%y = arith.{name} %a, %b : {{T}}",
                  dict(a=A, b=B)) for name in BINARY_FLOAT],
    elementwise("arith.negf", "%y = arith.negf %a : {T}", dict(a=A)),
    elementwise("arith.cmpf", """%p = arith.cmpf ogt, %a, %b : {T}
        %y = arith.select %p, %a, %b : {P}""", dict(a=A, b=B)),
    elementwise("arith.select", """%p = arith.cmpf ult, %a, %b : {T}
        %y = arith.select %p, %a, %b : {P}""", dict(a=A, b=B)),
    Case("arith.constant", "a: <3>", """
        %c = arith.constant dense<[0.5, 2.0, -1.0]> : <3>
        %y = arith.mulf %a, %c : <3>"""),

    # Differences can't see through the rounding; the derivative is 1.
    Case("arith.truncf", "a: <3>", """
        %n = arith.truncf %a : <3> to tensor<3xf32>
        %w = arith.extf %n : tensor<3xf32> to <3>
        %y = arith.addf %w, %w : <3>""", expect=dict(a=[2, 2, 2])),
    Case("arith.extf", "a: tensor<3xf32>", """
        %w = arith.extf %a : tensor<3xf32> to <3>
        %y = arith.addf %w, %w : <3>""", expect=dict(a=[2, 2, 2])),
    Case("arith.bitcast", "a: f64", """
        %n = arith.truncf %a : f64 to bf16
        %c = arith.bitcast %n : bf16 to f16
        %y = arith.extf %c : f16 to f64""", "f64"),
    Case("arith.scaling_extf", "a: f64, b: f64", """
        %n = arith.truncf %a : f64 to f4E2M1FN
        %s = arith.truncf %b : f64 to f8E8M0FNU
        %y = arith.scaling_extf %n, %s : f4E2M1FN, f8E8M0FNU to f64""", "f64"),
    Case("arith.scaling_truncf", "a: f64, b: f64", """
        %s = arith.truncf %b : f64 to f8E8M0FNU
        %n = arith.scaling_truncf %a, %s : f64, f8E8M0FNU to f4E2M1FN
        %y = arith.extf %n : f4E2M1FN to f64""", "f64"),

    # From a float to an integer: constant between the jumps.
    *[elementwise(f"arith.{name}", f"""%i = arith.{name} %a : {{T}} to {{I}}
        %s = arith.sitofp %i : {{I}} to {{T}}
        %y = arith.mulf %s, %a : {{T}}""", dict(a=[1.4, 2.7, 3.2]))
      for name in ("fptosi", "fptoui")],

    *[integer(f"arith.{name}", f"%i = arith.{name} %n, %m : i64")
      for name in BINARY_INTEGER],
    *[integer(f"arith.{name}", f"%i, %high = arith.{name} %n, %m : i64")
      for name in EXTENDED_INTEGER],
    integer("arith.addui_extended", "%i, %carry = arith.addui_extended %n, %m : i64, i1"),
    integer("arith.cmpi", """%p = arith.cmpi slt, %n, %m : i64
        %i = arith.extui %p : i1 to i64"""),
    *[integer(f"arith.{name}", f"""%t = arith.trunci %n : i64 to i8
        %i = arith.{name} %t : i8 to i64""", "n: i64") for name in ("extsi", "extui")],
    integer("arith.trunci", """%t = arith.trunci %n : i64 to i8
        %i = arith.extsi %t : i8 to i64""", "n: i64"),
    *[integer(f"arith.{name}", f"""%t = arith.{name} %n : i64 to index
        %i = arith.{name} %t : index to i64""", "n: i64")
      for name in ("index_cast", "index_castui")],
    *[Case(f"arith.{name}", "a: f64, n: i64", f"""
        %s = arith.{name} %n : i64 to f64
        %y = arith.mulf %a, %s : f64""", "f64", integers=True)
      for name in ("sitofp", "uitofp")],
]
