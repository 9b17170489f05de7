#===- test/Property/programs/check.py - Compile and compare ---*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Compiles programs, many a module, runs them and compares: values and gradients with
numpy, and the bits of the policies with each other.
"""

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .evaluate import DTYPES, derivative, difference, evaluate, second_derivative
from .generate import directions
from .render import request_inputs, request_results, write_module
from .variants import variants_of

# Of the larger of 1 and the sizes that are added up.
EXACT_TOLERANCE = 1e-9  # rounding alone
DIFFERENCE_TOLERANCE = 1e-6  # and what differences are off
STEPS = (1e-4, 2e-5)  # of differences; one of them has to do
TIMEOUT = 300


@dataclass
class Failure:
    program: object
    kind: str  # error, crash, timeout, value, gradient, second gradient or bits
    text: str
    variant: str = ""

    @property
    def signature(self):
        """What stays the same while a program is made smaller."""
        if self.kind in ("error", "crash"):
            first = next(
                (line for line in self.text.splitlines() if "error:" in line or "Assert" in line),
                "",
            )
            # Names, numbers and places differ.
            return self.kind, re.sub(r"^.*error:|[%@][\w#]+|\d+|<[^>]*>|'[^']*'", "", first)
        return self.kind, ""


class Compiled:
    """What remat-run said of one module."""

    def __init__(self, programs, variants, mode, tool="remat-run", keep=None):
        self.programs, self.variants = programs, variants
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(keep or folder)
            self.run(folder, mode, tool)

    def run(self, folder, mode, tool):
        (folder / "module.mlir").write_text(write_module(self.programs, self.variants))
        inputs = folder / "inputs"
        inputs.mkdir(exist_ok=True)
        number = 0
        for program in self.programs:
            for array in arguments_of(program):
                np.save(inputs / f"{number}.npy", array)
                number += 1
        command = [
            tool, str(folder / "module.mlir"), "--function=main", f"--fp={mode}",
            f"--inputs={inputs}", f"--output-dir={folder / 'outputs'}",
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
            self.status, self.stderr = done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            self.status, self.stderr = "timeout", ""
        if self.status == 0:
            self.results = self.read(folder / "outputs")

    def read(self, folder):
        """Arrays by program and variant."""
        results, number = {}, 0
        for program in self.programs:
            for variant in self.variants[program.name]:
                count = len(request_results(program))
                results[program.name, variant.name] = [
                    np.load(folder / f"value{number + k}.npy") for k in range(count)
                ]
                number += count
        return results

    def failure(self):
        """A failure of the module as a whole, without a program; or None."""
        if self.status == 0:
            return None
        kind = {1: "error", 2: "error", "timeout": "timeout"}.get(self.status, "crash")
        return Failure(None, kind, f"exit status {self.status}\n{self.stderr}")


def arguments_of(program):
    arrays = list(program.inputs) + ([] if program.scalar_loss else program.cotangents)
    if program.twice:
        along = directions(program)
        arrays += [along[number] for number in program.wrt]
    return [
        np.asarray(array, dtype=DTYPES[type.element])
        for array, type in zip(arrays, request_inputs(program), strict=True)
    ]


def same(got, want, tolerance):
    if got.shape != np.shape(want):
        return False
    if got.dtype != np.float64:
        return np.array_equal(got, want)
    scale = max(1.0, np.max(np.abs(want), initial=0.0))
    return bool(np.all(np.abs(got - want) <= tolerance * scale))


def check_values(program, results):
    for k, (got, want) in enumerate(zip(results, evaluate(program))):
        if not same(got, np.asarray(want), EXACT_TOLERANCE):
            return f"result {k} is {got.tolist()}, expected {np.asarray(want).tolist()}"
    return None


def check_gradients(program, gradients):
    """Products of gradients and directions, with the exact derivative for each argument,
    with differences for all arguments together."""
    along = directions(program)
    total, sizes = 0.0, 1.0
    for number, gradient in zip(program.wrt, gradients):
        if gradient.shape != np.shape(along[number]):
            return f"the gradient of argument {number} has shape {gradient.shape}"
        got = float(np.sum(gradient * along[number]))
        size = max(1.0, float(np.sum(np.abs(gradient * along[number]))))
        want = derivative(program, {number: along[number]})
        if not abs(got - want) <= EXACT_TOLERANCE * size:
            return (
                f"the derivative with respect to argument {number} is {got!r}, "
                f"expected {want!r}"
            )
        total, sizes = total + got, sizes + size
    differences = [difference(program, along, step) for step in STEPS]
    if not any(abs(total - d) <= DIFFERENCE_TOLERANCE * sizes for d in differences):
        return f"the derivative is {total!r}, differences say {differences}"
    return None


def check_twice(program, results):
    """A derivative along directions, and its gradient."""
    along = directions(program)
    value, want = float(results[0]), derivative(program, along)
    sizes = max(1.0, *(abs(derivative(program, {n: d})) for n, d in along.items()))
    if not abs(value - want) <= EXACT_TOLERANCE * sizes * len(along):
        return f"the derivative along directions is {value!r}, expected {want!r}"
    for number, gradient in zip(program.wrt, results[1:]):
        if gradient.shape != np.shape(along[number]):
            return f"the second gradient of argument {number} has shape {gradient.shape}"
        got = float(np.sum(gradient * along[number]))
        size = max(1.0, float(np.sum(np.abs(gradient * along[number]))))
        by = {number: along[number]}
        wanted = [second_derivative(program, along, by, step) for step in STEPS]
        if not any(abs(got - w) <= DIFFERENCE_TOLERANCE * size for w in wanted):
            return f"the second derivative by argument {number} is {got!r}, differences say {wanted}"
    return None


def check_program(compiled, program, mode):
    """The failures of one program of a module that ran."""
    variants = compiled.variants[program.name]
    count = len(program.main.result_types)
    first = compiled.results[program.name, variants[0].name]
    failures = []
    for variant in variants:
        results = compiled.results[program.name, variant.name]
        # A second derivative goes through replays as through any code, and adds up in
        # another order there.
        exact = variant.same_bits and mode == "strict" and not program.twice
        if variant is not variants[0] and exact:
            # A variant with the same bits is right if the first is.
            for k, (got, want) in enumerate(zip(results, first)):
                if got.tobytes() != want.tobytes():
                    text = f"result {k}: {got.tolist()}, where {variants[0].name} gives {want.tolist()}"
                    failures.append(Failure(program, "bits", text, variant.name))
                    break
            continue
        if program.twice:
            if text := check_twice(program, results):
                failures.append(Failure(program, "second gradient", text, variant.name))
        elif text := check_values(program, results[:count]):
            failures.append(Failure(program, "value", text, variant.name))
        elif text := check_gradients(program, results[count:]):
            failures.append(Failure(program, "gradient", text, variant.name))
    return failures


def check(programs, mode="strict", variants=None, keep=None):
    """The failures of programs, which are compiled as one module, and in halves where
    that fails."""
    variants = variants or {program.name: variants_of(program) for program in programs}
    compiled = Compiled(programs, variants, mode, keep=keep)
    failure = compiled.failure()
    if failure is None:
        return [f for program in programs for f in check_program(compiled, program, mode)]
    if len(programs) == 1:
        failure.program = programs[0]
        return [failure]
    half = len(programs) // 2
    found = check(programs[:half], mode, variants) + check(programs[half:], mode, variants)
    if not found:
        failure.text = f"only in a module of {len(programs)}: {failure.text}"
        failure.program = programs[0]
        found = [failure]
    return found
