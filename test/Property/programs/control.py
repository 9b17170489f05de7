#===- test/Property/programs/control.py - Ops with bodies -----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Loops, branches, calls, regions and names."""

import numpy as np

from . import scalars
from .model import F64, I1, I32, INDEX, Block, Kind, Value
from .render import types

NAMES = ["a", "b", "c"]


def carried_types(scope, most):
    """Types of what a loop carries or a branch yields: one of a float at least."""
    types = [scope.available_type() for _ in range(scope.rng.randint(1, most))]
    return types if any(type.is_float for type in types) else [*types, F64]


def yield_carry(scope, type, arguments):
    """What the next iteration gets: something new, mostly; else an argument as it is,
    its own or another one's."""
    rng = scope.rng
    same = [argument for argument in arguments if argument.type == type]
    if same and rng.random() < 0.2:
        return rng.choice(same)
    value = scope.need(type)
    if type.is_float and rng.random() < 0.5:
        # Iterations may not grow without bound.
        value = scope.emit(scalars.TANH, [value], [type])
    return value


class For(Kind):
    """`scf.for`. Operands: lower bound, upper bound, step, what is carried."""

    def bounds(self, scope):
        """Bounds and step as values, and the most trips."""
        rng = scope.rng
        lower, step = rng.choice([0, 0, 0, 1, 2]), rng.choice([1, 1, 1, 2, 3])
        if rng.random() < 0.5:
            most = rng.choice([0, 1, 1, 2, 3, 3, 4, 5])
            upper = scope.constant(INDEX, lower + most)
        else:
            most = rng.choice([2, 3, 4])
            upper = scope.index_below(most + 1)
        start = scope.constant(INDEX, lower)
        if rng.random() < 0.15:
            start = scope.index_below(2)
        stride = scope.constant(INDEX, step)
        if rng.random() < 0.15:
            stride = scope.emit(
                scalars.INDEX_ADD, [scope.index_below(2), scope.constant(INDEX, 1)], [INDEX]
            )
        return start, upper, stride, most

    def make(self, scope):
        start, upper, stride, most = self.bounds(scope)
        carried = carried_types(scope, 4)
        inits = [scope.need(type) for type in carried]
        block = Block([INDEX, *carried])
        op = scope.emit(self, [start, upper, stride, *inits], carried, [block], keep=False)
        inner = scope.nested(block, trips=max(most, 1))
        inner.limits[block.arguments[0]] = max(scope.limits.get(upper, 99) - 1, 1)
        if scope.rng.random() < 0.2:
            self.grow_region(inner, carried)
        else:
            self.grow_body(inner, carried, block.arguments[1:])
        scope.keep(op)
        return True

    @staticmethod
    def grow_body(scope, carried, carries):
        scope.grow(scope.rng.randint(1, 7))
        ends = [yield_carry(scope, type, carries) for type in carried]
        scope.block.yields = scope.fold(ends)

    def grow_region(self, scope, carried):
        """A body that is one region: only what is carried is stacked."""
        inputs = list(scope.block.arguments)
        op, inner = CHECKPOINT.open(scope, inputs)
        self.grow_body(inner, carried, inner.block.arguments[1:])
        CHECKPOINT.finish(scope, op)
        scope.block.yields = list(op.results)

    def write(self, op, writer):
        lower, upper, step, *inits = map(writer.name, op.operands)
        (block,) = op.blocks
        results = writer.results(op)
        iv, *carries = writer.arguments(block)
        pairs = ", ".join(f"{a} = {i}" for a, i in zip(carries, inits))
        listed = types(op.results)
        writer.line(
            f"{results} = scf.for {iv} = {lower} to {upper} step {step} "
            f"iter_args({pairs}) -> ({listed}) {{"
        )
        writer.depth += 1
        writer.body(block)
        writer.line(f"scf.yield {writer.typed(block.yields)}")
        writer.close()

    def evaluate(self, op, machine):
        lower, upper, step, *carries = machine.operands(op)
        machine.require(step > 0, "a step of 0")
        for iv in range(int(lower), int(upper), int(step)):
            carries = machine.run(op.blocks[0], [np.int64(iv), *carries])
        return carries


class Branches(Kind):
    def grow_branches(self, scope, operands, count, **attributes):
        yielded = carried_types(scope, 3)
        blocks = [Block() for _ in range(count)]
        op = scope.emit(self, operands, yielded, blocks, keep=False, **attributes)
        for block in blocks:
            inner = scope.nested(block)
            inner.grow(scope.rng.choice([0, 1, 2, 4]))
            block.yields = inner.fold([inner.need(type) for type in yielded])
        scope.keep(op)
        return True

    def write_block(self, block, writer):
        writer.body(block)
        writer.line(f"scf.yield {writer.typed(block.yields)}")


class If(Branches):
    def make(self, scope):
        return self.grow_branches(scope, [scope.need(I1)], 2)

    def write(self, op, writer):
        condition = writer.name(op.operands[0])
        writer.open(op, f"scf.if {condition} -> ({types(op.results)}) {{")
        self.write_block(op.blocks[0], writer)
        writer.between("} else {")
        self.write_block(op.blocks[1], writer)
        writer.close()

    def evaluate(self, op, machine):
        (condition,) = machine.operands(op)
        return machine.run(op.blocks[0 if condition else 1], [])


class Switch(Branches):
    """`scf.index_switch`; the default is the last block."""

    def make(self, scope):
        count = scope.rng.randint(1, 3)
        cases = sorted(scope.rng.sample(range(5), count))
        return self.grow_branches(scope, [scope.need(INDEX)], count + 1, cases=cases)

    def write(self, op, writer):
        writer.open(op, f"scf.index_switch {writer.name(op.operands[0])} -> {types(op.results)}")
        heads = [f"case {case}" for case in op.attributes["cases"]] + ["default"]
        for head, block in zip(heads, op.blocks):
            writer.between(f"{head} {{")
            self.write_block(block, writer)
            writer.between("}")
        writer.depth -= 1

    def evaluate(self, op, machine):
        (value,) = machine.operands(op)
        cases = op.attributes["cases"]
        chosen = cases.index(int(value)) if int(value) in cases else -1
        return machine.run(op.blocks[chosen], [])


class While(Kind):
    """`scf.while` that ends by a count, or before that by the size of a float. The
    first value carried is the count."""

    def make(self, scope):
        rng = scope.rng
        most = rng.choice([0, 1, 2, 3, 4])
        bound = scope.constant(INDEX, most) if rng.random() < 0.5 else scope.index_below(most + 1)
        carried = [INDEX, *carried_types(scope, 3)]
        inits = [scope.constant(INDEX, 0), *(scope.need(type) for type in carried[1:])]
        before = Block(carried)
        op = scope.emit(self, inits, [], [], keep=False)
        inner = scope.nested(before, trips=most + 1)
        inner.grow(rng.randint(0, 2))
        condition = inner.emit(
            scalars.COMPARE_INTEGERS, [before.arguments[0], bound], [I1], order="slt"
        )
        if rng.random() < 0.4:
            other = inner.emit(
                scalars.COMPARE_FLOATS, [inner.need(F64), inner.need(F64)], [I1], order="olt"
            )
            condition = inner.emit(scalars.AND, [condition, other], [I1])
        passed = list(before.arguments)
        if rng.random() < 0.3:
            passed.append(inner.need(F64))
        if rng.random() < 0.3 and len(passed) > 2:
            passed.remove(rng.choice(passed[1:]))
        before.yields = [condition, *passed]
        after = Block([value.type for value in passed])
        op.results = [Value(value.type) for value in passed]
        op.blocks = [before, after]
        inner = scope.nested(after, trips=most)
        inner.grow(rng.randint(0, 5))
        one = inner.constant(INDEX, 1)
        count = inner.emit(scalars.INDEX_ADD, [after.arguments[0], one], [INDEX])
        ends = [yield_carry(inner, t, after.arguments[1:]) for t in carried[1:]]
        after.yields = [count, *inner.fold(ends)]
        scope.keep(op)
        return True

    def write(self, op, writer):
        before, after = op.blocks
        inits = list(map(writer.name, op.operands))
        results = writer.results(op)
        pairs = ", ".join(f"{a} = {i}" for a, i in zip(writer.arguments(before), inits))
        writer.line(
            f"{results} = scf.while ({pairs}) : ({types(op.operands)}) -> ({types(op.results)}) {{"
        )
        writer.depth += 1
        writer.body(before)
        condition, *passed = before.yields
        writer.line(f"scf.condition({writer.name(condition)}) {writer.typed(passed)}")
        writer.between("} do {")
        names = writer.arguments(after)
        listed = ", ".join(f"{n}: {v.type}" for n, v in zip(names, after.arguments))
        writer.between(f"^bb0({listed}):")
        writer.body(after)
        writer.line(f"scf.yield {writer.typed(after.yields)}")
        writer.close()

    def evaluate(self, op, machine):
        before, after = op.blocks
        carries = machine.operands(op)
        while True:
            condition, *passed = machine.run(before, carries)
            if not condition:
                return passed
            carries = machine.run(after, passed)


class Call(Kind):
    """`callee` is a name among the program's helpers."""

    def make(self, scope):
        helpers = scope.callable_helpers()
        if not helpers:
            return False
        helper = scope.rng.choice(helpers)
        operands = [scope.need(value.type) for value in helper.body.arguments]
        call = scope.emit(self, operands, helper.result_types, keep=False, callee=helper.name)
        scope.keep(call)
        return True

    def write(self, op, writer):
        names = ", ".join(map(writer.name, op.operands))
        writer.define(
            op,
            f"func.call @{writer.prefix}{op.attributes['callee']}({names}) : "
            f"({types(op.operands)}) -> ({types(op.results)})",
        )

    def evaluate(self, op, machine):
        return machine.call(op.attributes["callee"], machine.operands(op))


class Checkpoint(Kind):
    """A region; which policy it has depends on the variant. `region` is its number."""

    def make(self, scope):
        rng = scope.rng
        inputs = [scope.pick(lambda t: t.is_float) for _ in range(rng.randint(1, 3))]
        inputs += [scope.pick(lambda t: True) for _ in range(rng.randint(0, 2))]
        inputs = [value for value in inputs if value is not None]
        if not inputs:
            return False
        op, inner = self.open(scope, inputs)
        inner.grow(rng.randint(2, 8))
        op.blocks[0].yields = inner.ends(rng.randint(1, 3))
        self.finish(scope, op)
        return True

    def open(self, scope, inputs):
        """A region without results so far, and the scope of its body."""
        block = Block([value.type for value in inputs])
        op = scope.emit(self, inputs, [], [block], keep=False, region=scope.new_region())
        inner = scope.nested(block, isolated=True)
        for argument, value in zip(block.arguments, inputs):
            if value in scope.limits:
                inner.limits[argument] = scope.limits[value]
        return op, inner

    @staticmethod
    def finish(scope, op):
        op.results = [Value(value.type) for value in op.blocks[0].yields]
        scope.keep(op)

    def write(self, op, writer):
        (block,) = op.blocks
        found = writer.variant.region(op)
        if found is None:
            for argument, operand in zip(block.arguments, op.operands):
                writer.alias(argument, operand)
            writer.body(block)
            for result, value in zip(op.results, block.yields):
                writer.alias(result, value)
            return
        inputs = [f"{writer.name(v)} : {v.type}" for v in op.operands]
        results = writer.results(op)
        names = writer.arguments(block)
        pairs = ", ".join(f"{n} = {i}" for n, i in zip(names, inputs))
        writer.line(f"{results} = remat.checkpoint {found}({pairs}) -> ({types(op.results)}) {{")
        writer.depth += 1
        writer.body(block)
        writer.line(f"remat.yield {writer.typed(block.yields)}")
        writer.close()

    def evaluate(self, op, machine):
        return machine.run(op.blocks[0], machine.operands(op))


class Name(Kind):
    def make(self, scope):
        value = scope.pick(lambda t: t.is_float)
        if scope.rng.random() < 0.1:
            value = scope.pick(lambda t: True)
        if value is None:
            return False
        name = scope.rng.choice(NAMES)
        result = scope.emit(self, [value], [value.type], label=name)
        if value in scope.limits:
            scope.limits[result] = scope.limits[value]
        return True

    def write(self, op, writer):
        label, (value,) = op.attributes["label"], op.operands
        writer.define(
            op, f'remat.checkpoint_name {writer.name(value)} "{label}" : {value.type}'
        )

    def evaluate(self, op, machine):
        return machine.operands(op)


CALL, CHECKPOINT = Call(), Checkpoint()
# Kinds with bodies stand apart: they are made while there is room for them.
KINDS = [(Name(), 6)]
NESTING = [(For(), 8), (While(), 5), (If(), 4), (Switch(), 3), (CHECKPOINT, 6)]
