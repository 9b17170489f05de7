#===- test/Tools/Inputs/npy_round_trip.py - Arrays in and out -*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Passes arrays of every element type through remat-run and compares."""

import pathlib
import subprocess
import sys

import ml_dtypes
import numpy as np

directory = pathlib.Path(sys.argv[1])

TYPES = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32,
    "f64": np.float64, "i1": np.bool_, "i8": np.int8, "i16": np.int16,
    "i32": np.int32, "i64": np.int64, "index": np.int64,
}
PROGRAM = directory / "identity.mlir"


def run(name, path):
    """Runs the identity of a type on a file; gives what it wrote."""
    out = directory / "out.npy"
    out.unlink(missing_ok=True)
    done = subprocess.run(
        ["remat-run", PROGRAM, f"--function={name}", f"--input=@{path}",
         f"--output=@{out}"], capture_output=True, text=True)
    return done, out


PROGRAM.write_text("\n".join(
    f"func.func @{name}(%x: tensor<?x?x{name}>) -> tensor<?x?x{name}> "
    f"{{\n  return %x : tensor<?x?x{name}>\n}}" for name in TYPES))

random = np.random.default_rng(0)
for name, dtype in TYPES.items():
    for shape in ((2, 3), (0, 4), (1, 1)):
        array = (random.standard_normal(shape) * 50).astype(dtype)
        for variant in ("as it is", "fortran", "big-endian"):
            given = array
            if variant == "fortran":
                given = np.asfortranarray(array)
            elif variant == "big-endian":
                if name in ("bf16", "i1", "i8"):
                    continue
                given = array.astype(array.dtype.newbyteorder(">"))
            path = directory / "in.npy"
            np.save(path, given)
            done, out = run(name, path)
            assert done.returncode == 0, (name, shape, variant, done.stderr)
            result = np.load(out)
            if name == "bf16":
                assert result.dtype == np.dtype("V2"), result.dtype
                result = result.view(ml_dtypes.bfloat16)
            else:
                assert result.dtype == dtype, (name, result.dtype)
            np.testing.assert_array_equal(
                result.view(np.uint8) if result.size else result,
                array.view(np.uint8) if array.size else array,
                err_msg=f"{name} {shape} {variant}")

# Unsigned integers are the same bits.
np.save(directory / "in.npy", np.array([[200, 7]], np.uint8))
done, out = run("i8", directory / "in.npy")
assert done.returncode == 0, done.stderr
assert np.load(out).view(np.uint8).tolist() == [[200, 7]]

# Faults are named, and nothing is written.
np.save(directory / "whole.npy", np.zeros((2, 3), np.float32))
whole = (directory / "whole.npy").read_bytes()
(directory / "cut.npy").write_bytes(whole[:-1])
np.save(directory / "wrong.npy", np.zeros((2, 3), np.float64))
np.save(directory / "flat.npy", np.zeros(6, np.float32))
for file, message in (("cut.npy", "is cut short"),
                      ("wrong.npy", "holds float64, expected f32[?,?]"),
                      ("flat.npy", "holds f32[6], expected f32[?,?]")):
    done, out = run("f32", directory / file)
    assert done.returncode == 2, (file, done)
    assert message in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not out.exists()
