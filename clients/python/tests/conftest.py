"""Tests of the sources, with the distribution that ``mvn -P dist package`` has made."""

import os
import subprocess
from pathlib import Path

from support import INSTALLED

pytest_plugins = ["pytester"]

if not INSTALLED and "MONOTABLE_BIN" not in os.environ:
    found = subprocess.run([Path(__file__).parents[2] / "distribution"], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        raise SystemExit(1)  # It has said what is missing.
    os.environ["MONOTABLE_BIN"] = found.stdout.strip() + "/monotable"
