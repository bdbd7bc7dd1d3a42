"""Tests of the sources, with the distribution that ``mvn -P dist package`` has made."""

import os
from pathlib import Path

from support import INSTALLED

pytest_plugins = ["pytester"]

DISTRIBUTIONS = Path(__file__).parents[3] / "command-line" / "target" / "distribution"

if not INSTALLED and "MONOTABLE_BIN" not in os.environ:
    os.environ["MONOTABLE_BIN"] = str(next(DISTRIBUTIONS.glob("monotable-*")) / "monotable")
