#===- test/Property/random_programs.py - Compare --------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Makes random programs, differentiates them, and compares what comes of it: values and
gradients with numpy (differences, and derivatives by complex numbers), and the bits of the policies
with each other. One program in ten is differentiated twice.

  random_programs.py --seed=0 --count=10000        a program a seed, from 0 to 9999
  random_programs.py --seed=17 --count=1 --shrink  makes a failing program small

What fails is printed; with --output it is written to a file as well, a program that runs
by itself, with its command and what was expected in comments at the top. The exit status
is 1 if anything failed. The tools are those on the PATH.
"""

import argparse
import concurrent.futures
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from programs.check import arguments_of, check
from programs.generate import fair_program
from programs.render import request_inputs, write_module
from programs.scalars import literal
from programs.shrink import Shrinker
from programs.variants import variants_of


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0, help="the first (default: 0)")
    parser.add_argument("--count", type=int, default=100, help="default: %(default)s")
    parser.add_argument(
        "--programs-per-module", type=int, default=8, metavar="N",
        help="compile time grows faster than modules (default: %(default)s)",
    )
    parser.add_argument("--fp", choices=["strict", "fast"], default="strict")
    parser.add_argument("--jobs", type=int, default=1, help="modules at once")
    parser.add_argument("--shrink", action="store_true", help="make failing programs small")
    parser.add_argument("--shrink-limit", type=int, default=400, metavar="N",
                        help="programs to try for that (default: %(default)s)")
    parser.add_argument("--each", type=int, default=1, metavar="N",
                        help="of failures that look alike, report so many (default: %(default)s)")
    parser.add_argument("--output", type=Path, help="a folder for failing programs")
    return parser.parse_args()


def check_seeds(options, seeds):
    """The failures of some seeds, as a module."""
    programs = [fair_program(str(s), f"p{s}") for s in seeds]
    return check(programs, options.fp)


def failing_variants(options, failure):
    """The variants that are needed to see a failure: as few as do."""
    program = failure.program
    every = variants_of(program)

    def seen(chosen):
        found = check([program], options.fp, {program.name: chosen})
        return any(f.signature == failure.signature for f in found)

    if failure.kind == "bits":
        return [every[0], next(v for v in every if v.name == failure.variant)]
    return next(([v] for v in every if seen([v])), every)


def make_small(options, failure):
    """The failure with a smaller program, and the variants that show it."""
    chosen = failing_variants(options, failure)
    last = failure

    def fails(program):
        nonlocal last
        found = check([program], options.fp, {program.name: chosen})
        same = [f for f in found if f.signature == failure.signature]
        if same:
            last = same[0]
        return bool(same)

    def log(text):
        print(f"  {text}", end="\r", file=sys.stderr, flush=True)

    Shrinker(failure.program, fails, options.shrink_limit, log).shrink()
    return last, chosen


def reproducer(failure, chosen, mode):
    """The program as a file that says how to run it."""
    program = failure.program
    inputs = []
    for array, type in zip(arguments_of(program), request_inputs(program)):
        sizes = "".join(f"{size}x" for size in array.shape) if type.is_tensor else ""
        numbers = literal(array, type.static()).removeprefix("dense<").removesuffix(">")
        numbers = numbers.replace("[", "").replace("]", "").replace(" ", "")
        inputs.append(f"--input={sizes}{type.element}={numbers}")
    head = [
        f"seed {program.seed}: {failure.kind}, variant {failure.variant or chosen[0].name}",
        f"remat-run THIS --function=main --fp={mode} {' '.join(inputs)} --output-dir=OUT",
        *failure.text.strip().splitlines()[:8],
    ]
    text = write_module([program], {program.name: chosen})
    return "".join(f"// {line[:400]}\n" for line in head) + "\n" + text


def report(options, failure):
    program = failure.program
    print(f"FAIL: seed {program.seed}, {failure.variant or '-'}: {failure.kind}: "
          f"{failure.text.strip()[:600]}", flush=True)
    chosen = variants_of(program)
    if options.shrink:
        failure, chosen = make_small(options, failure)
    text = reproducer(failure, chosen, options.fp)
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        path = options.output / f"seed{program.seed}-{failure.kind.replace(' ', '-')}.mlir"
        path.write_text(text)
        print(f"  written to {path}", flush=True)
    elif options.shrink:
        print(text, flush=True)


def main():
    options = parse_arguments()
    start = time.monotonic()
    end = options.seed + options.count
    per = options.programs_per_module
    chunks = [range(s, min(s + per, end)) for s in range(options.seed, end, per)]
    kinds, alike, failed, done = Counter(), defaultdict(list), set(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(check_seeds, options, chunk) for chunk in chunks]
        for chunk, job in zip(chunks, jobs):
            for failure in job.result():
                seed = failure.program.seed
                kinds[failure.kind] += 1
                same = alike[failure.signature]
                same.append(seed)
                if seed not in failed and len(same) <= options.each:
                    report(options, failure)
                elif seed not in failed:
                    print(f"FAIL: seed {seed}: {failure.kind}, as seed {same[0]}", flush=True)
                failed.add(seed)
            done += len(chunk)
            if done % 200 < per:
                print(f"{done} programs, {time.monotonic() - start:.0f} s", flush=True)
    print(f"{options.count} programs from seed {options.seed}, {len(failed)} fail"
          + "".join(f", {kind}: {n}" for kind, n in sorted(kinds.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
