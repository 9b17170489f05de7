#===- test/python/Inputs/rejected_cases.py - No export --------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""JAX programs that have no form in the exported dialects yet."""

import jax
import jax.numpy as jnp

x = jnp.ones((3, 4))


def scan():
    return lambda x: jax.lax.scan(lambda c, row: (c * row, None), x[0], x)[0].sum(), (x,)


def while_loop():
    return lambda x: jax.lax.while_loop(lambda c: c.sum() < 100, lambda c: c * 2, x).sum(), (x,)


def cond():
    return lambda x: jax.lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x).sum(), (x,)


def scatter():
    return lambda x: x.at[jnp.array([0, 2])].add(1.0).sum(), (x,)


def sort():
    return lambda x: (jnp.sort(x) * jnp.arange(4)).sum(), (x,)


def unsigned():
    return lambda x, n: (x * n).sum(), (x, jnp.uint8(3))


def own_policy():
    return jax.checkpoint(lambda x: jnp.sin(x).sum(), policy=lambda *_, **__: True), (x,)


def offload_policy():
    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=["a"],
        names_which_can_be_offloaded=["b"],
        offload_src="device",
        offload_dst="pinned_host",
    )
    return jax.checkpoint(lambda x: jnp.sin(x).sum(), policy=policy), (x,)
