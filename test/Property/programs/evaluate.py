#===- test/Property/programs/evaluate.py - Programs by numpy --*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Computes programs with numpy, in real and in complex numbers.

In complex numbers the imaginary part carries a derivative: with f(x + ih v) for a tiny
h, Im f / h is the derivative along v to the last digits, since nothing is subtracted.
Comparisons look at real parts.
"""

import numpy as np

# The least distance between what is compared, so that differences see no kink.
LEAST_MARGIN = 1e-3
# The largest value: what is larger is badly conditioned.
LARGEST = 200.0
MOST_OPS = 6000

DTYPES = {"f64": np.float64, "i32": np.int32, "index": np.int64, "i1": np.bool_}


class Invalid(Exception):
    """The program is no fair test: it leaves what is defined, smooth or bounded."""


class Machine:
    def __init__(self, program, complex_numbers=False):
        self.functions = {function.name: function for function in program.functions()}
        self.float = np.complex128 if complex_numbers else np.float64
        self.environment = {}
        self.spaces = []  # of the structured ops around a body
        self.executed = 0

    def value(self, value):
        return self.environment[value]

    def operands(self, op):
        return [self.environment[operand] for operand in op.operands]

    def require(self, condition, reason):
        if not np.all(condition):
            raise Invalid(reason)

    def apart(self, a, b):
        """Notes that the order of `a` and `b` decides what happens."""
        self.require(np.abs(np.real(a) - np.real(b)) > LEAST_MARGIN, "a tie")

    def dtype(self, type):
        return self.float if type.is_float else DTYPES[type.element]

    def run(self, block, arguments):
        for argument, value in zip(block.arguments, arguments, strict=True):
            self.environment[argument] = value
        for op in block.ops:
            self.step(op)
        return [self.environment[value] for value in block.yields]

    def step(self, op):
        self.executed += 1
        self.require(self.executed < MOST_OPS, "too long")
        values = op.kind.evaluate(op, self)
        for result, value in zip(op.results, values, strict=True):
            if result.type.is_float:
                self.require(np.isfinite(value), "not finite")
                self.require(np.abs(np.real(value)) < LARGEST, "too large")
            self.environment[result] = value

    def call(self, name, arguments):
        return self.run(self.functions[name].body, arguments)


def evaluate(program, inputs=None, complex_numbers=False):
    """The results of the program's main function."""
    machine = Machine(program, complex_numbers)
    inputs = program.inputs if inputs is None else inputs
    arguments = [
        np.asarray(array, dtype=machine.dtype(argument.type))
        for array, argument in zip(inputs, program.main.body.arguments, strict=True)
    ]
    with np.errstate(all="ignore"):
        return machine.run(program.main.body, arguments)


def weighted(program, results):
    """The sum of the float results, weighted with the cotangents."""
    floats = [
        result
        for result, value in zip(results, program.main.body.yields)
        if value.type.is_float
    ]
    if program.scalar_loss:
        return floats[0].reshape(())
    return sum(np.sum(ct * y) for ct, y in zip(program.cotangents, floats, strict=True))


def derivative(program, directions, inputs=None):
    """The derivative of the weighted results along `directions`, by argument number."""
    step = 1e-40
    inputs = list(program.inputs if inputs is None else inputs)
    for number, direction in directions.items():
        inputs[number] = inputs[number] + 1j * step * direction
    return float(np.imag(weighted(program, evaluate(program, inputs, True)))) / step


def extrapolated(moved, step):
    """A central difference of `moved`, from two steps, so that the error is of order four:
    one step alone is too coarse where the curvature is large."""

    def central(h):
        return (moved(h) - moved(-h)) / (2 * h)

    return (4 * central(step / 2) - central(step)) / 3


def shifted(program, directions, by):
    inputs = list(program.inputs)
    for number, direction in directions.items():
        inputs[number] = inputs[number] + by * direction
    return inputs


def difference(program, directions, step):
    """The derivative along `directions` by differences."""
    return extrapolated(
        lambda by: float(weighted(program, evaluate(program, shifted(program, directions, by)))),
        step,
    )


def second_derivative(program, along, directions, step):
    """The derivative along `directions` of that along `along`: a difference of exact first
    derivatives."""
    return extrapolated(
        lambda by: derivative(program, directions, shifted(program, along, by)), step
    )
