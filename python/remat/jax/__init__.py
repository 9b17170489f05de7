#===- python/remat/jax/__init__.py - JAX front end ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""JAX programs as MLIR text: see `export`."""

from .errors import ExportError
from .export import export
from .reference import reference_gradients

__all__ = ["ExportError", "export", "reference_gradients"]
