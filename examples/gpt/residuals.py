#===- examples/gpt/residuals.py - Residual reports ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Reads the table that remat-print-saved-residuals prints, one line a residual:

        262144  f32[2,64,512] named 'mlp_pre' from model.py:134:13 (block)
"""

import collections
import dataclasses
import re

_LINE = re.compile(r"^ *(\d+)  (\w+(?:<\w+>)?\[[\d,]*\]) (.+)$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Residual:
    bytes: int
    type: str  # as printed: f32[2,64]
    source: str  # as printed: named 'a' from net.py:8:9 (g)

    @property
    def is_argument(self):
        return self.source.startswith("from the argument ")


def parse(report):
    """The residuals of `report`, in its order. Other lines are passed over."""
    return [
        Residual(int(size), type, source) for size, type, source in _LINE.findall(report)
    ]


def grouped(residuals):
    """Pairs of a residual and how often it occurs: equal layers print equal lines."""
    return list(collections.Counter(residuals).items())
