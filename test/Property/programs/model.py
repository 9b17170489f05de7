#===- test/Property/programs/model.py - Programs as data ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Typed programs in static single assignment form, as data.

A block holds ops, an op may hold blocks. Ops of every kind are made alike; what a
kind prints and computes is up to its `Kind`. A tensor's sizes are always known here,
also where its type in MLIR hides them.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Type:
    """A scalar where `shape` is None. `hidden` marks the sizes that are dynamic."""

    element: str  # f64, i32, index or i1
    shape: tuple = None
    hidden: tuple = ()

    def __str__(self):
        if self.shape is None:
            return self.element
        hidden = self.hidden or (False,) * len(self.shape)
        sizes = ("?x" if h else f"{s}x" for s, h in zip(self.shape, hidden))
        return f"tensor<{''.join(sizes)}{self.element}>"

    @property
    def is_tensor(self):
        return self.shape is not None

    @property
    def is_float(self):
        return self.element == "f64"

    @property
    def rank(self):
        return len(self.shape)

    @property
    def is_dynamic(self):
        return any(self.hidden)

    def hides(self, dimension):
        return bool(self.hidden) and self.hidden[dimension]

    def scalar(self):
        return Type(self.element)

    def with_element(self, element):
        return Type(element, self.shape, self.hidden)

    def static(self):
        return Type(self.element, self.shape)


def tensor(element, dimensions):
    """A tensor type of `dimensions`, pairs of a size and whether it is hidden."""
    dimensions = list(dimensions)
    hidden = tuple(h for _, h in dimensions)
    return Type(element, tuple(s for s, _ in dimensions), hidden if any(hidden) else ())


F64, I32, INDEX, I1 = Type("f64"), Type("i32"), Type("index"), Type("i1")


class Value:
    """Equal only to itself."""

    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type


class Op:
    __slots__ = ("kind", "operands", "results", "attributes", "blocks")

    def __init__(self, kind, operands, result_types, blocks=(), **attributes):
        self.kind = kind
        self.operands = list(operands)
        self.results = [Value(type) for type in result_types]
        self.blocks = list(blocks)
        self.attributes = attributes

    @property
    def result(self):
        (result,) = self.results
        return result


class Block:
    __slots__ = ("arguments", "ops", "yields")

    def __init__(self, argument_types=()):
        self.arguments = [Value(type) for type in argument_types]
        self.ops = []
        self.yields = []

    def walk(self):
        """The ops in it and in what it holds, an op before what it holds."""
        for op in self.ops:
            yield op
            for block in op.blocks:
                yield from block.walk()

    def blocks(self):
        """It and the blocks that it holds."""
        yield self
        for op in self.ops:
            for block in op.blocks:
                yield from block.blocks()


class Kind:
    """What ops of one kind print and compute. `make` adds one with random operands to
    a scope, and is false where the scope has nothing that fits."""

    def __deepcopy__(self, memo):
        return self

    def make(self, scope):
        raise NotImplementedError

    def write(self, op, writer):
        raise NotImplementedError

    def evaluate(self, op, machine):
        """The values of the results."""
        raise NotImplementedError


@dataclass
class Function:
    name: str
    body: Block  # its arguments are the function's, its yields the results

    @property
    def result_types(self):
        return [value.type for value in self.body.yields]


@dataclass
class Program:
    """A function, the others that it calls, and what it is differentiated at."""

    name: str
    main: Function
    helpers: list = field(default_factory=list)  # callees before callers
    inputs: list = field(default_factory=list)  # arrays, one an argument of main
    cotangents: list = field(default_factory=list)  # one a float result of main
    wrt: list = field(default_factory=list)
    # The request is value_and_grad, else vjp.
    scalar_loss: bool = False
    # The gradient is differentiated again, along the directions of `generate`.
    twice: bool = False
    seed: str = ""  # all that random choices about it depend on

    def functions(self):
        return [*self.helpers, self.main]

    def blocks(self):
        for function in self.functions():
            yield from function.body.blocks()

    def walk(self):
        for function in self.functions():
            yield from function.body.walk()
