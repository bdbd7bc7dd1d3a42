"""Registration and login, as tutorials with a table of users by UUID have them.

After https://github.com/majd-adawieh/automatic-code-review (data/ast_example2.py: a Scan with a filter on user name and
password), with the other handlers such tutorials have.
"""
import os
import boto3

dynamodb = boto3.resource("dynamodb", endpoint_url=os.environ["DYNAMODB_ENDPOINT"], region_name="us-east-1",
                          aws_access_key_id="local", aws_secret_access_key="local")
import hashlib
import random
import uuid
from boto3.dynamodb.conditions import Attr

USERS = "users"
rnd = random.Random(4724)
users = dynamodb.Table(USERS)


def create_table():
    try:
        users.delete()
        users.wait_until_not_exists()
    except dynamodb.meta.client.exceptions.ResourceNotFoundException:
        pass
    dynamodb.create_table(
        TableName=USERS, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "userId", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "userId", "KeyType": "HASH"}]).wait_until_exists()


def hashed(password):
    return hashlib.sha256(password.encode()).hexdigest()


def register(email, password):
    if users.scan(FilterExpression=Attr("email").eq(email))["Items"]:
        return None
    user = str(uuid.UUID(int=rnd.getrandbits(128)))
    users.put_item(Item={"userId": user, "email": email, "password": hashed(password), "logins": []})
    return user


def login(email, password):
    found = users.scan(FilterExpression="email = :e AND password = :p", Limit=100,
                       ExpressionAttributeValues={":e": email, ":p": hashed(password)})["Items"]
    if not found:
        return None
    user = found[0]["userId"]
    users.update_item(Key={"userId": user}, UpdateExpression="SET logins = list_append(logins, :l)",
                      ExpressionAttributeValues={":l": ["2026-01-01T%02d:00" % rnd.randrange(24)]})
    return user


def profile(user):
    return users.get_item(Key={"userId": user}).get("Item")


def rename(user, email):
    item = users.get_item(Key={"userId": user})["Item"]
    item["email"] = email
    users.put_item(Item=item)


create_table()
registered = [register("person%d@example.com" % n, "secret%d" % n) for n in range(90)]
register("person3@example.com", "again")
register("Person3@example.com", "again")
for _ in range(100):
    n = rnd.randrange(90)
    login("person%d@example.com" % n, "secret%d" % n)
for user in rnd.sample(registered, 40):
    profile(user)
for user in registered[:10]:
    rename(user, "new-" + user[:8] + "@example.com")
