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
    """Types of what the request takes: arguments, then cotangents."""
    arguments = [value.type for value in program.main.body.arguments]
    return arguments + ([] if program.scalar_loss else cotangent_types(program))


def request_results(program):
    return program.main.result_types + gradient_types(program)


def write_request(program, prefix):
    """A function that gives results and gradients. It isn't inlined, so that a module of
    many programs isn't one huge function."""
    inputs, results = request_inputs(program), request_results(program)
    names = [f"%a{i}" for i in range(len(inputs))]
    count = len(program.main.body.arguments)
    wrt = f"wrt [{', '.join(map(str, program.wrt))}]"

    def listed(items):
        return ", ".join(map(str, items))

    call = f"@{prefix}{program.main.name}({listed(names[:count])})"
    if program.scalar_loss:
        request = f"remat.value_and_grad {call} {wrt} : ({listed(inputs)}) -> ({listed(results)})"
    else:
        request = (
            f"remat.vjp {call} cotangents({listed(names[count:])}) {wrt} : "
            f"({listed(inputs[:count])}), ({listed(inputs[count:])}) -> ({listed(results)})"
        )
    arguments = listed(f"{n}: {t}" for n, t in zip(names, inputs))
    returned = listed(f"%r#{i}" for i in range(len(results)))
    if len(results) == 1:
        returned = "%r"
    head = f"%r:{len(results)}" if len(results) > 1 else "%r"
    return (
        f"func.func private @{prefix}request({arguments}) -> ({listed(results)})"
        f" attributes {{no_inline}} {{\n"
        f"  {head} = {request}\n  return {returned} : {listed(results)}\n}}\n"
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
            head = name + (f":{len(results)}" if len(results) > 1 else "")
            lines.append(
                f"  {head} = func.call @{prefix}request({', '.join(names)}) : "
                f"({', '.join(map(str, inputs))}) -> ({', '.join(map(str, results))})"
            )
            refs = [f"{name}#{i}" for i in range(len(results))] if len(results) > 1 else [name]
            returned += zip(refs, results)
    result_types = ", ".join(str(type) for _, type in returned)
    parts.append(
        f"func.func @main({', '.join(arguments)}) -> ({result_types}) {{\n"
        + "\n".join(lines)
        + f"\n  return {', '.join(ref for ref, _ in returned)} : {result_types}\n}}\n"
    )
    return "\n".join(parts)
