#!/usr/bin/env python3
#===- benchmarks/differentiate_linear.py - Cost by depth ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Measures whether differentiation is linear in the number of layers.

Programs of 1, 2, 4, 8 and 16 times as many layers are differentiated, and time (of
the pass alone, by --mlir-timing, the least of some runs) and size of the output (ops)
are set beside the number of layers. The shapes of the programs:

  plain      W x + sin, layer after layer
  regions    each layer a region
  names      each layer a region that keeps a named value
  nested     the recursive halving of the layers, a region in a region
  calls      each layer a call of one function
  attention  self-attention, an MLP and residual connections, each layer a region

The status is 1 where time or size grows by more than --limit times as much as the
number of layers, over the whole range. (`nested` computes some layers log2(layers)
times over, and is allowed that.)
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

V, M = "tensor<16xf32>", "tensor<16x16xf32>"
T, S = "tensor<8x16xf32>", "tensor<8x8xf32>"

LAYER = f"""\
%z = arith.constant 0.0 : f32
%e = tensor.empty() : {V}
%i = linalg.fill ins(%z : f32) outs(%e : {V}) -> {V}
%y = linalg.matvec ins(%w, %v : {M}, {V}) outs(%i : {V}) -> {V}
%n = remat.checkpoint_name %y "a" : {V}
%r = math.sin %n : {V}"""

ATTENTION = f"""\
%z = arith.constant 0.0 : f32
%low = arith.constant 0xFF800000 : f32
%e = tensor.empty() : {T}
%i = linalg.fill ins(%z : f32) outs(%e : {T}) -> {T}
%q = linalg.matmul ins(%v, %w : {T}, {M}) outs(%i : {T}) -> {T}
%se = tensor.empty() : {S}
%si = linalg.fill ins(%z : f32) outs(%se : {S}) -> {S}
%te = tensor.empty() : tensor<16x8xf32>
%qt = linalg.transpose ins(%q : {T}) outs(%te : tensor<16x8xf32>) permutation = [1, 0]
%s = linalg.matmul ins(%q, %qt : {T}, tensor<16x8xf32>) outs(%si : {S}) -> {S}
%re = tensor.empty() : tensor<8xf32>
%ri = linalg.fill ins(%low : f32) outs(%re : tensor<8xf32>) -> tensor<8xf32>
%m = linalg.reduce {{ arith.maximumf }} ins(%s : {S}) outs(%ri : tensor<8xf32>) dimensions = [1]
%mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%se : {S}) dimensions = [1]
%d = arith.subf %s, %mb : {S}
%x = math.exp %d : {S}
%zi = linalg.fill ins(%z : f32) outs(%re : tensor<8xf32>) -> tensor<8xf32>
%t = linalg.reduce {{ arith.addf }} ins(%x : {S}) outs(%zi : tensor<8xf32>) dimensions = [1]
%tb = linalg.broadcast ins(%t : tensor<8xf32>) outs(%se : {S}) dimensions = [1]
%p = arith.divf %x, %tb : {S}
%a = linalg.matmul ins(%p, %q : {S}, {T}) outs(%i : {T}) -> {T}
%n = remat.checkpoint_name %a "a" : {T}
%b = arith.addf %n, %v : {T}
%h = linalg.matmul ins(%b, %w : {T}, {M}) outs(%i : {T}) -> {T}
%g = math.tanh %h : {T}
%r = arith.addf %b, %g : {T}"""


class Program:
    """Text of one program, with fresh names."""

    def __init__(self):
        self.lines = []
        self.fresh = 0

    def name(self, prefix="v"):
        self.fresh += 1
        return f"%{prefix}{self.fresh}"

    def body(self, text, w, x):
        """A layer's lines, its names made fresh; returns its result."""
        names = {"%w": w, "%v": x}

        def rename(match):
            if match[0] not in names:
                names[match[0]] = self.name(match[0][1:] + "_")
            return names[match[0]]

        self.lines += re.sub(r"%[a-z]+", rename, text).splitlines()
        return names["%r"]

    def region(self, inputs, result, policy, build):
        """A region over `inputs` (pairs of value and type); `build` gets its names."""
        out, names = self.name(), [self.name() for _ in inputs]
        bound = ", ".join(f"{name} = {value} : {type}" for name, (value, type) in zip(names, inputs))
        self.lines.append(f"{out} = remat.checkpoint {policy}({bound}) -> ({result}) {{")
        self.lines += [f"remat.yield {build(names)} : {result}", "}"]
        return out


def chain(layers, text, type, policy=None):
    program, x = Program(), "%x"
    for k in range(layers):
        if policy is None:
            x = program.body(text, f"%w{k}", x)
        else:
            x = program.region(
                [(f"%w{k}", M), (x, type)], type, policy, lambda names: program.body(text, *names)
            )
    return program, x


def nested(layers):
    program = Program()

    def build(weights, x):
        if len(weights) == 1:
            return program.body(LAYER, weights[0], x)
        half = len(weights) // 2
        first = program.region(
            [(w, M) for w in weights[:half]] + [(x, V)],
            V,
            "",
            lambda names: build(names[:-1], names[-1]),
        )
        return build(weights[half:], first)

    return program, build([f"%w{k}" for k in range(layers)], "%x")


def calls(layers):
    program, x = Program(), "%x"
    for k in range(layers):
        out = program.name()
        program.lines.append(f"{out} = func.call @layer(%w{k}, {x}) : ({M}, {V}) -> {V}")
        x = out
    return program, x


SHAPES = {
    "plain": (V, lambda layers: chain(layers, LAYER, V)),
    "regions": (V, lambda layers: chain(layers, LAYER, V, "")),
    "names": (V, lambda layers: chain(layers, LAYER, V, 'policy(#remat.save_only<["a"]>) ')),
    "nested": (V, nested),
    "calls": (V, calls),
    "attention": (T, lambda layers: chain(layers, ATTENTION, T, "")),
}


def module(shape, layers):
    type, build = SHAPES[shape]
    program, result = build(layers)
    arguments = ", ".join([f"%w{k}: {M}" for k in range(layers)] + [f"%x: {type}"])
    callee = ""
    if shape == "calls":
        body = Program()
        value = body.body(LAYER, "%w", "%v")
        callee = "\n".join(
            [
                f"func.func private @layer(%w: {M}, %v: {V}) -> {V} {{",
                *body.lines,
                f"return {value} : {V}\n}}\n",
            ]
        )
    lines = [f"func.func @f({arguments}) -> {type} {{", *program.lines]
    return callee + "\n".join([*lines, f"return {result} : {type}", "}"]) + "\n"


def operations(text):
    """Lines that hold an op: nothing printed here has two on a line."""
    return sum(bool(re.match(r"\s*(%\S+(, %\S+)* = |func\.|return|call )", line))
               for line in text.splitlines())


def measure(tool, text, runs):
    """The least time of the pass in seconds, and the ops of what it adds."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        seconds = math.inf
        for _ in range(runs):
            done = subprocess.run(
                [
                    tool,
                    file.name,
                    "--remat-differentiate=function=f mode=vjp",
                    "--mlir-timing",
                    "--mlir-timing-display=list",
                ],
                capture_output=True,
                text=True,
            )
            if done.returncode:
                sys.exit(f"error: {done.stderr}")
            match = re.search(r"^ *([0-9.]+) .*RematDifferentiate", done.stderr, re.M)
            if not match:
                sys.exit(f"error: no time of the pass in\n{done.stderr}")
            seconds = min(seconds, float(match[1]))
    return seconds, operations(done.stdout) - operations(text)


def allowance(shape, factor):
    """How often the output may hold each layer, over how often at the start."""
    return math.log2(factor) if shape == "nested" and factor > 1 else 1


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    build = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "bin")
    parser.add_argument("--tools", default=build, metavar="FOLDER", help="where remat-opt is")
    parser.add_argument("--layers", type=int, default=16, help="of the smallest (default: %(default)s)")
    parser.add_argument("--factors", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    parser.add_argument("--shapes", nargs="+", default=list(SHAPES), choices=SHAPES)
    parser.add_argument("--runs", type=int, default=3, help="default: %(default)s")
    parser.add_argument("--limit", type=float, default=1.5, help="default: %(default)s")
    parser.add_argument("--json", metavar="FILE")
    arguments = parser.parse_args()

    rows, failed = [], False
    print("shape      layers   ops in  ops out       ms   in x  out x time x", flush=True)
    for shape in arguments.shapes:
        first = None
        for factor in arguments.factors:
            layers = arguments.layers * factor
            text = module(shape, layers)
            seconds, out = measure(os.path.join(arguments.tools, "remat-opt"), text, arguments.runs)
            row = dict(shape=shape, layers=layers, ops_in=operations(text), ops_out=out, seconds=seconds)
            first = first or row
            growth = {key: row[key] / first[key] for key in ("ops_in", "ops_out", "seconds")}
            row["growth"] = growth
            rows.append(row)
            print(
                f"{shape:10} {layers:6} {row['ops_in']:8} {out:8} {1e3 * seconds:8.1f} "
                f"{growth['ops_in']:6.1f} {growth['ops_out']:6.1f} {growth['seconds']:6.1f}",
                flush=True,
            )
        factor = layers / arguments.layers
        most = arguments.limit * factor * allowance(shape, factor)
        for key in ("ops_out", "seconds"):
            if growth[key] > most:
                print(f"{shape}: {key} grew {growth[key]:.1f} times, more than {most:.1f}")
                failed = True
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"rows": rows, "linear": not failed}, file, indent=1)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
