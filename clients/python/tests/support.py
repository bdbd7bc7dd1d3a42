"""Where the tests find the package: installed, or in the sources."""

import os
from pathlib import Path

INSTALLED = "MONOTABLE_INSTALLED" in os.environ
SOURCES = "" if INSTALLED else str(Path(__file__).parents[1] / "src")

# An installed package is a plugin by itself.
PLUGIN = [] if INSTALLED else ["-p", "monotable.pytest_plugin"]
