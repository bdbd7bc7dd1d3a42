"""Explorations of pieces that run in this process."""

import asyncio

import boto3
import pytest

import monotable

SEATS = {
    "TableName": "Seats",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
}


@pytest.fixture
def db():
    with monotable.database(schema=SEATS) as database:
        yield database


def seat(handle):
    client = boto3.client("dynamodb", **handle.config)
    found = client.get_item(TableName="Seats", Key={"pk": {"S": "seat"}}, ConsistentRead=True)
    return found.get("Item", {}).get("owner", {}).get("S")


def put(own, **more):
    client = boto3.client("dynamodb", **own.config)
    item = {"pk": {"S": "seat"}, "owner": {"S": own.name}}
    client.put_item(TableName="Seats", Item=item, **more)
    return True


def book(own):
    """Books the seat if it is free; returns whether it has."""
    return seat(own) is None and put(own)


async def book_safely(own):
    condition = "attribute_not_exists(pk)"
    return await asyncio.to_thread(put, own, ConditionExpression=condition)


def check(result):
    for name, piece in result.ends.items():
        assert not piece.value or seat(result) == name, f"{name} has lost the seat"


def test_a_double_booking_is_found(db):
    with pytest.raises(monotable.ExplorationError, match="has lost the seat") as found:
        db.explore({"ann": book, "bob": book}, check)
    assert found.value.report["found"]
    assert seat(db) is None


def test_a_sound_booking_of_coroutines_is_explored_to_the_end(db):
    report = db.explore({"ann": book_safely, "bob": book_safely}, check)
    assert (report["found"], report["executions"] >= 2) == (False, True)


def test_a_piece_that_fails_alone_or_sends_nothing_is_reported(db):
    def fails(own):
        book(own)
        raise ValueError("no seat left")

    with pytest.raises(monotable.ExplorationError) as failing:
        db.explore({"ann": fails})
    assert str(failing.value) == "ann fails although it runs alone: ValueError: no seat left"
    with pytest.raises(monotable.ExplorationError, match="ann sends no request"):
        db.explore({"ann": lambda own: None})
