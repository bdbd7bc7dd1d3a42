"""Streams of tables, delivered to Lambda functions in this process."""

from __future__ import annotations

import json
import threading
import traceback
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Optional

from ._control import call
from ._model import DrainResult

LambdaHandler = Callable[[Any, Any], Any]

# Longer than any function of Lambda may run.
_DRAIN_SECONDS = 30 * 60.0


class Context:
    """What a Lambda function in Python gets beside its event."""

    def __init__(self, name: str) -> None:
        self.function_name = name
        self.function_version = "$LATEST"
        self.invoked_function_arn = f"arn:aws:lambda:us-east-1:000000000000:function:{name}"
        self.memory_limit_in_mb = "128"
        self.aws_request_id = str(uuid.uuid4())
        self.log_group_name = f"/aws/lambda/{name}"
        self.log_stream_name = "monotable"
        self.identity = None
        self.client_context = None

    def get_remaining_time_in_millis(self) -> int:
        """Returns a minute."""
        return 60_000


class TableStream:
    """The stream of a table, whose records go to Lambda functions in this process with the rules of
    Lambda's event source mappings. See :meth:`monotable.Database.stream`.
    """

    def __init__(self, endpoint: str, path: str, table: str, settings: Any) -> None:
        self._endpoint = endpoint
        self._path = path
        self._table = table
        self._settings = settings
        self._mapping: Optional[str] = None
        self._server: Optional[ThreadingHTTPServer] = None
        self._handler: Optional[LambdaHandler] = None

    def drain(self, handler: LambdaHandler) -> DrainResult:
        """Delivers all records to a function ``handler(event, context)``: from the beginning of the
        stream at first, later those since the last drain. Returns when nothing is left, also not of
        what the function itself has written.

        The function runs on another thread.
        """
        self._handler = handler
        if self._mapping is None:
            self._mapping = self._create()
        result: DrainResult = call(
            self._endpoint, "POST", f"{self._mapping}/drain", timeout=_DRAIN_SECONDS
        )
        return result

    def close(self) -> None:
        """Ends the mapping."""
        mapping, self._mapping = self._mapping, None
        try:
            if mapping is not None:
                call(self._endpoint, "DELETE", mapping)
        finally:
            server, self._server = self._server, None
            if server is not None:
                server.shutdown()
                server.server_close()

    def _create(self) -> str:
        stream = self

        class Function(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                stream._answer(self, body)

            def log_message(self, *arguments: Any) -> None:
                pass

        if self._server is None:
            self._server = ThreadingHTTPServer(("127.0.0.1", 0), Function)
            self._server.daemon_threads = True
            threading.Thread(target=self._server.serve_forever, daemon=True).start()
        mappings = f"{self._path}/event-source-mappings"
        url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        body = {"table": self._table, "url": url, **self._settings}
        return f"{mappings}/{call(self._endpoint, 'POST', mappings, body)['id']}"

    def _answer(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        failed = False
        try:
            assert self._handler is not None
            text = json.dumps(self._handler(json.loads(body), Context(self._table)))
        except BaseException as e:
            # As the runtime interface client of Lambda reports an exception.
            failed = True
            text = json.dumps(
                {
                    "errorType": type(e).__name__,
                    "errorMessage": str(e),
                    "stackTrace": traceback.format_tb(e.__traceback__),
                }
            )
        content = text.encode()
        request.send_response(200)
        # The server closes the connection, so no other request may be sent on it.
        request.send_header("Connection", "close")
        request.send_header("content-type", "application/json")
        request.send_header("content-length", str(len(content)))
        if failed:
            request.send_header("x-amz-function-error", "Unhandled")
        request.end_headers()
        request.wfile.write(content)
