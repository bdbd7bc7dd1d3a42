"""Requests to the control API of a server."""

from __future__ import annotations

import http.client
import json
import os
import threading
from typing import Any, Callable, Dict, Optional, cast
from urllib.parse import quote, urlencode, urlsplit

_TIMEOUT = 60.0


class MonotableError(Exception):
    """An error of the server, or the report that it does not answer.

    :ivar type: the type of the error, such as ``UnknownDatabase``; ``Unreachable`` if the server
        does not answer
    """

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type

    def __reduce__(self) -> Any:  # pytest-xdist sends exceptions between processes
        return MonotableError, (self.type, str(self))


# Why the connection to a server of this process failed, if this process knows.
ends: Dict[str, Callable[[], Optional[str]]] = {}

_connections = threading.local()


def call(
    endpoint: str, method: str, path: str, body: Optional[object] = None, timeout: float = _TIMEOUT
) -> Any:
    """Sends a request to the control API.

    :param timeout: how long the server may be silent, in seconds
    :return: the parsed response, the text if it is not JSON, or None without a response
    :raises MonotableError: if the server reports an error, or does not answer
    """
    content = None if body is None else json.dumps(body).encode()
    headers = {} if content is None else {"content-type": "application/json"}
    token = os.environ.get("MONOTABLE_CONTROL_TOKEN")
    if token:
        headers["x-monotable-token"] = token
    try:
        status, kind, text = _send(endpoint, method, path, content, headers, timeout)
    except (OSError, http.client.HTTPException) as e:
        known = ends.get(endpoint, lambda: None)()
        reason = known or str(e) or type(e).__name__
        raise MonotableError(
            "Unreachable", f"The Monotable server at {endpoint} does not answer: {reason}"
        ) from e
    is_json = kind.startswith("application/json") and text
    try:
        answer = json.loads(text) if is_json else text or None
    except ValueError as e:
        raise MonotableError("UnexpectedResponse", f"The server sent invalid JSON: {e}") from e
    if status >= 300:
        error = answer if isinstance(answer, dict) else {}
        raise MonotableError(
            error.get("error", "UnexpectedResponse"),
            error.get(
                "message",
                f"{endpoint} answered {method} {path} with the status {status}."
                " Is it a Monotable server?",
            ),
        )
    return answer


def _send(
    endpoint: str,
    method: str,
    path: str,
    content: Optional[bytes],
    headers: Dict[str, str],
    timeout: float,
) -> Any:
    kept = _connections.__dict__
    # A process that was forked has its own connections.
    key = f"{os.getpid()} {endpoint}"
    reused = key in kept
    connection = kept.pop(key, None) or _connect(endpoint)
    while True:
        try:
            connection.timeout = timeout
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            connection.request(method, f"/_monotable/v1{path}", content, headers)
            response = connection.getresponse()
            break
        except (ConnectionError, http.client.RemoteDisconnected):
            connection.close()
            if not reused:
                raise
            # The server has closed the idle connection.
            reused, connection = False, _connect(endpoint)
        except BaseException:
            connection.close()
            raise
    try:
        text = response.read().decode()
    except BaseException:
        connection.close()
        raise
    if not response.will_close:
        kept[key] = connection
    return response.status, response.headers.get("content-type", ""), text


def _connect(endpoint: str) -> http.client.HTTPConnection:
    parts = urlsplit(endpoint)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname or "127.0.0.1", parts.port)


def query(**parameters: Optional[object]) -> str:
    """Returns the query of a path, without the parameters that are None."""
    given = {name: value for name, value in parameters.items() if value is not None}
    return "?" + urlencode(given) if given else ""


def text(response: Any) -> str:
    """Returns a response as text."""
    return json.dumps(response) if isinstance(response, dict) else cast(str, response or "")


def segment(text: str) -> str:
    """Returns a text as a segment of a path."""
    return quote(text, safe="")
