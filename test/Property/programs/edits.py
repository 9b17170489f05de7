#===- test/Property/programs/edits.py - Edits of programs -----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Edits that make a program smaller and leave it well typed.

Each kind of edit is a function of a program that yields ways to change a copy of it, as
functions that are false where they change nothing. Places are counted, since a copy has
other ops at the same places.
"""

import copy
from dataclasses import dataclass

import numpy as np

from . import control, scalars, structured
from .model import INDEX, Block, Op


@dataclass
class Place:
    """Where an op stands, and what can be seen there."""

    block: Block
    index: int
    op: Op
    visible: list


def places(program):
    """The places of all ops, in order."""

    def inside(block, outer):
        visible = [*outer, *block.arguments]
        for index, op in enumerate(block.ops):
            yield Place(block, index, op, list(visible))
            for inner in op.blocks:
                yield from inside(inner, [] if op.kind is control.CHECKPOINT else visible)
            visible += op.results

    for function in program.functions():
        yield from inside(function.body, [])


def replace_uses(program, replacements):
    def resolved(value):
        while value in replacements:
            value = replacements[value]
        return value

    for block in program.blocks():
        block.yields = [resolved(value) for value in block.yields]
        for op in block.ops:
            op.operands = [resolved(value) for value in op.operands]


def used_values(program):
    return {
        value
        for block in program.blocks()
        for values in [block.yields, *(op.operands for op in block.ops)]
        for value in values
    }


# Edits: each yields functions that change a copy of the program, false where they can't.


def constant_for(type):
    if type.is_dynamic:
        return None
    shape = type.shape if type.is_tensor else ()
    value = 0.5 if type.is_float else (type.element != "index") * 1
    array = np.full(shape, value)
    return Op(scalars.CONSTANT, [], [type], value=array if type.is_tensor else array.item())


def remove_at(program, place, nearest):
    """Takes an op away; its results become what is visible, or constants."""
    replacements, constants = {}, []
    used = used_values(program)
    for result in place.op.results:
        if result not in used:
            continue
        fitting = [value for value in place.visible if value.type == result.type]
        if fitting:
            replacements[result] = fitting[-1] if nearest else fitting[0]
            continue
        constant = constant_for(result.type)
        if constant is None or place.op.kind is scalars.CONSTANT:
            return False
        constants.append(constant)
        replacements[result] = constant.result
    place.block.ops[place.index : place.index + 1] = constants
    replace_uses(program, replacements)
    return True


def removals(program):
    count = sum(1 for _ in places(program))
    size = max(1, count // 2)
    while size >= 1:
        for end in range(count, 0, -size):
            for nearest in (True, False) if size == 1 else (True,):
                yield lambda p, s=max(0, end - size), e=end, n=nearest: remove_range(p, s, e, n)
        size //= 2


def remove_range(program, start, end, nearest):
    targets = [place.op for place in places(program)][start:end]
    changed = False
    for target in reversed(targets):
        place = next((x for x in places(program) if x.op is target), None)
        if place:
            changed |= remove_at(program, place, nearest)
    return changed


def remove_dead(program):
    changed = False
    while True:
        used = used_values(program)
        dead = [
            place for place in places(program)
            if place.op.results and not any(result in used for result in place.op.results)
        ]
        if not dead:
            break
        for place in dead:
            if place.op in place.block.ops:
                place.block.ops.remove(place.op)
        changed = True
    called = {op.attributes["callee"] for op in program.walk() if op.kind is control.CALL}
    kept = [helper for helper in program.helpers if helper.name in called]
    changed |= len(kept) != len(program.helpers)
    program.helpers = kept
    return changed


def inline(program, place, block, arguments, results):
    """Puts `block` in place of the op that holds it."""
    mapping = dict(zip(block.arguments, arguments))
    mapping.update(zip(place.op.results, results))
    place.block.ops[place.index : place.index + 1] = block.ops
    replace_uses(program, mapping)
    return True


def unwrap(program, number, which):
    """Puts a body in place of its op."""
    place = list(places(program))[number]
    op = place.op
    if op.kind is control.CALL:
        callee = next(h for h in program.helpers if h.name == op.attributes["callee"])
        body = copy.deepcopy(callee.body)
        return inline(program, place, body, op.operands, body.yields)
    if which >= len(op.blocks):
        return False
    block = op.blocks[which]
    if isinstance(op.kind, control.For):
        lower, _, _, *inits = op.operands
        return inline(program, place, block, [lower, *inits], block.yields)
    if isinstance(op.kind, (control.Branches, control.Checkpoint)):
        return inline(program, place, block, op.operands[: len(block.arguments)], block.yields)
    if isinstance(op.kind, control.While) and which == 0:
        return inline(program, place, block, op.operands, block.yields[1:])
    if isinstance(op.kind, control.While):
        return inline_both(program, place)
    return False


def inline_both(program, place):
    """Puts one check and one iteration of a `while` in its place."""
    before, after = place.op.blocks
    passed = before.yields[1:]
    replace = dict(zip(after.arguments, passed))
    before.ops += after.ops
    replace_uses(program, replace)
    return inline(program, place, before, place.op.operands, before.yields[1:])


def unwrappings(program):
    for number, place in enumerate(places(program)):
        if place.op.kind is control.CALL or (
            place.op.blocks and not isinstance(place.op.kind, structured.Generic)
        ):
            for which in range(max(1, len(place.op.blocks))):
                yield lambda p, n=number, w=which: unwrap(p, n, w)


def drop_result(program, number, k):
    """Takes away result `k`, and what is carried for it."""
    place = list(places(program))[number]
    op, used = place.op, used_values(program)
    if op.kind is control.CALL or len(op.results) < 2 or op.results[k] in used:
        return False
    if isinstance(op.kind, control.For):
        (block,) = op.blocks
        replace_uses(program, {block.arguments[k + 1]: op.operands[k + 3]})
        del block.arguments[k + 1], block.yields[k], op.operands[k + 3]
    elif isinstance(op.kind, (control.Branches, control.Checkpoint)):
        for block in op.blocks:
            del block.yields[k]
    else:
        return False
    del op.results[k]
    return True


def drop_input(program, number, k):
    """Takes an input away that isn't used inside."""
    op = list(places(program))[number].op
    (block, *_) = op.blocks
    if block.arguments[k] in used_values(program):
        same = [a for a in block.arguments if a.type == block.arguments[k].type]
        if same[0] is block.arguments[k]:
            return False
        replace_uses(program, {block.arguments[k]: same[0]})
    del block.arguments[k], op.operands[k]
    return True


def drops(program):
    for number, place in enumerate(places(program)):
        for k in reversed(range(len(place.op.results))):
            yield lambda p, n=number, k=k: drop_result(p, n, k)
        if place.op.kind is control.CHECKPOINT:
            for k in reversed(range(len(place.op.operands))):
                yield lambda p, n=number, k=k: drop_input(p, n, k)
        if isinstance(place.op.kind, structured.Generic):
            for k in reversed(range(1, len(place.op.attributes["maps"]))):
                yield lambda p, n=number, k=k: drop_generic_input(p, n, k)


def drop_generic_input(program, number, k):
    op = list(places(program))[number].op
    maps = op.attributes["maps"]
    rest = [d for i, dimensions in enumerate(maps) if i != k for d in dimensions]
    if set(maps[k]) - set(rest) or not drop_input(program, number, k):
        return False
    op.attributes["maps"] = maps[:k] + maps[k + 1 :]
    return True


def drop_yield(program, k):
    """Takes a result of the main function away, with its cotangent."""
    body = program.main.body
    value = body.yields[k]
    floats = [v.type.is_float for v in body.yields]
    if (program.scalar_loss and k == 0) or (value.type.is_float and sum(floats) == 1):
        return False
    if value.type.is_float:
        del program.cotangents[sum(floats[:k])]
    del body.yields[k]
    return True


def drop_argument(program, k):
    body = program.main.body
    if body.arguments[k] in used_values(program):
        same = [a for a in body.arguments[:k] if a.type == body.arguments[k].type]
        if not same:
            return False
        replace_uses(program, {body.arguments[k]: same[0]})
    if program.wrt == [k]:
        return False
    program.wrt = [n - (n > k) for n in program.wrt if n != k]
    del body.arguments[k], program.inputs[k]
    return True


def drop_wrt(program, k):
    if len(program.wrt) == 1:
        return False
    del program.wrt[k]
    return True


def drop_helper_yield(program, name, k):
    helper = next(h for h in program.helpers if h.name == name)
    calls = [op for op in program.walk() if op.attributes.get("callee") == name]
    used = used_values(program)
    if len(helper.body.yields) == 1 or any(op.results[k] in used for op in calls):
        return False
    del helper.body.yields[k]
    for op in calls:
        del op.results[k]
    return True


def drop_helper_argument(program, name, k):
    helper = next(h for h in program.helpers if h.name == name)
    if helper.body.arguments[k] in used_values(program):
        return False
    del helper.body.arguments[k]
    for op in program.walk():
        if op.attributes.get("callee") == name:
            del op.operands[k]
    return True


def once(program):
    """Differentiates once only."""
    changed, program.twice = program.twice, False
    return changed


def signature_drops(program):
    body = program.main.body
    yield once
    for k in reversed(range(len(body.yields))):
        yield lambda p, k=k: drop_yield(p, k)
    for k in reversed(range(len(body.arguments))):
        yield lambda p, k=k: drop_argument(p, k)
    for k in reversed(range(len(program.wrt))):
        yield lambda p, k=k: drop_wrt(p, k)
    for helper in program.helpers:
        for k in reversed(range(len(helper.body.yields))):
            yield lambda p, n=helper.name, k=k: drop_helper_yield(p, n, k)
        for k in reversed(range(len(helper.body.arguments))):
            yield lambda p, n=helper.name, k=k: drop_helper_argument(p, n, k)


def replace_operand(program, number, k, other):
    place = list(places(program))[number]
    old = place.op.operands[k]
    fitting = [v for v in place.visible if v.type == old.type]
    if other >= len(fitting) or fitting.index(old) <= other:
        return False
    place.op.operands[k] = fitting[other]
    return True


def replace_yield(program, number, k):
    """Yields an argument of the block, or the first value of the type."""
    block = list(program.blocks())[number]
    visible = block.arguments + [result for op in block.ops for result in op.results]
    fitting = [v for v in visible if v.type == block.yields[k].type]
    if not fitting or fitting[0] is block.yields[k]:
        return False
    block.yields[k] = fitting[0]
    return True


def replacements(program):
    for number, block in enumerate(program.blocks()):
        for k in range(len(block.yields)):
            yield lambda p, n=number, k=k: replace_yield(p, n, k)
    for number, place in enumerate(places(program)):
        for k in range(len(place.op.operands)):
            for other in range(2):
                yield lambda p, n=number, k=k, o=other: replace_operand(p, n, k, o)


def lower_constant(program, number, value):
    op = list(places(program))[number].op
    if op.kind is not scalars.CONSTANT or op.attributes["value"] == value:
        return False
    op.attributes["value"] = value
    return True


def simple_constants(program):
    for number, place in enumerate(places(program)):
        op = place.op
        if op.kind is scalars.CONSTANT and op.result.type == INDEX:
            for value in range(int(op.attributes["value"])):
                yield lambda p, n=number, v=value: lower_constant(p, n, v)


def lower_input(program, k, value):
    array = program.inputs[k]
    if array.ndim or array == value:
        return False
    program.inputs[k] = np.asarray(value, dtype=array.dtype)
    return True


def simple_inputs(program):
    for k, argument in enumerate(program.main.body.arguments):
        if argument.type == INDEX:
            for value in range(int(program.inputs[k])):
                yield lambda p, k=k, v=value: lower_input(p, k, v)


EDITS = [
    unwrappings, removals, drops, signature_drops, replacements, simple_constants, simple_inputs
]


def is_well_formed(program):
    """Whether each value is visible where it is used. Taking ops away may leave the type
    of a tensor in a structured body, say, that nothing makes any more."""
    for place in places(program):
        visible = set(place.visible)
        if not all(v in visible for v in place.op.operands):
            return False
    return bool(program.wrt) and all(
        value in {*b.arguments, *(r for op in b.ops for r in op.results)} or b is not program.main.body
        for b in program.blocks()
        for value in b.yields
    )
