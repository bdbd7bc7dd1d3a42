"""Servers and the processes that use them."""

import http.client
import os
import signal
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest
from support import SOURCES

STARTED = "import monotable, time; print(monotable.endpoint(), flush=True)\n"


def start(program, **environment):
    env = {**os.environ, "PYTHONPATH": SOURCES, **environment}
    if "PYTEST_XDIST_TESTRUNUID" not in environment:
        env.pop("PYTEST_XDIST_TESTRUNUID", None)
    return subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )


def answers(endpoint):
    connection = http.client.HTTPConnection(urlsplit(endpoint).netloc, timeout=5)
    try:
        connection.request("GET", "/_monotable/v1/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def ends(endpoint):
    """Returns whether a server ends within ten seconds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if not answers(endpoint):
            return True
        time.sleep(0.05)
    return False


def test_a_server_ends_with_its_process():
    process = start(STARTED)
    endpoint = process.stdout.readline().strip()
    assert process.wait(60) == 0
    assert not answers(endpoint)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_after_a_process_that_was_ended(how):
    process = start(STARTED + "time.sleep(600)")
    endpoint = process.stdout.readline().strip()
    assert answers(endpoint)
    process.send_signal(how)
    process.wait(60)
    assert ends(endpoint)


def test_processes_of_one_run_share_a_server():
    processes = [
        start(STARTED + "time.sleep(600)", PYTEST_XDIST_TESTRUNUID=f"run-{os.getpid()}") for _ in range(3)
    ]
    try:
        endpoints = {process.stdout.readline().strip() for process in processes}
        assert len(endpoints) == 1
        processes[0].kill()  # perhaps the one that has started it
        processes[1].kill()
        endpoint = endpoints.pop()
        assert answers(endpoint)
    finally:
        for process in processes:
            process.kill()
            process.wait(60)
    assert ends(endpoint)


def test_the_end_of_a_server_is_one_clear_error():
    process = start(
        "import monotable, os, signal\n"
        "from monotable import _server\n"
        "db = monotable.database()\n"
        "server = _server._servers[0]\n"
        "os.kill(server._process.pid, signal.SIGKILL)\n"
        "db.reset()\n"
    )
    error = process.communicate(timeout=60)[1].strip().splitlines()
    assert process.returncode == 1
    assert any("does not answer: it has ended with signal SIGKILL" in line for line in error)


def test_a_program_that_is_none_is_an_error():
    process = start("import monotable; monotable.database()", MONOTABLE_BIN="/nowhere/monotable")
    error = process.communicate(timeout=60)[1]
    assert "MONOTABLE_BIN is /nowhere/monotable, which does not exist" in error
    process = start("import monotable; monotable.database()", MONOTABLE_BIN="/bin/false")
    assert "The Monotable server could not start" in process.communicate(timeout=60)[1]


def test_the_command_line():
    env = {**os.environ, "PYTHONPATH": SOURCES}
    help_ = subprocess.run(
        [sys.executable, "-m", "monotable", "--help"], env=env, capture_output=True, text=True
    )
    assert (help_.returncode, help_.stdout.splitlines()[0][:16]) == (0, "Usage: monotable")
