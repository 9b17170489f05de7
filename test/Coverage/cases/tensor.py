#===- test/Coverage/cases/tensor.py - Cases of tensor ---------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Cases of the tensor dialect."""

from .case import Case

PAD = """
    %y = tensor.pad %a low[1, 0] high[0, 2] {
    ^bb0(%i: index, %j: index):
    tensor.yield %b : f64
    } : <2x3> to <3x5>"""
DIVIDE_BY_SIZE = """
    %i = arith.index_cast %size : index to i64
    %s = arith.sitofp %i : i64 to f64
    %y = arith.divf %b, %s : f64"""

CASES = [
    Case("tensor.bitcast", "a: tensor<3xbf16>", """
        %c = tensor.bitcast %a : tensor<3xbf16> to tensor<3xf16>
        %y = arith.extf %c : tensor<3xf16> to <3>"""),
    Case("tensor.cast", "a: <3>", """
        %d = tensor.cast %a : <3> to tensor<?xf64>
        %m = arith.mulf %d, %d : tensor<?xf64>
        %y = tensor.cast %m : tensor<?xf64> to <3>"""),
    Case("tensor.collapse_shape", "a: <2x3>",
         "%y = tensor.collapse_shape %a [[0, 1]] : <2x3> into <6>", "<6>"),
    Case("tensor.expand_shape", "a: <6>",
         "%y = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : <6> into <2x3>",
         "<2x3>"),
    Case("tensor.concat", "a: <2x3>, b: <1x3>",
         "%y = tensor.concat dim(0) %a, %b : (<2x3>, <1x3>) -> <3x3>", "<3x3>"),
    Case("tensor.dim", "a: tensor<3x2xf64>, b: f64", """
        %d = tensor.cast %a : <3x2> to tensor<?x2xf64>
        %zero = arith.constant 0 : index
        %size = tensor.dim %d, %zero : tensor<?x2xf64>""" + DIVIDE_BY_SIZE, "f64"),
    Case("tensor.rank", "a: tensor<3x2xf64>, b: f64",
         "%size = tensor.rank %a : <3x2>" + DIVIDE_BY_SIZE, "f64"),
    Case("tensor.empty", "a: <3>", """
        %e = tensor.empty() : <3>
        %y = linalg.copy ins(%a : <3>) outs(%e : <3>) -> <3>"""),
    Case("tensor.extract", "a: <2x3>", """
        %one = arith.constant 1 : index
        %y = tensor.extract %a[%one, %one] : <2x3>""", "f64"),
    Case("tensor.extract_slice", "a: <4x6>",
         "%y = tensor.extract_slice %a[1, 0] [2, 3] [2, 2] : <4x6> to <2x3>", "<2x3>"),
    Case("tensor.from_elements", "a: f64, b: f64, c: f64",
         "%y = tensor.from_elements %a, %b, %c : <3>"),
    Case("tensor.gather", "a: <4x2>", """
        %n = arith.constant dense<[[3], [0], [3]]> : tensor<3x1xindex>
        %y = tensor.gather %a[%n] gather_dims([0]) : (<4x2>, tensor<3x1xindex>) -> <3x1x2>""",
         "<3x1x2>"),
    Case("tensor.generate", "a: f64", """
        %y = tensor.generate {
        ^bb0(%i: index):
        %s = math.sin %a : f64
        tensor.yield %s : f64
        } : <3>"""),
    Case("tensor.insert", "a: f64, b: <3>", """
        %one = arith.constant 1 : index
        %y = tensor.insert %a into %b[%one] : <3>"""),
    Case("tensor.insert_slice", "a: <2x3>, b: <4x6>",
         "%y = tensor.insert_slice %a into %b[1, 0] [2, 3] [2, 2] : <2x3> into <4x6>",
         "<4x6>"),
    Case("tensor.pad", "a: <2x3>, b: f64", PAD, "<3x5>"),
    Case("tensor.yield", "a: <2x3>, b: f64", PAD, "<3x5>"),
    Case("tensor.parallel_insert_slice", "a: <1>, b: <3>", """
        %y = scf.forall (%i) in (3) shared_outs(%o = %b) -> (<3>) {
        scf.forall.in_parallel {
        tensor.parallel_insert_slice %a into %o[%i] [1] [1] : <1> into <3>
        }
        }""", enclosing="scf.forall"),
    Case("tensor.reshape", "a: <2x3>", """
        %shape = arith.constant dense<[3, 2]> : tensor<2xi64>
        %y = tensor.reshape %a(%shape) : (<2x3>, tensor<2xi64>) -> <3x2>""", "<3x2>"),
    Case("tensor.scatter", "a: <2x1x2>, b: <4x2>", """
        %n = arith.constant dense<[[3], [0]]> : tensor<2x1xindex>
        %y = tensor.scatter %a into %b[%n] scatter_dims([0]) unique : (<2x1x2>, <4x2>, tensor<2x1xindex>) -> <4x2>""",
         "<4x2>"),
    Case("tensor.splat", "a: f64", "%y = tensor.splat %a : <3>"),
]
