"""``python -m monotable`` and ``monotable``: the command line of Monotable."""

from __future__ import annotations

import os
import subprocess
import sys

from ._program import find_program


def main() -> None:
    """Runs the command line with the arguments of this process, in its place."""
    try:
        command = find_program() + sys.argv[1:]
    except RuntimeError as e:
        sys.exit(f"monotable: {e}")
    if sys.platform != "win32":
        sys.stdout.flush()
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            pass  # the console has sent it to the child too, which ends by it


if __name__ == "__main__":
    main()
