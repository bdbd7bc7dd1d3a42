import boto3
import pytest

import chat


def test_each_test_starts_with_the_schema_and_the_seed():
    chat.post("lobby", 2, "ben", "Hello")
    assert chat.texts("lobby") == ["Welcome", "Hello"]


def test_nothing_is_left_of_the_test_before():
    assert chat.texts("lobby") == ["Welcome"]


def test_a_message_disappears_after_its_lifetime(monotable_database):
    chat.post("lobby", 2, "ben", "Hello", lifetime=3600)
    monotable_database.clock.advance("2h")
    assert chat.texts("lobby") == ["Welcome"]


def test_a_post_survives_throttling(monotable_database):
    monotable_database.fault("throttle", operation="PutItem", times=2)
    chat.post("lobby", 2, "ben", "Hello")  # boto3 tries again
    assert chat.texts("lobby") == ["Welcome", "Hello"]
    rules = monotable_database.faults()
    assert [(rule["matched"], rule["injected"]) for rule in rules] == [(3, 2)]


def test_the_messages_of_a_room_are_read_with_one_query(monotable_database):
    chat.texts("lobby")
    requests = monotable_database.requests()
    assert [(each["operation"], each["itemsRead"]) for each in requests] == [("Query", 1)]


def test_the_function_behind_the_stream_counts_messages(monotable_database):
    chat.post("lobby", 2, "ben", "Hello")
    chat.post("lobby", 3, "ben", "Is anybody here?")
    monotable_database.stream("Chat").drain(chat.handler)
    assert chat.counted("ben") == 2


# guide: front-page
def test_a_message_disappears_in_the_future(monotable_database):
    chat.post("lobby", 2, "ben", "Hello", lifetime=3600)
    with monotable_database.fork() as fork:  # a copy of all data
        fork.clock.advance("2h")
        fork.fault("throttle", operation="Query", times=2)  # boto3 tries again
        assert chat.texts("lobby", table=table_of(fork)) == ["Welcome"]
        request = fork.requests()[-1]
        assert (request["itemsRead"], request["readUnits"]) == (1, 0.5)
    assert chat.texts("lobby") == ["Welcome", "Hello"]
# end


def test_a_fork_is_a_copy(monotable_database):
    with monotable_database.fork() as fork:
        chat.post("lobby", 2, "ben", "Only in the fork", table=table_of(fork))
        assert chat.texts("lobby", table=table_of(fork)) == ["Welcome", "Only in the fork"]
    assert chat.texts("lobby") == ["Welcome"]


def test_no_order_of_two_posts_at_the_same_time_loses_one(monotable_database):
    def post(own):
        chat.append("lobby", own.name, f"from {own.name}", table=table_of(own))

    def check(result):
        posted = [name for name, piece in result.ends.items() if piece.end == "returned"]
        texts = chat.texts("lobby", table=table_of(result))
        assert all(f"from {name}" in texts for name in posted), texts

    report = monotable_database.explore({"ann": post, "ben": post}, check)
    assert report["executions"] > 1
    assert chat.texts("lobby") == ["Welcome"]  # each order begins with a copy


# Other items for one test.
@pytest.mark.monotable(seed={"Chat": [{"PK": "ROOM#den", "SK": "MESSAGE#1", "text": "Hi"}]})
def test_a_marker_replaces_the_seed():
    assert (chat.texts("den"), chat.texts("lobby")) == (["Hi"], [])


def table_of(database):
    return boto3.resource("dynamodb", **database.config).Table("Chat")
