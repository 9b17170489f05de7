#===- Inputs/pass_orders.py - Passes in many orders ------------------------===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""What tests that run passes in many orders have in common."""

import concurrent.futures
import itertools
import os
import random
import subprocess
import sys


def remat_opt(tool, module, passes):
    pipeline = f"builtin.module({','.join(passes)})"
    done = subprocess.run(
        [tool, f"--pass-pipeline={pipeline}"], input=module, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"error: {pipeline}\n{done.stderr}")
    return done.stdout


def orders(passes, sample, seed):
    """No pass, each pass alone, each pair, and a sample of the orders of all."""
    yield ()
    yield from itertools.permutations(passes, 1)
    yield from itertools.permutations(passes, 2)
    generator = random.Random(seed)
    for _ in range(sample):
        yield tuple(generator.sample(passes, len(passes)))


def add_options(parser):
    parser.add_argument("--remat-opt", default="remat-opt", metavar="TOOL")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=22)


def run(check, passes, arguments):
    """Ends the program, with 1 where `check(order)` finds failures."""
    every = list(orders(passes, arguments.sample, arguments.seed))
    print(f"{len(every)} orders, seed {arguments.seed}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(check, every)
        failures = [
            f"{' '.join(order) or 'no pass'}: {failure}"
            for order, failures in zip(every, found)
            for failure in failures
        ]
    print("\n".join(failures))
    sys.exit(1 if failures else 0)
