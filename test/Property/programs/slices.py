#===- test/Property/programs/slices.py - Ops of tensor --------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Elements, slices and shapes of tensors, at places known and computed."""

import numpy as np

from .model import F64, INDEX, Kind, Type, tensor


def floats(type):
    return type.is_float and type.is_tensor


def ranked(type):
    return floats(type) and type.rank > 0


class Extract(Kind):
    """Operands: the tensor, an index a dimension. Of integers too."""

    def make(self, scope):
        element = scope.rng.choice(["f64", "f64", "f64", "i32"])
        value = scope.pick(lambda t: t.is_tensor and t.element == element)
        if value is None:
            return False
        indices = [scope.index_below(size) for size in value.type.shape]
        scope.emit(self, [value, *indices], [value.type.scalar()])
        return True

    def write(self, op, writer):
        value, *indices = op.operands
        places = ", ".join(map(writer.name, indices))
        writer.define(op, f"tensor.extract {writer.name(value)}[{places}] : {value.type}")

    def evaluate(self, op, machine):
        value, *indices = machine.operands(op)
        for index, size in zip(indices, value.shape):
            machine.require((index >= 0) & (index < size), "out of bounds")
        return [value[tuple(indices)]]


class Insert(Kind):
    """Operands: the scalar, the tensor, an index a dimension."""

    def make(self, scope):
        element = scope.rng.choice(["f64", "f64", "f64", "i32"])
        target = scope.need(scope.tensor_type(element))
        scalar = scope.need(Type(element))
        indices = [scope.index_below(size) for size in target.type.shape]
        scope.emit(self, [scalar, target, *indices], [target.type])
        return True

    def write(self, op, writer):
        scalar, target, *indices = map(writer.name, op.operands)
        writer.define(
            op, f"tensor.insert {scalar} into {target}[{', '.join(indices)}] : {op.result.type}"
        )

    def evaluate(self, op, machine):
        scalar, target, *indices = machine.operands(op)
        for index, size in zip(indices, target.shape):
            machine.require((index >= 0) & (index < size), "out of bounds")
        result = np.array(target)
        result[tuple(indices)] = scalar
        return [result]


class Slice:
    """Where a slice lies in a tensor: per dimension an offset (None: the next dynamic
    operand), a size (None: that of the tensor) and a stride; `dropped` are the
    dimensions of size 1 that the slice's type lacks."""

    def __init__(self, offsets, sizes, strides, dropped):
        self.offsets, self.sizes, self.strides = offsets, sizes, strides
        self.dropped = dropped

    @staticmethod
    def random(scope, type):
        """A slice of a tensor of this type, and its dynamic offsets."""
        rng = scope.rng
        offsets, sizes, strides, indices, dropped = [], [], [], [], []
        for d, size in enumerate(type.shape):
            stride = rng.choice([1, 1, 1, 2])
            most = (size - 1) // stride + 1
            count = rng.choice([1, most, rng.randint(1, most)])
            if type.hides(d) and rng.random() < 0.5:
                offset, taken, stride = 0, None, 1
                count = size
            else:
                room = size - (count - 1) * stride
                taken = count
                if rng.random() < 0.5:
                    offset = None
                    indices.append(scope.index_below(room))
                else:
                    offset = rng.randrange(room)
            if taken == 1 and rng.random() < 0.6:
                dropped.append(d)
            offsets.append(offset)
            sizes.append(taken)
            strides.append(stride)
        return Slice(offsets, sizes, strides, dropped), indices

    def type(self, whole):
        dimensions = (
            (whole.shape[d] if size is None else size, size is None)
            for d, size in enumerate(self.sizes)
            if d not in self.dropped
        )
        return tensor(whole.element, dimensions)

    def text(self, writer, whole, indices):
        names = iter(indices)
        offsets = [next(names) if o is None else str(o) for o in self.offsets]
        sizes = [
            writer.dim(whole, d) if size is None else str(size)
            for d, size in enumerate(self.sizes)
        ]
        parts = (offsets, sizes, map(str, self.strides))
        return " ".join(f"[{', '.join(part)}]" for part in parts)

    def places(self, machine, whole, indices):
        """Numpy's index of the slice, with all dimensions."""
        values = iter(indices)
        places = []
        for d, (offset, size, stride) in enumerate(zip(self.offsets, self.sizes, self.strides)):
            start = int(next(values)) if offset is None else offset
            count = whole.shape[d] if size is None else size
            stop = start + (count - 1) * stride
            machine.require(0 <= start and stop < whole.shape[d], "out of bounds")
            places.append(slice(start, stop + 1, stride))
        return tuple(places)


class ExtractSlice(Kind):
    """Operands: the tensor, dynamic offsets."""

    def make(self, scope):
        value = scope.pick(ranked)
        if value is None:
            return False
        taken, indices = Slice.random(scope, value.type)
        scope.emit(self, [value, *indices], [taken.type(value.type)], slice=taken)
        return True

    def write(self, op, writer):
        value, *indices = op.operands
        text = op.attributes["slice"].text(writer, value, map(writer.name, indices))
        writer.define(
            op,
            f"tensor.extract_slice {writer.name(value)}{text} : {value.type} to {op.result.type}",
        )

    def evaluate(self, op, machine):
        value, *indices = machine.operands(op)
        places = op.attributes["slice"].places(machine, value, indices)
        return [value[places].reshape(op.result.type.shape)]


class InsertSlice(Kind):
    """Operands: the slice, the tensor, dynamic offsets."""

    def make(self, scope):
        whole = scope.pick(ranked) or scope.need(scope.tensor_type())
        if whole.type.rank == 0:
            return False
        taken, indices = Slice.random(scope, whole.type)
        part = scope.need(taken.type(whole.type))
        scope.emit(self, [part, whole, *indices], [whole.type], slice=taken)
        return True

    def write(self, op, writer):
        part, whole, *indices = op.operands
        text = op.attributes["slice"].text(writer, whole, map(writer.name, indices))
        writer.define(
            op,
            f"tensor.insert_slice {writer.name(part)} into {writer.name(whole)}{text} : "
            f"{part.type} into {whole.type}",
        )

    def evaluate(self, op, machine):
        part, whole, *indices = machine.operands(op)
        places = op.attributes["slice"].places(machine, whole, indices)
        result = np.array(whole)
        result[places] = np.reshape(part, result[places].shape)
        return [result]


class Reshape(Kind):
    """Between dimension `at` of one type and two dimensions of the other."""

    def evaluate(self, op, machine):
        return [machine.operands(op)[0].reshape(op.result.type.shape)]


def groups_text(rank, at):
    """For each dimension of the smaller type those of the larger one."""
    groups = [[k + (k > at)] for k in range(rank)]
    groups[at].append(at + 1)
    return "[" + ", ".join(f"[{', '.join(map(str, g))}]" for g in groups) + "]"


class Expand(Reshape):
    """Splits a dimension in two, the first of size `factor`."""

    def make(self, scope):
        value = scope.pick(lambda t: ranked(t) and t.rank < 4)
        if value is None:
            return False
        type = value.type
        d = scope.rng.randrange(type.rank)
        size = type.shape[d]
        factors = [f for f in range(1, size + 1) if size % f == 0]
        factor = 1 if type.hides(d) else scope.rng.choice(factors)
        dimensions = [(s, type.hides(k)) for k, s in enumerate(type.shape)]
        dimensions[d : d + 1] = [(factor, False), (size // factor, type.hides(d))]
        scope.emit(self, [value], [tensor("f64", dimensions)], at=d)
        return True

    def write(self, op, writer):
        (value,), at, type = op.operands, op.attributes["at"], op.result.type
        sizes = [
            writer.dim(value, k - (k > at)) if type.hides(k) else str(size)
            for k, size in enumerate(type.shape)
        ]
        writer.define(
            op,
            f"tensor.expand_shape {writer.name(value)} {groups_text(value.type.rank, at)} "
            f"output_shape [{', '.join(sizes)}] : {value.type} into {type}",
        )


class Collapse(Reshape):
    """Merges dimension `at` and the next."""

    def make(self, scope):
        value = scope.pick(lambda t: ranked(t) and t.rank > 1)
        if value is None:
            return False
        type = value.type
        at = scope.rng.randrange(type.rank - 1)
        dimensions = [(s, type.hides(k)) for k, s in enumerate(type.shape)]
        size = type.shape[at] * type.shape[at + 1]
        if size > 12:
            return False
        dimensions[at : at + 2] = [(size, type.hides(at) or type.hides(at + 1))]
        scope.emit(self, [value], [tensor("f64", dimensions)], at=at)
        return True

    def write(self, op, writer):
        (value,), at, type = op.operands, op.attributes["at"], op.result.type
        writer.define(
            op,
            f"tensor.collapse_shape {writer.name(value)} {groups_text(type.rank, at)} : "
            f"{value.type} into {type}",
        )


class Concat(Kind):
    def make(self, scope):
        first = scope.pick(ranked)
        if first is None:
            return False
        d = scope.rng.randrange(first.type.rank)
        others = first.type.shape

        def fits(type):
            return (
                ranked(type) and type.rank == len(others)
                and all(k == d or s == others[k] for k, s in enumerate(type.shape))
                and all(type.hides(k) == first.type.hides(k) for k in range(type.rank))
            )

        values = [first] + [scope.pick(fits) for _ in range(scope.rng.choice([1, 1, 2]))]
        dimensions = [(s, first.type.hides(k)) for k, s in enumerate(others)]
        size = sum(value.type.shape[d] for value in values)
        if size > 8:
            return False
        dimensions[d] = (size, first.type.hides(d))
        scope.emit(self, values, [tensor("f64", dimensions)], at=d)
        return True

    def write(self, op, writer):
        names = ", ".join(map(writer.name, op.operands))
        listed = ", ".join(str(value.type) for value in op.operands)
        writer.define(
            op,
            f"tensor.concat dim({op.attributes['at']}) {names} : ({listed}) -> {op.result.type}",
        )

    def evaluate(self, op, machine):
        return [np.concatenate(machine.operands(op), axis=op.attributes["at"])]


class Pad(Kind):
    """Operands: the tensor, the scalar around it."""

    def make(self, scope):
        value = scope.pick(ranked)
        if value is None:
            return False
        widths = [scope.rng.choice([(0, 0), (1, 0), (0, 1), (2, 1)]) for _ in value.type.shape]
        type = tensor(
            "f64",
            (
                (size + sum(width), value.type.hides(d))
                for d, (size, width) in enumerate(zip(value.type.shape, widths))
            ),
        )
        if max(type.shape) > 7:
            return False
        around = scope.need(F64)
        scope.emit(self, [value, around], [type], widths=widths)
        return True

    def write(self, op, writer):
        value, around = op.operands
        low, high = (", ".join(str(w[side]) for w in op.attributes["widths"]) for side in (0, 1))
        writer.open(op, f"tensor.pad {writer.name(value)} low[{low}] high[{high}] {{")
        places = ", ".join(f"{writer.fresh()}: index" for _ in value.type.shape)
        writer.between(f"^bb0({places}):")
        writer.line(f"tensor.yield {writer.typed([around])}")
        writer.close(f"}} : {value.type} to {op.result.type}")

    def evaluate(self, op, machine):
        value, around = machine.operands(op)
        result = np.full(op.result.type.shape, around, dtype=machine.float)
        widths = op.attributes["widths"]
        result[tuple(slice(w[0], w[0] + s) for w, s in zip(widths, value.shape))] = value
        return [result]


class FromElements(Kind):
    def make(self, scope):
        type = scope.tensor_type(scope.rng.choice(["f64", "f64", "f64", "i32"])).static()
        count = int(np.prod(type.shape))
        if count > 6:
            return False
        scope.emit(self, [scope.need(type.scalar()) for _ in range(count)], [type])
        return True

    def write(self, op, writer):
        names = ", ".join(map(writer.name, op.operands))
        writer.define(op, f"tensor.from_elements {names} : {op.result.type}")

    def evaluate(self, op, machine):
        array = np.array(machine.operands(op), dtype=machine.dtype(op.result.type))
        return [array.reshape(op.result.type.shape)]


class Splat(Kind):
    def make(self, scope):
        scope.emit(self, [scope.need(F64)], [scope.tensor_type().static()])
        return True

    def write(self, op, writer):
        writer.define(op, f"tensor.splat {writer.name(op.operands[0])} : {op.result.type}")

    def evaluate(self, op, machine):
        return [np.broadcast_to(machine.operands(op)[0], op.result.type.shape)]


class Cast(Kind):
    """Hides sizes, or states them."""

    def make(self, scope):
        value = scope.pick(ranked)
        if value is None:
            return False
        type = value.type
        hidden = tuple(scope.rng.random() < 0.4 for _ in type.shape)
        result = Type("f64", type.shape, hidden if any(hidden) else ())
        if result == type:
            return False
        scope.emit(self, [value], [result])
        return True

    def write(self, op, writer):
        (value,) = op.operands
        writer.define(op, f"tensor.cast {writer.name(value)} : {value.type} to {op.result.type}")

    def evaluate(self, op, machine):
        return machine.operands(op)


class Dim(Kind):
    """A size as an index. `dimension` is known."""

    def make(self, scope):
        value = scope.pick(lambda t: floats(t) and t.is_dynamic)
        if value is None:
            return False
        d = value.type.hidden.index(True)
        result = scope.emit(self, [value], [INDEX], dimension=d)
        scope.limits[result] = value.type.shape[d] + 1
        return True

    def write(self, op, writer):
        (value,), d = op.operands, op.attributes["dimension"]
        number = writer.let(f"arith.constant {d} : index")
        writer.define(op, f"tensor.dim {writer.name(value)}, {number} : {value.type}")

    def evaluate(self, op, machine):
        return [np.int64(machine.operands(op)[0].shape[op.attributes["dimension"]])]


class Prefix(Kind):
    """The sine of the first elements of a vector: as many as an index says, and one. In
    a loop their number may differ between iterations. `puts_back`: the result is the
    vector with the sines in their places, else their sum. Operands: the vector, the
    index."""

    def make(self, scope):
        value = scope.pick(lambda t: ranked(t) and t.rank == 1)
        if value is None:
            return False
        puts_back = scope.rng.random() < 0.5
        index = scope.index_below(value.type.shape[0])
        type = value.type if puts_back else F64
        scope.emit(self, [value, index], [type], puts_back=puts_back)
        return True

    def write(self, op, writer):
        value, index = map(writer.name, op.operands)
        type, part = op.operands[0].type, "tensor<?xf64>"
        one = writer.let("arith.constant 1 : index")
        count = writer.let(f"arith.addi {index}, {one} : index")
        taken = writer.let(f"tensor.extract_slice {value}[0] [{count}] [1] : {type} to {part}")
        sines = writer.let(f"math.sin {taken} : {part}")
        if op.attributes["puts_back"]:
            writer.define(
                op, f"tensor.insert_slice {sines} into {value}[0] [{count}] [1] : {part} into {type}"
            )
            return
        start = writer.filled(Type("f64", ()), [], "0.0")
        total = writer.let(
            f"linalg.reduce {{ arith.addf }} ins({sines} : {part}) "
            f"outs({start} : tensor<f64>) dimensions = [0]"
        )
        writer.define(op, f"tensor.extract {total}[] : tensor<f64>")

    def evaluate(self, op, machine):
        value, index = machine.operands(op)
        count = int(index) + 1
        machine.require(0 < count <= len(value), "out of bounds")
        sines = np.sin(value[:count])
        if op.attributes["puts_back"]:
            return [np.concatenate([sines, value[count:]])]
        return [np.sum(sines)]


EXTRACT, CAST, SPLAT = Extract(), Cast(), Splat()
KINDS = [
    (EXTRACT, 6),
    (Insert(), 4),
    (ExtractSlice(), 6),
    (InsertSlice(), 6),
    (Expand(), 1.5),
    (Collapse(), 1.5),
    (Concat(), 2),
    (Pad(), 1.5),
    (FromElements(), 1.5),
    (SPLAT, 1),
    (Cast(), 1),
    (Dim(), 1),
    (Prefix(), 2),
]
