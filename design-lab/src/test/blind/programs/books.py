"""The books of the AWS hands-on tutorial, used as an inventory.

After https://aws.amazon.com/getting-started/projects/create-manage-nonrelational-database-dynamodb/ as it is used in
https://github.com/hhratcliffe/COSC420-Final-Project (database_files/update_item.py).
"""
import os
import boto3

dynamodb = boto3.resource("dynamodb", endpoint_url=os.environ["DYNAMODB_ENDPOINT"], region_name="us-east-1",
                          aws_access_key_id="local", aws_secret_access_key="local")
import random
from boto3.dynamodb.conditions import Attr, Key

TABLE = "Inventory"
table = dynamodb.Table(TABLE)
rnd = random.Random(4722)
authors = ["Antje Barth", "Julien Simon", "Dr. Seuss", "Chris Fregly", "Jane Austen"]
categories = ["Technology", "Children", "Novel", "Suspense"]


def create_table():
    try:
        table.delete()
        table.wait_until_not_exists()
    except dynamodb.meta.client.exceptions.ResourceNotFoundException:
        pass
    dynamodb.create_table(
        TableName=TABLE, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": n, "AttributeType": "S"} for n in ("Author", "Title", "Category")],
        KeySchema=[{"AttributeName": "Author", "KeyType": "HASH"}, {"AttributeName": "Title", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[{
            "IndexName": "CategoryIndex", "KeySchema": [{"AttributeName": "Category", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"}}]).wait_until_exists()


def load(books):
    with table.batch_writer() as batch:
        for book in books:
            batch.put_item(Item=book)


def sell(book):
    key = {"Author": book["Author"], "Title": book["Title"]}
    stock = int(table.get_item(Key=key)["Item"]["NumInStock"])
    if stock > 0:
        table.update_item(Key=key, UpdateExpression="SET #n = :n", ExpressionAttributeNames={"#n": "NumInStock"},
                          ExpressionAttributeValues={":n": str(stock - 1)})


def nearly_sold_out():
    return table.scan(FilterExpression=Attr("NumInStock").lt("5"))["Items"]


def of_category(category):
    return table.query(IndexName="CategoryIndex", KeyConditionExpression=Key("Category").eq(category))["Items"]


create_table()
books = [{"Author": rnd.choice(authors), "Title": "Title %03d" % n, "Category": rnd.choice(categories),
          "NumInStock": str(rnd.randrange(1, 40)), "Formats": {"Hardcover": "A%d" % n, "Audiobook": "B%d" % n}}
         for n in range(160)]
load(books)
for _ in range(80):
    sell(rnd.choice(books))
for _ in range(6):
    nearly_sold_out()
for category in categories:
    for _ in range(4):
        of_category(category)
for author in authors:
    table.query(KeyConditionExpression=Key("Author").eq(author))
