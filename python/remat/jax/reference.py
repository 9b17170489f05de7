#===- python/remat/jax/reference.py - Gradients in float64 ----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The value and gradients of a JAX function in float64, by JAX's own reverse
mode: what compiled gradients are compared against."""

import jax
import numpy as np


def _is_float(x):
    return jax.numpy.issubdtype(x.dtype, np.floating)


def reference_gradients(f, *args, cotangents=None):
    """Returns `values, gradients` of `f` at `args`, widened to float64.

    `values` are the leaves of the result. `gradients` maps the number of each
    float argument, counted over the leaves of `args`, to its gradient. There is
    one cotangent per float result, in order; a lone scalar may go without.
    """
    with jax.enable_x64(True):
        leaves, tree = jax.tree.flatten(args)
        leaves = [np.asarray(x) for x in leaves]
        floats = [i for i, x in enumerate(leaves) if _is_float(x)]

        def of_floats(wide):
            full = list(leaves)
            for i, x in zip(floats, wide):
                full[i] = x
            return jax.tree.leaves(f(*jax.tree.unflatten(tree, full)))

        def float_results(wide):
            values = of_floats(wide)
            return [v for v in values if _is_float(v)], values

        @jax.jit
        def run(wide, cotangents):
            results, pullback, values = jax.vjp(float_results, wide, has_aux=True)
            if cotangents is None:
                if len(results) != 1 or results[0].shape:
                    raise ValueError("give cotangents: the result is not one scalar")
                cotangents = [np.ones(())]
            return values, pullback([c.astype(r.dtype) for c, r in zip(cotangents, results)])[0]

        wide = [leaves[i].astype(np.float64) for i in floats]
        values, gradients = run(wide, cotangents)
        return (
            [np.asarray(v) for v in values],
            {i: np.asarray(g) for i, g in zip(floats, gradients)},
        )
