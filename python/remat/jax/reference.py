#===- python/remat/jax/reference.py - Gradients in float64 ----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The value and gradients of a JAX function in float64, by JAX itself: what compiled
gradients are compared against."""

import jax
import numpy as np

from .emission import is_float


def _by_reverse_mode(run, wide, cotangents):
    """The values of `run` and the gradient for each of `wide`."""
    results, pullback, values = jax.vjp(run, wide, has_aux=True)
    return values, pullback([c.astype(r.dtype) for c, r in zip(cotangents, results)])[0]


def _by_forward_mode(run, wide, cotangents):
    """The same, one entry of the arguments at a time."""

    @jax.jit
    def slope(tangents):
        _, slopes, values = jax.jvp(run, (wide,), (tangents,), has_aux=True)
        return values, sum(jax.numpy.vdot(c, t) for c, t in zip(cotangents, slopes))

    zeros = [np.zeros(x.shape) for x in wide]
    values, _ = slope(zeros)
    gradients = [np.zeros(x.shape) for x in wide]
    for k, gradient in enumerate(gradients):
        for entry in np.ndindex(gradient.shape):
            tangents = [x.copy() for x in zeros]
            tangents[k][entry] = 1.0
            gradient[entry] = slope(tangents)[1]
    return values, gradients


def reference_gradients(f, *args, cotangents=None):
    """Returns `values, gradients` of `f` at `args`, widened to float64.

    `values` are the leaves of the result. `gradients` maps the number of each
    float argument, counted over the leaves of `args`, to its gradient. There is
    one cotangent per float result, in order; a lone scalar may go without.

    The gradients are by reverse mode; where `f` has a loop that JAX cannot reverse,
    since it does not know how often it runs, they are by forward mode.
    """
    with jax.enable_x64(True):
        leaves, tree = jax.tree.flatten(args)
        leaves = [np.asarray(x) for x in leaves]
        floats = [i for i, x in enumerate(leaves) if is_float(x)]

        def run(wide):
            full = list(leaves)
            for i, x in zip(floats, wide):
                full[i] = x
            values = jax.tree.leaves(f(*jax.tree.unflatten(tree, full)))
            return [v for v in values if is_float(v)], values

        wide = [leaves[i].astype(np.float64) for i in floats]
        if cotangents is None:
            results, _ = jax.eval_shape(run, wide)
            if len(results) != 1 or results[0].shape:
                raise ValueError("give cotangents: the result is not one scalar")
            cotangents = [np.ones(())]
        try:
            values, gradients = jax.jit(lambda w, c: _by_reverse_mode(run, w, c))(wide, cotangents)
        except ValueError as error:
            if not str(error).startswith("Reverse-mode differentiation does not work"):
                raise
            values, gradients = _by_forward_mode(run, wide, cotangents)
        return (
            [np.asarray(v) for v in values],
            {i: np.asarray(g) for i, g in zip(floats, gradients)},
        )
