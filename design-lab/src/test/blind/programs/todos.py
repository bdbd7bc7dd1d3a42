"""A list of tasks over HTTP, as the Serverless Framework's example has it.

After https://github.com/serverless/examples/tree/master/aws-python-rest-api-with-dynamodb (todos/*.py).
"""
import os
import boto3

dynamodb = boto3.resource("dynamodb", endpoint_url=os.environ["DYNAMODB_ENDPOINT"], region_name="us-east-1",
                          aws_access_key_id="local", aws_secret_access_key="local")
import random
import time
import uuid

TABLE = "todos"
table = dynamodb.Table(TABLE)
rnd = random.Random(4721)


def create_table():
    try:
        table.delete()
        table.wait_until_not_exists()
    except dynamodb.meta.client.exceptions.ResourceNotFoundException:
        pass
    dynamodb.create_table(
        TableName=TABLE, ProvisionedThroughput={"ReadCapacityUnits": 100, "WriteCapacityUnits": 100},
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}]).wait_until_exists()


def create(text):
    now = str(time.time())
    item = {"id": str(uuid.UUID(int=rnd.getrandbits(128))), "text": text, "checked": False, "createdAt": now,
            "updatedAt": now}
    table.put_item(Item=item)
    return item["id"]


def list_all():
    return table.scan()["Items"]


def get(todo):
    return table.get_item(Key={"id": todo})["Item"]


def update(todo, text, checked):
    return table.update_item(
        Key={"id": todo}, UpdateExpression="SET #t = :text, checked = :checked, updatedAt = :now",
        ExpressionAttributeNames={"#t": "text"},
        ExpressionAttributeValues={":text": text, ":checked": checked, ":now": int(time.time() * 1000)},
        ReturnValues="ALL_NEW")["Attributes"]


def delete(todo):
    table.delete_item(Key={"id": todo})


create_table()
ids = [create("Task number %d, to be done soon" % n) for n in range(150)]
for _ in range(12):
    list_all()
for todo in rnd.sample(ids, 40):
    get(todo)
for todo in rnd.sample(ids, 40):
    update(todo, "It has another text now", True)
for todo in ids[:30]:
    delete(todo)
update(ids[0], "It was deleted", True)  # somebody had the page open
delete(ids[0])
list_all()
