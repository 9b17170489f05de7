#===- test/python/Inputs/export_case.py - Prints an export ----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Prints the export of each NAME in FILE.py, a function that returns `f, args`,
as modules that `remat-opt --split-input-file` reads, or the error it raises.

  export_case.py FILE.py NAME...
"""

import runpy
import sys

import remat.jax

cases = runpy.run_path(sys.argv[1])
for name in sys.argv[2:]:
    f, arguments = cases[name]()
    try:
        print(remat.jax.export(f, *arguments, function=name), end="// -----\n")
    except remat.jax.ExportError as error:
        print(f"{name}: error: {error}")
