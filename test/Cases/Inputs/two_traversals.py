#===- test/Cases/Inputs/two_traversals.py - The memory of twelve blocks ----===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Holds the measured memory of two traversals of six blocks against that of one.

  two_traversals.py FILE.mlir

Temporaries of @two_traversals are at most those of @one and twelve inputs of a
block. Without rematerialization they are more, or else the bound shows nothing.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

INPUT = np.linspace(-1, 1, 1024, dtype=np.float32)
WEIGHTS = [np.linspace(0.5, 1 + k, 8, dtype=np.float32) for k in range(6)]


def temporaries(program, function, weights, *flags):
    with tempfile.TemporaryDirectory() as directory:
        inputs = pathlib.Path(directory) / "inputs"
        inputs.mkdir()
        for k, array in enumerate([INPUT, *weights]):
            np.save(inputs / f"{k}.npy", array)
        report = pathlib.Path(directory) / "report.json"
        subprocess.run(
            [
                "remat-run",
                program,
                f"--grad={function}",
                f"--inputs={inputs}",
                f"--output-dir={directory}/out",
                f"--memory-report={report}",
                *flags,
            ],
            check=True,
        )
        return json.loads(report.read_text())["temporaries"]


def main():
    program = sys.argv[1]
    bound = temporaries(program, "one", WEIGHTS[:1]) + 12 * INPUT.nbytes
    used = temporaries(program, "two_traversals", WEIGHTS)
    without = temporaries(
        program, "two_traversals", WEIGHTS, "--region-policy=#remat.everything"
    )
    print(f"{used} bytes, at most {bound}; without rematerialization {without}")
    sys.exit(0 if used <= bound < without else 1)


if __name__ == "__main__":
    main()
