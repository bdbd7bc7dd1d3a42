"""A page that counts its visitors, as write-ups of the Cloud Resume Challenge have it.

After https://github.com/aayanb134/AWS-Cloud-Resume-Challenge (IaC/lambda/visitor_counter.py); the same handler is in
GilHope/Cloud-Resume-Challenge-AWS (IaC/VisitCountFunc/app.py) and many others.
"""
import os
import boto3

dynamodb = boto3.resource("dynamodb", endpoint_url=os.environ["DYNAMODB_ENDPOINT"], region_name="us-east-1",
                          aws_access_key_id="local", aws_secret_access_key="local")

TABLE = "cloud-resume-visitors"


def create_table():
    try:
        dynamodb.Table(TABLE).delete()
        dynamodb.Table(TABLE).wait_until_not_exists()
    except dynamodb.meta.client.exceptions.ResourceNotFoundException:
        pass
    dynamodb.create_table(
        TableName=TABLE, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "ID", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "ID", "KeyType": "HASH"}]).wait_until_exists()


def visit(event, context):
    table = dynamodb.Table(TABLE)
    item = table.get_item(Key={"ID": "1"})["Item"]
    views = item["views"] + 1
    table.put_item(Item={"ID": "1", "views": views})
    return {"statusCode": 200, "body": str(views)}


def show(event, context):
    item = dynamodb.Table(TABLE).get_item(Key={"ID": "1"})["Item"]
    return {"statusCode": 200, "body": str(item["views"])}


create_table()
dynamodb.Table(TABLE).put_item(Item={"ID": "1", "views": 0})
for _ in range(120):
    visit({}, None)
for _ in range(30):
    show({}, None)
