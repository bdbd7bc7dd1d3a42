"""The handle of a piece: a client, and the time of its database in seconds."""

import json
import os
import sys
import urllib.request
from datetime import datetime

import boto3


class Handle:
    def __init__(self, endpoint=None, access_key=None, secret_key=None):
        self._endpoint = endpoint or os.environ["AWS_ENDPOINT_URL_DYNAMODB"]
        self._key = access_key or os.environ["AWS_ACCESS_KEY_ID"]
        self.client = boto3.client(
            "dynamodb",
            endpoint_url=self._endpoint,
            region_name=os.environ.get("AWS_REGION"),
            aws_access_key_id=access_key,
            aws_secret_access_key=secret_key,
        )

    def now(self):
        url = f"{self._endpoint}/_monotable/v1/databases/{self._key}/clock"
        with urllib.request.urlopen(url) as response:
            shown = json.load(response)["now"]
        return int(datetime.fromisoformat(shown.replace("Z", "+00:00")).timestamp())


def main(pieces):
    """Runs a function as a command: `python -m PROGRAM.FILE FUNCTION ARGUMENT…`."""
    try:
        pieces[sys.argv[1]](Handle(), *sys.argv[2:])
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")


def condition_failed(error):
    """Returns whether a condition of a request failed, or of an action of a transaction."""
    reasons = error.response.get("CancellationReasons", [])
    return error.response["Error"]["Code"] == "ConditionalCheckFailedException" or any(
        reason["Code"] == "ConditionalCheckFailed" for reason in reasons
    )
