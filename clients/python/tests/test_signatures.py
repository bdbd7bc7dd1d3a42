"""Servers that verify signatures, through boto3 and the AWS CLI."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import timedelta

import boto3
import botocore.auth
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from support import SOURCES

KEYS = """\
[default]
aws_access_key_id = AKIDEXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY
[session]
aws_access_key_id = ASIAEXAMPLE
aws_secret_access_key = secret
aws_session_token = token/+==
"""
KEY = ("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", None)
SESSION = ("ASIAEXAMPLE", "secret", "token/+==")


def serve(*options):
    """Starts a server; returns its process and the lines of its output up to that of its endpoint."""
    process = subprocess.Popen(
        [sys.executable, "-m", "monotable", "--port", "0", "--auth", "sigv4", *options],
        env={**os.environ, "PYTHONPATH": SOURCES},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith("Monotable listens on "):
            break
    return process, lines


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory):
    keys = tmp_path_factory.mktemp("keys") / "credentials"
    keys.write_text(KEYS)
    process, lines = serve("--keys", str(keys))
    yield lines[-1].split()[-1]
    process.terminate()
    process.wait(60)


def client(endpoint, key, region="us-east-1"):
    return boto3.session.Session().client(
        "dynamodb",
        endpoint_url=endpoint,
        region_name=region,
        aws_access_key_id=key[0],
        aws_secret_access_key=key[1],
        aws_session_token=key[2],
        config=Config(retries={"total_max_attempts": 1}),
    )


def error(call):
    with pytest.raises(ClientError) as caught:
        call()
    return caught.value.response["Error"]


@pytest.mark.parametrize("key", [KEY, SESSION])
def test_requests_of_known_keys_are_answered(endpoint, key):
    assert client(endpoint, key).list_tables()["TableNames"] == []


def test_wrong_credentials_are_rejected(endpoint):
    wrong = error(client(endpoint, ("AKIDEXAMPLE", "another", None)).list_tables)
    assert wrong["Code"] == "InvalidSignatureException"
    assert "The Canonical String for this request should have been\n'POST\n/\n\n" in wrong["Message"]
    unknown = error(client(endpoint, ("AKIDOTHER", "secret", None)).list_tables)
    assert unknown == {
        "Code": "UnrecognizedClientException",
        "Message": "The security token included in the request is invalid.",
    }
    region = error(client(endpoint, KEY, "eu-west-1").list_tables)
    assert region == {
        "Code": "InvalidSignatureException",
        "Message": "Credential should be scoped to a valid region. ",
    }


def test_a_changed_body_is_rejected(endpoint):
    dynamodb = client(endpoint, KEY)

    def change(request, **_):
        request.body = b'{"Limit": 1}'
        request.headers["Content-Length"] = "12"

    dynamodb.meta.events.register("before-send.dynamodb", change)
    assert error(dynamodb.list_tables)["Code"] == "InvalidSignatureException"


@pytest.mark.parametrize("minutes, message", [(-16, "Signature expired: "), (16, "Signature not yet current: ")])
def test_a_clock_that_is_off_is_rejected(endpoint, monkeypatch, minutes, message):
    now = botocore.auth.get_current_datetime
    monkeypatch.setattr(
        botocore.auth, "get_current_datetime", lambda *args: now(*args) + timedelta(minutes=minutes)
    )
    rejected = error(client(endpoint, KEY).list_tables)
    assert rejected["Code"] == "InvalidSignatureException"
    assert rejected["Message"].startswith(message)


def test_a_url_of_boto3_is_rejected_as_on_aws(endpoint):
    """It signs an empty body: boto3 issue 3512."""
    url = client(endpoint, KEY).generate_presigned_url("list_tables", HttpMethod="POST")
    headers = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.ListTables"}
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(url, b"{}", headers))
    assert b"#InvalidSignatureException" in caught.value.read()


def test_the_files_of_a_generated_key_are_enough(monkeypatch):
    process, lines = serve()
    try:
        words = lines[0].split()
        assert words[0] == "export"
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            monkeypatch.delenv(name)
        for assignment in words[1:]:
            name, value = assignment.split("=", 1)
            monkeypatch.setenv(name, value)
        session = boto3.session.Session()
        assert session.client("dynamodb").list_tables()["TableNames"] == []
        assert session.client("dynamodbstreams").list_streams()["Streams"] == []
        directory = os.path.dirname(value)
        assert sorted(os.listdir(directory)) == ["config", "credentials"]
    finally:
        process.terminate()
        process.wait(60)
    assert not os.path.exists(directory)


def aws(*arguments, **variables):
    """Runs the AWS CLI with these variables alone; returns its output, or what it failed with."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    done = subprocess.run(
        [sys.executable, "-m", "awscli", *arguments, "--output", "json"],
        env={**kept, "AWS_MAX_ATTEMPTS": "1", "AWS_CONFIG_FILE": os.devnull, **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )
    if done.returncode:
        return done.stderr.strip()
    return json.loads(done.stdout) if done.stdout else {}


def list_tables(endpoint, key, region="us-east-1"):
    variables = dict(zip(("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"), key))
    given = {name: value for name, value in variables.items() if value}
    return aws("dynamodb", "list-tables", "--endpoint-url", endpoint, "--region", region, **given)


def test_the_command_line_of_aws_signs_with_known_keys(endpoint):
    assert list_tables(endpoint, KEY) == {"TableNames": []}
    assert list_tables(endpoint, SESSION) == {"TableNames": []}


@pytest.mark.parametrize(
    "key, region, code",
    [
        (("AKIDEXAMPLE", "another", None), "us-east-1", "InvalidSignatureException"),
        (("AKIDOTHER", "secret", None), "us-east-1", "UnrecognizedClientException"),
        (("ASIAEXAMPLE", "secret", "another"), "us-east-1", "UnrecognizedClientException"),
        (KEY, "eu-west-1", "InvalidSignatureException"),
    ],
)
def test_the_command_line_of_aws_reports_wrong_credentials(endpoint, key, region, code):
    assert f"({code}) when calling the ListTables operation: " in list_tables(endpoint, key, region)


def test_the_command_line_of_aws_needs_the_files_of_a_generated_key_alone():
    process, lines = serve()
    try:
        files = dict(assignment.split("=", 1) for assignment in lines[0].split()[1:])
        keys = "AttributeName=pk,KeyType=HASH"
        types = "AttributeName=pk,AttributeType=S"
        table = ["--table-name", "Chat"]
        created = aws(
            *["dynamodb", "create-table", *table, "--key-schema", keys],
            *["--attribute-definitions", types, "--billing-mode", "PAY_PER_REQUEST"],
            **files,
        )
        assert created["TableDescription"]["TableName"] == "Chat"
        item = json.dumps({"pk": {"S": "a"}})
        assert aws("dynamodb", "put-item", *table, "--item", item, **files) == {}
        assert aws("dynamodb", "scan", *table, **files)["Items"] == [{"pk": {"S": "a"}}]
    finally:
        process.terminate()
        process.wait(60)
