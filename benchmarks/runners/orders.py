"""The tests of pytest: 200 in 20 files. Each writes three items to one table and reads them."""

import boto3
import pytest

TABLE = {
    "TableName": "Orders",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
}


@pytest.mark.parametrize("number", range(10))
def test_orders(number):
    table = boto3.resource("dynamodb").Table("Orders")
    orders = [{"pk": key, "number": number} for key in ("1", "2", "3")]
    for order in orders:
        table.put_item(Item=order, ConditionExpression="attribute_not_exists(pk)")
    found = table.scan(ConsistentRead=True)["Items"]
    assert sorted(found, key=lambda order: order["pk"]) == orders
