#===- test/python/Inputs/export_case.py - Prints an export ----*- python -*-===#
#
# Part of the remat project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Prints the export of `NAME` in FILE.py, a function that returns `f, args`, or
the error that it raises.

  export_case.py FILE.py NAME
"""

import runpy
import sys

import remat.jax

f, arguments = runpy.run_path(sys.argv[1])[sys.argv[2]]()
try:
    print(remat.jax.export(f, *arguments, function=sys.argv[2]), end="")
except remat.jax.ExportError as error:
    sys.exit(f"error: {error}")
