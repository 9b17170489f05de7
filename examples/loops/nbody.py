#===- examples/loops/nbody.py - Bodies that attract each other *- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""How far bodies are from where they should be, after steps of the leapfrog method
under their gravity.

A step is a checkpoint, in which the accelerations are named `acceleration`. The
trajectory is stacked, and its mean distance from the origin is added.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

BODIES, STEPS, DT = 4, 25, 0.05


def accelerations(masses, positions):
    apart = positions[None] - positions[:, None]
    squared = jnp.sum(apart**2, axis=-1) + 0.05
    pull = jnp.einsum("j,ij,ijd->id", masses, squared**-1.5, apart)
    return checkpoint_name(pull, "acceleration")


@jax.checkpoint
def step(masses, positions, velocities):
    velocities = velocities + DT / 2 * accelerations(masses, positions)
    positions = positions + DT * velocities
    velocities = velocities + DT / 2 * accelerations(masses, positions)
    return positions, velocities


def miss(masses, positions, velocities, targets):
    def body(state, _):
        state = step(masses, *state)
        return state, state[0]

    (positions, _), path = jax.lax.scan(body, (positions, velocities), None, length=STEPS)
    return jnp.sum((positions - targets) ** 2) + jnp.mean(jnp.sqrt(jnp.sum(path**2, axis=-1)))


def program():
    rng = np.random.default_rng(5)
    masses = 0.5 + rng.random(BODIES)
    positions, targets = rng.standard_normal((2, BODIES, 3))
    return miss, (masses, positions, 0.3 * rng.standard_normal((BODIES, 3)), targets)
