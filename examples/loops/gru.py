#===- examples/loops/gru.py - Another recurrent network -------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The squared error of a GRU over a batch of sequences, a scan over time.

Each step is a checkpoint, in which the reset and update gates are named `gates` and
the candidate state `candidate`.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

BATCH, STEPS, INPUTS, HIDDEN = 2, 9, 3, 4


@jax.checkpoint
def step(weights, hidden, x):
    gates = x @ weights["input"] + hidden @ weights["hidden"] + weights["bias"]
    reset, update = jnp.split(jax.nn.sigmoid(checkpoint_name(gates, "gates")), 2, axis=-1)
    mixed = x @ weights["new_input"] + (reset * hidden) @ weights["new_hidden"]
    candidate = checkpoint_name(jnp.tanh(mixed), "candidate")
    return update * hidden + (1 - update) * candidate


def loss(weights, xs, start, target):
    hidden, states = jax.lax.scan(lambda h, x: 2 * (step(weights, h, x),), start, xs)
    return jnp.sum((hidden - target) ** 2) + 0.1 * jnp.mean(states**2)


def program():
    rng = np.random.default_rng(2)
    shapes = {
        "input": (INPUTS, 2 * HIDDEN),
        "hidden": (HIDDEN, 2 * HIDDEN),
        "bias": (2 * HIDDEN,),
        "new_input": (INPUTS, HIDDEN),
        "new_hidden": (HIDDEN, HIDDEN),
    }
    weights = {name: 0.6 * rng.standard_normal(shape) for name, shape in shapes.items()}
    xs = rng.standard_normal((STEPS, BATCH, INPUTS))
    start, target = rng.standard_normal((2, BATCH, HIDDEN))
    return loss, (weights, xs, start, target)
