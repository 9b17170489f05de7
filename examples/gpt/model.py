#===- examples/gpt/model.py - A GPT training loss -------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The training loss of a small GPT.

Pre-norm blocks of causal softmax attention and a tanh-gelu MLP, token and
position embeddings, a final layer norm, logits by the token embedding, and the
mean cross-entropy. Each block is a checkpoint in which the attention output is
named `attn_out` and the MLP's activation before the gelu `mlp_pre`. The blocks stand
one after the other, or with `loop` are one block in a loop, whose parameters are
those of all layers stacked.

The parameters are a flat list of arrays, in the order of `parameter_shapes`.
Nothing here fixes a precision: float64 parameters give a float64 loss, which is
how the reference gradients are made.
"""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name


# What a block may keep between its forward and its backward pass.
POLICIES = {
    "everything": jax.checkpoint_policies.everything_saveable,
    "nothing": jax.checkpoint_policies.nothing_saveable,
    "names": jax.checkpoint_policies.save_only_these_names("attn_out", "mlp_pre"),
}


@dataclasses.dataclass(frozen=True)
class Config:
    layers: int = 4
    d: int = 128  # width of the residual stream
    heads: int = 4
    s: int = 64  # tokens in a sequence
    batch: int = 2
    vocab: int = 256
    loop: bool = False  # one block in a loop over stacked parameters

    def __post_init__(self):
        if min(self.layers, self.d, self.heads, self.s, self.batch, self.vocab) < 1:
            raise ValueError(f"every size must be at least 1: {self}")
        if self.d % self.heads:
            raise ValueError(f"the width {self.d} is no multiple of the {self.heads} heads")


def _block_shapes(d):
    return {
        "ln1.gain": (d,),
        "ln1.bias": (d,),
        "qkv.weight": (d, 3 * d),
        "qkv.bias": (3 * d,),
        "proj.weight": (d, d),
        "proj.bias": (d,),
        "ln2.gain": (d,),
        "ln2.bias": (d,),
        "fc.weight": (d, 4 * d),
        "fc.bias": (4 * d,),
        "out.weight": (4 * d, d),
        "out.bias": (d,),
    }


def parameter_shapes(config):
    """The shape of each parameter by its name, in the order of the arguments."""
    shapes = {"wte": (config.vocab, config.d), "wpe": (config.s, config.d)}
    block = _block_shapes(config.d)
    if config.loop:
        shapes |= {f"blocks.{name}": (config.layers, *shape) for name, shape in block.items()}
    else:
        for layer in range(config.layers):
            shapes |= {f"blocks.{layer}.{name}": shape for name, shape in block.items()}
    shapes["lnf.gain"] = (config.d,)
    shapes["lnf.bias"] = (config.d,)
    return shapes


def argument_names(config):
    """Names of the arguments of `loss`, one a leaf."""
    return ["tokens", "targets", *parameter_shapes(config)]


def example_arguments(config, seed=0):
    """Arguments of `loss` as numpy arrays: i32 tokens and targets, f32 parameters.

    No parameter is at a special point (gains are not 1, biases are not 0), so
    that a gradient which is wrong by a factor of a parameter shows.
    """
    rng = np.random.default_rng(seed)
    tokens = rng.integers(config.vocab, size=(config.batch, config.s), dtype=np.int32)
    targets = rng.integers(config.vocab, size=(config.batch, config.s), dtype=np.int32)
    parameters = []
    for name, shape in parameter_shapes(config).items():
        scale = 1 / math.sqrt(shape[-2]) if name.endswith("weight") else 0.1
        if name in ("wte", "wpe"):
            scale = 1 / math.sqrt(config.d)
        centre = 1.0 if name.endswith("gain") else 0.0
        parameters.append((centre + scale * rng.standard_normal(shape)).astype(np.float32))
    return tokens, targets, parameters


def layer_norm(x, gain, bias):
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred * centred).mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * gain + bias


def attention(config, x, qkv_weight, qkv_bias, proj_weight, proj_bias):
    batch, s, d = x.shape
    qkv = x @ qkv_weight + qkv_bias
    q, k, v = (
        part.reshape(batch, s, config.heads, d // config.heads) for part in jnp.split(qkv, 3, -1)
    )
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) / math.sqrt(d // config.heads)
    row = jax.lax.broadcasted_iota(jnp.int32, (s, s), 0)
    column = jax.lax.broadcasted_iota(jnp.int32, (s, s), 1)
    scores = jnp.where(row >= column, scores, -jnp.inf)
    mixed = jnp.einsum("bhqk,bkhe->bqhe", jax.nn.softmax(scores), v)
    return mixed.reshape(batch, s, d) @ proj_weight + proj_bias


def block(config, x, parameters):
    p = dict(zip(_block_shapes(config.d), parameters))
    normed = layer_norm(x, p["ln1.gain"], p["ln1.bias"])
    attended = attention(
        config, normed, p["qkv.weight"], p["qkv.bias"], p["proj.weight"], p["proj.bias"]
    )
    x = x + checkpoint_name(attended, "attn_out")
    normed = layer_norm(x, p["ln2.gain"], p["ln2.bias"])
    hidden = checkpoint_name(normed @ p["fc.weight"] + p["fc.bias"], "mlp_pre")
    return x + jax.nn.gelu(hidden, approximate=True) @ p["out.weight"] + p["out.bias"]


def loss(config, tokens, targets, parameters, policy=None):
    """The mean cross-entropy of predicting `targets` from `tokens`, with `policy`
    on the checkpoint of each block."""
    wte, wpe, *rest, gain, bias = parameters
    x = jnp.take(wte, tokens, axis=0, mode="clip") + wpe
    checkpointed = jax.checkpoint(functools.partial(block, config), policy=policy)
    if config.loop:
        x, _ = jax.lax.scan(lambda x, parameters: (checkpointed(x, parameters), None), x, rest)
    else:
        per_block = len(rest) // config.layers
        for layer in range(config.layers):
            x = checkpointed(x, rest[layer * per_block : (layer + 1) * per_block])
    logits = layer_norm(x, gain, bias) @ wte.T
    log_probabilities = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(log_probabilities, targets[..., None], axis=-1, mode="clip")
    return -picked.mean()
