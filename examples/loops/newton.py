#===- examples/loops/newton.py - Solvers that end when done ---*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Newton's method, in `while` loops that stop where the residual is small. How often
they run depends on the data.

`roots` solves x^3 + a x = b for each entry. `inverse` inverts a matrix by products
alone, X <- X (2 - A X). An iteration is a checkpoint, in which the residual is named
`residual`. JAX has no reverse mode for these loops: the gradients to compare with
are those of its forward mode.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

# Not so small that nothing depends on the start any more.
TOLERANCE = 1e-3


def roots():
    @jax.checkpoint
    def iterate(a, b, x):
        residual = checkpoint_name(x**3 + a * x - b, "residual")
        return x - residual / (3 * x**2 + a)

    def f(a, b, start):
        unsolved = lambda x: jnp.max(jnp.abs(x**3 + a * x - b)) > TOLERANCE
        x = jax.lax.while_loop(unsolved, lambda x: iterate(a, b, x), start)
        return jnp.sum(x * jnp.arange(1.0, 1.0 + x.size))

    rng = np.random.default_rng(6)
    return f, (1 + rng.random(4), 3 * rng.standard_normal(4), 4 * rng.random(4))


def inverse():
    @jax.checkpoint
    def iterate(a, x):
        residual = checkpoint_name(jnp.eye(3) - a @ x, "residual")
        return x + x @ residual

    def f(a, weights):
        def unsolved(state):
            x, count = state
            return (jnp.sum((jnp.eye(3) - a @ x) ** 2) > TOLERANCE) & (count < 50)

        start = a.T / jnp.sum(a**2)
        again = lambda state: (iterate(a, state[0]), state[1] + 1)
        x, _ = jax.lax.while_loop(unsolved, again, (start, 0))
        return jnp.sum(x * weights)

    rng = np.random.default_rng(7)
    return f, (np.eye(3) + 0.3 * rng.standard_normal((3, 3)), rng.standard_normal((3, 3)))
