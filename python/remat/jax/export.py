#===- python/remat/jax/export.py - JAX to MLIR text -----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Exports a JAX function, not differentiated, to upstream dialects and `remat`.

  1. JAX traces and lowers the function to StableHLO, with the rules of `rules`
     for the primitives whose structure is kept.
  2. Locations are shortened to the innermost frame (`locations`).
  3. jaxlib's own passes legalize StableHLO to func, arith, math, tensor, linalg.
  4. Marked calls become `remat.checkpoint` regions (`regions`).

The hand-over is text: jaxlib carries a newer MLIR than this project, and the
textual form of these dialects is common to both where bytecode is not.
"""

import os
import re

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import config as jax_config
from jax._src import source_info_util
from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

from .errors import ExportError
from .locations import shorten
from .regions import form_regions
from .rules import RULES

_LEGALIZE = ("func.func(chlo-legalize-to-stablehlo)", "stablehlo-legalize-to-linalg")
_CLEAN_UP = ("canonicalize", "cse")

# Locations are the user's: what this package traces on its own has none.
source_info_util.register_exclusion(os.path.dirname(__file__))

# Dialects of JAX's that nothing after the export knows.
_FOREIGN = re.compile(r"\b(?:stablehlo|chlo|mhlo|sdy|vhlo)\.\w+")
# An unsigned type, alone or as the element type of a tensor; not in a quoted name.
_UNSIGNED = re.compile(r'(?:(?<=x)|(?<![\w."]))u(i(?:8|16|32|64)\b)')


def export(f, *args, function="main", names=None):
    """The MLIR text of `f` at the shapes and types of `args`.

    `args` are arrays, `jax.ShapeDtypeStruct`s, or pytrees of them; the exported
    function takes their leaves, in order. `function` names it. `names` gives the
    location of each argument, which is how reports call it; without it they are
    JAX's own (`x`, `params[0]`).

    Checkpoints, names, policies, custom derivatives, `stop_gradient`, loops and
    branches are kept. With a 64-bit argument the whole of `f` is traced in 64 bits.
    Raises `ExportError` on what has no form in the exported dialects.
    """
    text = shorten(_lower(f, args))
    with _context():
        module = ir.Module.parse(text)
        _run(module, _LEGALIZE)
        _drop_foreign_attributes(module)
        module = _signless(module)
        _run(module, _CLEAN_UP)
        _reject_foreign_operations(module)
        _rename(module, function, names)
        form_regions(module)
        return module.operation.get_asm(enable_debug_info=True) + "\n"


def _typed(leaf):
    """`leaf` with a type: a Python number has none of its own."""
    return leaf if hasattr(leaf, "dtype") else jnp.asarray(leaf)


def _lower(f, args):
    """The StableHLO text of `f`, with debug information."""
    # A 64-bit argument is one: JAX would make it 32 bits wide unless told otherwise.
    wide = any(np.dtype(leaf.dtype).itemsize == 8 for leaf in map(_typed, jax.tree.leaves(args)))
    # The switch of remat3 would put checkpoints into an expanded form that has already
    # lost some policies.
    with jax_config.remat3(False), jax.enable_x64(wide or jax.config.jax_enable_x64):
        traced = jax.jit(f, keep_unused=True).trace(*args)
        lowered = traced.lower(
            _private_parameters=mlir.LoweringParameters(override_lowering_rules=RULES)
        )
    operation = lowered.compiler_ir("stablehlo").operation
    return operation.get_asm(enable_debug_info=True)


def _context():
    """A context that has every dialect loaded which the passes produce."""
    stablehlo.register_stablehlo_passes()
    context = mlir.make_ir_context()
    context.allow_unregistered_dialects = True
    context.load_all_available_dialects()
    return context


def _run(module, passes):
    for name in passes:
        passmanager.PassManager.parse(f"builtin.module({name})").run(module.operation)


def _signless(module):
    """`module` with the unsigned types that are left, which are those of carries and
    results of loops and branches, made signless. What is done with the values is
    legalized by now: an operation says itself whether it is one of unsigned numbers.
    """
    main = _main(module)
    if unsigned := sorted(set(_UNSIGNED.findall(str(main.type)))):
        raise ExportError(
            f"no form for unsigned arguments and results: u{', u'.join(unsigned)}; make them signed"
        )
    text = module.operation.get_asm(enable_debug_info=True)
    signless = _UNSIGNED.sub(r"\1", text)
    return module if signless == text else ir.Module.parse(signless)


def _drop_foreign_attributes(module):
    for key in list(module.operation.attributes):
        if key.startswith(("mhlo.", "jax.")):
            del module.operation.attributes[key]
    for function in module.body.operations:
        for key in ("arg_attrs", "res_attrs"):
            if key in function.attributes:
                del function.attributes[key]


def _reject_foreign_operations(module):
    """jaxlib's passes leave what they cannot legalize, without an error."""
    text = module.operation.get_asm()
    if left := sorted(set(_FOREIGN.findall(text))):
        raise ExportError(
            "no form in upstream dialects for: "
            + ", ".join(left)
            + "; write the function without them"
        )


def _main(module):
    return next(op for op in module.body.operations if op.sym_name.value == "main")


def _rename(module, function, names):
    """Names the public function and gives its arguments their locations."""
    main = _main(module)
    main.operation.attributes["sym_name"] = ir.StringAttr.get(function)
    module.operation.attributes["sym_name"] = ir.StringAttr.get(function)
    if names is None:
        return
    if len(names) != len(main.arguments):
        raise ExportError(f"{len(names)} names given for {len(main.arguments)} arguments")
    for argument, name in zip(main.arguments, names):
        argument.set_location(ir.Location.name(name))
