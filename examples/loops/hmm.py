#===- examples/loops/hmm.py - A hidden Markov model -----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Minus the log-likelihood of a sequence under a hidden Markov model: the forward
algorithm on logarithms, a scan over the observations.

A step is a checkpoint, in which the scores before they are summed over the states
are named `scores`. Some transitions are impossible (their logit is minus infinity):
no gradient may become NaN by them.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name

STATES, SYMBOLS, LENGTH = 4, 5, 20


@jax.checkpoint
def step(transitions, emissions, alpha, symbol):
    scores = checkpoint_name(alpha[:, None] + transitions, "scores")
    return jax.nn.logsumexp(scores, axis=0) + emissions[:, symbol]


def negative_log_likelihood(start, transition, emission, symbols):
    allowed = np.abs(np.subtract.outer(np.arange(STATES), np.arange(STATES))) <= 1
    transitions = jax.nn.log_softmax(jnp.where(allowed, transition, -jnp.inf))
    emissions = jax.nn.log_softmax(emission)
    alpha = jax.nn.log_softmax(start) + emissions[:, symbols[0]]
    body = lambda alpha, symbol: (step(transitions, emissions, alpha, symbol), None)
    alpha, _ = jax.lax.scan(body, alpha, symbols[1:])
    return -jax.nn.logsumexp(alpha)


def program():
    rng = np.random.default_rng(4)
    logits = rng.standard_normal(STATES), *(
        rng.standard_normal((STATES, n)) for n in (STATES, SYMBOLS)
    )
    return negative_log_likelihood, (*logits, rng.integers(SYMBOLS, size=LENGTH, dtype=np.int32))
