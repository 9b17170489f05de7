#===- python/remat/jax/sorting.py - Sorts as loops ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Lowering rules for sort and top_k.

Both find the order first and then gather every operand by it. The order is made of
integers alone, by a stable merge sort from the bottom up: each pass merges
neighbouring runs, twice as long as in the pass before. So the derivative is that of
the gather, and what is saved for it is the order that the forward pass took.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.interpreters import mlir
from jax._src.lax import lax


def _before(a, b):
    """Whether key `a` goes before key `b`. NaNs, which are all equal, go last."""
    if jnp.issubdtype(a.dtype, np.floating):
        return (a < b) | (jnp.isnan(b) & ~jnp.isnan(a))
    return a < b


def _entry(x, i):
    """`x[i]`, at the nearest place where `i` is outside."""
    return jax.lax.dynamic_index_in_dim(x, i, keepdims=False, allow_negative_indices=False)


def _lexicographic(keys, i, j):
    """Whether row `i` of the keys goes before row `j`; the first key counts most."""
    earlier = jnp.bool_(False)
    for key in reversed(keys):
        a, b = _entry(key, i), _entry(key, j)
        earlier = _before(a, b) | (~_before(b, a) & earlier)
    return earlier


def _merge(precedes, order, width):
    """`order`, made of sorted runs of length `width`, with each pair of runs merged."""
    count = order.shape[0]

    def step(heads, k):
        """Puts the lesser of the heads of two runs at place `k`."""
        start = k - k % (2 * width)
        middle = jnp.minimum(start + width, count)
        end = jnp.minimum(middle + width, count)
        left = jnp.where(k == start, start, heads[0])
        right = jnp.where(k == start, middle, heads[1])
        a, b = _entry(order, left), _entry(order, right)
        # A tie is the left one's, so that equal keys stay in order.
        take_right = (right < end) & ((left >= middle) | precedes(b, a))
        taken = jnp.where(take_right, b, a)
        step = take_right.astype(jnp.int32)
        return (left + 1 - step, right + step), taken

    zero = jnp.int32(0)
    return jax.lax.scan(step, (zero, zero), jnp.arange(count, dtype=jnp.int32))[1]


def _order(precedes, count):
    """The stable order of `count` rows."""
    start = jnp.arange(count, dtype=jnp.int32)
    passes = max(count - 1, 0).bit_length()
    double = lambda p, order: _merge(precedes, order, jnp.left_shift(jnp.int32(1), p))
    return jax.lax.fori_loop(0, passes, double, start) if passes else start


def _orders(keys, precedes):
    """The order of each row of `keys`, of shape [rows, n], as [rows, n]. `precedes`
    says of one row of each key which of two entries goes first."""
    count = keys[0].shape[1]
    one_row = lambda row: _order(functools.partial(precedes, row), count)
    return jax.lax.map(one_row, keys)


def _rows(x):
    """`x` as a matrix of what lies along the last dimension."""
    return x.reshape(-1, x.shape[-1])


def _sort_last(operands, num_keys):
    keys = [_rows(x) for x in operands[:num_keys]]
    order = _orders(keys, _lexicographic)
    return [
        jnp.take_along_axis(_rows(x), order, axis=1, mode="clip").reshape(x.shape)
        for x in operands
    ]


def _sort(ctx, *operands, dimension, is_stable, num_keys):
    del is_stable  # it always is

    def run(*operands):
        last = [jnp.moveaxis(x, dimension, -1) for x in operands]
        return [jnp.moveaxis(x, -1, dimension) for x in _sort_last(last, num_keys)]

    if 0 in ctx.avals_in[0].shape:
        return operands
    return mlir.lower_fun(run)(ctx, *operands)


def _descending(keys, i, j):
    return _lexicographic(keys, j, i)


def _top_k(ctx, x, *, k, axis):
    """The largest first; NaNs are larger than all else."""

    def run(x):
        rows = jnp.moveaxis(x, axis, -1)
        order = _orders([_rows(rows)], _descending)[:, :k]
        values = jnp.take_along_axis(_rows(rows), order, axis=1, mode="clip")
        shape = (*rows.shape[:-1], k)
        return [jnp.moveaxis(part.reshape(shape), -1, axis) for part in (values, order)]

    return mlir.lower_fun(run)(ctx, x)


SORTING_RULES = (
    (lax.sort_p, _sort),
    (lax.top_k_p, _top_k),
)
