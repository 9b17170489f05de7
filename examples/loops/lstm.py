#===- examples/loops/lstm.py - A recurrent network ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The squared error of an LSTM that reads a sequence, a scan over time.

Each step is a checkpoint, in which the gates before their nonlinearities are named
`gates` and the new cell state `cell`.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

STEPS, INPUTS, HIDDEN = 12, 3, 5


@jax.checkpoint
def step(weights, state, x):
    hidden, cell = state
    gates = weights["input"] @ x + weights["hidden"] @ hidden + weights["bias"]
    i, f, g, o = jnp.split(checkpoint_name(gates, "gates"), 4)
    cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
    cell = checkpoint_name(cell, "cell")
    return jax.nn.sigmoid(o) * jnp.tanh(cell), cell


def loss(weights, xs, targets):
    def body(state, x):
        state = step(weights, state, x)
        return state, weights["output"] @ state[0]

    start = jnp.zeros(HIDDEN, xs.dtype), jnp.zeros(HIDDEN, xs.dtype)
    _, outputs = jax.lax.scan(body, start, xs)
    return jnp.mean((outputs - targets) ** 2)


def program():
    rng = np.random.default_rng(1)
    shapes = {
        "input": (4 * HIDDEN, INPUTS),
        "hidden": (4 * HIDDEN, HIDDEN),
        "bias": (4 * HIDDEN,),
        "output": (2, HIDDEN),
    }
    weights = {name: 0.5 * rng.standard_normal(shape) for name, shape in shapes.items()}
    return loss, (weights, rng.standard_normal((STEPS, INPUTS)), rng.standard_normal((STEPS, 2)))
