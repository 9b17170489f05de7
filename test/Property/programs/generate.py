#===- test/Property/programs/generate.py - Make programs ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Makes random programs: well typed, in bounds and smooth where they are run.

What would be badly conditioned or undefined is thrown away after numpy computed it, and
another one is made; so a seed always gives the same fair program.
"""

import random
from collections import Counter

import numpy as np

from . import control, scalars, slices, structured
from .evaluate import DTYPES, Invalid, derivative, evaluate, second_derivative
from .model import F64, I1, I32, INDEX, Block, Function, Op, Program, Type, tensor

FLOATS = [0.5, -0.5, 0.25, -0.75, 1.0, 0.3, -0.2, 1.5]


class Maker:
    """What the scopes of one program share."""

    def __init__(self, rng):
        self.rng = rng
        self.sizes = rng.choice([[2, 3], [1, 3], [3, 4], [2, 2], [1, 2, 4]])
        self.ranks = rng.choice([[0, 1, 1, 2], [1, 2, 2], [1, 1, 1], [1, 2, 3]])
        self.hides = rng.choice([0.0, 0.0, 0.2])
        self.scalars = rng.choice([0.2, 0.4, 0.7])
        self.budget = rng.choice([6, 10, 16, 24, 32])
        self.regions = 0
        self.helpers = []
        self.limits = {}  # of indices: a bound that they stay below
        self.uses = Counter()
        self.varied = set()
        plain = rng.choice([(6, 6, 4), (10, 3, 2), (3, 10, 3), (4, 4, 10)])
        groups = (scalars.KINDS, structured.KINDS, slices.KINDS)
        self.kinds = [
            (kind, weight * share / sum(w for _, w in group))
            for group, share in zip(groups, plain)
            for kind, weight in group
        ]
        share = rng.choice([1, 3, 6])
        self.kinds += [(kind, weight * share / 20) for kind, weight in control.KINDS]
        self.kinds.append((control.CALL, rng.choice([0.5, 2, 4])))
        self.nesting = [(kind, weight * share / 8) for kind, weight in control.NESTING]


class Scope:
    """Where ops are added: a block, and the values that can be seen from it."""

    def __init__(self, maker, block, outer=None, depth=0, trips=1, is_structured=False):
        self.maker, self.block, self.outer = maker, block, outer
        self.rng, self.limits = maker.rng, maker.limits
        self.depth, self.trips, self.is_structured = depth, trips, is_structured
        self.values = list(block.arguments)
        self.space = ()  # the sizes of a structured op's iterations

    def nested(self, block, isolated=False, trips=1, structured=False):
        inner = Scope(
            self.maker, block, None if isolated else self, self.depth + 1,
            self.trips * trips, structured,
        )
        self.maker.varied.update(v for v in block.arguments if v.type.is_float)
        return inner

    def visible(self):
        scope = self
        while scope:
            yield scope
            scope = scope.outer

    # Types.

    def size(self):
        return self.rng.choice(self.maker.sizes)

    def tensor_type(self, element="f64", rank=None):
        rank = self.rng.choice(self.maker.ranks) if rank is None else rank
        hides = self.maker.hides if element == "f64" else 0
        return tensor(element, ((self.size(), self.rng.random() < hides) for _ in range(rank)))

    def float_type(self):
        if self.is_structured or self.rng.random() < self.maker.scalars:
            return F64
        found = self.pick(lambda t: t.is_float and t.is_tensor)
        return found.type if found and self.rng.random() < 0.7 else self.tensor_type()

    # Values.

    def pick(self, fits):
        """A visible value whose type fits: rather a new one, rather one without uses,
        rather one that has a derivative."""
        found, weights = [], []
        nearness = 4.0
        for scope in self.visible():
            for age, value in enumerate(reversed(scope.values)):
                if fits(value.type):
                    weight = nearness * (1 + 6 / (1 + age))
                    weight *= 1 if self.maker.uses[value] else 5
                    weight *= 4 if value in self.maker.varied else 1
                    found.append(value)
                    weights.append(weight)
            nearness /= 2
        return self.rng.choices(found, weights)[0] if found else None

    def need(self, type):
        """A value of this type, made where there is none."""
        found = self.pick(lambda t: t == type)
        if found is not None and self.rng.random() < 0.95:
            return found
        return self.made(type)

    def made(self, type):
        rng = self.rng
        if type.is_dynamic:
            return self.emit(slices.CAST, [self.need(type.static())], [type])
        if type == I1 and rng.random() < 0.8:
            kind, of = scalars.COMPARE_INTEGERS, rng.choice([I32, INDEX])
            order = rng.choice(sorted(scalars.INTEGER_ORDERS))
            if rng.random() < 0.4:
                kind, of = scalars.COMPARE_FLOATS, F64
                order = rng.choice(sorted(scalars.FLOAT_ORDERS))
            return self.emit(kind, [self.need(of), self.need(of)], [I1], order=order)
        if type == F64 and not self.is_structured and rng.random() < 0.8:
            found = self.pick(lambda t: t.is_float and t.is_tensor)
            if found is not None:
                indices = [self.index_below(size) for size in found.type.shape]
                return self.emit(slices.EXTRACT, [found, *indices], [F64])
        if type.is_tensor and type.is_float and rng.random() < 0.8:
            kind = rng.choice([structured.FILL, slices.SPLAT])
            return self.emit(kind, [self.need(F64)], [type])
        return self.constant(type)

    def constant(self, type, value=None):
        if value is None:
            value = random_array(self.rng, type)
            if not type.is_tensor:
                value = value.item()
        result = self.emit(scalars.CONSTANT, [], [type], value=value)
        if type == INDEX:
            self.limits[result] = value + 1
        return result

    def filled(self, type, value):
        """A constant in all places."""
        if type.is_dynamic:
            constant = self.constant(type.static(), np.full(type.shape, value))
            return self.emit(slices.CAST, [constant], [type])
        return self.constant(type, np.full(type.shape, value) if type.is_tensor else value)

    def index_below(self, size, value=None):
        """An index from 0 to `size` - 1."""
        if value is None:
            roll = self.rng.random()
            if roll < 0.2:
                return self.constant(INDEX, self.rng.randrange(size))
            fitting = [
                v for scope in self.visible() for v in scope.values
                if v.type == INDEX and self.limits.get(v, 99) <= size
            ]
            if fitting and roll < 0.8:
                return self.rng.choice(fitting)
            value = self.need(INDEX)
        result = self.emit(
            scalars.REMAINDER, [value, self.constant(INDEX, size)], [INDEX]
        )
        self.limits[result] = size
        return result

    # Ops.

    def emit(self, kind, operands, result_types, blocks=(), keep=True, **attributes):
        """Adds an op; its one result, or the op where that is to be finished and kept
        later."""
        op = Op(kind, operands, result_types, blocks, **attributes)
        self.maker.uses.update(operands)
        if not keep:
            return op
        self.keep(op)
        return op.result

    def keep(self, op):
        self.block.ops.append(op)
        self.values += op.results
        if op.blocks or any(v in self.maker.varied for v in op.operands):
            self.maker.varied.update(v for v in op.results if v.type.is_float)
        for block in op.blocks:
            self.maker.uses.update(block.yields)

    def new_region(self):
        self.maker.regions += 1
        return self.maker.regions - 1

    def callable_helpers(self):
        return self.maker.helpers if self.trips <= 12 else []

    def grow(self, count):
        """Adds about `count` ops."""
        maker = self.maker
        for _ in range(count):
            if maker.budget <= 0:
                return
            kinds = list(maker.kinds)
            if self.depth < 4 and self.trips <= 16:
                kinds += maker.nesting
            kind = self.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
            if kind.make(self):
                maker.budget -= 1

    def grow_body(self, rank):
        """Adds an op to the body of a structured op."""
        roll = self.rng.random()
        if roll < 0.1:
            d = self.rng.randrange(rank)
            index = self.emit(structured.INDEX_OF, [], [INDEX], dimension=d)
            self.limits[index] = self.space[d] if self.space else 99
        elif roll < 0.2:
            slices.EXTRACT.make(self)
        else:
            kinds = scalars.BODY_KINDS
            kind = self.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
            kind.make(self)

    def available_type(self):
        """The type of something in sight, mostly."""
        found = self.pick(lambda t: True) if self.rng.random() < 0.8 else None
        if found is not None:
            return found.type
        return self.rng.choice([F64, F64, I32, INDEX, I1, self.tensor_type()])

    def fold(self, ends):
        """The values that leave a block, with those added that nothing uses: else most
        of a program would be dead."""
        if self.rng.random() < 0.15:
            return ends
        unused = [
            v for v in self.values
            if v in self.maker.varied and not self.maker.uses[v] and v not in ends
        ]
        for value in self.rng.sample(unused, min(len(unused), 8)):
            ends = self.folded(ends, value)
        return ends

    def folded(self, ends, value):
        rng = self.rng
        same = [k for k, end in enumerate(ends) if end.type == value.type]
        scalar = [k for k, end in enumerate(ends) if end.type == F64]
        if not same:
            value, same = self.scalar_of(value), scalar
        if not same:
            same = [k for k, end in enumerate(ends) if end.type.is_float]
            type = ends[same[0]].type
            value = self.emit(slices.SPLAT, [value], [type.static()])
            if type.is_dynamic:
                value = self.emit(slices.CAST, [value], [type])
            same = same[:1]
        k = rng.choice(same)
        kind = rng.choice([scalars.ADD, scalars.ADD, scalars.SUBTRACT, scalars.MUL])
        merged = self.emit(kind, [ends[k], value], [value.type])
        return [*ends[:k], merged, *ends[k + 1 :]]

    def scalar_of(self, value):
        """An element of a float tensor, or the sum of all."""
        if not value.type.is_tensor:
            return value
        if value.type.rank and self.rng.random() < 0.4:
            value = self.emit(
                structured.REDUCE, [value], [Type("f64", ())],
                dimensions=list(range(value.type.rank)), accumulates=False, combine="sum",
            )
        indices = [self.index_below(size) for size in value.type.shape]
        return self.emit(slices.EXTRACT, [value, *indices], [F64])

    def ends(self, count):
        """Values to give to the outside: those that nothing uses, first."""
        floats = [v for v in self.values if v.type.is_float and v in self.maker.varied]
        others = [v for v in self.values if not v.type.is_float]
        self.rng.shuffle(floats)
        floats.sort(key=lambda v: self.maker.uses[v] > 0)
        chosen = floats[:count] or [self.need(F64)]
        if others and self.rng.random() < 0.25:
            chosen.insert(self.rng.randint(1, len(chosen)), self.rng.choice(others))
        chosen = self.fold(chosen)
        self.maker.uses.update(chosen)
        return chosen


def random_array(rng, type):
    """Small floats, none of them twice in a tensor; small integers."""
    shape = type.shape or ()
    count = int(np.prod(shape, dtype=int))
    if type.element == "f64":
        numbers = [round(rng.uniform(-1, 1), 3) or 0.5 for _ in range(count)]
        if not type.is_tensor:
            numbers = [rng.choice(FLOATS)]
    elif type.element == "i1":
        numbers = [rng.random() < 0.5 for _ in range(count)]
    else:
        numbers = [rng.randint(0, 3) for _ in range(count)]
    return np.array(numbers, dtype=DTYPES[type.element]).reshape(shape)


def argument_types(scope, most):
    rng = scope.rng
    types = [F64 if rng.random() < 0.4 else scope.tensor_type() for _ in range(rng.randint(1, most))]
    for type in (INDEX, INDEX, I32, I1, scope.tensor_type("i32")):
        if rng.random() < 0.35:
            types.insert(rng.randint(0, len(types)), type)
    return types


def random_function(maker, name, most_arguments, ops):
    block = Block(argument_types(Scope(maker, Block()), most_arguments))
    maker.varied.update(v for v in block.arguments if v.type.is_float)
    scope = Scope(maker, block)
    scope.grow(ops)
    block.yields = scope.ends(maker.rng.randint(1, 4))
    return Function(name, block), scope


def random_program(rng, name):
    maker = Maker(rng)
    for k in range(rng.choice([0, 0, 1, 1, 2, 3])):
        ops = min(rng.randint(2, 7), maker.budget // 2)
        helper, _ = random_function(maker, f"helper{k}", 2, ops)
        maker.helpers.append(helper)
    maker.budget = max(maker.budget, 4)
    main, scope = random_function(maker, "main", 3, maker.budget)
    program = Program(name, main, list(maker.helpers))
    program.scalar_loss = rng.random() < 0.4
    if program.scalar_loss:
        losses = [v for v in scope.values if v.type == F64 and v in maker.varied]
        program.scalar_loss = bool(losses)
        if losses:
            main.body.yields.insert(0, losses[-1])
    program.inputs = [random_array(rng, v.type.static()) for v in main.body.arguments]
    program.inputs = [
        array if v.type.element != "f64" else np.round(np.asarray(array) * 1.1, 3)
        for array, v in zip(program.inputs, main.body.arguments)
    ]
    add_request(program, rng)
    remove_uncalled(program)
    return program


def remove_uncalled(program):
    kept = []
    calls = {op.attributes.get("callee") for op in program.main.body.walk()}
    for helper in reversed(program.helpers):
        if helper.name in calls:
            kept.insert(0, helper)
            calls |= {op.attributes.get("callee") for op in helper.body.walk()}
    program.helpers = kept


def add_request(program, rng):
    """What it is differentiated with respect to, and the cotangents."""
    body = program.main.body
    floats = [i for i, value in enumerate(body.arguments) if value.type.is_float]
    if rng.random() < 0.25:
        floats = sorted(rng.sample(floats, rng.randint(1, len(floats))))
    program.wrt = floats
    program.cotangents = [
        np.asarray(random_array(rng, v.type.static()) + 0.05) for v in body.yields if v.type.is_float
    ]
    program.twice = rng.random() < 0.1


def directions(program):
    """A direction for each argument that it is differentiated with respect to."""
    generator = np.random.default_rng(sum(program.seed.encode()))
    return {
        number: generator.uniform(0.3, 1.0, np.shape(program.inputs[number]))
        for number in program.wrt
    }


def fair_program(seed, name):
    """The program of a seed: the first of its tries that is a fair test."""
    for attempt in range(1000):
        text = f"{seed}/{attempt}"
        program = random_program(random.Random(text), name)
        program.seed = str(seed)
        if is_fair(program):
            return program
    raise RuntimeError(f"seed {seed} gives no fair program")


def is_fair(program):
    """Whether it is smooth and bounded where it is run. Large derivatives make
    differences inaccurate."""
    along = directions(program)
    try:
        evaluate(program)
        found = []
        for number, direction in along.items():
            found.append(derivative(program, {number: direction}))
            if program.twice:
                found.append(second_derivative(program, along, {number: direction}, 1e-4))
        return all(abs(value) < 1e3 for value in found)
    except Invalid:
        return False
