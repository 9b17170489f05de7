#===- python/remat/jax/loops.py - Loops and branches ----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Lowering rules for control flow, from the equations: jaxlib's passes leave
`stablehlo.while` and `stablehlo.case` as they are.

    scan            scf.for over the rows; a result that is stacked is a tensor that
                    the loop carries, filled a row an iteration
    while           scf.while, or scf.for where it counts up by one to a bound that
                    the body leaves alone, as fori_loop does
    cond            scf.if, or scf.index_switch for more than two branches
    cumsum & co.    scf.for along the axis, the same as a scan

What a body reads from outside is captured from above, so nothing is carried that
does not change.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import core
from jax._src.interpreters import mlir
from jax._src.lax import lax
from jax._src.lax.control_flow import conditionals, loops
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import arith, scf

from . import emission


def _split(values, *counts):
    parts = []
    for count in counts:
        parts.append(list(values[:count]))
        values = values[count:]
    return *parts, list(values)


def _emit_for(lower, upper, inits, body):
    """The results of `scf.for` with step 1; `body(index, carries)` returns the
    carries of the next iteration."""
    loop = scf.ForOp(lower, upper, emission.index_constant(1), inits)
    with ir.InsertionPoint(loop.body):
        scf.YieldOp(body(loop.induction_variable, list(loop.inner_iter_args)))
    return list(loop.results)


def _emit_scan(ctx, step, length, reverse, carries, xs, x_avals, y_avals, axis=0):
    """Carries and stacks of `step(carries, rows) -> (carries, rows)`, which runs on
    each of `length` rows along `axis` of `xs`. The stacks are like `y_avals`."""
    count = len(carries)

    def body(index, values):
        if reverse:
            index = arith.SubIOp(emission.index_constant(length - 1), index).result
        rows = [emission.extract_at(ctx, x, a, axis, index) for x, a in zip(xs, x_avals)]
        new_carries, ys = step(values[:count], rows)
        stacks = [
            emission.insert_at(ctx, y, stack, aval, axis, index)
            for y, stack, aval in zip(ys, values[count:], y_avals)
        ]
        return [*new_carries, *stacks]

    inits = [*carries, *(emission.empty(ctx, aval) for aval in y_avals)]
    return _emit_for(emission.index_constant(0), emission.index_constant(length), inits, body)


def _scan(ctx, *args, jaxpr, length, reverse, num_consts, num_carry, **_):
    consts, carries, xs = _split(args, num_consts, num_carry)

    def step(carries, rows):
        outs = emission.inline(ctx, jaxpr, *consts, *carries, *rows)
        return outs[:num_carry], outs[num_carry:]

    x_avals = ctx.avals_in[num_consts + num_carry :]
    y_avals = ctx.avals_out[num_carry:]
    return _emit_scan(ctx, step, length, reverse, carries, xs, x_avals, y_avals)


def _cumulative(combine, initial):
    """The rule of a cumulative reduction: `combine(total, x)`, from `initial(dtype)`
    on. jaxlib would reduce a window of the whole length at each element."""

    def rule(ctx, x, *, axis, reverse):
        (aval,) = ctx.avals_in
        row = emission.without_dimension(aval, axis)
        jaxpr = jax.make_jaxpr(combine)(emission.spec(row), emission.spec(row))

        def step(carries, rows):
            (total,) = emission.inline(ctx, jaxpr, *carries, *rows)
            return [total], [total]

        start = mlir.full_like_aval(ctx, initial(aval.dtype), row)
        length = aval.shape[axis]
        _, stack = _emit_scan(ctx, step, length, reverse, [start], [x], [aval], [aval], axis)
        return [stack]

    return rule


def _trip_range(cond_jaxpr, cond_nconsts, body_jaxpr, body_nconsts):
    """How a loop counts, as `(counter, bound)`: the number of the carry that goes up
    by one while it is less than the bound, which is `("const", i)` of the condition
    or `("carry", i)` that the body leaves alone. None where it does not count so."""
    test, body = cond_jaxpr.jaxpr, body_jaxpr.jaxpr
    if [eqn.primitive for eqn in test.eqns] != [lax.lt_p] or test.outvars != test.eqns[0].outvars:
        return None
    left, right = test.eqns[0].invars
    consts, carries = _split(test.invars, cond_nconsts)
    if left not in carries:
        return None
    counter = carries.index(left)
    if left.aval.shape or not jnp.issubdtype(left.aval.dtype, np.signedinteger):
        return None
    step = next((eqn for eqn in body.eqns if body.outvars[counter] in eqn.outvars), None)
    variable = body.invars[body_nconsts + counter]
    if step is None or step.primitive is not lax.add_p:
        return None
    one = [v for v in step.invars if type(v) is core.Literal and v.val == 1]
    if not one or variable not in [v for v in step.invars if type(v) is not core.Literal]:
        return None
    if right in consts:
        return counter, ("const", consts.index(right))
    if right in carries:
        bound = carries.index(right)
        if body.outvars[bound] is body.invars[body_nconsts + bound]:
            return counter, ("carry", bound)
    return None


def _counted_loop(ctx, args, trips, cond_nconsts, body_jaxpr, body_nconsts):
    """A while loop as `scf.for`. The counter is the induction variable."""
    counter, (kind, number) = trips
    cond_consts, body_consts, carries = _split(args, cond_nconsts, body_nconsts)
    bound = cond_consts[number] if kind == "const" else carries[number]
    # Neither the counter nor the bound need to be carried.
    fixed = {counter} | ({number} if kind == "carry" else set())
    moving = [i for i in range(len(carries)) if i not in fixed]
    lower = emission.to_index(ctx, carries[counter])
    upper = emission.to_index(ctx, bound)
    aval = ctx.avals_in[cond_nconsts + body_nconsts + counter]

    def body(index, values):
        full = list(carries)
        full[counter] = emission.from_index(ctx, index, aval)
        for i, value in zip(moving, values):
            full[i] = value
        outs = emission.inline(ctx, body_jaxpr, *body_consts, *full)
        return [outs[i] for i in moving]

    outs = list(carries)
    for i, value in zip(moving, _emit_for(lower, upper, [carries[i] for i in moving], body)):
        outs[i] = value
    end = arith.MaxSIOp(lower, upper).result
    outs[counter] = emission.from_index(ctx, end, aval)
    return outs


def _until_all_stop(cond_jaxpr, cond_nconsts, body_jaxpr, body_nconsts):
    """A while loop over many examples at once: it runs until the condition fails for
    all, and those that are done keep their carry."""

    def run(*args):
        cond_consts, body_consts, carries = _split(args, cond_nconsts, body_nconsts)
        going = lambda carries: core.jaxpr_as_fun(cond_jaxpr)(*cond_consts, *carries)[0]

        def body(carries):
            mask = going(carries)
            new = core.jaxpr_as_fun(body_jaxpr)(*body_consts, *carries)
            widened = (
                jax.lax.broadcast_in_dim(mask, x.shape, tuple(range(mask.ndim))) for x in new
            )
            return [jax.lax.select(m, x, old) for m, x, old in zip(widened, new, carries)]

        return jax.lax.while_loop(lambda carries: jnp.any(going(carries)), body, carries)

    return run


def _while(ctx, *args, cond_jaxpr, cond_nconsts, body_jaxpr, body_nconsts):
    loop = (cond_jaxpr, cond_nconsts, body_jaxpr, body_nconsts)
    if cond_jaxpr.out_avals[0].shape:
        return mlir.lower_fun(_until_all_stop(*loop))(ctx, *args)
    if trips := _trip_range(*loop):
        return _counted_loop(ctx, args, trips, cond_nconsts, body_jaxpr, body_nconsts)
    cond_consts, body_consts, carries = _split(args, cond_nconsts, body_nconsts)
    carry_types = [carry.type for carry in carries]
    op = scf.WhileOp(carry_types, carries)
    before = op.before.blocks.append(*carry_types)
    with ir.InsertionPoint(before):
        (going,) = emission.inline(ctx, cond_jaxpr, *cond_consts, *before.arguments)
        scf.ConditionOp(emission.scalar(ctx, going), before.arguments)
    after = op.after.blocks.append(*carry_types)
    with ir.InsertionPoint(after):
        scf.YieldOp(emission.inline(ctx, body_jaxpr, *body_consts, *after.arguments))
    return list(op.results)


def _fill_branches(ctx, regions, branches, args):
    for region, branch in zip(regions, branches):
        with ir.InsertionPoint(region.blocks.append()):
            scf.YieldOp(emission.inline(ctx, branch, *args))


def _cond(ctx, index, *args, branches, **_):
    """JAX has clamped `index` to the number of the branches."""
    results = emission.types(ctx, ctx.avals_out)
    if not results:
        return []
    if len(branches) == 1:
        return emission.inline(ctx, branches[0], *args)
    if len(branches) == 2:
        number = emission.scalar(ctx, index)
        zero = arith.ConstantOp(number.type, 0).result
        taken = arith.CmpIOp(arith.CmpIPredicate.ne, number, zero).result
        op = ir.Operation.create("scf.if", results=results, operands=[taken], regions=2)
        _fill_branches(ctx, op.regions, reversed(branches), args)
        return list(op.results)
    cases = ir.DenseI64ArrayAttr.get(list(range(len(branches) - 1)))
    op = ir.Operation.create(
        "scf.index_switch",
        results=results,
        operands=[emission.to_index(ctx, index)],
        attributes={"cases": cases},
        regions=len(branches),
    )
    # The first region is the default.
    *numbered, last = branches
    _fill_branches(ctx, op.regions, [last, *numbered], args)
    return list(op.results)


LOOP_RULES = (
    (loops.scan_p, _scan),
    (loops.while_p, _while),
    (conditionals.cond_p, _cond),
    (loops.cumsum_p, _cumulative(jax.lax.add, lax._get_sum_identity)),
    (loops.cumprod_p, _cumulative(jax.lax.mul, lax._get_prod_identity)),
    (loops.cummax_p, _cumulative(jax.lax.max, lax._get_max_identity)),
    (loops.cummin_p, _cumulative(jax.lax.min, lax._get_min_identity)),
    (loops.cumlogsumexp_p, _cumulative(jnp.logaddexp, lax._get_max_identity)),
)
