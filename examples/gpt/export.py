#===- examples/gpt/export.py - Exports the GPT loss to MLIR ---*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Writes the GPT loss, not differentiated, as MLIR text, and its arguments as
`<k>.npy` where asked."""

import argparse
import functools
import pathlib

import numpy as np

import options  # first: it finds the package
import model
import remat.jax


def gpt_text(config, policy=None):
    """The text of function `@loss` at the sizes of `config`."""
    return remat.jax.export(
        functools.partial(model.loss, config, policy=policy),
        *model.example_arguments(config),
        function="loss",
        names=model.argument_names(config),
    )


def write_inputs(config, directory):
    """Writes argument k of `@loss` to `directory/<k>.npy`."""
    directory.mkdir(parents=True, exist_ok=True)
    tokens, targets, parameters = model.example_arguments(config)
    for k, array in enumerate([tokens, targets, *parameters]):
        np.save(directory / f"{k}.npy", array)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=pathlib.Path, help="the .mlir file to write")
    parser.add_argument("--inputs", type=pathlib.Path, help="directory for the arguments")
    parser.add_argument(
        "--policy", choices=model.POLICIES, help="what each block may keep; default: no policy"
    )
    options.add_config(parser)
    arguments = parser.parse_args()
    config = options.config(arguments)
    arguments.output.write_text(gpt_text(config, model.POLICIES.get(arguments.policy)))
    if arguments.inputs:
        write_inputs(config, arguments.inputs)


if __name__ == "__main__":
    main()
