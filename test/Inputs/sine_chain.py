#===- test/Inputs/sine_chain.py - Chains of sines in regions --*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Prints a module with chains of sines, each a function of a float.

  sine_chain.py [--private] SHAPE:DEPTH:FORM...

SHAPE says how the chain lies in regions:
  plain      not at all
  recursive  g(x) = first(region(second(x))) with halves made likewise, down to
             two sines: memory grows with the logarithm of the depth
  halves     both halves are regions, down to one sine
FORM is `scalar` (f32), `tensor` (math.sin on tensor<4xf32>) or `generic` (each
sine a linalg.generic); the latter two end in a sum, so that the result is a
scalar that can be differentiated.

The function is @SHAPE_DEPTH_FORM. Its k-th sine has the location chain.py:k:1 (chain).
"""

import argparse

ELEMENTS = "tensor<4xf32>"

SCALAR = "{out} = math.sin {x} : f32 loc({location})"
TENSOR = f"{{out}} = math.sin {{x}} : {ELEMENTS} loc({{location}})"
GENERIC = f"""\
{{out}}_init = tensor.empty() : {ELEMENTS}
{{out}} = linalg.generic {{{{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]}}}} ins({{x}} : {ELEMENTS}) outs({{out}}_init : {ELEMENTS}) {{{{
^bb0(%e: f32, %o: f32):
  %s = math.sin %e : f32 loc({{location}})
  linalg.yield %s : f32
}}}} -> {ELEMENTS} loc({{location}})"""

# Form: type of the chain, text of a sine.
FORMS = {"scalar": ("f32", SCALAR), "tensor": (ELEMENTS, TENSOR), "generic": (ELEMENTS, GENERIC)}

SUM = f"""\
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {{{{ arith.addf }}}} ins({{y}} : {ELEMENTS}) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>"""


class Chain:
    """Text of one function, built line by line."""

    def __init__(self, form):
        self.type, self.sine = FORMS[form]
        self.lines = []
        self.sines = 0
        self.names = 0

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def emit(self, text, indent):
        self.lines += ["  " * indent + line for line in text.splitlines()]

    def sin(self, x, indent):
        self.sines += 1
        out = self.name()
        self.emit(self.sine.format(out=out, x=x, location=f'"chain"("chain.py":{self.sines}:1)'), indent)
        return out

    def region(self, build, depth, x, indent):
        out, argument = self.name(), self.name()
        self.emit(
            f"{out} = remat.checkpoint ({argument} = {x} : {self.type}) -> ({self.type}) {{", indent
        )
        y = build(depth, argument, indent + 1)
        self.emit(f"  remat.yield {y} : {self.type}\n}}", indent)
        return out

    def plain(self, depth, x, indent):
        for _ in range(depth):
            x = self.sin(x, indent)
        return x

    def recursive(self, depth, x, indent):
        if depth <= 2:
            return self.plain(depth, x, indent)
        second = self.region(self.recursive, depth - depth // 2, x, indent)
        return self.recursive(depth // 2, second, indent)

    def halves(self, depth, x, indent):
        if depth == 1:
            return self.sin(x, indent)
        first = self.region(self.halves, depth // 2, x, indent)
        return self.region(self.halves, depth - depth // 2, first, indent)


def function(shape, depth, form, visibility=""):
    chain = Chain(form)
    y = getattr(chain, shape)(depth, "%x", 1)
    if form == "scalar":
        end, result = f"  return {y} : f32", "f32"
    else:
        end, result = SUM.format(y=y), "tensor<f32>"
    return "\n".join(
        [
            f"func.func {visibility}@{shape}_{depth}_{form}"
            f'(%x: {chain.type} loc("x")) -> {result} {{',
            *chain.lines,
            end,
            "}",
        ]
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("chains", nargs="+", metavar="SHAPE:DEPTH:FORM")
    parser.add_argument("--private", action="store_true", help="make the functions private")
    arguments = parser.parse_args()
    for chain in arguments.chains:
        shape, depth, form = chain.split(":")
        print(function(shape, int(depth), form, "private " if arguments.private else ""))


if __name__ == "__main__":
    main()
