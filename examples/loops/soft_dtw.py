#===- examples/loops/soft_dtw.py - Aligning two sequences -----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Soft dynamic time warping: the smoothed cost of the best alignment of two
sequences, by a table that is filled row by row, each row from left to right.

Two nested scans. The outer body is a checkpoint and so is the inner one, in which
the soft minimum is named `least`. The border of the table is infinite.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

SMOOTHING = 0.5


def soft_minimum(*costs):
    return -SMOOTHING * jax.nn.logsumexp(-jnp.stack(costs) / SMOOTHING)


@jax.checkpoint
def cell(left, above, corner, distance):
    return distance + checkpoint_name(soft_minimum(left, above, corner), "least")


@jax.checkpoint
def row(above, distances):
    """The row below `above`, which has the border as its first entry."""

    def step(left, column):
        cost = cell(left, *column)
        return cost, cost

    _, costs = jax.lax.scan(step, jnp.inf, (above[1:], above[:-1], distances))
    return jnp.concatenate([jnp.array([jnp.inf]), costs])


def soft_dtw(x, y):
    distances = jnp.sum((x[:, None] - y[None]) ** 2, axis=-1)
    border = jnp.full(len(y) + 1, jnp.inf).at[0].set(0.0)
    last, _ = jax.lax.scan(lambda above, d: (row(above, d), None), border, distances)
    return last[-1]


def program():
    rng = np.random.default_rng(8)
    return soft_dtw, (rng.standard_normal((6, 2)), rng.standard_normal((5, 2)))
