#===- examples/gpt/demo.py - What each policy costs -----------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs the gradient of the GPT loss without remat, with full remat, and with the
named values kept, and prints for each the residuals, the memory and the time it
took, and the largest error of its gradients against JAX in float64.

The program, its inputs and the reference gradients are kept in the cache, so
that a second run starts at once.
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import options  # first: it finds the package
import export
import model
import reference
import residuals
from remat import testing
from remat.jax.policies import policy_attribute
from rich.console import Console
from rich.table import Table

ROOT = pathlib.Path(__file__).resolve().parents[2]
MIB = 1 << 20
TOLERANCE = 1e-4  # of the largest entry of each gradient


def progress(text):
    print(text, file=sys.stderr, flush=True)


def program(policy):
    """The file name of the loss with `policy` on each block."""
    return f"gpt-{policy}.mlir"


def prepared(config, cache):
    """The directory with programs, inputs and reference of `config`; made if new.

    Its name is a hash of all that they are made from.
    """
    key = hashlib.sha256(repr(config).encode())
    here = pathlib.Path(__file__).parent
    sources = [here / "model.py", here / "export.py", here / "reference.py"]
    sources += sorted((ROOT / "python/remat/jax").glob("*.py"))
    for source in [*sources, ROOT / "utils/requirements.txt"]:
        key.update(source.read_bytes())
    directory = cache / key.hexdigest()[:16]
    if directory.exists():
        return directory
    cache.mkdir(parents=True, exist_ok=True)
    # Made under another name, so that a run that is cut short leaves no half.
    with tempfile.TemporaryDirectory(dir=cache, ignore_cleanup_errors=True) as making:
        making = pathlib.Path(making)
        progress("Exporting the loss from JAX ...")
        for name, policy in model.POLICIES.items():
            (making / program(name)).write_text(export.gpt_text(config, policy))
        export.write_inputs(config, making / "inputs")
        progress("Computing gradients by JAX in float64 (kept for the next run) ...")
        reference.write_reference(config, making / "reference")
        os.rename(making, directory)
    return directory


def run(*command):
    """Runs a tool, or ends with what it had to say; returns standard output and
    standard error together."""
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def saved_residuals(tools, files, policy):
    report = run(
        tools / "remat-opt",
        files / program(policy),
        "--remat-print-saved-residuals=function=loss",
        "-o",
        os.devnull,
    )
    return residuals.parse(report)


def measured(tools, files, policy, runs):
    """Runs the gradient under `policy`: its memory report, which holds the time of
    a step too, and the largest error of its gradients with the array it is in."""
    with tempfile.TemporaryDirectory() as output:
        output = pathlib.Path(output)
        report = output / "memory.json"
        run(
            tools / "remat-run",
            files / program(policy),
            "--grad=loss",
            f"--inputs={files / 'inputs'}",
            f"--output-dir={output / 'arrays'}",
            f"--region-policy={policy_attribute(model.POLICIES[policy])}",
            f"--memory-report={report}",
            f"--time={runs}",
        )
        got, want = testing.load(output / "arrays"), testing.load(files / "reference")
        return json.loads(report.read_text()), testing.largest_error(got, want)


def print_residuals(console, policy, saved):
    """One row per group of equal residuals; the arguments, which every policy
    keeps alive anyway, in a row of their own."""
    kept = [r for r in saved if not r.is_argument]
    arguments = [r for r in saved if r.is_argument]
    table = Table(title=f"Residuals under {policy_attribute(model.POLICIES[policy])}")
    table.add_column("count", justify="right")
    table.add_column("each")
    table.add_column("MiB", justify="right")
    table.add_column("what")
    for residual, count in residuals.grouped(kept):
        size = f"{count * residual.bytes / MIB:.2f}"
        table.add_row(str(count), residual.type, size, residual.source)
    size = f"{sum(r.bytes for r in arguments) / MIB:.2f}"
    table.add_row(str(len(arguments)), "", size, "arguments, not copied")
    console.print(table)


def print_costs(console, costs):
    """`costs` maps each policy to what it costs, by the name of the figure."""
    table = Table(title="Measured; errors against JAX in float64")
    table.add_column("", no_wrap=True)
    for policy in costs:
        table.add_column(policy, justify="right")
    for figure in next(iter(costs.values())):
        table.add_row(figure, *(cost[figure] for cost in costs.values()))
    console.print(table)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=pathlib.Path, default=ROOT / "build/bin")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "build/demo")
    parser.add_argument("--runs", type=int, default=20, help="timed runs, default: %(default)s")
    options.add_config(parser)
    arguments = parser.parse_args()
    config = options.config(arguments)
    files = prepared(config, arguments.cache)

    console = Console(markup=False, highlight=False)
    names = model.argument_names(config)
    costs, worst = {}, 0.0
    for policy in model.POLICIES:
        progress(f"Compiling and running with '{policy}' ...")
        saved = saved_residuals(arguments.tools, files, policy)
        print_residuals(console, policy, saved)
        memory, (error, array) = measured(arguments.tools, files, policy, arguments.runs)
        worst = max(worst, error)
        if array.startswith("grad"):
            array = names[int(array.removeprefix("grad"))]
        kept = [r for r in saved if not r.is_argument]
        costs[policy] = {
            "residuals kept": str(len(kept)),
            "kept MiB": f"{sum(r.bytes for r in kept) / MIB:.2f}",
            "peak MiB": f"{memory['peak'] / MIB:.2f}",
            "temporaries MiB": f"{memory['temporaries'] / MIB:.2f}",
            "step ms, fastest": f"{memory['step_s'] * 1e3:.1f}",
            "gradient error": f"{error:.1e}",
            "largest in": array,
        }
    print_costs(console, costs)
    if not worst <= TOLERANCE:
        sys.exit(f"error: a gradient is off by {worst:.1e} of its largest entry")


if __name__ == "__main__":
    main()
