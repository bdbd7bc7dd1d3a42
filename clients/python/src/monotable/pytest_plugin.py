"""Fixtures for pytest: a database for each process that runs tests, with the same data and the same
clock at the start of each test.

Settings of ``pytest.ini`` or ``pyproject.toml``, relative to the root directory:

- ``monotable_schema``: what defines the tables of all tests, one file in each line
- ``monotable_seed``: files with their items

With either, the AWS environment variables lead to the database from before the first import, and all
tests use it. Otherwise those do that have the marker ``monotable`` or one of the fixtures.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from datetime import datetime, timezone
from typing import Any, Dict, List, Optional

import pytest

from ._control import MonotableError
from ._database import Database, create
from ._files import read
from ._principal import Config
from ._server import endpoint

_MARKER = "monotable"

# These come before the variables that lead to a database.
_REMOVED = ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")

# A database keeps 100 snapshots.
_MAX_STARTS = 50


class _Process:
    """The database of a process that runs tests. There is one, because boto3 and applications keep the
    first access key that they have found.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.schema: List[str] = config.getini("monotable_schema")
        self.seed: List[str] = config.getini("monotable_seed")
        self._database: Optional[Database] = None
        # The snapshots with which tests start, by their markers.
        self._starts: "OrderedDict[str, str]" = OrderedDict()
        self._saved: Dict[str, Optional[str]] = {}

    @property
    def is_configured(self) -> bool:
        """Whether all tests use the database."""
        return bool(self.schema or self.seed)

    @property
    def database(self) -> Database:
        """The database, which is created at the first access."""
        if self._database is None:
            self._database = create(endpoint(), {})
            variables: Dict[str, Optional[str]] = dict.fromkeys(_REMOVED)
            variables.update(self._database.environment)
            for name, value in variables.items():
                self._saved[name] = os.environ.get(name)
                _set(name, value)
            if "boto3" in sys.modules:
                # It keeps the credentials that it has found before.
                sys.modules["boto3"].DEFAULT_SESSION = None  # type: ignore[attr-defined]
        return self._database

    def begin(self, marker: Optional[pytest.Mark]) -> None:
        """Sets the database to the data of a marker, or else to those of the configuration."""
        database = self.database
        database.close_streams()
        key = repr(marker)
        if key in self._starts:
            self._starts.move_to_end(key)
            database.restore(self._starts[key])
        else:
            self._load(key, marker)
        now = datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")
        database._call("PATCH", "/clock", {"set": now, "frozen": False})
        database.clear_faults()
        database.clear_requests()

    def _load(self, key: str, marker: Optional[pytest.Mark]) -> None:
        settings: Dict[str, Any] = dict(marker.kwargs) if marker else {"seed": self.seed or None}
        body = read(
            settings.pop("schema", self.schema or None),
            settings.pop("seed", None),
            settings.pop("parameters", None),
            self.root,
        )
        if settings or (marker and marker.args):
            raise pytest.UsageError(f"{_MARKER} has the arguments schema, seed and parameters")
        database = self.database
        database.reset()
        if body:
            database._call("POST", "/load", body)
        name = f"monotable-start-{len(self._starts)}"
        if len(self._starts) == _MAX_STARTS:
            name = self._starts.popitem(last=False)[1]
        database.snapshot(name)
        self._starts[key] = name

    def close(self) -> None:
        """Ends the database, and sets the environment back."""
        for name, value in self._saved.items():
            _set(name, value)
        self._saved = {}
        database, self._database = self._database, None
        if database is not None:
            try:
                database.drop()
            except MonotableError:
                pass  # the server has ended, which the tests have reported


def _set(name: str, value: Optional[str]) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


_PROCESS = pytest.StashKey[_Process]()
_FIXTURE = "monotable_database"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("monotable_schema", "Files that define the tables of all tests", "linelist", [])
    parser.addini("monotable_seed", "Files with the items of all tests", "linelist", [])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"{_MARKER}(schema, seed, parameters): what the database of the test starts with",
    )
    process = config.stash[_PROCESS] = _Process(config)
    # The process that controls the workers of pytest-xdist runs no tests.
    runs_tests = hasattr(config, "workerinput") or not getattr(config.option, "tx", None)
    if process.is_configured and runs_tests:
        try:
            process.begin(None)
        except (MonotableError, RuntimeError, OSError) as e:
            raise pytest.UsageError(f"monotable: {e}") from e


def pytest_unconfigure(config: pytest.Config) -> None:
    process = config.stash.get(_PROCESS, None)
    if process is not None:
        process.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    process = item.config.stash[_PROCESS]
    marker = item.get_closest_marker(_MARKER)
    if marker or process.is_configured or _FIXTURE in getattr(item, "fixturenames", ()):
        process.begin(marker)


@pytest.fixture
def monotable_database(request: pytest.FixtureRequest) -> Database:
    """The database of the tests: with the data of the marker ``monotable``, else with those of the
    configuration, else empty. The AWS environment variables lead to it.
    """
    return request.config.stash[_PROCESS].database


@pytest.fixture
def monotable_config(monotable_database: Database) -> Config:
    """The arguments with which boto3 and aioboto3 create clients of the database."""
    return monotable_database.config


@pytest.fixture
def monotable_client(monotable_config: Config) -> Any:
    """A boto3 client of DynamoDB for the database."""
    import boto3

    return boto3.client("dynamodb", **monotable_config)


@pytest.fixture
def monotable_resource(monotable_config: Config) -> Any:
    """A boto3 resource of DynamoDB for the database."""
    import boto3

    return boto3.resource("dynamodb", **monotable_config)
