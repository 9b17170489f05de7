#===- test/lit.cfg.py - How lit runs the tests ----------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
# How lit runs the tests: `build` is the build tree, given by -D build=...

import glob
import os
import sys

import lit.formats

config.name = "remat"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
source = os.path.dirname(config.test_source_root)
build = os.path.abspath(lit_config.params.get("build", os.path.join(source, "build")))
config.test_exec_root = os.path.join(build, "test")

llvm = "/usr/lib/llvm-22/bin"
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(build, "bin"), llvm, os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "--dump-input=fail"
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

# The Python that has jax and numpy: the project's environment, or one that is
# named by REMAT_PYTHON.
python = os.environ.get("REMAT_PYTHON", os.path.join(source, ".venv/bin/python"))
config.environment["PYTHONPATH"] = os.path.join(source, "python")
config.substitutions.append(("%python", python))
config.substitutions.append(("%source", source))
config.substitutions.append(("%binaries", os.path.join(build, "bin")))
# The Python that runs lit is enough where no package is needed.
config.substitutions.append(
    ("%chain", f"{sys.executable} {config.test_source_root}/Inputs/sine_chain.py"))
config.substitutions.append(("%bare", sys.executable))
# A file's gradient under every policy: %case %s REFERENCE [--function=f]...
config.substitutions.append(
    ("%case", f"{python} {config.test_source_root}/Cases/Inputs/run_case.py"))
# The report alone, and of it the rows: `TYPE[SHAPE] ...` from the first column.
config.substitutions.append(
    ("%residuals", "remat-opt -o /dev/null --remat-print-saved-residuals"))
config.substitutions.append(
    ("%rows", r"grep -E '^[a-z]+[0-9]*(<[a-z]+>)?\[[0-9,?]*\] '"))
# Looked for by name: an import takes longer than most tests.
environment = os.path.dirname(os.path.dirname(python))
if glob.glob(os.path.join(environment, "lib/python3*/site-packages/jax")):
    config.available_features.add("jax")
