#===- test/Integration/gradients_against_jax.py - Compare -----*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Compares gradients compiled by remat-run with JAX's in float64.

  gradients_against_jax.py FILE.py:NAME,NAME... [--policy P]...
      Each NAME is a function without arguments in FILE.py that returns `f, args`:
      a JAX function and its example arguments. It is exported, run, compared.
  gradients_against_jax.py FILE.mlir --inputs DIR --reference DIR [--policy P]...
      A function in MLIR, its arguments `<k>.npy`, and the `value<k>.npy` and
      `grad<i>.npy` that it ought to give.

The program runs once as it stands ("as written"), then once under each --policy,
which takes the place of those of its regions, and once under each --whole-function,
which makes all of it one region, and under each --loop, which says what states of its
outermost loops are kept. The policy `names` is save_only of every name in
the program. Each result is held against the reference, with the error
measured in parts of the largest entry of the array. With --same-bits it all
runs under --fp=strict as well, where each policy must give the bits of the first.
With --values the function runs without its derivative, and only its results are
compared.
Every failure is printed; the exit status is 1 if there was one.
"""

import argparse
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

from remat.testing import different_bits, largest_error, load


def load_cases(cases):
    """The functions of `FILE.py:NAME,NAME...` by their names."""
    file, names = cases.rsplit(":", 1)
    spec = importlib.util.spec_from_file_location("cases", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: getattr(module, name) for name in names.split(",")}


def export_case(case, directory):
    """Writes program, inputs and reference of `case` to `directory`."""
    import jax

    import remat.jax

    f, arguments = case()
    program = directory / "program.mlir"
    program.write_text(remat.jax.export(f, *arguments, function="main"))
    inputs, reference = directory / "inputs", directory / "reference"
    inputs.mkdir()
    reference.mkdir()
    for k, argument in enumerate(jax.tree.leaves(arguments)):
        np.save(inputs / f"{k}.npy", np.asarray(argument))
    values, gradients = remat.jax.reference_gradients(f, *arguments)
    for k, value in enumerate(values):
        np.save(reference / f"value{k}.npy", value)
    for i, gradient in gradients.items():
        np.save(reference / f"grad{i}.npy", gradient)
    return program, inputs, reference


def run(tool, program, what, inputs, output, flags):
    """Runs `what`, a flag; the arrays it gives by name (`value0`, `grad2`)."""
    command = [tool, program, what, f"--inputs={inputs}", f"--output-dir={output}"]
    done = subprocess.run([*map(str, command), *flags], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, command + flags))}\n{done.stderr}")
    return load(output)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", help="FILE.mlir or FILE.py:NAME,NAME...")
    parser.add_argument("--function", default="main", help="default: %(default)s")
    parser.add_argument("--inputs", type=pathlib.Path)
    parser.add_argument("--reference", type=pathlib.Path)
    parser.add_argument("--policy", action="append", default=[], dest="policies", metavar="P")
    parser.add_argument("--whole-function", action="append", default=[], metavar="P")
    parser.add_argument("--loop", action="append", default=[], dest="loops", metavar="HOW")
    parser.add_argument("--tolerance", type=float, default=1e-4, help="default: %(default)s")
    parser.add_argument("--same-bits", action="store_true")
    parser.add_argument("--values", action="store_true")
    parser.add_argument("--remat-run", default="remat-run", metavar="TOOL")
    arguments = parser.parse_args()
    if arguments.program.endswith(".mlir") and not (arguments.inputs and arguments.reference):
        parser.error("FILE.mlir needs --inputs and --reference")
    return arguments


def policy_flags(arguments, text):
    """The ways to run program `text`, as pairs of what to call one and its flags."""
    names = sorted(set(re.findall(r'"?remat.checkpoint_name"? ?.*?"(\w+)"', text)))

    def spelled(policy):
        if policy != "names":
            return policy
        if not names:
            sys.exit("error: the policy `names` asks for names, and the program has none")
        return f"#remat.save_only<{json.dumps(names)}>"

    variants = [("as written", [])]
    for flag, policies in (
        ("--region-policy", arguments.policies),
        ("--policy", arguments.whole_function),
        ("--loop", arguments.loops),
    ):
        variants += [(f"{flag}={policy}", [f"{flag}={spelled(policy)}"]) for policy in policies]
    return variants


def check(arguments, program, inputs, reference, directory):
    """Runs and compares one program in every way; returns the number of failures."""
    want = load(reference)
    if not want:
        sys.exit(f"error: no .npy file in {reference}")
    what = f"--{'function' if arguments.values else 'grad'}={arguments.function}"
    if arguments.values:
        want = {name: array for name, array in want.items() if name.startswith("value")}
    if not all(np.all(np.isfinite(array)) for array in want.values()):
        sys.exit(f"error: {reference} holds what is not finite: nothing can be compared")
    variants = policy_flags(arguments, pathlib.Path(program).read_text())
    failures = 0
    for mode in ("fast", "strict") if arguments.same_bits else ("fast",):
        first = None
        for number, (label, flags) in enumerate(variants):
            output = directory / f"{mode}{number}"
            flags = [f"--fp={mode}", *flags]
            got = run(arguments.remat_run, program, what, inputs, output, flags)
            try:
                worst, name = largest_error(got, want)
            except ValueError as mismatch:
                sys.exit(f"error: {mode}, {label}: {mismatch}")
            wrong = not worst <= arguments.tolerance
            print(f"  {'FAIL' if wrong else 'ok'}: {mode}, {label}: {worst:.2e} at {name}")
            failures += wrong
            if first is None:
                first = got
            elif mode == "strict" and (names := different_bits(got, first)):
                print(f"  FAIL: strict, {label}: other bits than as written in {', '.join(names)}")
                failures += 1
    return failures


def main():
    arguments = parse_arguments()
    failures = 0
    with tempfile.TemporaryDirectory() as top:
        if arguments.program.endswith(".mlir"):
            cases = {arguments.program: (arguments.program, arguments.inputs, arguments.reference)}
        else:
            cases = load_cases(arguments.program)
        for number, (name, case) in enumerate(cases.items()):
            print(name, flush=True)
            directory = pathlib.Path(top) / str(number)
            directory.mkdir()
            files = export_case(case, directory) if callable(case) else case
            failures += check(arguments, *files, directory)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
