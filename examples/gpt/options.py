#===- examples/gpt/options.py - Command-line flags ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""What the scripts of this example share: the flags that choose a size, and the
path of the Python package."""

import dataclasses
import pathlib
import sys

# The scripts run from a source tree too, where the package is not installed.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import model


def add_config(parser):
    """Adds a flag for each field of `model.Config`."""
    for field in dataclasses.fields(model.Config):
        if field.type is bool:
            parser.add_argument(f"--{field.name}", action="store_true")
            continue
        parser.add_argument(
            f"--{field.name}", type=int, default=field.default, help="default: %(default)s"
        )


def config(arguments):
    """The `model.Config` that the flags describe."""
    sizes = {f.name: getattr(arguments, f.name) for f in dataclasses.fields(model.Config)}
    try:
        return model.Config(**sizes)
    except ValueError as error:
        sys.exit(f"error: {error}")
