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


def effect_in_loop():
    def body(c, row):
        jax.debug.print("{}", c)
        return c * row, None

    return lambda x: jax.lax.scan(body, x[0], x)[0].sum(), (x,)


def inverse():
    return lambda x: jnp.linalg.inv(x[:3, :3]).sum(), (x,)


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
