"""Monotable for tests in Python: a DynamoDB of its own for each test.

>>> import boto3, monotable
>>> with monotable.database(schema="template.yaml") as db:
...     client = boto3.client("dynamodb", **db.config)
"""

from ._control import MonotableError
from ._program import VERSION as __version__
from ._server import endpoint
from ._database import Clock, Database, database
from ._explore import ExecutionEnd, ExplorationError, PieceEnd, PieceHandle
from ._principal import Config, Policy, Principal
from ._stream import TableStream

__all__ = [
    "Clock",
    "Config",
    "Database",
    "ExecutionEnd",
    "ExplorationError",
    "MonotableError",
    "PieceEnd",
    "PieceHandle",
    "Policy",
    "Principal",
    "TableStream",
    "__version__",
    "database",
    "endpoint",
]
