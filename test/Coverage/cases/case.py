#===- test/Coverage/cases/case.py - A case and its judge ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""A program that uses one op, and how its gradient is judged.

`<2x3>` in the text of a case stands for `tensor<2x3xf64>`. Argument `a` is
`%a` in the body, and the body's result is `%y`.
"""

import re
from dataclasses import dataclass, field


@dataclass
class Case:
    op: str
    args: str
    body: str
    result: str = "<3>"
    # Values of arguments by name, flat, instead of those of `default_values`.
    values: dict = field(default_factory=dict)
    # Expected gradients by argument name, flat, instead of finite differences:
    # at kinks, and in types too narrow for differences.
    expect: dict = None
    # The op at which an error is expected, where that is the one around `op`.
    enclosing: str = None
    # Only integers go through the op.
    integers: bool = False

    def arguments(self):
        """Pairs of name and MLIR type."""
        pairs = re.split(r",\s*(?=\w+\s*:)", self.args) if self.args else []
        return [tuple(part.strip() for part in expand(pair).split(":", 1))
                for pair in pairs]

    def text(self):
        """The module, with the body's lines one a line."""
        args = ", ".join(f"%{name}: {type_}" for name, type_ in self.arguments())
        result = expand(self.result)
        lines = [line.strip() for line in expand(self.body).strip().splitlines()]
        return "\n".join([f"func.func @f({args}) -> {result} {{", *lines,
                          f"return %y : {result}", "}", ""])


def expand(text):
    """Writes out the shorthand `<2x3>`."""
    return re.sub(r"(?<![\w!])<((?:\d+x)*\d+)>", r"tensor<\1xf64>", text)


def shape_of(type_):
    """Shape and element type of an MLIR type, sizes static."""
    match = re.fullmatch(r"tensor<((?:\d+x)*)(\w+)>", type_)
    if not match:
        return [], type_
    return [int(size) for size in match.group(1).split("x") if size], match.group(2)


def default_values(name, type_):
    """Distinct floats from 0.3 to 1.7, away from 1; small positive integers."""
    shape, element = shape_of(type_)
    count = 1
    for size in shape:
        count *= size
    start = sum(map(ord, name)) % 89
    if element == "i1":
        return [(start + i) % 2 for i in range(count)]
    if element[0] == "i":
        return [1 + (start + 3 * i) % 5 for i in range(count)]
    fractions = [((start + i + 1) * 0.6180339887498949) % 1 for i in range(count)]
    return [round(0.3 + 1.4 * f + (0.02 if f > 0.5 else -0.02), 6) for f in fractions]


# Type placeholders of `elementwise`: on tensors, and on scalars.
PLACEHOLDERS = {
    "{T}": ("<3>", "f64"),
    "{I}": ("tensor<3xi64>", "i64"),
    "{F}": ("tensor<3xf32>", "f32"),
    "{P}": ("tensor<3xi1>, <3>", "f64"),  # of arith.select
    "{Z}": ("dense<0.0> : <3>", "0.0 : f64"),  # of arith.constant
}


def elementwise(op, lines, values, **options):
    """The op on a tensor, and once more in the body of a `linalg.generic`.

    `lines` compute `%y` from the arguments that `values` names, with
    placeholders for types. The result is the sum of both, the second doubled,
    so that neither can stand in for the other.
    """
    tensor_lines, scalar_lines = lines, lines
    for placeholder, (tensor, scalar) in PLACEHOLDERS.items():
        tensor_lines = tensor_lines.replace(placeholder, tensor)
        scalar_lines = scalar_lines.replace(placeholder, scalar)
    # The body's values get names of their own.
    scalar_lines = re.sub(r"%(\w+)", r"%\1_", scalar_lines)
    tensor_lines = re.sub(r"%y\b", "%on_tensor", tensor_lines)
    inputs = ", ".join(f"%{name}" for name in values)
    types = ", ".join("<3>" for _ in values)
    maps = ", ".join("#map" for _ in [*values, "y"])
    scalars = ", ".join(f"%{name}_: f64" for name in values)
    body = f"""
        {tensor_lines}
        %init = tensor.empty() : <3>
        %in_body = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} ins({inputs} : {types}) outs(%init : <3>) {{
        ^bb0({scalars}, %out: f64):
        {scalar_lines}
        linalg.yield %y_ : f64
        }} -> <3>
        %double = arith.addf %in_body, %in_body : <3>
        %y = arith.addf %on_tensor, %double : <3>""".replace(
            "#map", "affine_map<(i) -> (i)>")
    args = ", ".join(f"{name}: <3>" for name in values)
    return Case(op, args, body, values=values, **options)


def integer(op, body, args="n: i64, m: i64", **options):
    """An op on integers, whose result `%i: i64` scales a float."""
    body = f"""
        {body}
        %s = arith.sitofp %i : i64 to f64
        %y = arith.mulf %a, %s : f64"""
    return Case(op, f"a: f64, {args}", body, "f64", integers=True, **options)
