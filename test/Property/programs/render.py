#===- test/Property/programs/render.py - Programs as MLIR -----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Writes programs as MLIR.

A program is written once a variant: the variant says what becomes of each region.
"""

from .model import F64


class Writer:
    """The lines of one function."""

    def __init__(self, variant, prefix):
        self.variant = variant
        self.prefix = prefix  # of the names of the program's functions
        self.names = {}
        self.lines = []
        self.count = 0
        self.depth = 1

    def fresh(self):
        self.count += 1
        return f"%{self.count - 1}"

    def name(self, value):
        return self.names[value]

    def alias(self, value, other):
        self.names[value] = self.names[other]

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def let(self, text):
        """A line that defines an unnamed value; its name."""
        name = self.fresh()
        self.line(f"{name} = {text}")
        return name

    def open(self, op, text):
        """The first line of an op with regions."""
        self.line((self.results(op) + " = " if op.results else "") + text)
        self.depth += 1

    def between(self, text):
        self.depth -= 1
        self.line(text)
        self.depth += 1

    def close(self, text="}"):
        self.depth -= 1
        self.line(text)

    def results(self, op):
        """Names the results; what stands before `=`."""
        name = self.fresh()
        if len(op.results) == 1:
            self.names[op.result] = name
            return name
        for i, result in enumerate(op.results):
            self.names[result] = f"{name}#{i}"
        return f"{name}:{len(op.results)}"

    def define(self, op, text):
        # Named last: the text may define values of its own first.
        self.line(f"{self.results(op)} = {text}")

    def arguments(self, block):
        """Names the arguments of a block."""
        names = []
        for argument in block.arguments:
            self.names[argument] = self.fresh()
            names.append(self.names[argument])
        return names

    def body(self, block):
        for op in block.ops:
            op.kind.write(op, self)

    def typed(self, values):
        """`%a, %b : f64, i32`."""
        names = ", ".join(map(self.name, values))
        return f"{names} : {types(values)}"

    def dim(self, value, dimension):
        number = self.let(f"arith.constant {dimension} : index")
        return self.let(f"tensor.dim {self.name(value)}, {number} : {value.type}")

    def sizes(self, type, sources):
        """Names of the hidden sizes of `type`; `sources` has for each of its dimensions
        a value and a dimension of that."""
        return [self.dim(*sources[d]) for d in range(type.rank) if type.hides(d)]

    def empty(self, type, sources):
        sizes = ", ".join(self.sizes(type, sources))
        return self.let(f"tensor.empty({sizes}) : {type}")

    def filled(self, type, sources, text):
        empty = self.empty(type, sources)
        constant = self.let(f"arith.constant {text} : {type.element}")
        return self.let(
            f"linalg.fill ins({constant} : {type.element}) outs({empty} : {type}) -> {type}"
        )


def types(values):
    return ", ".join(str(value.type) for value in values)


def write_function(function, variant, prefix):
    writer = Writer(variant, prefix)
    body = function.body
    names = writer.arguments(body)
    arguments = ", ".join(f"{n}: {v.type}" for n, v in zip(names, body.arguments))
    writer.body(body)
    writer.line(f"return {writer.typed(body.yields)}")
    head = f"func.func private @{prefix}{function.name}({arguments}) -> ({types(body.yields)}) {{"
    return "\n".join([head, *writer.lines, "}", ""])


def gradient_types(program):
    arguments = program.main.body.arguments
    return [arguments[number].type for number in program.wrt]


def cotangent_types(program):
    return [value.type for value in program.main.body.yields if value.type.is_float]


def request_inputs(program):
    """Types of what the request takes: arguments, then cotangents, then directions."""
    arguments = [value.type for value in program.main.body.arguments]
    cotangents = [] if program.scalar_loss else cotangent_types(program)
    return arguments + cotangents + (gradient_types(program) if program.twice else [])


def request_results(program):
    first = [F64] if program.twice else program.main.result_types
    return first + gradient_types(program)


def listed(items):
    return ", ".join(map(str, items))


def numbered(name, types):
    """Names of the results that an op called `name` has."""
    return [name] if len(types) == 1 else [f"{name}#{i}" for i in range(len(types))]


def head_of(name, types):
    """What stands before `=` for these results."""
    return name if len(types) == 1 else f"{name}:{len(types)}"


def signature(names, inputs):
    return listed(f"{name}: {type}" for name, type in zip(names, inputs))


def write_gradient(program, prefix, names):
    """The line that gives `%r`: results, then gradients."""
    arguments = [value.type for value in program.main.body.arguments]
    results = program.main.result_types + gradient_types(program)
    count = len(arguments)
    call = f"@{prefix}{program.main.name}({listed(names[:count])})"
    wrt = f"wrt [{listed(program.wrt)}]"
    head = f"  {head_of('%r', results)} ="
    if program.scalar_loss:
        return f"{head} remat.value_and_grad {call} {wrt} : ({listed(arguments)}) -> ({listed(results)})"
    cotangents = cotangent_types(program)
    seeds = listed(names[count : count + len(cotangents)])
    return (
        f"{head} remat.vjp {call} cotangents({seeds}) {wrt} : "
        f"({listed(arguments)}), ({listed(cotangents)}) -> ({listed(results)})"
    )


def write_product(result, left, right, type):
    """Lines that give the sum of the products of two values' elements."""
    if not type.is_tensor:
        return [f"  {result} = arith.mulf {left}, {right} : f64"]
    loops = listed(f"d{i}" for i in range(type.rank))
    each = f"affine_map<({loops}) -> ({loops})>"
    iterators = listed(['"reduction"'] * type.rank)
    return [
        f"  {result}_zero = arith.constant dense<0.0> : tensor<f64>",
        f"  {result}_sum = linalg.generic {{indexing_maps = [{each}, {each}, "
        f"affine_map<({loops}) -> ()>], iterator_types = [{iterators}]}} "
        f"ins({left}, {right} : {type}, {type}) outs({result}_zero : tensor<f64>) {{",
        "  ^bb0(%x: f64, %y: f64, %sum: f64):",
        "    %product = arith.mulf %x, %y : f64",
        "    %next = arith.addf %product, %sum : f64",
        "    linalg.yield %next : f64",
        "  } -> tensor<f64>",
        f"  {result} = tensor.extract {result}_sum[] : tensor<f64>",
    ]


def write_derivative(program, prefix):
    """A function that gives the derivative along the directions."""
    inputs, gradients = request_inputs(program), gradient_types(program)
    names = [f"%a{i}" for i in range(len(inputs))]
    directions = names[len(inputs) - len(gradients) :]
    every = numbered("%r", program.main.result_types + gradients)
    lines = [write_gradient(program, prefix, names), "  %t0 = arith.constant 0.0 : f64"]
    for k, type in enumerate(gradients):
        gradient = every[len(program.main.result_types) + k]
        lines += write_product(f"%p{k}", gradient, directions[k], type)
        lines.append(f"  %t{k + 1} = arith.addf %t{k}, %p{k} : f64")
    head = f"func.func private @{prefix}derivative({signature(names, inputs)}) -> f64 {{"
    return "\n".join([head, *lines, f"  return %t{len(gradients)} : f64", "}", ""])


def write_request(program, prefix):
    """A function that gives results and gradients. It isn't inlined, so that a module of
    many programs isn't one huge function."""
    inputs, results = request_inputs(program), request_results(program)
    names = [f"%a{i}" for i in range(len(inputs))]
    line, before = write_gradient(program, prefix, names), ""
    if program.twice:
        before = write_derivative(program, prefix)
        line = (
            f"  {head_of('%r', results)} = remat.value_and_grad @{prefix}derivative"
            f"({listed(names)}) wrt [{listed(program.wrt)}] : ({listed(inputs)}) -> "
            f"({listed(results)})"
        )
    return (
        f"{before}func.func private @{prefix}request({signature(names, inputs)}) -> "
        f"({listed(results)}) attributes {{no_inline}} {{\n"
        f"{line}\n  return {listed(numbered('%r', results))} : {listed(results)}\n}}\n"
    )


def write_module(programs, variants):
    """A module whose @main runs every program in each of its variants (`variants` by
    program name). Its arguments and results are those of the requests, one request
    behind the other; variants of a program share arguments."""
    parts, arguments, lines, returned = [], [], [], []
    for program in programs:
        inputs, results = request_inputs(program), request_results(program)
        names = [f"%a{len(arguments) + i}" for i in range(len(inputs))]
        arguments += [f"{n}: {t}" for n, t in zip(names, inputs)]
        for variant in variants[program.name]:
            prefix = f"{program.name}_{variant.name}_"
            parts += [write_function(f, variant, prefix) for f in program.functions()]
            parts.append(write_request(program, prefix))
            name = f"%{prefix}r"
            lines.append(
                f"  {head_of(name, results)} = func.call @{prefix}request({listed(names)}) : "
                f"({listed(inputs)}) -> ({listed(results)})"
            )
            returned += zip(numbered(name, results), results)
    result_types = listed(type for _, type in returned)
    parts.append(
        f"func.func @main({listed(arguments)}) -> ({result_types}) {{\n"
        + "\n".join(lines)
        + f"\n  return {listed(ref for ref, _ in returned)} : {result_types}\n}}\n"
    )
    return "\n".join(parts)
