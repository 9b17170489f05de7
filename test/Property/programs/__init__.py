#===- test/Property/programs/__init__.py - Random programs ----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Random programs of the ops that can be differentiated, and what they compute.

`model` is a program; `generate` makes one; `render` writes it as MLIR; `evaluate`
computes it with numpy; `variants` gives its regions other policies; `check` compares
what was compiled with what was computed; `shrink` makes a failing program small.
What kinds of ops there are stands in `scalars`, `structured`, `slices` and `control`.
"""
