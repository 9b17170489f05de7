#===- examples/gpt/reference.py - Gradients by JAX ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Writes the value of the GPT loss and every gradient, by JAX in float64:
`value0.npy` and `grad<i>.npy`, i being the number of the argument."""

import argparse
import functools
import pathlib

import numpy as np

import options  # first: it finds the package
import model
import remat.jax


def write_reference(config, directory):
    values, gradients = remat.jax.reference_gradients(
        functools.partial(model.loss, config), *model.example_arguments(config)
    )
    directory.mkdir(parents=True, exist_ok=True)
    for k, value in enumerate(values):
        np.save(directory / f"value{k}.npy", value)
    for i, gradient in gradients.items():
        np.save(directory / f"grad{i}.npy", gradient)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=pathlib.Path, help="the directory to write to")
    options.add_config(parser)
    arguments = parser.parse_args()
    write_reference(options.config(arguments), arguments.output)


if __name__ == "__main__":
    main()
