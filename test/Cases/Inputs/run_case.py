#===- test/Cases/Inputs/run_case.py - A case under every policy ------------===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs the gradient of a function as it stands and under every policy.

  run_case.py FILE.mlir REFERENCE [--function f] [--wrt 0,2] [--policy P]...

REFERENCE is a function in references.py that gives the arguments and the values
and gradients that they ought to give, both from formulas in float64; `chain:sin,exp`
calls it with these arguments. Each run is
held against them; under --fp=strict all must give the same bits. Under --fp=fast
it runs as it stands and under the policies that keep most and least. More policies
than the common ones are named by --policy.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import references

from remat.testing import different_bits, largest_error, load

POLICIES = [
    None,  # as written
    "#remat.everything",
    "#remat.nothing",
    '#remat.save_only<["a"]>',
    '#remat.save_any_but<["a"]>',
    "#remat.dots",
    "#remat.dots_no_batch",
    '#remat.any_of<#remat.dots, #remat.save_only<["a"]>>',
]

MODES = {"strict": POLICIES, "fast": POLICIES[:3]}


def write(arrays, directory):
    directory.mkdir()
    for name, array in arrays.items():
        np.save(directory / f"{name}.npy", array)
    return directory


def run(arguments, inputs, cotangents, mode, policy, output):
    command = [
        arguments.remat_run,
        arguments.program,
        f"--grad={arguments.function}",
        f"--inputs={inputs}",
        f"--output-dir={output}",
        f"--fp={mode}",
        *(f"--cotangent=@{file}" for file in sorted(cotangents.iterdir())),
    ]
    if arguments.wrt:
        command.append(f"--wrt={arguments.wrt}")
    if policy:
        command.append(f"--region-policy={policy}")
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, command))}\n{done.stderr}")
    return load(output)


def check(arguments, directory):
    name, _, rest = arguments.reference.partition(":")
    case = getattr(references, name)(*filter(None, rest.split(",")))
    inputs = write(dict(enumerate(case.inputs)), directory / "inputs")
    cotangents = write(dict(enumerate(case.cotangents)), directory / "cotangents")
    want = {name: np.asarray(array) for name, array in case.want.items()}
    failures, first = 0, None
    for mode, policies in MODES.items():
        for number, policy in enumerate(policies + arguments.policy):
            label = f"{mode}, {policy or 'as written'}"
            output = directory / f"{mode}{number}"
            got = run(arguments, inputs, cotangents, mode, policy, output)
            error, name = largest_error(got, want)
            wrong = not error <= arguments.tolerance
            print(f"{'FAIL' if wrong else 'ok'}: {label}: {error:.1e} at {name}")
            failures += wrong
            first = got if first is None else first
            if mode == "strict" and (names := different_bits(got, first)):
                print(f"FAIL: {label}: other bits than as written in {', '.join(names)}")
                failures += 1
            for a, b in case.same_zeros:
                if ((got[a] == 0) != (got[b] == 0)).any():
                    print(f"FAIL: {label}: zeros of {a} and {b} lie at different places")
                    failures += 1
    return failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("reference")
    parser.add_argument("--function", default="f")
    parser.add_argument("--wrt")
    parser.add_argument("--policy", action="append", default=[])
    parser.add_argument("--tolerance", type=float, default=1e-5)
    parser.add_argument("--remat-run", default="remat-run", metavar="TOOL")
    with tempfile.TemporaryDirectory() as directory:
        sys.exit(1 if check(parser.parse_args(), pathlib.Path(directory)) else 0)


if __name__ == "__main__":
    main()
