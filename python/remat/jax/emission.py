#===- python/remat/jax/emission.py - Emitting operations ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""What lowering rules emit with: operations by name, indices, slices, and the body
of another jaxpr in place.

Each function emits at the current insertion point. `ctx` is the lowering context
that JAX gives a rule.
"""

import jax
import numpy as np
from jax._src import core
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import arith

from .errors import ExportError

# How a static list of offsets says that the offset is an operand.
_DYNAMIC = np.iinfo(np.int64).min


def emit(ctx, name, result_types, operands, attributes):
    """The results of an operation without regions; jaxlib need not know it."""
    ctx.module_context.context.allow_unregistered_dialects = True
    op = ir.Operation.create(
        name, results=list(result_types), operands=list(operands), attributes=attributes
    )
    return list(op.results)


def types(ctx, avals):
    return [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in avals]


def is_float(aval):
    return jax.numpy.issubdtype(aval.dtype, np.floating)


def spec(aval):
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype)


def inline(ctx, jaxpr, *args):
    """The results of closed `jaxpr` on `args`, emitted in place."""
    if jaxpr.effects:
        effects = ", ".join(sorted(str(effect) for effect in jaxpr.effects))
        raise ExportError(f"effects in a loop or branch have no form: {effects}; leave them out")
    consts = mlir.ir_consts(jaxpr.consts, [v.aval for v in jaxpr.jaxpr.constvars])
    outs, _ = mlir.jaxpr_subcomp(
        ctx.module_context,
        jaxpr.jaxpr,
        ctx.name_stack,
        mlir.TokenSet(),
        consts,
        *args,
        dim_var_values=ctx.dim_var_values,
        const_lowering=ctx.const_lowering,
        outer_traceback=ctx.traceback,
    )
    return list(outs)


def index_constant(value):
    return arith.ConstantOp(ir.IndexType.get(), value).result


def scalar(ctx, x):
    """The element of `x`, a tensor of rank 0."""
    (element,) = emit(ctx, "tensor.extract", [ir.RankedTensorType(x.type).element_type], [x], {})
    return element


def _integer(ctx, x):
    """`x` with its element type signless, and whether that was unsigned. The cast
    goes when the exporter makes all types signless."""
    type = ir.RankedTensorType(x.type)
    element = ir.IntegerType(type.element_type)
    if not element.is_unsigned:
        return x, element.width == 1
    signless = ir.RankedTensorType.get(type.shape, ir.IntegerType.get_signless(element.width))
    (cast,) = emit(ctx, "builtin.unrealized_conversion_cast", [signless], [x], {})
    return cast, True


def to_index(ctx, x):
    """The element of `x`, an integer tensor of rank 0, as an index."""
    x, unsigned = _integer(ctx, x)
    cast = arith.IndexCastUIOp if unsigned else arith.IndexCastOp
    return cast(ir.IndexType.get(), scalar(ctx, x)).result


def from_index(ctx, index, aval):
    """`index` as a tensor of rank 0 of the integer type of `aval`."""
    (type,) = types(ctx, [aval])
    element = arith.IndexCastOp(ir.RankedTensorType(type).element_type, index).result
    (tensor,) = emit(ctx, "tensor.from_elements", [type], [element], {})
    return tensor


def empty(ctx, aval):
    (tensor,) = emit(ctx, "tensor.empty", types(ctx, [aval]), [], {})
    return tensor


def _geometry(offsets, sizes, operands):
    """The attributes of a slice of `sizes` at `offsets`, numbers or index values.
    `operands` counts those that come before the offsets."""
    lists = {
        "static_offsets": [_DYNAMIC if isinstance(o, ir.Value) else o for o in offsets],
        "static_sizes": sizes,
        "static_strides": [1] * len(sizes),
    }
    attributes = {key: ir.DenseI64ArrayAttr.get(value) for key, value in lists.items()}
    dynamic = [o for o in offsets if isinstance(o, ir.Value)]
    segments = [1] * operands + [len(dynamic), 0, 0]
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get(segments)
    return dynamic, attributes


def extract_slice(ctx, x, offsets, sizes, aval):
    """The slice of `x` at `offsets`, as a tensor like `aval`, which may have
    dropped dimensions of size 1."""
    dynamic, attributes = _geometry(offsets, sizes, 1)
    (part,) = emit(ctx, "tensor.extract_slice", types(ctx, [aval]), [x, *dynamic], attributes)
    return part


def insert_slice(ctx, part, whole, offsets, sizes):
    """`whole` with `part`, which may have dropped dimensions of size 1, put in at
    `offsets`."""
    dynamic, attributes = _geometry(offsets, sizes, 2)
    operands = [part, whole, *dynamic]
    (result,) = emit(ctx, "tensor.insert_slice", [whole.type], operands, attributes)
    return result


def without_dimension(aval, axis):
    return core.ShapedArray((*aval.shape[:axis], *aval.shape[axis + 1 :]), aval.dtype)


def _at(aval, axis, index):
    offsets = [index if d == axis else 0 for d in range(aval.ndim)]
    sizes = [1 if d == axis else size for d, size in enumerate(aval.shape)]
    return offsets, sizes


def extract_at(ctx, x, aval, axis, index):
    """`x[..., index, ...]`, without that dimension. `x` is like `aval`."""
    return extract_slice(ctx, x, *_at(aval, axis, index), without_dimension(aval, axis))


def insert_at(ctx, part, whole, aval, axis, index):
    """`whole` with `part` as its `[..., index, ...]`. `whole` is like `aval`."""
    return insert_slice(ctx, part, whole, *_at(aval, axis, index))
