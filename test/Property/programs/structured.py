#===- test/Property/programs/structured.py - Ops of linalg ----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Structured ops: generics with bodies of their own, contractions, and named ops."""

import numpy as np

from . import scalars
from .model import F64, Block, Kind, Type, tensor


def affine(rank, dimensions):
    loops = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({loops}) -> ({', '.join(f'd{d}' for d in dimensions)})>"


def sources_of(maps, operands):
    """By iteration dimension, an operand and a dimension of it that have its size."""
    sources = {}
    for dimensions, operand in zip(maps, operands):
        for position, d in enumerate(dimensions):
            # A static size is known without asking.
            if d not in sources or not operand.type.hides(position):
                sources[d] = (operand, position)
    return sources


def result_type(dimensions, sources):
    return tensor(
        "f64",
        ((v.type.shape[p], v.type.hides(p)) for v, p in (sources[d] for d in dimensions)),
    )


def write_destination(op, writer, sources, text="0.0", fill=True):
    """Where the result goes: the operand behind the inputs, or a new tensor."""
    if op.attributes["accumulates"]:
        return writer.name(op.operands[-1])
    if fill:
        return writer.filled(op.result.type, sources, text)
    return writer.empty(op.result.type, sources)


def inputs_of(op):
    return op.operands[:-1] if op.attributes["accumulates"] else op.operands


def spread(array, dimensions, rank):
    """`array`, whose axes are `dimensions`, shaped for `rank` iteration dimensions."""
    order = np.argsort(dimensions)
    shape = [1] * rank
    for axis in order:
        shape[dimensions[axis]] = array.shape[axis]
    return np.transpose(array, order).reshape(shape) if dimensions else array.reshape(shape)


class Combiner:
    def __init__(self, op, start, fold):
        self.op, self.start, self.fold = op, start, fold


def fold_extremum(machine, array, axis):
    real = np.sort(np.real(array), axis=axis)
    if array.shape[axis] > 1:
        machine.apart(np.take(real, -1, axis), np.take(real, -2, axis))
    where = np.expand_dims(np.argmax(np.real(array), axis=axis), axis)
    return np.take_along_axis(array, where, axis).squeeze(axis)


COMBINERS = {
    "sum": Combiner("arith.addf", "0.0", lambda m, a, axis: np.sum(a, axis=axis)),
    "product": Combiner("arith.mulf", "1.0", lambda m, a, axis: np.prod(a, axis=axis)),
    "max": Combiner("arith.maximumf", "-1.0e+03", fold_extremum),
}


def fold(machine, combiner, array, dimensions, initial):
    """Folds the axes `dimensions` of `array`, and then `initial` where it isn't None."""
    rank = array.ndim
    kept = [d for d in range(rank) if d not in dimensions]
    count = int(np.prod([array.shape[d] for d in dimensions], dtype=int))
    flat = np.transpose(array, [*kept, *dimensions])
    flat = flat.reshape([array.shape[d] for d in kept] + [count])
    if initial is not None:
        flat = np.concatenate([flat, np.asarray(initial)[..., None]], axis=-1)
    return combiner.fold(machine, flat, len(kept))


class Generic(Kind):
    """`linalg.generic`. `maps`: the iteration dimensions of each input's axes; `output`:
    those of the result's; `combine`: what folds the others, None where there are none;
    `accumulates`: the last operand is the destination. The body's arguments stand for
    the inputs, then the destination where nothing folds into it."""

    def make(self, scope):
        rng = scope.rng
        first = scope.need(scope.tensor_type())
        rank = first.type.rank
        if rank == 0:
            return False
        maps, inputs = [tuple(rng.sample(range(rank), rank))], [first]
        sources = sources_of(maps, inputs)
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            dimensions = tuple(rng.sample(range(rank), rng.randint(0, rank)))
            sizes = tuple(sources[d][0].type.shape[sources[d][1]] for d in dimensions)
            found = scope.pick(
                lambda t: t.is_float and t.is_tensor and t.shape == sizes
            )
            if found is None and not dimensions:
                found = scope.need(F64)
            if found is None:
                found = scope.need(Type("f64", sizes))
            maps.append(dimensions)
            inputs.append(found)
        combine = rng.choice([None, None, None, "sum", "sum", "product", "max"])
        output = list(range(rank))
        if combine:
            output = sorted(rng.sample(output, rng.randint(0, rank - 1)))
        if rng.random() < 0.2:
            rng.shuffle(output)
        sources = sources_of(maps, inputs)
        type = result_type(output, sources)
        accumulates = rng.random() < 0.25
        operands = inputs + ([scope.need(type)] if accumulates else [])
        arguments = [F64] * (len(inputs) + (accumulates and not combine))
        block = Block(arguments)
        op = scope.emit(
            self, operands, [type], [block], keep=False,
            maps=maps, output=tuple(output), combine=combine, accumulates=accumulates,
        )
        inner = scope.nested(block, structured=True)
        inner.space = [sources[d][0].type.shape[sources[d][1]] for d in range(rank)]
        for _ in range(rng.randint(0, 4)):
            inner.grow_body(rank)
        block.yields = inner.fold([inner.need(F64)])
        scope.keep(op)
        return True

    def write(self, op, writer):
        attributes = op.attributes
        maps, output, combine = (attributes[k] for k in ("maps", "output", "combine"))
        rank = self.rank(op)
        inputs = inputs_of(op)
        sources = sources_of(maps, inputs)
        start = COMBINERS[combine].start if combine else "0.0"
        destination = write_destination(
            op, writer, [sources[d] for d in output], start, fill=bool(combine)
        )
        affine_maps = ", ".join(affine(rank, d) for d in [*maps, output])
        iterators = ", ".join(
            '"parallel"' if d in output else '"reduction"' for d in range(rank)
        )
        type = op.result.type
        writer.open(
            op,
            f"linalg.generic {{indexing_maps = [{affine_maps}], iterator_types = [{iterators}]}} "
            f"ins({writer.typed(inputs)}) outs({destination} : {type}) {{",
        )
        (block,) = op.blocks
        names = writer.arguments(block)
        out = names[len(inputs)] if len(names) > len(inputs) else writer.fresh()
        listed = ", ".join(f"{name}: f64" for name in [*names[: len(inputs)], out])
        writer.between(f"^bb0({listed}):")
        writer.body(block)
        result = writer.name(block.yields[0])
        if combine:
            result = writer.let(f"{COMBINERS[combine].op} {result}, {out} : f64")
        writer.line(f"linalg.yield {result} : f64")
        writer.close(f"}} -> {type}")

    @staticmethod
    def rank(op):
        return 1 + max(d for dimensions in op.attributes["maps"] for d in dimensions)

    def evaluate(self, op, machine):
        attributes = op.attributes
        maps, output, combine = (attributes[k] for k in ("maps", "output", "combine"))
        rank = self.rank(op)
        arrays = machine.operands(op)
        count = len(maps)
        spreads = [spread(a, d, rank) for a, d in zip(arrays[:count], maps)]
        space = np.broadcast_shapes(*(a.shape for a in spreads))
        initial = arrays[count] if attributes["accumulates"] else None
        (block,) = op.blocks
        arguments = list(spreads)
        if initial is not None and not combine:
            arguments.append(spread(initial, output, rank))
        machine.spaces.append(space)
        (result,) = machine.run(block, arguments)
        machine.spaces.pop()
        result = np.broadcast_to(result, space)
        if combine:
            reduced = [d for d in range(rank) if d not in output]
            kept = sorted(output)
            if initial is not None:
                initial = np.transpose(initial, np.argsort(output))
            result = fold(machine, COMBINERS[combine], result, reduced, initial)
        else:
            kept = list(range(rank))
        return [np.transpose(result, [kept.index(d) for d in output])]


class Index(Kind):
    """`linalg.index`: `dimension` of the structured op around it."""

    def make(self, scope):
        raise NotImplementedError  # by Scope.grow_body

    def write(self, op, writer):
        writer.define(op, f"linalg.index {op.attributes['dimension']} : index")

    def evaluate(self, op, machine):
        space, d = machine.spaces[-1], op.attributes["dimension"]
        shape = [1] * len(space)
        shape[d] = space[d]
        return [np.arange(space[d], dtype=np.int64).reshape(shape)]


class Gather(Kind):
    """Elements of a vector at places that a table of integers names, as a generic that
    reads them in its body. Operands: the vector, the table."""

    def make(self, scope):
        value = scope.pick(lambda t: t.is_float and t.is_tensor and t.rank == 1)
        if value is None:
            return False
        table = scope.pick(lambda t: t.element == "i32" and t.is_tensor)
        table = table or scope.need(scope.tensor_type("i32"))
        scope.emit(self, [value, table], [table.type.with_element("f64")])
        return True

    def write(self, op, writer):
        value, table = op.operands
        type, size = op.result.type, value.type.shape[0]
        empty = writer.empty(type, [])
        map = affine(type.rank, range(type.rank))
        iterators = ", ".join(['"parallel"'] * type.rank)
        writer.open(
            op,
            f"linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = [{iterators}]}} "
            f"ins({writer.typed([table])}) outs({empty} : {type}) {{",
        )
        entry, out = writer.fresh(), writer.fresh()
        writer.between(f"^bb0({entry}: i32, {out}: f64):")
        place = writer.let(f"arith.index_cast {entry} : i32 to index")
        count = writer.let(f"arith.constant {size} : index")
        place = writer.let(f"arith.remui {place}, {count} : index")
        element = writer.let(f"tensor.extract {writer.name(value)}[{place}] : {value.type}")
        writer.line(f"linalg.yield {element} : f64")
        writer.close(f"}} -> {type}")

    def evaluate(self, op, machine):
        value, table = machine.operands(op)
        # As the unsigned remainder of 64 bits, of negative numbers too.
        return [value[(table.astype(np.int64).astype(np.uint64) % len(value)).astype(np.int64)]]


class Contraction(Kind):
    """A sum of products of two operands, by name or as `linalg.contract`."""

    def __init__(self, name, maps):
        self.name, self.maps = name, maps

    def choose_maps(self, rng):
        return self.maps

    def make(self, scope):
        rng = scope.rng
        maps = self.choose_maps(rng)
        left, right, output = maps
        a = scope.pick(lambda t: t.is_float and t.is_tensor and t.rank == len(left))
        a = a or scope.need(scope.tensor_type(rank=len(left)))
        sizes = {d: (a.type.shape[i], a.type.hides(i)) for i, d in enumerate(left)}
        for d in right:
            sizes.setdefault(d, (scope.size(), False))
        wanted = tuple(sizes[d][0] for d in right)
        b = scope.pick(lambda t: t.is_float and t.is_tensor and t.shape == wanted)
        b = b or scope.need(Type("f64", wanted))
        sources = sources_of((left, right), (a, b))
        type = result_type(output, sources)
        accumulates = rng.random() < 0.2
        operands = [a, b] + ([scope.need(type)] if accumulates else [])
        scope.emit(self, operands, [type], accumulates=accumulates, maps=maps)
        return True

    def write(self, op, writer):
        left, right, output = op.attributes["maps"]
        inputs = inputs_of(op)
        sources = sources_of((left, right), inputs)
        destination = write_destination(op, writer, [sources[d] for d in output])
        maps = ""
        if self.name == "linalg.contract":
            rank = 1 + max(*left, *right)
            listed = ", ".join(affine(rank, d) for d in (left, right, output))
            maps = f" indexing_maps = [{listed}]"
        type = op.result.type
        writer.define(
            op,
            f"{self.name}{maps} ins({writer.typed(inputs)}) outs({destination} : {type}) -> {type}",
        )

    def evaluate(self, op, machine):
        arrays = machine.operands(op)
        left, right, output = op.attributes["maps"]
        result = np.einsum(arrays[0], list(left), arrays[1], list(right), list(output))
        return [result + arrays[2] if op.attributes["accumulates"] else result]


class Convolution(Kind):
    """A window of every place, times a kernel. Operands: the image, the kernel, and the
    destination where it accumulates."""

    def __init__(self, rank):
        self.rank = rank

    def make(self, scope):
        rng = scope.rng
        image = scope.pick(lambda t: t.is_float and t.is_tensor and t.rank == self.rank)
        image = image or scope.need(scope.tensor_type(rank=self.rank).static())
        if image.type.is_dynamic:
            return False
        window = tuple(rng.randint(1, size) for size in image.type.shape)
        kernel = scope.need(Type("f64", window))
        sizes = (n - k + 1 for n, k in zip(image.type.shape, window))
        type = Type("f64", tuple(sizes))
        accumulates = rng.random() < 0.2
        operands = [image, kernel] + ([scope.need(type)] if accumulates else [])
        scope.emit(self, operands, [type], accumulates=accumulates)
        return True

    def write(self, op, writer):
        type = op.result.type
        destination = write_destination(op, writer, [])
        writer.define(
            op,
            f"linalg.conv_{self.rank}d ins({writer.typed(inputs_of(op))}) "
            f"outs({destination} : {type}) -> {type}",
        )

    def evaluate(self, op, machine):
        image, kernel, *initial = machine.operands(op)
        windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
        result = np.tensordot(windows, kernel, axes=self.rank)
        return [result + initial[0] if initial else result]


class AnyContraction(Contraction):
    MAPS = [
        ((0, 2), (1, 2), (0, 1)),
        ((2, 0), (2, 1), (1, 0)),
        ((0, 1, 2), (0, 2), (0, 1)),
        ((0, 1, 2), (2, 1), (0,)),
        ((0, 1), (0, 1), (0,)),
        ((1, 0), (0,), (1,)),
    ]

    def choose_maps(self, rng):
        return rng.choice(self.MAPS)


class Transpose(Kind):
    def make(self, scope):
        value = scope.pick(lambda t: t.is_float and t.is_tensor and t.rank > 1)
        if value is None:
            return False
        order = list(range(value.type.rank))
        scope.rng.shuffle(order)
        type = tensor("f64", ((value.type.shape[d], value.type.hides(d)) for d in order))
        scope.emit(self, [value], [type], order=order)
        return True

    def write(self, op, writer):
        order, (value,) = op.attributes["order"], op.operands
        empty = writer.empty(op.result.type, [(value, d) for d in order])
        writer.define(
            op,
            f"linalg.transpose ins({writer.typed([value])}) outs({empty} : {op.result.type}) "
            f"permutation = {order}",
        )

    def evaluate(self, op, machine):
        return [np.transpose(machine.operands(op)[0], op.attributes["order"])]


class Broadcast(Kind):
    def make(self, scope):
        value = scope.need(scope.tensor_type())
        rank = value.type.rank
        if rank > 2:
            return False
        at = scope.rng.randint(0, rank)
        dimensions = [(s, value.type.hides(d)) for d, s in enumerate(value.type.shape)]
        dimensions.insert(at, (scope.size(), False))
        scope.emit(self, [value], [tensor("f64", dimensions)], at=at)
        return True

    def write(self, op, writer):
        at, (value,) = op.attributes["at"], op.operands
        sources = [(value, d) for d in range(value.type.rank)]
        sources.insert(at, None)
        empty = writer.empty(op.result.type, sources)
        writer.define(
            op,
            f"linalg.broadcast ins({writer.typed([value])}) outs({empty} : {op.result.type}) "
            f"dimensions = [{at}]",
        )

    def evaluate(self, op, machine):
        (value,) = machine.operands(op)
        at = op.attributes["at"]
        return [np.broadcast_to(np.expand_dims(value, at), op.result.type.shape)]


class Fill(Kind):
    def make(self, scope):
        value = scope.need(F64)
        scope.emit(self, [value], [scope.tensor_type().static()])
        return True

    def write(self, op, writer):
        type = op.result.type
        empty = writer.empty(type, [])
        writer.define(
            op, f"linalg.fill ins({writer.typed(op.operands)}) outs({empty} : {type}) -> {type}"
        )

    def evaluate(self, op, machine):
        return [np.broadcast_to(machine.operands(op)[0], op.result.type.shape)]


class Named(Kind):
    """An elementwise op by name."""

    def __init__(self, name, arity, function):
        self.name, self.arity, self.function = name, arity, function

    def make(self, scope):
        type = scope.tensor_type()
        scope.emit(self, [scope.need(type) for _ in range(self.arity)], [type])
        return True

    def write(self, op, writer):
        type = op.result.type
        empty = writer.empty(type, [(op.operands[0], d) for d in range(type.rank)])
        writer.define(
            op, f"{self.name} ins({writer.typed(op.operands)}) outs({empty} : {type}) -> {type}"
        )

    def evaluate(self, op, machine):
        return [self.function(machine, *machine.operands(op))]


class Reduce(Kind):
    """`linalg.reduce` by an op of one word."""

    def make(self, scope):
        rng = scope.rng
        value = scope.pick(lambda t: t.is_float and t.is_tensor and t.rank > 0)
        if value is None:
            return False
        rank = value.type.rank
        dimensions = sorted(rng.sample(range(rank), rng.randint(1, rank)))
        kept = [d for d in range(rank) if d not in dimensions]
        type = tensor("f64", ((value.type.shape[d], value.type.hides(d)) for d in kept))
        accumulates = rng.random() < 0.3
        operands = [value] + ([scope.need(type)] if accumulates else [])
        scope.emit(
            self, operands, [type], dimensions=dimensions, accumulates=accumulates,
            combine=rng.choice(["sum", "sum", "product", "max"]),
        )
        return True

    def write(self, op, writer):
        value, dimensions = op.operands[0], op.attributes["dimensions"]
        combiner = COMBINERS[op.attributes["combine"]]
        sources = [(value, d) for d in range(value.type.rank) if d not in dimensions]
        destination = write_destination(op, writer, sources, combiner.start)
        writer.define(
            op,
            f"linalg.reduce {{ {combiner.op} }} ins({writer.typed([value])}) "
            f"outs({destination} : {op.result.type}) dimensions = {dimensions}",
        )

    def evaluate(self, op, machine):
        array, *initial = machine.operands(op)
        combiner = COMBINERS[op.attributes["combine"]]
        return [
            fold(machine, combiner, array, op.attributes["dimensions"], *(initial or [None]))
        ]


class Softmax(Kind):
    def make(self, scope):
        value = scope.pick(lambda t: t.is_float and t.is_tensor and t.rank > 0)
        if value is None:
            return False
        scope.emit(self, [value], [value.type], dimension=scope.rng.randrange(value.type.rank))
        return True

    def write(self, op, writer):
        type, (value,) = op.result.type, op.operands
        empty = writer.empty(type, [(value, d) for d in range(type.rank)])
        writer.define(
            op,
            f"linalg.softmax dimension({op.attributes['dimension']}) "
            f"ins({writer.typed([value])}) outs({empty} : {type}) -> {type}",
        )

    def evaluate(self, op, machine):
        (value,) = machine.operands(op)
        powers = np.exp(value)
        return [powers / np.sum(powers, axis=op.attributes["dimension"], keepdims=True)]


INDEX_OF = Index()
FILL = Fill()
REDUCE = Reduce()
CONTRACTIONS = [
    Contraction("linalg.matmul", ((0, 2), (2, 1), (0, 1))),
    Contraction("linalg.matvec", ((0, 1), (1,), (0,))),
    Contraction("linalg.vecmat", ((0,), (0, 1), (1,))),
    Contraction("linalg.dot", ((0,), (0,), ())),
    Contraction("linalg.batch_matmul", ((0, 1, 3), (0, 3, 2), (0, 1, 2))),
    AnyContraction("linalg.contract", None),
]
NAMED = [
    ("linalg.add", 2, scalars.plain(np.add)),
    ("linalg.sub", 2, scalars.plain(np.subtract)),
    ("linalg.mul", 2, scalars.plain(np.multiply)),
    ("linalg.tanh", 1, scalars.plain(np.tanh)),
    ("linalg.square", 1, scalars.plain(np.square)),
    ("linalg.negf", 1, scalars.plain(np.negative)),
]
KINDS = [
    (Generic(), 10),
    (Gather(), 2),
    *((kind, 1.5) for kind in CONTRACTIONS),
    (Convolution(1), 1),
    (Convolution(2), 1),
    (Transpose(), 2),
    (Broadcast(), 2),
    (FILL, 1),
    *((Named(*row), 0.5) for row in NAMED),
    (REDUCE, 3),
    (Softmax(), 0.5),
]
