#===- examples/loops/runge_kutta.py - An integrator -----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The distance of a trajectory from a point, after 130 steps of the classical
Runge-Kutta method on a small neural differential equation.

A step is a checkpoint, in which the four slopes are named `slope`.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

STEPS, DIMENSIONS, HIDDEN = 130, 3, 6


def slope(field, t, y):
    hidden = jnp.tanh(field["in"] @ y + jnp.sin(t) * field["drive"])
    return checkpoint_name(field["out"] @ hidden - 0.1 * y, "slope")


@jax.checkpoint
def step(field, dt, t, y):
    k1 = slope(field, t, y)
    k2 = slope(field, t + dt / 2, y + dt / 2 * k1)
    k3 = slope(field, t + dt / 2, y + dt / 2 * k2)
    k4 = slope(field, t + dt, y + dt * k3)
    return y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def miss(field, start, end, dt):
    def body(i, y):
        return step(field, dt, i * dt, y)

    return jnp.sum((jax.lax.fori_loop(0, STEPS, body, start) - end) ** 2)


def program():
    rng = np.random.default_rng(3)
    field = {
        "in": rng.standard_normal((HIDDEN, DIMENSIONS)),
        "out": rng.standard_normal((DIMENSIONS, HIDDEN)),
        "drive": rng.standard_normal(HIDDEN),
    }
    start, end = rng.standard_normal((2, DIMENSIONS))
    return miss, (field, start, end, np.float64(0.02))
