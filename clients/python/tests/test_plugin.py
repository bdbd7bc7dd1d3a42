"""The fixtures for pytest, in projects that have the package installed."""

import os
import signal
import subprocess
import sys
import time

import pytest
from support import PLUGIN, SOURCES
from test_processes import ends

SCHEMA = """
Resources:
  Chat:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: Chat
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}]
"""
CHAT = """
import boto3
table = boto3.resource("dynamodb").Table("Chat")  # before any test, as applications do

def count():
    return table.scan(Select="COUNT")["Count"]
"""
PARALLEL = """
import chat, pytest

@pytest.mark.parametrize("i", range(100))
def test_each_starts_with_the_seed(i):
    assert chat.count() == 1
    chat.table.put_item(Item={"pk": f"{i}"})
    assert chat.count() == 2

@pytest.mark.parametrize("i", range(100))
def test_each_has_its_own(monotable_resource, i):
    assert chat.count() == 1
    monotable_resource.Table("Chat").put_item(Item={"pk": f"{i}"})
    assert chat.count() == 2
"""


@pytest.fixture
def project(pytester, monkeypatch):
    """A project with a schema, whose tests run in a process of their own."""
    monkeypatch.setenv("PYTHONPATH", f"{SOURCES}:{pytester.path}")
    for name in list(os.environ):
        if name.startswith(("AWS_", "PYTEST_XDIST")):
            monkeypatch.delenv(name)
    pytester.makefile(".yaml", template=SCHEMA)
    (pytester.path / "Chat.json").write_text('{"Item": {"pk": {"S": "seed"}}}\n')
    pytester.makepyfile(chat=CHAT)
    return pytester


def run(project, *arguments):
    return project.runpytest_subprocess(*PLUGIN, "-q", *arguments)


def configure(project):
    project.makeini(
        "[pytest]\nmonotable_schema = template.yaml\nmonotable_seed = Chat.json\n"
    )


def test_one_setting_is_enough(project):
    configure(project)
    project.makepyfile(test_parallel=PARALLEL)
    run(project).assert_outcomes(passed=200)


def test_workers_have_their_own_databases(project):
    configure(project)
    project.makepyfile(test_parallel=PARALLEL)
    run(project, "-n", "4").assert_outcomes(passed=200)


def test_faults_time_and_requests_end_with_a_test(project):
    configure(project)
    project.makepyfile(
        test_both="""
import chat, datetime, pytest

@pytest.mark.parametrize("i", range(2))
def test_both(monotable_database, i):
    now = datetime.datetime.now(datetime.timezone.utc)
    assert abs(monotable_database.clock.now() - now) < datetime.timedelta(minutes=5)
    assert monotable_database.faults() == [] and monotable_database.requests() == []
    assert chat.count() == 1
    monotable_database.clock.freeze("2030-01-01T00:00:00Z")
    monotable_database.fault("throttle", probability=1.0)
"""
    )
    run(project).assert_outcomes(passed=2)


def test_a_marker_gives_a_test_its_own_data(project):
    project.makepyfile(
        test_marked="""
import boto3, pytest

@pytest.mark.parametrize("i", range(2))
@pytest.mark.monotable(schema="template.yaml", seed={"Chat": [{"pk": "a"}, {"pk": "b"}]})
def test_marked(monotable_database, i):
    table = boto3.resource("dynamodb").Table("Chat")
    assert table.scan(Select="COUNT")["Count"] == 2
    table.put_item(Item={"pk": "c"})

def test_unmarked(monotable_client, monotable_config, monotable_database):
    assert monotable_client.list_tables()["TableNames"] == []
    assert monotable_config == monotable_database.config
"""
    )
    run(project).assert_outcomes(passed=3)


def test_no_server_is_started_without_need(project):
    project.makepyfile(
        test_nothing="""
from monotable import _server
def test_nothing():
    assert _server._servers == []
"""
    )
    run(project).assert_outcomes(passed=1)


def test_an_invalid_schema_ends_the_run_with_its_place(project):
    configure(project)
    (project.path / "template.yaml").write_text("Resources:\n  - Chat\n")
    project.makepyfile(test_nothing="def test_nothing(): pass")
    result = run(project)
    assert result.ret != 0
    result.stderr.fnmatch_lines(["ERROR: monotable: template.yaml:2:3: *"])


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_no_server_is_left_by_tests_that_hang(project, how, workers):
    configure(project)
    project.makepyfile(
        test_hang="""
import pathlib, time
def test_hang(monotable_database):
    pathlib.Path("written").write_text(monotable_database.config["endpoint_url"])
    pathlib.Path("written").rename("endpoint")
    time.sleep(600)
"""
    )
    run = subprocess.Popen([sys.executable, "-m", "pytest", *PLUGIN, *workers], cwd=project.path)
    file = project.path / "endpoint"
    while not file.exists() and run.poll() is None:
        time.sleep(0.05)
    endpoint = file.read_text()
    run.send_signal(how)
    run.wait(60)
    assert ends(endpoint)


def test_no_server_is_left_by_a_worker_that_is_killed(project):
    configure(project)
    project.makepyfile(
        test_killed="""
import os, pathlib, signal
def test_killed(monotable_database):
    pathlib.Path("endpoint").write_text(monotable_database.config["endpoint_url"])
    os.kill(os.getpid(), signal.SIGKILL)
def test_other(monotable_database):
    assert monotable_database.requests() == []
"""
    )
    run(project, "-n", "2").assert_outcomes(passed=1, failed=1)
    assert ends((project.path / "endpoint").read_text())


def test_a_crash_of_the_server_is_a_clear_error(project):
    configure(project)
    project.makepyfile(
        test_crash="""
import os, signal
from monotable import _server
def test_crash(monotable_database):
    os.kill(_server._servers[0]._process.pid, signal.SIGKILL)
    monotable_database.requests()
"""
    )
    result = run(project)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["E *does not answer: it has ended with signal SIGKILL*"])
