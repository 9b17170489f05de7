#===- python/remat/testing.py - Comparing arrays --------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""How far computed arrays are from what they ought to be. What the tests and the
examples both say of an error is measured here."""

import pathlib

import numpy as np


def load(directory):
    """The `.npy` files of `directory` by their stems (`value0`, `grad2`)."""
    return {path.stem: np.load(path) for path in sorted(pathlib.Path(directory).glob("*.npy"))}


def relative_error(got, want):
    """The largest difference in parts of the largest entry of `want`.

    Infinite where `want` is zero throughout and `got` is not, and where exactly
    one of the two is finite.
    """
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    if np.all(same):
        return 0.0
    with np.errstate(invalid="ignore"):  # inf - inf, where they are the same
        difference = np.abs(got.astype(np.float64) - want.astype(np.float64))
    largest = difference[~same].max()
    if not np.isfinite(largest):
        return np.inf
    scale = np.abs(want[np.isfinite(want)]).max(initial=0.0)
    return largest / scale if scale else np.inf


def largest_error(got, want):
    """The array of `got` that is furthest from `want`, as `error, name`.

    Both hold arrays by name; a `ValueError` says where names or shapes differ.
    """
    if got.keys() != want.keys():
        raise ValueError(f"there are {sorted(got)}, expected {sorted(want)}")
    for name in want:
        if got[name].shape != want[name].shape:
            raise ValueError(f"{name} is {got[name].shape}, expected {want[name].shape}")
    return max((relative_error(got[name], want[name]), name) for name in want)


def different_bits(got, want):
    """The names of the arrays of `want` whose bytes are others in `got`."""
    return [name for name in want if got[name].tobytes() != want[name].tobytes()]
