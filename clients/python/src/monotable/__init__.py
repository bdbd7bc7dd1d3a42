"""Monotable for tests in Python: a DynamoDB of its own for each test.

>>> import boto3, monotable
>>> with monotable.database(schema="template.yaml") as db:
...     client = boto3.client("dynamodb", **db.config)
"""

from ._control import MonotableError
from ._program import VERSION as __version__
from ._server import endpoint
from ._database import Clock, Config, Database, database
from ._stream import TableStream

__all__ = [
    "Clock",
    "Config",
    "Database",
    "MonotableError",
    "TableStream",
    "__version__",
    "database",
    "endpoint",
]
