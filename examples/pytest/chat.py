"""The messages of chat rooms, in the table Chat."""

import time

import boto3
from boto3.dynamodb.conditions import Attr, Key

# As in production: endpoint and credentials come from the environment.
table = boto3.resource("dynamodb").Table("Chat")


def post(room, number, sender, text, lifetime=None, table=table):
    """Posts a message; one with a lifetime in seconds disappears."""
    item = {"PK": f"ROOM#{room}", "SK": f"MESSAGE#{number}", "from": sender, "text": text}
    if lifetime:
        item["expires"] = int(time.time()) + lifetime
    table.put_item(Item=item, ConditionExpression=Attr("PK").not_exists())


def append(room, sender, text, table=table):
    """Posts a message behind the last one, which others may do at the same time."""
    while True:
        try:
            return post(room, len(texts(room, table, True)) + 1, sender, text, table=table)
        except table.meta.client.exceptions.ConditionalCheckFailedException:
            pass  # somebody has taken the number


def texts(room, table=table, consistent=False):
    """Returns the texts of a room."""
    condition = Key("PK").eq(f"ROOM#{room}") & Key("SK").begins_with("MESSAGE#")
    page = table.query(KeyConditionExpression=condition, ConsistentRead=consistent)
    return [item["text"] for item in page["Items"]]


def counted(sender):
    """Returns how many messages of a sender were counted."""
    key = {"PK": f"USER#{sender}", "SK": "MESSAGES"}
    return table.get_item(Key=key).get("Item", {}).get("messages", 0)


def handler(event, context):
    """The Lambda function behind the stream of the table: counts the messages of each sender."""
    for record in event["Records"]:
        sender = record["dynamodb"].get("NewImage", {}).get("from")
        if record["eventName"] == "INSERT" and sender:
            table.update_item(
                Key={"PK": f"USER#{sender['S']}", "SK": "MESSAGES"},
                UpdateExpression="ADD messages :one",
                ExpressionAttributeValues={":one": 1},
            )
