#===- on_terminal.py - Run a command on a terminal ------------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Runs a command with standard error on a terminal of 70 columns, and prints what it
wrote there, with `<31>` for the escape that sets colour 31.

Usage: on_terminal.py COMMAND...
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios


def main():
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    done = subprocess.Popen(sys.argv[1:], stderr=inside, env=environment)
    os.close(inside)
    written = b""
    try:
        while piece := os.read(terminal, 4096):
            written += piece
    except OSError:  # The end of a terminal.
        pass
    text = written.decode().replace("\r\n", "\n")
    print(re.sub(r"\x1b\[([0-9;]*)m", r"<\1>", text), end="")
    return done.wait()


if __name__ == "__main__":
    sys.exit(main())
