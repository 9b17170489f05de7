#===- python/remat/__init__.py - The remat Python package -----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""remat: a rematerialization compiler for MLIR.

`remat.jax` exports JAX programs, with their checkpoints, names and policies, to
the text that `remat-opt` and `remat-run` read. The package is pure Python; a
front end is imported only by who asks for it (`import remat.jax`).
"""
