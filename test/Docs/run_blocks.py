#===- test/Docs/run_blocks.py - What a document says is true --*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs the command blocks of a Markdown file and follows its links.

Usage: run_blocks.py FILE --root SOURCES --build BUILD

A `console` block holds commands after `$ `, each with the output that follows it:
both streams, compared line by line, where `...` in a line stands for any text.
A `sh` block must succeed. The commands run in a folder of their own that looks
like the top of the repository, whose `build` is BUILD and whose `python` is the
project's. A relative link must lead to a file.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Commands that install and build, or run these tests: continuous integration
# runs them, the document's test can't.
RUN_ELSEWHERE = ("utils/demo", "utils/check", "utils/tidy", "git clone", "cd ")
SHELLS = ("console", "sh")


def blocks(text):
    """Yields (line number, language, lines) of each fenced block."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("```"):
            if fence:
                fence[2].append(line)
        elif fence:
            yield fence
            fence = None
        else:
            fence = (number, line.strip().removeprefix("```"), [])


def console_steps(lines):
    """Yields (command, expected output lines); a `\\` continues a command."""
    command, output = None, []
    for line in lines:
        if command is not None and command.endswith("\\"):
            command += "\n" + line
        elif line.startswith("$ "):
            if command is not None:
                yield command, output
            command, output = line[2:], []
        elif command is None:
            raise SystemExit(f"error: output before any `$ ` command: {line}")
        else:
            output.append(line)
    if command is not None:
        yield command, output


def line_matches(wanted, found):
    pattern = ".*".join(re.escape(part) for part in wanted.split("..."))
    return re.fullmatch(pattern, found) is not None


def output_matches(wanted, found):
    return len(wanted) == len(found) and all(map(line_matches, wanted, found))


def stripped(lines):
    """Without white space at line ends, and blank lines at both ends."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").splitlines()


class Workspace:
    """A folder that looks like the top of the repository."""

    def __init__(self, folder, root, build):
        self.folder = folder
        for entry in root.iterdir():
            if not entry.name.startswith((".", "build")):
                (folder / entry.name).symlink_to(entry)
        (folder / "build").symlink_to(build)
        python = pathlib.Path(os.environ.get("REMAT_PYTHON",
                                             root / ".venv/bin/python"))
        self.environment = {
            **os.environ, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(root / "python"), "NO_COLOR": "1"}

    def run(self, command):
        """The exit code and the output lines of `command`."""
        done = subprocess.run(
            ["bash", "-e", "-c", command], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        return done.returncode, stripped(done.stdout.splitlines())


def console_errors(workspace, lines):
    for command, output in console_steps(lines):
        _, found = workspace.run(command)
        if not output_matches(stripped(output), found):
            yield f"{command}\nprinted\n" + "\n".join(found)


def script_errors(workspace, lines):
    if all(line.startswith(RUN_ELSEWHERE) for line in lines):
        return
    code, found = workspace.run("\n".join(lines))
    if code:
        yield f"exit code {code}\n" + "\n".join(found)


def block_errors(workspace, language, lines):
    if language == "console":
        return console_errors(workspace, lines)
    return script_errors(workspace, lines)


def link_errors(path, text):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target and not (path.parent / target).exists():
            yield f"{path}: the link {target} leads nowhere"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options = parser.parse_args()
    text = options.file.read_text()
    errors = list(link_errors(options.file, text))
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(pathlib.Path(folder), options.root.resolve(),
                              options.build.resolve())
        for number, language, lines in blocks(text):
            if language in SHELLS:
                errors += [f"{options.file}:{number}: {error}" for error
                           in block_errors(workspace, language, lines)]
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
