#===- python/remat/jax/rules.py - Lowering rules --------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Lowering rules for the primitives whose structure the export keeps.

JAX lowers every other primitive by itself. These take the place of its rules:

    name              "remat.checkpoint_name"(%x) {name = "a"}
    remat2            a call marked with its policy; `regions` makes the region
    custom_vjp_call   "remat.custom_vjp"(%args) {callee, fwd, bwd}
    custom_jvp_call   the same: JAX linearizes and transposes the user's rule
    stop_gradient     the same, with a bwd of zeros
    logistic          the same, with a derivative that has no overflow in it
    jit               its body, in place: a shared function has no one location

Those of control flow are in `loops`, of what reads and writes at computed places in
`indexing`, of sorts in `sorting`.

Operations without regions are emitted as they are and travel through jaxlib's
passes untouched. A region of an operation that jaxlib does not know would crash
them, which is why a checkpoint is a call until those passes are done.
"""

import dataclasses
import re

import jax
import numpy as np
from jax._src import ad_checkpoint, ad_util, core, custom_derivatives, pjit
from jax._src.interpreters import mlir, partial_eval
from jax._src.lax import lax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from .emission import emit, is_float, spec, types
from .indexing import INDEXING_RULES
from .loops import LOOP_RULES
from .policies import policy_attribute
from .sorting import SORTING_RULES

# Discardable attributes that mark a call as a checkpoint until `regions` runs.
CHECKPOINT_MARK = "remat.checkpoint"
POLICY_MARK = "remat.policy"
BARRIERS_MARK = "remat.barriers"


def _symbol(text):
    """`text` as a symbol that needs no quotes."""
    return re.sub(r"\W", "_", text)


def _name(ctx, x, *, name):
    return emit(ctx, "remat.checkpoint_name", [x.type], [x], {"name": ir.StringAttr.get(name)})


def _checkpoint(ctx, *args, jaxpr, prevent_cse, differentiated, policy):
    del differentiated  # only ever set on what JAX itself differentiated
    outs, tokens = mlir.call_lowering(
        "checkpoint",
        partial_eval.close_jaxpr(jaxpr),
        None,
        ctx.module_context,
        ctx.avals_in,
        ctx.avals_out,
        ctx.tokens_in,
        *args,
        dim_var_values=ctx.dim_var_values,
        const_lowering=ctx.const_lowering,
    )
    ctx.set_tokens_out(tokens)
    if not outs:
        return outs
    # The mark is on the call, not on the function: JAX shares one function
    # between equal regions, which may differ in policy.
    attributes = outs[0].owner.attributes
    attributes[CHECKPOINT_MARK] = ir.UnitAttr.get()
    if attribute := policy_attribute(policy):
        attributes[POLICY_MARK] = ir.StringAttr.get(attribute)
    if prevent_cse is False:
        attributes[BARRIERS_MARK] = ir.BoolAttr.get(False)
    return outs


def _jit(ctx, *args, jaxpr, **_):
    consts = mlir.ir_consts(jaxpr.consts, [v.aval for v in jaxpr.jaxpr.constvars])
    outs, tokens = mlir.jaxpr_subcomp(
        ctx.module_context,
        jaxpr.jaxpr,
        ctx.name_stack,
        ctx.tokens_in,
        consts,
        *args,
        dim_var_values=ctx.dim_var_values,
        const_lowering=ctx.const_lowering,
        outer_traceback=ctx.traceback,
    )
    ctx.set_tokens_out(tokens)
    return outs


def _dot_general(ctx, lhs, rhs, *, preferred_element_type, **params):
    """Narrow floats accumulate in f32 and are rounded once, as XLA does it:
    linalg would accumulate in the type of the result."""
    (out,) = ctx.avals_out
    wide = out
    if is_float(out) and out.dtype.itemsize < 4:
        wide = out.update(dtype=np.dtype(np.float32))
        preferred_element_type = wide.dtype
    (result,) = lax._dot_general_lower(
        ctx.replace(avals_out=[wide]),
        lhs,
        rhs,
        preferred_element_type=preferred_element_type,
        platform="cpu",
        **params,
    )
    return [result if wide is out else mlir.convert_hlo(ctx, result, wide, out)]


def _reduction(op, identity):
    """A reduction as JAX writes it, but for those that jaxlib's passes leave: over no
    dimension, which is the operand, and over one of size 0."""

    def rule(ctx, x, *, axes, **params):
        if not axes:
            return [x]
        (aval,), (out,) = ctx.avals_in, ctx.avals_out
        if any(aval.shape[axis] == 0 for axis in axes):
            return [mlir.full_like_aval(ctx, identity(out.dtype), out)]
        return lax._unary_reduce_lower(op, identity, ctx, x, axes=axes, **params)

    return rule


def _function(ctx, name, fun, *specs):
    """Emits private function `name` for `fun` and returns its symbol.

    Custom derivatives inside it are inlined. A derivative rule that calls the
    function it belongs to, as most do, would otherwise ask for a derivative of
    its own without end.
    """
    closed = jax.make_jaxpr(fun)(*specs)
    module = ctx.module_context
    rules = tuple(r for r in RULES if r[0] not in (*_CUSTOM, lax.logistic_p))
    module = module.replace(
        lowering_cache={},
        cached_primitive_lowerings={},
        lowering_parameters=dataclasses.replace(
            module.lowering_parameters, override_lowering_rules=rules
        ),
    )
    func = mlir.lower_jaxpr_to_fun(
        module, _symbol(name), closed, (), num_const_args=0, in_avals=closed.in_avals
    )
    func.operation.attributes["sym_visibility"] = ir.StringAttr.get("private")
    return ir.FlatSymbolRefAttr.get(func.sym_name.value)


def _custom_derivative(primitive):
    """The rule of `primitive`: fwd and bwd come from `jax.vjp` of the equation
    itself, so that integer operands and closed-over constants need no cases."""

    def rule(ctx, *args, call_jaxpr, **params):
        specs = [spec(aval) for aval in ctx.avals_in]
        float_args = [i for i, aval in enumerate(ctx.avals_in) if is_float(aval)]
        float_results = [i for i, aval in enumerate(call_jaxpr.out_avals) if is_float(aval)]
        bind_params = primitive.get_bind_params({"call_jaxpr": call_jaxpr, **params})
        pullback_tree = None

        def fwd(*xs):
            def floats(*fs):
                full = list(xs)
                for i, x in zip(float_args, fs):
                    full[i] = x
                outs = primitive.bind(*full, **bind_params)
                return [outs[i] for i in float_results], outs

            _, pullback, outs = jax.vjp(floats, *[xs[i] for i in float_args], has_aux=True)
            nonlocal pullback_tree
            residuals, pullback_tree = jax.tree.flatten(pullback)
            return outs, residuals

        def bwd(residuals, cotangents):
            return jax.tree.unflatten(pullback_tree, residuals)(cotangents)

        _, residual_specs = jax.eval_shape(fwd, *specs)
        cotangent_specs = [spec(call_jaxpr.out_avals[i]) for i in float_results]
        base = call_jaxpr.jaxpr.debug_info.func_name.split(".")[-1]
        attributes = {
            "callee": _function(ctx, base, core.jaxpr_as_fun(call_jaxpr), *specs),
            "fwd": _function(ctx, base + "_fwd", fwd, *specs),
            "bwd": _function(ctx, base + "_bwd", bwd, residual_specs, cotangent_specs),
        }
        return emit(ctx, "remat.custom_vjp", types(ctx, ctx.avals_out), args, attributes)

    return rule


def _with_derivative(primitive, fun, fwd, bwd):
    """The rule of a float primitive of one operand whose derivative is stated
    here: `fwd(x) -> (y, residuals...)`, `bwd(residuals..., cotangent)`."""

    def rule(ctx, x, **_):
        (aval,) = ctx.avals_in
        if not is_float(aval):
            return [x]
        # One set of functions a type and module: equal layers share them.
        key = (primitive, aval)
        cache = ctx.module_context.cached_primitive_lowerings
        if key not in cache:
            shape_and_type = str(x.type).removeprefix("tensor<").removesuffix(">")
            base = f"{primitive.name}_{shape_and_type}"
            _, *residuals = jax.eval_shape(fwd, spec(aval))
            cache[key] = {
                "callee": _function(ctx, base, lambda v: [fun(v)], spec(aval)),
                "fwd": _function(ctx, base + "_fwd", fwd, spec(aval)),
                "bwd": _function(ctx, base + "_bwd", bwd, *residuals, spec(aval)),
            }
        return emit(ctx, "remat.custom_vjp", [x.type], [x], cache[key])

    return primitive, rule


def _logistic_fwd(x):
    y = jax.lax.logistic(x)
    return y, y


_STATED = (
    _with_derivative(
        ad_util.stop_gradient_p,
        lambda x: x,
        lambda x: [x],
        # A constant of the whole shape: a compiler sees that nothing flows on.
        lambda cotangent: [np.zeros(cotangent.shape, cotangent.dtype)],
    ),
    # jaxlib writes it 1 / (1 + exp(-x)); where the exponential overflows, the
    # plain derivative of that is infinity times zero.
    _with_derivative(
        lax.logistic_p,
        jax.lax.logistic,
        _logistic_fwd,
        lambda y, cotangent: [cotangent * (y * (1 - y))],
    ),
)

_REDUCTIONS = (
    (lax.reduce_sum_p, stablehlo.AddOp, lax._get_sum_identity),
    (lax.reduce_prod_p, stablehlo.MulOp, lax._get_prod_identity),
    (lax.reduce_max_p, mlir.max_hlo, lax._get_max_identity),
    (lax.reduce_min_p, mlir.min_hlo, lax._get_min_identity),
    (lax.reduce_and_p, stablehlo.AndOp, lax._get_bitwise_and_identity),
    (lax.reduce_or_p, stablehlo.OrOp, lax._get_bitwise_or_identity),
    (lax.reduce_xor_p, stablehlo.XorOp, lax._get_bitwise_or_identity),
)

_CUSTOM = (custom_derivatives.custom_vjp_call_p, custom_derivatives.custom_jvp_call_p)

RULES = (
    (ad_checkpoint.name_p, _name),
    (ad_checkpoint.remat_p, _checkpoint),
    (pjit.jit_p, _jit),
    (lax.dot_general_p, _dot_general),
    *((primitive, _reduction(op, identity)) for primitive, op, identity in _REDUCTIONS),
    *_STATED,
    *((primitive, _custom_derivative(primitive)) for primitive in _CUSTOM),
    *LOOP_RULES,
    *INDEXING_RULES,
    *SORTING_RULES,
)
