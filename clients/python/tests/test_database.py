"""What a test does with a database."""

import json
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import boto3
import pytest
from boto3.dynamodb.types import Binary
from botocore.config import Config

import monotable
from monotable import MonotableError

CHAT = {
    "TableName": "Chat",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": True},
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
}
START = datetime(2026, 1, 1, tzinfo=timezone.utc)


@pytest.fixture
def db():
    with monotable.database(schema=CHAT) as database:
        yield database


@pytest.fixture
def client(db):
    return boto3.client("dynamodb", **db.config)


def put(client, pk, **attributes):
    client.put_item(TableName="Chat", Item={"pk": {"S": pk}, **attributes})


def keys(database):
    client = boto3.client("dynamodb", **database.config)
    return sorted(item["pk"]["S"] for item in client.scan(TableName="Chat")["Items"])


def test_seeds_hold_every_type_of_a_resource():
    item = {
        "pk": "a",
        "number": Decimal("12345678901234567890.123456789"),
        "integer": 7,
        "bytes": b"\x00\xff",
        "wrapped": Binary(b"b"),
        "true": True,
        "nothing": None,
        "list": ["x", {"y": 1}],
        "strings": {"a", "b"},
        "numbers": {1, 2},
        "empty": "",
    }
    with monotable.database(schema=CHAT, seed={"Chat": [item]}) as db:
        table = boto3.resource("dynamodb", **db.config).Table("Chat")
        found = table.get_item(Key={"pk": "a"})["Item"]
    assert found == {**item, "bytes": Binary(b"\x00\xff")}


def test_a_seed_names_its_table(tmp_path):
    file = tmp_path / "a=b.json"
    file.write_text('[{"pk": "a"}]')
    tables = [CHAT, {**CHAT, "TableName": "Other"}]
    with monotable.database(schema=tables, seed=f"Chat={file}") as db:
        assert keys(db) == ["a"]
    with pytest.raises(monotable.MonotableError, match="TABLE=FILE"):
        monotable.database(schema=tables, seed=file)


def test_files_are_read_with_what_they_refer_to(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "serverless.yml").write_text(
        "service: chat\nprovider: {name: aws}\nresources: ${file(tables/chat.yml)}\n"
    )
    (tmp_path / "tables" / "chat.yml").write_text(
        "Resources:\n  Chat:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
        "      TableName: Chat\n      BillingMode: PAY_PER_REQUEST\n"
        "      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]\n"
        "      KeySchema: [{AttributeName: pk, KeyType: HASH}]\n"
    )
    (tmp_path / "Chat.json").write_text('{"Item": {"pk": {"S": "a"}}}\n')
    with monotable.database(
        schema=tmp_path / "serverless.yml", seed=[tmp_path / "Chat.json"]
    ) as db:
        assert keys(db) == ["a"]
        assert db.dump("Chat") == '{"TableName":"Chat","Item":{"pk":{"S":"a"}}}\n'
        assert [table["name"] for table in db.describe()["tables"]] == ["Chat"]


def test_a_template_gets_its_parameters(tmp_path):
    template = {
        "Parameters": {"Name": {"Type": "String"}},
        "Resources": {
            "T": {
                "Type": "AWS::DynamoDB::Table",
                "Properties": {**CHAT, "TableName": {"Ref": "Name"}},
            }
        },
    }
    (tmp_path / "template.json").write_text(json.dumps(template))
    with monotable.database(tmp_path / "template.json", parameters={"Name": "Named"}) as db:
        assert [table["name"] for table in db.describe()["tables"]] == ["Named"]


def test_an_invalid_file_is_reported_with_its_place(tmp_path):
    (tmp_path / "template.yaml").write_text("Resources:\n  - Chat\n")
    with pytest.raises(MonotableError) as error:
        monotable.database(schema=tmp_path / "template.yaml")
    assert error.value.type == "InvalidFile"
    assert str(error.value).startswith("template.yaml:2:3: ")


def test_a_fork_is_independent(db, client):
    put(client, "a")
    with db.fork() as fork:
        put(boto3.client("dynamodb", **fork.config), "b")
        assert (keys(db), keys(fork)) == (["a"], ["a", "b"])
        assert db.diff(fork)["tables"] == [
            {
                "table": "Chat",
                "presence": "kept",
                "added": [],
                "removed": [{"pk": {"S": "b"}}],
                "changed": [],
            }
        ]
    with pytest.raises(client.exceptions.ClientError, match="UnrecognizedClientException"):
        keys(fork)


def test_snapshots_and_reset(db, client):
    put(client, "a")
    db.snapshot("one")
    put(client, "b")
    assert [each["added"] for each in db.diff("one")["tables"]] == [[{"pk": {"S": "b"}}]]
    db.restore("one")
    assert keys(db) == ["a"]
    db.reset()
    assert keys(db) == []
    db.load(seed={"Chat": [{"pk": "c"}]})
    assert keys(db) == ["c"]


def test_time(db, client):
    db.clock.freeze(START)
    put(client, "a", expires={"N": str(int((START + timedelta(days=1)).timestamp()))})
    assert db.clock.now() == START
    db.clock.advance(timedelta(days=1, microseconds=1500))
    assert db.clock.now() == START + timedelta(days=1, microseconds=1500)
    db.clock.advance("1s")
    db.expire()
    assert keys(db) == []
    assert db.clock.resume()["frozen"] is False
    assert db.clock.set("2030-01-01T00:00:00Z")["now"].startswith("2030-01-01T00:00:0")
    with pytest.raises(ValueError, match="time zone"):
        db.clock.set(datetime(2026, 1, 1))


def test_faults(db):
    config = boto3.session.Config(retries={"total_max_attempts": 1})
    client = boto3.client("dynamodb", config=config, **db.config)
    db.fault("throttle", operation="PutItem", times=1)
    with pytest.raises(client.exceptions.ThrottlingException):
        put(client, "a")
    put(client, "a")
    assert [(rule["matched"], rule["injected"]) for rule in db.faults()] == [(2, 1)]
    db.clear_faults()
    assert db.faults() == []


def test_a_database_throttles_and_names_the_keys_that_contribute_most():
    schema = {
        **CHAT,
        "OnDemandThroughput": {"MaxWriteRequestUnits": 1},
        "ContributorInsightsSpecification": {"Enabled": True},
    }
    with monotable.database() as db:
        once = Config(retries={"total_max_attempts": 1})
        client = boto3.client("dynamodb", **db.config, config=once)
        db.clock.freeze()
        db.load(schema=schema)
        db.throttle()
        for _ in range(301):  # those of this second, and the burst
            put(client, "a")
        with pytest.raises(client.exceptions.ThrottlingException):
            put(client, "a")
        db.throttle(False)
        put(client, "a")
        found = db.contributors("Chat")
    assert found == {
        "table": "Chat",
        "accessedPartitionKeys": [{"key": {"pk": {"S": "a"}}, "count": 302}],
        "accessedKeys": [],
        "throttledPartitionKeys": [{"key": {"pk": {"S": "a"}}, "count": 1}],
        "throttledKeys": [],
    }


def test_a_write_arrives_in_another_region_when_replication_is_resumed(db, client):
    client.update_table(
        TableName="Chat", ReplicaUpdates=[{"Create": {"RegionName": "eu-west-1"}}]
    )
    european = boto3.client("dynamodb", **{**db.config, "region_name": "eu-west-1"})
    db.replication(paused=True, source="us-east-1", target="eu-west-1")
    put(client, "a")
    assert european.scan(TableName="Chat")["Count"] == 0
    assert [(link["paused"], link["pending"]) for link in db.replication()] == [
        (False, 0),
        (True, 1),
    ]
    db.replication(paused=False, delay=timedelta(seconds=0))
    assert european.scan(TableName="Chat")["Count"] == 1
    assert [link["cut"] for link in db.replication(cut="eu-west-1")] == [True, True]
    assert [link["cut"] for link in db.replication(reconnect="eu-west-1")] == [False, False]


def test_requests_are_kept_from_the_beginning(db, client):
    put(client, "a")
    for _ in range(120):
        client.get_item(TableName="Chat", Key={"pk": {"S": "a"}})
    with pytest.raises(client.exceptions.ResourceNotFoundException):
        client.scan(TableName="None")
    assert [each["operation"] for each in db.requests(table="Chat")] == ["PutItem"] + [
        "GetItem"
    ] * 120
    assert [each["error"] for each in db.requests(error="any")] == [
        "ResourceNotFoundException"
    ]
    assert "GetItem" in db.report("markdown")
    db.clear_requests()
    assert db.requests() == []


def test_streams_reach_a_function_of_lambda(db, client):
    events = []

    def function(event, context):
        names = [record["dynamodb"]["NewImage"]["pk"]["S"] for record in event["Records"]]
        events.append((context.function_name, names))
        if len(events) == 1:
            raise RuntimeError("the first time")
        if names == ["a"]:
            put(client, "b")

    put(client, "a")
    result = db.stream("Chat").drain(function)
    assert events == [("Chat", ["a"]), ("Chat", ["a"]), ("Chat", ["b"])]
    assert result == {"invocations": 3, "discarded": []}
    put(client, "c")
    assert db.stream("Chat").drain(function)["invocations"] == 1


def test_discarded_records_are_returned(db, client):
    def fails(event, context):
        raise ValueError("never")

    put(client, "a")
    found = db.stream("Chat", maximumRetryAttempts=1).drain(fails)["discarded"]
    assert [(each["condition"], each["approximateInvokeCount"]) for each in found] == [
        ("RetryAttemptsExhausted", 2)
    ]
    assert "never" in found[0]["error"]


def test_an_unknown_server_is_an_error(monkeypatch):
    ended = monotable.database()
    ended.config["endpoint_url"] = "http://127.0.0.1:9"
    with pytest.raises(MonotableError, match="does not answer") as error:
        ended.reset()
    assert error.value.type == "Unreachable"


def test_a_principal_may_do_what_its_policies_allow(db, client):
    put(client, "USER#a")
    statement = {
        "Effect": "Allow",
        "Action": ["dynamodb:GetItem", "dynamodb:DeleteItem"],
        "Resource": "*",
        "Condition": {
            "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "USER#${aws:PrincipalTag/tenant}"}
        },
    }
    policy = {"Version": "2012-10-17", "Statement": statement}
    with db.principal("a", role="App", tags={"tenant": "a"}, policies=[policy]) as tenant:
        assert tenant.arn == "arn:aws:sts::000000000000:assumed-role/App/a"
        restricted = boto3.client("dynamodb", **tenant.config)
        found = restricted.get_item(TableName="Chat", Key={"pk": {"S": "USER#a"}})
        assert found["Item"] == {"pk": {"S": "USER#a"}}
        with pytest.raises(restricted.exceptions.ClientError) as denied:
            restricted.get_item(TableName="Chat", Key={"pk": {"S": "USER#b"}})
        assert denied.value.response["Error"]["Code"] == "AccessDeniedException"
        assert denied.value.response["Error"]["Message"].startswith(
            f"User: {tenant.arn} is not authorized to perform: dynamodb:GetItem on resource: "
        )
        usage = tenant.usage()
        assert [use["action"] for use in usage["used"]] == ["dynamodb:GetItem"]
        assert [each["actions"] for each in usage["unused"]] == [["dynamodb:DeleteItem"]]
    with pytest.raises(restricted.exceptions.ClientError, match="UnrecognizedClientException"):
        restricted.list_tables()

    nobody = db.acting_as(json.dumps({**policy, "Statement": {**statement, "Effect": "Deny"}}))
    with pytest.raises(restricted.exceptions.ClientError, match="AccessDeniedException"):
        boto3.client("dynamodb", **nobody.config).list_tables()
    with pytest.raises(MonotableError, match=r"policies\[0\]:1:"):
        db.acting_as({"Statement": 1})
