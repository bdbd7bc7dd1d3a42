"""Finds the server."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from pathlib import Path
from typing import List

# The version of this package, which is that of the server in it.
VERSION = "0.1.0-SNAPSHOT"

_SERVER = Path(__file__).parent / "server"
_WINDOWS = sys.platform == "win32"

# The class archive of a distribution is valid for files with this time only. pip sets another one.
_ARCHIVE_TIME = 1767225600  # 2026-01-01T00:00:00Z


def find_program() -> List[str]:
    """Returns the command that starts the server: MONOTABLE_BIN, else the server of this package,
    with its own runtime, or in a package without one with that of JAVA_HOME or the path.

    :raises RuntimeError: if there is none, with what to do about it
    """
    named = os.environ.get("MONOTABLE_BIN")
    if named:
        if not os.path.exists(named):
            raise RuntimeError(f"MONOTABLE_BIN is {named}, which does not exist")
        return [named]
    jar = _SERVER / "monotable.jar"
    if not jar.exists():
        raise RuntimeError(
            f"The installed package monotable has no server. Install it from a wheel:\n"
            f"pip install --force-reinstall --only-binary monotable monotable\n"
            f"or set MONOTABLE_BIN to the start script of a distribution."
        )
    runtime = _SERVER / "runtime"
    home = os.environ.get("JAVA_HOME")
    if not runtime.exists() and not home and shutil.which("java") is None:
        raise RuntimeError(
            f"The package monotable for this system ({platform.system()} {platform.machine()}) has"
            " no Java runtime, and none was found. Set JAVA_HOME to a JDK, version 17 or later, or"
            " set MONOTABLE_BIN to the start script of a distribution."
        )
    if _WINDOWS:
        java = runtime if runtime.exists() else Path(home) if home else None
        options = ["-Xms64m", "-Xmn40m", "-XX:MaxRAMPercentage=60", "-XX:+UseSerialGC"]
        options += os.environ.get("JAVA_OPTS", "").split()
        return [str(java / "bin" / "java.exe") if java else "java", *options, "-jar", str(jar)]
    for file in (jar, runtime / "lib" / "modules"):
        try:
            if file.stat().st_mtime != _ARCHIVE_TIME:
                os.utime(file, (_ARCHIVE_TIME, _ARCHIVE_TIME))
        except OSError:
            pass  # without the archive, which is only for speed
    return [str(_SERVER / "monotable")]
