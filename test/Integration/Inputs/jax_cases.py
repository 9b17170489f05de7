#===- test/Integration/Inputs/jax_cases.py - Programs ---------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Small JAX programs, each a function that returns `f, args` with a scalar f.

Between them they hold what the exporter keeps (checkpoints, nested and with each
policy, names, custom derivatives, stop_gradient) and the library functions of
JAX's that a model is made of.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

POLICIES = jax.checkpoint_policies


def array(*shape, seed=0):
    rng = np.random.default_rng([seed, *shape])
    return rng.standard_normal(shape).astype(np.float32)


def layer(w, x):
    return jnp.sin(checkpoint_name(w @ x, "a"))


def net(wrap):
    def f(w1, w2, w3, x):
        for w in (w1, w2, w3):
            x = wrap(layer)(w, x)
        return jnp.sum(x**2)

    return f, (array(5, 4), array(6, 5), array(7, 6), array(4))


def plain():
    return net(lambda f: f)


def each_layer():
    return net(jax.checkpoint)


def each_layer_named():
    policy = POLICIES.save_only_these_names("a")
    return net(lambda f: jax.checkpoint(f, policy=policy))


def each_layer_without_barriers():
    return net(lambda f: jax.checkpoint(f, prevent_cse=False))


def nested():
    def f(w1, w2, w3, x):
        inner = lambda w1, w2, x: jax.checkpoint(layer)(w2, jax.checkpoint(layer)(w1, x))
        x = jax.checkpoint(inner, policy=POLICIES.save_any_names_but_these("b"))(w1, w2, x)
        return jnp.sum(jax.checkpoint(layer, policy=POLICIES.dots_saveable)(w3, x) ** 2)

    return f, (array(5, 4), array(6, 5), array(7, 6), array(4))


def either_policy():
    policy = POLICIES.save_from_both_policies(
        POLICIES.dots_with_no_batch_dims_saveable, POLICIES.save_only_these_names("a")
    )
    return net(lambda f: jax.checkpoint(f, policy=policy))


def stopped():
    """x stops being a variable where it scales, so the gradient is not 2x."""
    return lambda x: jnp.sum(x * jax.lax.stop_gradient(x)), (array(3, 4),)


def softmax_and_logsumexp():
    def f(x):
        return jnp.sum(jax.nn.softmax(x) ** 2) + jnp.sum(jax.nn.logsumexp(x, axis=0) ** 2)

    return f, (3 * array(4, 8),)


def masked_softmax():
    def f(x):
        mask = jnp.tril(jnp.ones((6, 6), bool))
        return jnp.sum(jax.nn.softmax(jnp.where(mask, x, -jnp.inf)) ** 3)

    return f, (array(2, 6, 6),)


def user_vjp():
    """A derivative that is not the true one, with an integer argument."""

    @jax.custom_vjp
    def scaled(x, n):
        return x * n

    def forward(x, n):
        return scaled(x, n), (x, n)

    def backward(residuals, cotangent):
        x, n = residuals
        return cotangent * jnp.cos(x) * n, None

    scaled.defvjp(forward, backward)
    return lambda x, n: jnp.sum(scaled(x, n) ** 2), (array(5), np.int32(3))


def user_jvp():
    """A derivative that is not the true one, given in forward mode."""

    @jax.custom_jvp
    def twice(x, y):
        return x * y

    @twice.defjvp
    def _(primals, tangents):
        (x, y), (dx, dy) = primals, tangents
        return twice(x, y), 3.0 * dx * y + jnp.sin(x) * dy

    def f(x, y):
        return jnp.sum(jax.checkpoint(twice)(x, y) ** 2)

    return f, (array(5), array(5, seed=1))


def relu_and_silu():
    return lambda x: jnp.sum(jax.nn.relu(x) * jax.nn.silu(x)), (array(4, 5),)


def relu_at_zero():
    """The named relu, whose derivative at 0 is 0, and abs away from 0."""
    x = np.array([-1, 0, 2], np.float32)
    return lambda x: jnp.sum(jax.nn.relu(x) * np.float32(3) + jnp.abs(x - 1)), (x,)


def sigmoid_tails():
    x = np.array([-200, -100, -20, -1, 0, 1, 20, 100, 200], np.float32)
    return lambda x: jnp.sum(jax.nn.sigmoid(x) + jax.nn.softplus(x)), (x,)


def gathers():
    """Repeated rows, so that the gradient adds up."""

    def f(table, rows, columns):
        picked = jnp.take(table, rows, axis=0, mode="clip")
        return jnp.sum(jnp.take_along_axis(picked, columns, axis=1, mode="clip") ** 2)

    rows = np.array([1, 3, 1, 0, 1], np.int32)
    columns = np.array([[0, 0], [2, 1], [2, 2], [1, 0], [0, 2]], np.int32)
    return f, (array(4, 3), rows, columns)


def gathers_out_of_bounds():
    """Clamped, filled in, and counted from the end."""

    def f(x, rows):
        clamped = x.at[rows].get(mode="clip")
        filled = x.at[rows].get(mode="fill", fill_value=2.0)
        last = x[jnp.array([-1, 0])]
        return jnp.sum(clamped**2) + jnp.sum(jnp.sin(filled)) + jnp.sum(last**3)

    return f, (array(4, 3), np.array([1, 7, 1, -9, 3], np.int32))


def reshapes():
    def f(x, y):
        a, b = jnp.split(x, 2, axis=1)
        both = jnp.concatenate([a.T, b.reshape(3, 4)], axis=0)
        return jnp.sum(jnp.sin(both[1:, ::2] * jnp.pad(y, ((0, 1), (1, 0)))))

    return f, (array(4, 6), array(4, 1))


def concatenations():
    def f(x, y, z):
        return jnp.sum(jnp.sin(jnp.concatenate([x, y, x[:, :0], z, x], axis=1)) * array(4, 18))

    return f, (array(4, 6), array(4, 1), array(4, 5))


def reductions():
    def f(x):
        return jnp.sum(x.mean(0) ** 2) + jnp.sum(x.max(1) * x.min(1)) + jnp.var(x)

    return f, (array(4, 6),)
