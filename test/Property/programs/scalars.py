#===- test/Property/programs/scalars.py - arith and math ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Constants, and what is done to scalars or element by element: tables of ops.

Functions take the machine and arrays. Where an op has a kink or leaves its domain, they
tell the machine how far from that they are.
"""

import numpy as np

from .model import F64, I1, I32, INDEX, Kind, Type


def number(value, element):
    """A literal."""
    if element == "i1":
        return "true" if value else "false"
    if element == "f64":
        text = repr(float(value))
        mantissa, e, exponent = text.partition("e")
        return (mantissa if "." in mantissa else mantissa + ".0") + e + exponent
    return str(int(value))


def literal(value, type):
    if not type.is_tensor:
        return number(value, type.element)

    def nested(array):
        if array.ndim == 0:
            return number(array[()], type.element)
        return "[" + ", ".join(nested(row) for row in array) + "]"

    return f"dense<{nested(np.broadcast_to(value, type.shape))}>"


class Constant(Kind):
    """`value`: a number or an array."""

    def make(self, scope):
        scope.constant(scope.rng.choice([F64, F64, I32, INDEX, scope.tensor_type().static()]))
        return True

    def write(self, op, writer):
        type = op.result.type
        text = literal(op.attributes["value"], type)
        suffix = "" if type == I1 else f" : {type}"
        writer.define(op, f"arith.constant {text}{suffix}")

    def evaluate(self, op, machine):
        type = op.result.type
        value = np.asarray(op.attributes["value"], dtype=machine.dtype(type))
        return [np.broadcast_to(value, type.shape or ())]


CONSTANT = Constant()


def select_by(compare):
    def function(machine, a, b):
        machine.apart(a, b)
        return np.where(compare(np.real(a), np.real(b)), a, b)

    return function


def absolute(machine, a):
    machine.apart(a, 0.0)
    return np.where(np.real(a) < 0, -a, a)


def positive(function):
    def checked(machine, a):
        machine.require(np.real(a) > 0.05, "outside the domain")
        return function(a)

    return checked


def divide(machine, a, b):
    machine.require(np.abs(b) > 0.05, "a small divisor")
    return a / b


def power(machine, a, b):
    machine.require(np.real(a) > 0.05, "outside the domain")
    return np.power(a, b)


def to_integer(machine, a):
    a = np.real(a)
    machine.require(np.abs(a - np.round(a)) > LEAST_DISTANCE, "a tie")
    return np.trunc(a).astype(np.int32)


LEAST_DISTANCE = 1e-3


def plain(function):
    return lambda machine, *arrays: function(*arrays)


# Float functions: name, operands, how likely, function.
FLOATS = [
    ("math.sin", 1, 6, plain(np.sin)),
    ("math.cos", 1, 4, plain(np.cos)),
    ("math.tanh", 1, 6, plain(np.tanh)),
    ("math.atan", 1, 2, plain(np.arctan)),
    ("math.exp", 1, 2, plain(np.exp)),
    ("math.absf", 1, 1, absolute),
    ("arith.negf", 1, 2, plain(np.negative)),
    ("arith.addf", 2, 6, plain(np.add)),
    ("arith.subf", 2, 4, plain(np.subtract)),
    ("arith.mulf", 2, 8, plain(np.multiply)),
    ("arith.maximumf", 2, 1, select_by(np.greater_equal)),
    ("arith.minimumf", 2, 1, select_by(np.less_equal)),
    ("math.fma", 3, 1, plain(lambda a, b, c: a * b + c)),
]
# Those that are made behind what brings their operand into their domain.
GUARDED = [
    ("math.sqrt", 1, positive(np.sqrt)),
    ("math.rsqrt", 1, positive(lambda a: 1 / np.sqrt(a))),
    ("math.log", 1, positive(np.log)),
    ("arith.divf", 2, divide),
    ("math.powf", 2, power),
]
INTEGERS = [
    ("arith.addi", 3, np.add),
    ("arith.subi", 2, np.subtract),
    ("arith.muli", 2, np.multiply),
    ("arith.maxsi", 1, np.maximum),
    ("arith.minsi", 1, np.minimum),
    ("arith.xori", 1, np.bitwise_xor),
    ("arith.andi", 1, np.bitwise_and),
]
LOGIC = [
    ("arith.andi", np.logical_and),
    ("arith.ori", np.logical_or),
    ("arith.xori", np.logical_xor),
]
INTEGER_ORDERS = {
    "slt": np.less, "sle": np.less_equal, "sgt": np.greater, "eq": np.equal, "ne": np.not_equal,
}
FLOAT_ORDERS = {"olt": np.less, "ogt": np.greater, "oge": np.greater_equal, "une": np.not_equal}


class Elementwise(Kind):
    """An op on scalars, or on tensors element by element, whose operands and result
    have the same sizes."""

    def __init__(self, name, arity, function):
        self.name, self.arity, self.function = name, arity, function

    def make(self, scope):
        type = scope.float_type()
        scope.emit(self, [scope.need(type) for _ in range(self.arity)], [type])
        return True

    def write(self, op, writer):
        operands = ", ".join(map(writer.name, op.operands))
        writer.define(op, f"{self.name} {operands} : {self.signature(op)}")

    def signature(self, op):
        return op.result.type

    def evaluate(self, op, machine):
        return [self.function(machine, *machine.operands(op))]


class Guarded(Elementwise):
    """What is defined on a part of the numbers only."""

    def make(self, scope):
        type = scope.float_type()
        x = scope.need(type)
        square = scope.emit(MUL, [x, x], [type])
        inside = scope.emit(ADD, [square, scope.filled(type, 0.5)], [type])
        if self.name == "arith.divf":
            operands = [scope.need(type), inside]
        elif self.name == "math.powf":
            operands = [inside, scope.filled(type, scope.rng.choice([0.5, 1.5, 2.0, -1.0]))]
        else:
            operands = [inside]
        scope.emit(self, operands, [type])
        return True


class Integer(Elementwise):
    def make(self, scope):
        type = scope.rng.choice([I32, I32, I32, scope.tensor_type("i32")])
        scope.emit(self, [scope.need(type), scope.need(type)], [type])
        return True


class Logic(Elementwise):
    def make(self, scope):
        scope.emit(self, [scope.need(I1), scope.need(I1)], [I1])
        return True


class Compare(Kind):
    """`arith.cmpi` or `arith.cmpf`; `order` is the predicate."""

    def __init__(self, name, orders):
        self.name, self.orders = name, orders

    def make(self, scope):
        if self.name == "arith.cmpf":
            type = scope.float_type()
        else:
            type = scope.rng.choice([I32, INDEX, scope.tensor_type("i32")])
        order = scope.rng.choice(sorted(self.orders))
        operands = [scope.need(type), scope.need(type)]
        scope.emit(self, operands, [type.with_element("i1")], order=order)
        return True

    def write(self, op, writer):
        a, b = map(writer.name, op.operands)
        order = op.attributes["order"]
        writer.define(op, f"{self.name} {order}, {a}, {b} : {op.operands[0].type}")

    def evaluate(self, op, machine):
        a, b = machine.operands(op)
        if op.operands[0].type.is_float:
            machine.apart(a, b)
        return [self.orders[op.attributes["order"]](np.real(a), np.real(b))]


class Select(Kind):
    def make(self, scope):
        type = scope.float_type()
        if scope.rng.random() < 0.15:
            type = scope.rng.choice([I32, INDEX])
        condition = I1
        if type.is_tensor and scope.rng.random() < 0.5:
            condition = type.with_element("i1")
        # A mask comes from a comparison: a constant one is folded away.
        c = scope.need(condition)
        scope.emit(self, [c, scope.need(type), scope.need(type)], [type])
        return True

    def write(self, op, writer):
        names = ", ".join(map(writer.name, op.operands))
        condition = op.operands[0].type
        types = f"{condition}, {op.result.type}" if condition.is_tensor else op.result.type
        writer.define(op, f"arith.select {names} : {types}")

    def evaluate(self, op, machine):
        return [np.where(*machine.operands(op))]


class Convert(Kind):
    """A cast between element types."""

    def __init__(self, name, source, target, function):
        self.name, self.source, self.target, self.function = name, source, target, function

    def make(self, scope):
        type = Type(self.source)
        if self.source == "i32" and self.target == "f64" and scope.rng.random() < 0.3:
            type = scope.tensor_type("i32")
        value = scope.need(type)
        if self.name == "arith.index_cast" and self.source == "i32":
            mask = scope.constant(I32, scope.rng.choice([1, 3]))
            value = scope.emit(AND, [value, mask], [I32])
        elif self.name == "arith.fptosi":
            value = scope.emit(MUL, [value, scope.constant(F64, 3.0)], [F64])
        result = scope.emit(self, [value], [type.with_element(self.target)])
        if self.target == "f64":
            small = scope.filled(result.type, scope.rng.choice([0.125, -0.25, 0.0625]))
            scope.emit(MUL, [result, small], [result.type])
        if self.target == "index":
            scope.limits[result] = 4
        return True

    def write(self, op, writer):
        (value,) = op.operands
        writer.define(
            op, f"{self.name} {writer.name(value)} : {value.type} to {op.result.type}"
        )

    def evaluate(self, op, machine):
        (value,) = machine.operands(op)
        return [np.asarray(self.function(machine, value)).astype(machine.dtype(op.result.type))]


class Remainder(Kind):
    """An index taken into a range, or mixed from two."""

    def make(self, scope):
        a = scope.need(INDEX)
        if scope.rng.random() < 0.6:
            a = scope.emit(INDEX_ADD, [a, scope.need(INDEX)], [INDEX])
        scope.index_below(scope.rng.choice([2, 3, 4]), a)
        return True

    def write(self, op, writer):
        a, b = map(writer.name, op.operands)
        writer.define(op, f"arith.remui {a}, {b} : index")

    def evaluate(self, op, machine):
        a, b = machine.operands(op)
        machine.require((a >= 0) & (b > 0), "a negative index")
        return [a % b]


ELEMENTWISE = {name: Elementwise(name, arity, f) for name, arity, _, f in FLOATS}
ADD, SUBTRACT, MUL = (ELEMENTWISE[f"arith.{op}f"] for op in ("add", "sub", "mul"))
TANH = ELEMENTWISE["math.tanh"]
AND = Integer("arith.andi", 2, plain(np.bitwise_and))
INDEX_ADD = Integer("arith.addi", 2, plain(np.add))
REMAINDER = Remainder()
SELECT = Select()
COMPARE_FLOATS = Compare("arith.cmpf", FLOAT_ORDERS)
COMPARE_INTEGERS = Compare("arith.cmpi", INTEGER_ORDERS)

# Kinds with how likely they are.
KINDS = [
    *((ELEMENTWISE[name], weight) for name, _, weight, _ in FLOATS),
    *((Guarded(name, arity, f), 1) for name, arity, f in GUARDED),
    *((Integer(name, 2, plain(f)), weight * 0.5) for name, weight, f in INTEGERS),
    *((Logic(name, 2, plain(f)), 0.5) for name, f in LOGIC),
    (COMPARE_FLOATS, 2),
    (COMPARE_INTEGERS, 2),
    (SELECT, 3),
    (Convert("arith.sitofp", "i32", "f64", plain(np.asarray)), 2),
    (Convert("arith.fptosi", "f64", "i32", to_integer), 0.5),
    (Convert("arith.index_cast", "index", "i32", plain(np.asarray)), 1),
    (Convert("arith.index_cast", "i32", "index", plain(np.asarray)), 1),
    (REMAINDER, 2),
    (CONSTANT, 1),
]
# What the bodies of structured ops are made of.
BODY_KINDS = [
    *((ELEMENTWISE[name], weight) for name, _, weight, _ in FLOATS),
    (COMPARE_FLOATS, 1),
    (SELECT, 1),
]
