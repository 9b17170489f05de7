#!/usr/bin/env python3
#===- benchmarks/loops_linear.py - Cost by trip count ---------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Measures whether the gradient of a loop is linear in its trip count.

Gradients of loops of 10, 100, 1,000 and 10,000 iterations are compiled and run. The
shapes of the loops, all on rows of 16 f32:

  carry    h = h + sin(w h), nothing else
  names    the same, the body a region that keeps a named value
  nested   four iterations in each, the body of the outer loop a region
  gather   adds a row of a table that an index picks
  scatter  writes a row of a table that it carries, where an index says
  while    as carry, with a condition
  slice    reads row after row of an argument: the gradient goes into slices
  call     a function writes rows into a stack that it is given

Three things are looked at from one trip count to the next:

  time     an iteration of the larger loop beyond those of the smaller takes no more
           than --limit times as long as the least at any other step
  copies   the bytes that the compiled loops copy in an iteration, read off the
           program in buffers, are the same
  memory   temporaries grow by the same bytes an iteration everywhere, and so by
           stacks alone; nothing else grows

The status is 1 where one of them does not hold.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROW, TABLE = "tensor<16xf32>", "tensor<64x16xf32>"
BYTES = {"f32": 4, "i32": 4, "index": 8, "i1": 1}


def sum_of(type, dims):
    return f"""\
  %none = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {{ arith.addf }} ins(%r : {type}) outs(%none : tensor<f32>) dimensions = {dims}
  return %sum : tensor<f32>
}}
"""


# $T is the trip count.
SUM_OF_ROW = sum_of(ROW, "[0]")
BOUNDS = """\
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cT = arith.constant $T : index
"""
CARRY = f"""\
func.func @f(%w: {ROW}, %x: {ROW}) -> tensor<f32> {{
{BOUNDS}  %r = scf.for %i = %c0 to %cT step %c1 iter_args(%h = %x) -> {ROW} {{
    %p = arith.mulf %w, %h : {ROW}
    %s = math.sin %p : {ROW}
    %y = arith.addf %h, %s : {ROW}
    scf.yield %y : {ROW}
  }}
{SUM_OF_ROW}"""
NAMES = f"""\
func.func @f(%w: {ROW}, %x: {ROW}) -> tensor<f32> {{
{BOUNDS}  %r = scf.for %i = %c0 to %cT step %c1 iter_args(%h = %x) -> {ROW} {{
    %y = remat.checkpoint policy(#remat.save_only<["a"]>) (%v = %w : {ROW}, %g = %h : {ROW}) -> ({ROW}) {{
      %p = arith.mulf %v, %g : {ROW}
      %a = remat.checkpoint_name %p "a" : {ROW}
      %s = math.sin %a : {ROW}
      %t = math.sin %s : {ROW}
      %u = arith.addf %g, %t : {ROW}
      remat.yield %u : {ROW}
    }}
    scf.yield %y : {ROW}
  }}
{SUM_OF_ROW}"""
NESTED = f"""\
func.func @f(%w: {ROW}, %x: {ROW}) -> tensor<f32> {{
{BOUNDS}  %r = scf.for %i = %c0 to %cT step %c1 iter_args(%h = %x) -> {ROW} {{
    %y = remat.checkpoint (%v = %w : {ROW}, %g = %h : {ROW}) -> ({ROW}) {{
      %k0 = arith.constant 0 : index
      %k1 = arith.constant 1 : index
      %k4 = arith.constant 4 : index
      %z = scf.for %j = %k0 to %k4 step %k1 iter_args(%d = %g) -> {ROW} {{
        %p = arith.mulf %v, %d : {ROW}
        %s = math.sin %p : {ROW}
        %u = arith.addf %d, %s : {ROW}
        scf.yield %u : {ROW}
      }}
      remat.yield %z : {ROW}
    }}
    scf.yield %y : {ROW}
  }}
{SUM_OF_ROW}"""
GATHER = f"""\
func.func @f(%table: {TABLE}, %x: {ROW}, %at: tensor<$Txindex>) -> tensor<f32> {{
{BOUNDS}  %r = scf.for %i = %c0 to %cT step %c1 iter_args(%h = %x) -> {ROW} {{
    %k = tensor.extract %at[%i] : tensor<$Txindex>
    %v = tensor.extract_slice %table[%k, 0] [1, 16] [1, 1] : {TABLE} to {ROW}
    %p = arith.addf %v, %h : {ROW}
    %s = math.sin %p : {ROW}
    scf.yield %s : {ROW}
  }}
{SUM_OF_ROW}"""
SCATTER = f"""\
func.func @f(%table: {TABLE}, %x: {ROW}, %at: tensor<$Txindex>) -> tensor<f32> {{
{BOUNDS}  %r = scf.for %i = %c0 to %cT step %c1 iter_args(%t = %table) -> {TABLE} {{
    %k = tensor.extract %at[%i] : tensor<$Txindex>
    %v = tensor.extract_slice %t[%k, 0] [1, 16] [1, 1] : {TABLE} to {ROW}
    %p = arith.mulf %v, %x : {ROW}
    %s = math.sin %p : {ROW}
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 16] [1, 1] : {ROW} into {TABLE}
    scf.yield %u : {TABLE}
  }}
{sum_of(TABLE, "[0, 1]")}"""
WHILE = f"""\
func.func @f(%w: {ROW}, %x: {ROW}) -> tensor<f32> {{
{BOUNDS}  %n, %r = scf.while (%i = %c0, %h = %x) : (index, {ROW}) -> (index, {ROW}) {{
    %more = arith.cmpi slt, %i, %cT : index
    scf.condition(%more) %i, %h : index, {ROW}
  }} do {{
  ^bb0(%i: index, %h: {ROW}):
    %p = arith.mulf %w, %h : {ROW}
    %s = math.sin %p : {ROW}
    %y = arith.addf %h, %s : {ROW}
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %y : index, {ROW}
  }}
{SUM_OF_ROW}"""
SLICE = f"""\
func.func @f(%xs: tensor<$Tx16xf32>, %x: {ROW}) -> tensor<f32> {{
{BOUNDS}  %r = scf.for %i = %c0 to %cT step %c1 iter_args(%h = %x) -> {ROW} {{
    %v = tensor.extract_slice %xs[%i, 0] [1, 16] [1, 1] : tensor<$Tx16xf32> to {ROW}
    %p = arith.mulf %v, %h : {ROW}
    %s = math.sin %p : {ROW}
    %y = arith.addf %h, %s : {ROW}
    scf.yield %y : {ROW}
  }}
{SUM_OF_ROW}"""
CALL = f"""\
func.func private @put(%stack: tensor<$Tx16xf32>, %i: index, %h: {ROW}) -> tensor<$Tx16xf32> {{
  %0 = tensor.insert_slice %h into %stack[%i, 0] [1, 16] [1, 1] : {ROW} into tensor<$Tx16xf32>
  return %0 : tensor<$Tx16xf32>
}}
func.func @f(%w: {ROW}, %x: {ROW}) -> tensor<f32> {{
{BOUNDS}  %empty = arith.constant dense<0.0> : tensor<$Tx16xf32>
  %q, %r = scf.for %i = %c0 to %cT step %c1 iter_args(%h = %x, %stack = %empty) -> ({ROW}, tensor<$Tx16xf32>) {{
    %p = arith.mulf %w, %h : {ROW}
    %s = math.sin %p : {ROW}
    %y = arith.addf %h, %s : {ROW}
    %t = func.call @put(%stack, %i, %y) : (tensor<$Tx16xf32>, index, {ROW}) -> tensor<$Tx16xf32>
    scf.yield %y, %t : {ROW}, tensor<$Tx16xf32>
  }}
{sum_of("tensor<$Tx16xf32>", "[0, 1]")}"""

# Carries and their gradients stay near what they are at first: they neither overflow
# nor fade to denormal numbers, which take longer.
ROW_ARGUMENTS = ["16xf32=0.0001", "16xf32=0.5"]
TABLE_ARGUMENTS = ["64x16xf32=0.3", "16xf32=0.5", "$Txindex=7"]
SHAPES = {
    "carry": (CARRY, ROW_ARGUMENTS),
    "names": (NAMES, ROW_ARGUMENTS),
    "nested": (NESTED, ROW_ARGUMENTS),
    "gather": (GATHER, TABLE_ARGUMENTS),
    "scatter": (SCATTER, TABLE_ARGUMENTS),
    "while": (WHILE, ROW_ARGUMENTS),
    "slice": (SLICE, ["$Tx16xf32=0.0001", "16xf32=0.5"]),
    "call": (CALL, ROW_ARGUMENTS),
}


def bytes_of(memref):
    """Of `2x16xf32` or `2x16xf32, strided<...>`; of an unknown size, infinity."""
    *sizes, element = memref.split(",")[0].strip().split("x")
    return math.inf if "?" in sizes else BYTES[element] * math.prod(map(int, sizes))


def copied_per_iteration(program):
    """Bytes that `memref.copy` moves in loops, once through each of their bodies."""
    depth, copied = 0, 0
    opened = []
    for line in program.splitlines():
        if re.search(r"\bscf\.(for|while)\b", line):
            depth += 1
            opened.append("loop")
        elif match := re.search(r"memref\.copy .* : memref<(.*?)> to ", line):
            copied += bytes_of(match[1]) if depth else 0
        else:
            change = line.count("{") - line.count("}")
            opened += ["block"] * change
            for _ in range(-change):
                depth -= opened.pop() == "loop" if opened else 0
    return copied


def measure(tool, shape, trips, runs):
    text, values = SHAPES[shape]
    values = [value.replace("$T", str(trips)) for value in values]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "f.mlir").write_text(text.replace("$T", str(trips)))
        report = folder / "report.json"
        command = [tool, folder / "f.mlir", "--grad=f", "--threads=1", f"--time={runs}"]
        command += [f"--input={value}" for value in values]
        command += [f"--memory-report={report}", f"--dump-stages={folder}"]
        command += [f"--output-dir={folder}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"error: {shape} at {trips}: {done.stderr}")
        numbers = json.loads(report.read_text())
        (buffers,) = folder.glob("*bufferize.mlir")
        return dict(
            shape=shape,
            trips=trips,
            seconds=numbers["step_s"],
            temporaries=numbers["temporaries"],
            copied=copied_per_iteration(buffers.read_text()),
        )


def growth(rows, key):
    """An iteration's part of what the larger loop has beyond the smaller."""
    return [
        (larger[key] - smaller[key]) / (larger["trips"] - smaller["trips"])
        for smaller, larger in zip(rows, rows[1:])
    ]


def wrong(shape, rows, limit):
    memory, seconds = growth(rows, "temporaries"), growth(rows, "seconds")
    if len({row["copied"] for row in rows}) > 1:
        yield f"{shape}: copies in an iteration are not constant"
    if len(set(memory)) > 1:
        yield f"{shape}: temporaries grow by {memory} bytes an iteration"
    # The smallest step is within the noise of the clock.
    if max(seconds[1:]) > limit * min(seconds[1:]):
        yield f"{shape}: an iteration takes {seconds} seconds"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    build = pathlib.Path(__file__).resolve().parents[1] / "build/bin"
    parser.add_argument(
        "--tools", type=pathlib.Path, default=build, metavar="FOLDER", help="where remat-run is"
    )
    parser.add_argument("--trips", type=int, nargs="+", default=[10, 100, 1000, 10000])
    parser.add_argument("--shapes", nargs="+", default=list(SHAPES), choices=SHAPES)
    parser.add_argument("--runs", type=int, default=30, help="default: %(default)s")
    parser.add_argument("--limit", type=float, default=1.5, help="default: %(default)s")
    parser.add_argument("--json", metavar="FILE")
    arguments = parser.parse_args()
    if len(arguments.trips) < 3 or sorted(arguments.trips) != arguments.trips:
        parser.error("--trips wants three numbers or more, the smallest first")

    every, failures = [], []
    print("shape      trips  us each  kept B each  copied B each  temporaries B", flush=True)
    for shape in arguments.shapes:
        rows = []
        for trips in arguments.trips:
            rows.append(measure(arguments.tools / "remat-run", shape, trips, arguments.runs))
            row = rows[-1]
            kept = growth(rows[-2:], "temporaries") or [math.nan]
            print(
                f"{shape:9} {trips:6} {1e6 * row['seconds'] / trips:8.3f} {kept[0]:12.1f} "
                f"{row['copied']:14} {row['temporaries']:14}",
                flush=True,
            )
        failures += wrong(shape, rows, arguments.limit)
        every += rows
    print("\n".join(failures))
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"rows": every, "linear": not failures}, file, indent=1)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
