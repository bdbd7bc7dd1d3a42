"""Principals of a database: who acts under policies."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, TypedDict, Union, cast

from ._control import call, segment
from ._model import PrincipalDescription

#: An IAM policy: a document, or its JSON text.
Policy = Union[str, Mapping[str, Any]]


class Config(TypedDict):
    """The arguments with which boto3 and aioboto3 create a client or resource."""

    endpoint_url: str
    region_name: str
    aws_access_key_id: str
    aws_secret_access_key: str


def config(access: Mapping[str, Any]) -> Config:
    """Returns the configuration of clients from what the control API says of a key."""
    return {
        "endpoint_url": access["endpoint"],
        "region_name": access["region"],
        "aws_access_key_id": access["accessKeyId"],
        "aws_secret_access_key": access["secretAccessKey"],
    }


class Principal:
    """A user or a session of a role: an access key that sees a database and may do what policies
    allow. As a context manager it ends with its block.

    :ivar config: what boto3 creates clients with: ``boto3.client("dynamodb", **principal.config)``
    :ivar arn: its ARN
    """

    def __init__(self, database: str, access: Mapping[str, Any]) -> None:
        self.config = config(access)
        self.arn: str = access["arn"]
        self._path = f"{database}/principals/{segment(access['accessKeyId'])}"

    def usage(self) -> PrincipalDescription:
        """Returns what it used, what it was allowed and never used, and a policy for just what it
        used.
        """
        return cast(PrincipalDescription, call(self.config["endpoint_url"], "GET", self._path))

    def end(self) -> None:
        """Ends the principal. Its access key is invalid then. It ends with its database, too."""
        call(self.config["endpoint_url"], "DELETE", self._path)

    def __enter__(self) -> "Principal":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


def create_principal(
    url: str,
    database: str,
    policies: Optional[Sequence[Policy]],
    boundary: Optional[Policy],
    session_policies: Optional[Sequence[Policy]],
    others: Mapping[str, Any],
) -> Principal:
    """Creates a principal of the database with a path of the control API."""
    body: Dict[str, Any] = {name: value for name, value in others.items() if value is not None}
    if policies is not None:
        body["policies"] = _texts(policies)
    if boundary is not None:
        body["boundary"] = _texts([boundary])[0]
    if session_policies is not None:
        body["sessionPolicies"] = _texts(session_policies)
    access = call(url, "POST", f"{database}/principals", body)
    # The endpoint by which this process reaches the server.
    return Principal(database, {**access, "endpoint": url})


def _texts(policies: Sequence[Policy]) -> List[str]:
    return [policy if isinstance(policy, str) else json.dumps(policy) for policy in policies]
