#===- python/remat/jax/indexing.py - Slices and scatters ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Lowering rules for what reads and writes at computed places.

    concatenate            tensor.insert_slice into one tensor
    dynamic_slice          tensor.extract_slice; the start is clamped, as JAX does
    dynamic_update_slice   tensor.insert_slice, likewise
    scatter & co.          a loop over the updates, one slice each, in their order.
                           Outside the operand an update is clamped or dropped, as
                           its mode says

A scatter is written in JAX, from scan, cond and the slices above: the rules of
those do the rest. Gathers are left to jaxlib, which writes them as one generic.
"""

import math

import jax
import jax.numpy as jnp
from jax._src import core
from jax._src.interpreters import mlir
from jax._src.lax import lax, slicing
from jaxlib.mlir.dialects import arith

from . import emission


def _concatenate(ctx, *parts, dimension):
    """Slices inserted into one tensor. jaxlib would make it a loop that asks at
    each element which operand it is from."""
    (out,) = ctx.avals_out
    whole = emission.empty(ctx, out)
    offset = 0
    for part, aval in zip(parts, ctx.avals_in):
        offsets = [offset if d == dimension else 0 for d in range(aval.ndim)]
        whole = emission.insert_slice(ctx, part, whole, offsets, aval.shape)
        offset += aval.shape[dimension]
    return [whole]


def _clamped(ctx, starts, shape, sizes):
    """`starts` as offsets at which a slice of `sizes` lies inside `shape`."""

    def clamp(start, last):
        if last == 0:
            return 0
        index = emission.to_index(ctx, start)
        index = arith.MaxSIOp(index, emission.index_constant(0)).result
        return arith.MinSIOp(index, emission.index_constant(last)).result

    return [clamp(start, n - size) for start, n, size in zip(starts, shape, sizes)]


def _dynamic_slice(ctx, x, *starts, slice_sizes):
    offsets = _clamped(ctx, starts, ctx.avals_in[0].shape, slice_sizes)
    return [emission.extract_slice(ctx, x, offsets, slice_sizes, ctx.avals_out[0])]


def _stack(ctx, *parts, axis):
    def stack(*xs):
        return jax.lax.concatenate([jnp.expand_dims(x, axis) for x in xs], axis)

    return mlir.lower_fun(stack, multiple_results=False)(ctx, *parts)


def _dynamic_update_slice(ctx, x, part, *starts):
    sizes = ctx.avals_in[1].shape
    offsets = _clamped(ctx, starts, ctx.avals_in[0].shape, sizes)
    return [emission.insert_slice(ctx, part, x, offsets, sizes)]


def _in_rows(operand, indices, updates, dnums):
    """A scatter as `starts, windows`, both with one row an update: where it starts in
    each dimension of `operand` that is indexed, and the update itself, with the rank
    of `operand`."""
    *batch, depth = indices.shape
    count = math.prod(batch)
    flat = indices.reshape(count, depth)
    starts = {d: flat[:, column] for column, d in enumerate(dnums.scatter_dims_to_operand_dims)}
    for d, i in zip(dnums.operand_batching_dims, dnums.scatter_indices_batching_dims):
        starts[d] = jax.lax.broadcasted_iota(indices.dtype, batch, i).reshape(count)
    absent = {*dnums.inserted_window_dims, *dnums.operand_batching_dims}
    window = iter([updates.shape[d] for d in dnums.update_window_dims])
    sizes = [1 if d in absent else next(window) for d in range(operand.ndim)]
    scatter_dims = [d for d in range(updates.ndim) if d not in dnums.update_window_dims]
    windows = updates.transpose(*scatter_dims, *dnums.update_window_dims)
    return starts, windows.reshape(count, *sizes)


def _scatter_in_rows(combine, mode, operand, starts, windows):
    """The scatter of `windows`, the first of them first."""
    sizes = windows.shape[1:]

    # An index that is negative here is outside: JAX has counted from the end before.
    def write(x, places, window):
        old = jax.lax.dynamic_slice(x, places, sizes, allow_negative_indices=False)
        new = combine(old, window)
        return jax.lax.dynamic_update_slice(x, new, places, allow_negative_indices=False)

    def step(x, row):
        indexed, window = row
        first = jnp.zeros_like(next(iter(indexed.values()), 0))
        places = [indexed.get(d, first) for d in range(x.ndim)]
        if mode != slicing.GatherScatterMode.FILL_OR_DROP:
            return write(x, places, window), None
        inside = jnp.bool_(True)
        for d, start in indexed.items():
            inside &= (start >= 0) & (start <= x.shape[d] - sizes[d])
        return jax.lax.cond(inside, write, lambda x, *_: x, x, places, window), None

    return jax.lax.scan(step, operand, (starts, windows))[0]


def _scatter(combine):
    """The rule of a scatter that puts `combine(old, update)` in the place of `old`."""

    def rule(ctx, *args, dimension_numbers, mode, update_jaxpr, update_consts, **_):
        if combine is None and update_jaxpr is not None:
            # What `x.at[i].apply(f)` is: a function of the old element alone.
            scalars = lambda *xs: core.eval_jaxpr(update_jaxpr, update_consts, *xs)[0]
            elementwise = jnp.vectorize(scalars)
        else:
            elementwise = combine or (lambda old, update: update)

        def scatter(operand, indices, updates):
            rows = _in_rows(operand, indices, updates, dimension_numbers)
            return _scatter_in_rows(elementwise, mode, operand, *rows)

        return mlir.lower_fun(scatter, multiple_results=False)(ctx, *args)

    return rule


INDEXING_RULES = (
    (lax.concatenate_p, _concatenate),
    (lax.stack_p, _stack),
    (slicing.dynamic_slice_p, _dynamic_slice),
    (slicing.dynamic_update_slice_p, _dynamic_update_slice),
    (slicing.scatter_p, _scatter(None)),
    (slicing.scatter_add_p, _scatter(jax.lax.add)),
    (slicing.scatter_sub_p, _scatter(jax.lax.sub)),
    (slicing.scatter_mul_p, _scatter(jax.lax.mul)),
    (slicing.scatter_min_p, _scatter(jax.lax.min)),
    (slicing.scatter_max_p, _scatter(jax.lax.max)),
)
