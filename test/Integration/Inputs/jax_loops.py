#===- test/Integration/Inputs/jax_loops.py - Programs ---------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Small JAX programs with loops, branches and indices that are computed, each a
function that returns `f, args` with a scalar f, in float64.

Weights that differ from entry to entry stand before each sum, so that a value that
is right but in a wrong place shows.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.ad_checkpoint import checkpoint_name

POLICIES = jax.checkpoint_policies


def array(*shape, seed=0):
    return np.random.default_rng([seed, *shape]).standard_normal(shape)


def weighted(*leaves):
    """The sum of all entries of all `leaves`, each with its own weight."""
    total = 0.0
    for k, x in enumerate(leaves):
        total += jnp.sum(x * np.cos(np.arange(x.size) + k).reshape(x.shape))
    return total


def scan_carry():
    def f(ws, x):
        return weighted(lax.scan(lambda c, w: (jnp.sin(w @ c), None), x, ws)[0])

    return f, (array(6, 4, 4), array(4))


def scan_stacks():
    """Rows and stacks that are trees, a scalar carry, a carry that is swapped."""

    def body(carry, row):
        (a, b), s = carry
        total = jnp.sum(row["x"]) * s
        return ((b, jnp.sin(a) + row["x"]), 0.5 * total), {"total": total, "both": (a * b, row["y"])}

    def f(a, b, s, x, y):
        carry, stacks = lax.scan(body, ((a, b), s), {"x": x, "y": y})
        return weighted(*jax.tree.leaves((carry, stacks)))

    return f, (array(3), array(3, seed=1), array()[()], array(5, 3), array(5))


def scan_reverse():
    def f(x, c):
        carry, stack = lax.scan(lambda c, r: (c * r + 1, c + r), c, x, reverse=True)
        return weighted(carry, stack)

    return f, (array(5, 4), array(4))


def scan_of_length():
    """No rows, and what the body reads from outside changes nowhere."""

    def f(x, a):
        body = lambda c, _: (c + jnp.sin(a) @ c, jnp.sum(c))
        return weighted(*lax.scan(body, x, None, length=4))

    return f, (array(3), array(3, 3))


def scan_short():
    """No row, and one."""

    def f(c, none, one):
        body = lambda c, r: (jnp.sin(c) + r, c * r)
        carry, none = lax.scan(body, c, none)
        carry, one = lax.scan(body, carry, one)
        return weighted(carry, none, one)

    return f, (array(3), array(0, 3), array(1, 3))


def scan_nested():
    def inner(c, y):
        return jnp.tanh(c * y), c + y

    def outer(c, row):
        carry, stack = lax.scan(inner, c, row, reverse=True)
        return carry + 1, stack

    return lambda c, x: weighted(*lax.scan(outer, c, x)), (array(3), array(4, 5, 3))


def scan_integers():
    """Integers and booleans among what is carried and stacked."""

    def body(carry, k):
        c, n, up = carry
        c = jnp.where(up, c * 1.1, jnp.sin(c))
        return (c, n + k, ~up), (n, c)

    def f(x, k):
        (c, n, _), (ns, cs) = lax.scan(body, (x, np.int64(3), True), k)
        return weighted(c, cs) + jnp.sum(ns) * c[0] + n

    return f, (array(3), np.arange(5, dtype=np.int64))


def scan_unused():
    """A recurrence that nothing reads, a carry passed on, and a dead stack."""

    def body(carry, r):
        live, dead, kept = carry
        return (live * r + kept, jnp.exp(dead), kept), jnp.sin(dead)

    def f(a, x):
        (live, _, kept), _ = lax.scan(body, (a, a, a), x)
        return weighted(live, kept)

    return f, (array(3), array(4, 3))


def scan_checkpointed():
    @jax.checkpoint
    def body(c, w):
        return jnp.sin(checkpoint_name(w @ c, "a")), jnp.sum(c)

    return lambda ws, x: weighted(*lax.scan(body, x, ws)), (array(6, 4, 4), array(4))


def scan_checkpointed_named():
    def body(c, w):
        return jnp.sin(checkpoint_name(w @ c, "a")), None

    body = jax.checkpoint(body, policy=POLICIES.save_only_these_names("a"))
    return lambda ws, x: weighted(lax.scan(body, x, ws)[0]), (array(6, 4, 4), array(4))


def scan_in_checkpoint():
    def f(ws, x):
        body = lambda c, w: (jnp.sin(checkpoint_name(w @ c, "a")), None)
        return lax.scan(body, x, ws)[0]

    return lambda ws, x: weighted(jax.checkpoint(f)(ws, x)), (array(6, 4, 4), array(4))


def scan_custom_derivative():
    """A derivative of the user's in a body, and functions that bring their own."""

    @jax.custom_vjp
    def clipped(x):
        return jnp.sin(x)

    clipped.defvjp(lambda x: (clipped(x), x), lambda x, g: (jnp.clip(g, -0.5, 0.5) * x,))

    def body(c, r):
        return jax.nn.silu(clipped(c)) + jax.nn.softmax(r), jax.nn.logsumexp(c * r)

    return lambda c, x: weighted(*lax.scan(body, c, x)), (array(3), array(4, 3))


def fori_static():
    return lambda x: weighted(lax.fori_loop(2, 6, lambda i, c: jnp.sin(c) * i, x)), (array(3),)


def fori_dynamic():
    """Bounds that are arguments; JAX itself has no reverse mode for it."""

    def f(x, lower, upper):
        return weighted(lax.fori_loop(lower, upper, lambda i, c: jnp.sin(c) + x[i], x[0]))

    return f, (array(9, 3), np.int32(2), np.int32(7))


def fori_dynamic_empty():
    f, (x, lower, upper) = fori_dynamic()
    return f, (x, upper, lower)


def while_counted():
    """Doubles until it is large enough: the number of iterations depends on x."""

    def f(x):
        going = lambda carry: jnp.sum(carry[0] ** 2) < 100
        x, n = lax.while_loop(going, lambda carry: (carry[0] * 1.5, carry[1] + 1), (x, 0))
        return weighted(x) * n

    return f, (array(3),)


def while_over_examples():
    def f(x):
        one = lambda x: lax.while_loop(lambda c: c < 10, lambda c: c * 1.5 + 0.1, x)
        return weighted(jax.vmap(one)(x))

    return f, (np.array([0.3, 20.0, 5.0, 9.9]),)


def branch_taken():
    f = lambda x, y: weighted(lax.cond(x[0] > 0, lambda x: jnp.sin(x) * y, lambda x: x + y, x))
    return f, (np.array([0.5, -1.0, 2.0]), array(3))


def branch_not_taken():
    f, (x, y) = branch_taken()
    return f, (-x, y)


def branches():
    """More than two, by an index that is out of range at times, in a loop."""
    choices = [jnp.sin, lambda x: x * x, lambda x: x, lambda x: jnp.exp(-x)]

    def f(x, which):
        body = lambda c, k: (lax.switch(k, choices, c) + 0.1, c)
        return weighted(*lax.scan(body, x, which))

    return f, (array(3), np.array([2, -1, 0, 9, 1, 3, 3], np.int32))


def branch_results():
    """Branches with results that are trees, one of which reads nothing."""

    def f(x, k):
        zeros = lambda x: (jnp.zeros((2, 2)), jnp.float64(1.0))
        some = lambda x: (jnp.outer(x, x), x[0])
        return weighted(*lax.cond(k > 0, some, zeros, x))

    return f, (array(2), np.int32(1))


def branch_in_nested_loop():
    """A branch that depends on the iteration, and a checkpoint in one of the two."""

    def inner(c, ir):
        i, r = ir
        return lax.cond(i % 3 == 1, jax.checkpoint(lambda c: jnp.sin(c) * r), lambda c: c, c), c

    def outer(c, row):
        carry, stack = lax.scan(inner, c, (jnp.arange(5), row))
        return lax.cond(jnp.sum(carry) > 0, jnp.cos, jnp.sin, carry), stack

    return lambda c, x: weighted(*lax.scan(outer, c, x)), (array(3), array(3, 5, 3))


def cumulative():
    def f(x):
        return weighted(
            jnp.cumsum(x, axis=0),
            jnp.cumprod(x, axis=1),
            lax.cumsum(x, axis=1, reverse=True),
            lax.cummax(x, axis=1),
            lax.cummin(x, axis=0, reverse=True),
            lax.cumlogsumexp(x, axis=1),
        )

    return f, (array(4, 5),)


def cumulative_zeros():
    x = np.array([2.0, 0, 3, 4])
    return lambda x: jnp.sum(jnp.cumprod(x)), (x,)


def cumulative_integers():
    f = lambda x, n: weighted(x[jnp.cumsum(n)], x[lax.cummax(n)])
    return f, (array(9, 2), np.array([1, 0, 3, 2], np.int32))


def slices():
    """Read and written at computed places, some of which stick out."""

    def f(x, y, i, j):
        part = lax.dynamic_slice(x, (i, j), (2, 3))
        column = lax.dynamic_index_in_dim(x, j, axis=1, keepdims=False)
        whole = lax.dynamic_update_slice(x, y * part, (j, i))
        return weighted(part, column, whole)

    return f, (array(5, 4), array(2, 3), np.int32(1), np.int32(7))


def slices_in_loop():
    """A table filled in by rows that are read back."""

    def body(i, table):
        row = lax.dynamic_index_in_dim(table, i, keepdims=False)
        return lax.dynamic_update_index_in_dim(table, jnp.sin(row) * i, i + 1, 0)

    return lambda x: weighted(lax.fori_loop(0, 4, body, x)), (array(5, 3),)


def gathers_out_of_bounds():
    """Filled, clamped, and counted from the end."""

    def f(x, rows):
        filled = x.at[rows].get(mode="fill", fill_value=2.0)
        return weighted(filled, x.at[rows].get(mode="clip"), x[jnp.array([-1, 0])])

    return f, (array(4, 3), np.array([1, 7, 1, -9, 3], np.int32))


def scatters_added():
    """To rows, to elements, with duplicates, to places outside that are dropped or
    clamped, to a window."""

    def f(x, rows, elements):
        return weighted(
            x.at[np.array([1, 3, 1])].add(rows),
            x.at[np.array([1, 9, -7])].add(rows),
            x.at[np.array([1, 9, -7])].add(rows, mode="clip"),
            x.at[np.array([0, 2, 0]), np.array([1, 1, 1])].add(elements),
            x.at[1:3, 1:].add(rows[:2, :2]),
            x.at[:, 1].add(2.0),
        )

    return f, (array(4, 3), array(3, 3), array(3))


def scatters_set():
    """Of two writes to one place the last one stays."""

    def f(x, rows):
        return weighted(
            x.at[np.array([1, 3, 1])].set(rows),
            x.at[np.array([1, 9, -7])].set(rows),
            x.at[2].set(rows[0]),
            x.at[-1, 0].set(3.0),
        )

    return f, (array(4, 3), array(3, 3))


def scatters_combined():
    def f(x, rows):
        at = x.at[np.array([1, 3, 1])]
        return weighted(
            x.at[np.array([1, 3, 0])].multiply(rows, unique_indices=True),
            at.subtract(rows),
            at.min(rows),
            at.max(rows),
        )

    return f, (array(4, 3), array(3, 3))


def scatters_over_examples():
    """Updates with batch dimensions, as vmap makes them."""

    def f(x, rows, places):
        add = lambda x, row, at: x.at[at].add(row)
        return weighted(jax.vmap(add)(x, rows, places))

    return f, (array(3, 5), array(3, 2), np.array([[1, 4], [0, 0], [2, 9]], np.int32))


def sorts():
    def f(x, y):
        order = jnp.argsort(x, axis=0)
        keys, carried = lax.sort((x, y), dimension=1, num_keys=1)
        return weighted(
            jnp.sort(x, axis=1),
            jnp.sort(x, axis=0, descending=True),
            jnp.take_along_axis(y, order, axis=0),
            keys,
            carried,
        )

    return f, (array(3, 7), array(3, 7, seed=1))


def sorts_of_ties():
    """Equal keys stay in order, the second key tells them apart, NaNs go last."""

    def f(x):
        keys = np.array([3, 1, 2, 1, 3, 1, 2], np.int32)
        second = np.array([0, 2, 0, 1, 0, 1, -1], np.int32)
        spoiled = jnp.array([2.0, np.nan, -np.inf, 0.0, -0.0, np.inf, 1.0])
        return weighted(
            lax.sort((keys, x), num_keys=1)[1],
            lax.sort((keys, second, x), num_keys=2)[2],
            lax.sort((spoiled, x), num_keys=1)[1],
        )

    return f, (array(7),)


def largest():
    def f(x):
        values, places = lax.top_k(x, 3)
        return weighted(values, x[:, :3] * places) + jnp.median(x)

    return f, (array(2, 6),)


def searches():
    """argmax, argmin and searchsorted choose; the gradient is that of what they chose."""

    def f(x, y):
        rows = jnp.arange(4)
        place = jnp.searchsorted(jnp.sort(x[:, 0]), y)
        return weighted(x[rows, jnp.argmax(x, 1)], x[rows, jnp.argmin(x, 1)], y * place)

    return f, (array(4, 3), array(3))
