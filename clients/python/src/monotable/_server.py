"""The server of a test run: started by the first that needs it, ended with the last."""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path
from typing import Deque, List, Optional

from ._control import MonotableError, call, ends
from ._program import VERSION, find_program

# The server of several processes ends this time after the last one.
_LEASE_SECONDS = 8
_RENEW_SECONDS = 2
# The first start on a machine may write the class archive.
_START_SECONDS = 120
_KEPT_LINES = 40
_ENDPOINT = re.compile(r"Monotable listens on (\S+)")


class Server:
    """A server that this process has started."""

    def __init__(self, owned: bool) -> None:
        """Starts a server on a free port.

        :param owned: whether the server ends with this process; otherwise it ends when no process
            renews its lease
        """
        command = find_program() + ["--port", "0", "--max-databases", "100000"]
        command += ["--exit-with-parent"] if owned else ["--lease", f"{_LEASE_SECONDS}s"]
        self._output: Deque[str] = deque(maxlen=_KEPT_LINES)
        self._ready = threading.Event()
        self.endpoint = ""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            # Ctrl+C ends the tests first.
            start_new_session=sys.platform != "win32",
        )
        threading.Thread(target=self._read, daemon=True).start()
        if not self._ready.wait(_START_SECONDS) or not self.endpoint:
            self._process.kill()
            raise MonotableError(
                "NotStarted", f"The Monotable server could not start:\n{self._text()}"
            )
        ends[self.endpoint] = self._end
        _servers.append(self)

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        for line in output:
            self._output.append(line)
            found = _ENDPOINT.search(line)
            if found and not self.endpoint:
                self.endpoint = found.group(1)
                self._ready.set()
        self._ready.set()

    def _text(self) -> str:
        return "".join(self._output).rstrip()

    def _end(self) -> Optional[str]:
        """Returns how the server has ended; None if it runs."""
        try:
            status = self._process.wait(0.5)  # its connections close a moment before it ends
        except subprocess.TimeoutExpired:
            return None
        how = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        return f"it has ended with {how}; its last output:\n{self._text()}"

    def stop(self) -> None:
        """Ends the server, and waits for its end."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


# The servers that this process has started.
_servers: List[Server] = []

_lock = threading.Lock()
_found: Optional[str] = None
_process_id = 0


def endpoint() -> str:
    """Returns the URL of the server of this test run: that of MONOTABLE_ENDPOINT; else one that the
    workers of pytest-xdist share, which ends some seconds after the last; else one of this process.
    Starts it if necessary.

    :raises MonotableError: if it cannot be started, or has another version than this package
    """
    global _found, _process_id
    with _lock:
        # A process that was forked does not own the server, but may use it.
        if _found is None or _process_id != os.getpid() and not _is_running(_found):
            _found = _find()
            _process_id = os.getpid()
        return _found


def _find() -> str:
    named = os.environ.get("MONOTABLE_ENDPOINT")
    if named:
        found = named.rstrip("/")
        check_version(found)
        return found
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run:
        return _shared(run)
    server = Server(owned=True)
    atexit.register(server.stop)
    return server.endpoint


def check_version(url: str) -> None:
    """Checks that the server behind an endpoint has the version of this package."""
    found = call(url, "GET", "/ready")["version"]
    if found != VERSION:
        raise MonotableError(
            "VersionMismatch",
            f"The package monotable has the version {VERSION}, but the server at {url} has"
            f" {found}. Use the same version of both.",
        )


def _shared(run: str) -> str:
    """Returns the endpoint of a server that all processes with the same ID of a run share."""
    name = hashlib.sha256(f"{run} {VERSION} {find_program()}".encode()).hexdigest()[:24]
    file = _directory() / name
    lock = file.with_suffix(".lock")
    until = time.monotonic() + _START_SECONDS
    while True:
        found = file.read_text() if file.exists() else ""
        if found and _is_running(found):
            _keep_lease(found)
            return found
        if _take(lock):
            try:
                server = Server(owned=False)
                written = file.with_suffix(f".{os.getpid()}")
                written.write_text(server.endpoint)
                written.replace(file)
                _keep_lease(server.endpoint)
                atexit.register(file.unlink, missing_ok=True)
                return server.endpoint
            finally:
                lock.unlink()
        if time.monotonic() > until:
            raise MonotableError(
                "NotStarted",
                f"Another process has not started the server; delete {lock} if it does not run",
            )
        time.sleep(0.05)


def _is_running(url: str) -> bool:
    try:
        call(url, "POST", "/lease")
        return True
    except MonotableError:
        return False


def _keep_lease(url: str) -> None:
    """Renews the lease of a server while this process and the one that has started it run: a worker
    of pytest-xdist may outlive a run that was killed.
    """
    parent = os.getppid()

    def renew() -> None:
        while os.getppid() == parent and _is_running(url):
            time.sleep(_RENEW_SECONDS)

    threading.Thread(target=renew, daemon=True).start()


def _directory() -> Path:
    """Returns the directory through which processes find a server. Only this user may write to it."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    directory = Path(tempfile.gettempdir()) / f"monotable-python-{user}"
    directory.mkdir(mode=0o700, exist_ok=True)
    state = directory.lstat()
    if hasattr(os, "getuid") and (
        not stat.S_ISDIR(state.st_mode) or state.st_uid != user or state.st_mode & 0o077
    ):
        raise MonotableError("NotStarted", f"{directory} is not a directory of this user alone")
    return directory


def _take(lock: Path) -> bool:
    try:
        with lock.open("x") as file:
            file.write(str(os.getpid()))
        return True
    except FileExistsError:
        pass
    try:
        holder = int(lock.read_text() or "0")
        if holder and sys.platform != "win32":
            os.kill(holder, 0)
    except (ProcessLookupError, FileNotFoundError):
        lock.unlink(missing_ok=True)  # the process was killed while it started the server
    except (OSError, ValueError):
        pass
    return False
