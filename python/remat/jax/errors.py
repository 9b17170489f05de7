#===- python/remat/jax/errors.py - What export raises ---------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""The one exception of the exporter, in a module of its own so that every part
of the package can raise it."""


class ExportError(ValueError):
    """The program holds something that has no form in the exported dialects.

    The message names the primitive, operation or policy, and what to do.
    """
