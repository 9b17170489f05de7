#===- python/remat/jax/regions.py - Calls become regions ------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Turns each call that `rules` marked as a checkpoint into a region.

Runs after every pass of jaxlib's, none of which survives a region of an
operation it does not know. The body is a copy of the callee's, so a function
that JAX shares between equal layers gives each layer a region of its own.
"""

from jaxlib.mlir import ir

from .rules import BARRIERS_MARK, CHECKPOINT_MARK, POLICY_MARK


def form_regions(module):
    """Replaces the marked calls of `module`, nested ones included, and erases
    the functions that they named."""
    functions = {op.sym_name.value: op for op in module.body.operations}
    formed, callees = set(), set()

    def form(name):
        """Forms the regions in function `name`, those of its callees first."""
        if name in formed:
            return
        formed.add(name)
        for call in _marked_calls(functions[name].operation):
            callee = ir.FlatSymbolRefAttr(call.attributes["callee"]).value
            callees.add(callee)
            form(callee)
            _replace(call, functions[callee].operation)

    for name in functions:
        form(name)
    for name in callees:
        functions[name].operation.erase()


def _marked_calls(function):
    """The calls in `function` marked as checkpoints, those in the bodies of loops and
    branches too, in program order."""
    calls = []

    def visit(operation):
        if CHECKPOINT_MARK in operation.attributes:
            calls.append(operation)
        return ir.WalkResult.ADVANCE

    function.walk(visit, ir.WalkOrder.PRE_ORDER)
    return calls


def _replace(call, callee):
    """Puts a region with a copy of the body of `callee` in the place of `call`."""
    attributes = {}
    if POLICY_MARK in call.attributes:
        policy = ir.StringAttr(call.attributes[POLICY_MARK]).value
        attributes["policy"] = ir.Attribute.parse(policy)
    if BARRIERS_MARK in call.attributes:
        attributes["barriers"] = call.attributes[BARRIERS_MARK]
    region_op = ir.Operation.create(
        "remat.checkpoint",
        results=[result.type for result in call.results],
        operands=list(call.operands),
        attributes=attributes,
        regions=1,
        loc=call.location,
        ip=ir.InsertionPoint(call),
    )
    copy = callee.clone(ip=ir.InsertionPoint(callee))
    copy.regions[0].blocks[0].append_to(region_op.regions[0])
    copy.erase()
    operations = list(region_op.regions[0].blocks[0].operations)
    terminator = operations[-1].operation
    ir.Operation.create(
        "remat.yield",
        operands=list(terminator.operands),
        loc=terminator.location,
        ip=ir.InsertionPoint(terminator),
    )
    terminator.erase()
    for old, new in zip(call.results, region_op.results):
        old.replace_all_uses_with(new)
    call.erase()
