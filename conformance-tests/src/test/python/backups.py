"""Backups through boto3, with its waiters and paginators, against MONOTABLE_ENDPOINT."""

import os
import unittest

import boto3
from botocore.exceptions import ClientError

CLIENT = boto3.client(
    "dynamodb",
    endpoint_url=os.environ["MONOTABLE_ENDPOINT"],
    region_name="us-east-1",
    aws_access_key_id="any",
    aws_secret_access_key="any",
)


class BackupsTest(unittest.TestCase):
    def setUp(self):
        CLIENT.create_table(
            TableName="Music",
            AttributeDefinitions=[
                {"AttributeName": "artist", "AttributeType": "S"},
                {"AttributeName": "genre", "AttributeType": "S"},
            ],
            KeySchema=[{"AttributeName": "artist", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
            GlobalSecondaryIndexes=[
                {
                    "IndexName": "genres",
                    "KeySchema": [{"AttributeName": "genre", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                }
            ],
        )
        self.wait("Music")
        for number in range(10):
            CLIENT.put_item(
                TableName="Music",
                Item={"artist": {"S": f"a{number}"}, "genre": {"S": "jazz"}},
            )

    def tearDown(self):
        for name in CLIENT.list_tables()["TableNames"]:
            CLIENT.delete_table(TableName=name)
            CLIENT.get_waiter("table_not_exists").wait(TableName=name)
        for backup in self.backups():
            CLIENT.delete_backup(BackupArn=backup["BackupArn"])

    @staticmethod
    def wait(table):
        CLIENT.get_waiter("table_exists").wait(TableName=table, WaiterConfig={"Delay": 1})

    @staticmethod
    def backups(**request):
        pages = CLIENT.get_paginator("list_backups").paginate(**request)
        return [backup for page in pages for backup in page["BackupSummaries"]]

    @staticmethod
    def create(name):
        details = CLIENT.create_backup(TableName="Music", BackupName=name)["BackupDetails"]
        return details["BackupArn"]

    def test_a_table_that_was_deleted_is_restored(self):
        arn = self.create("nightly")
        CLIENT.delete_table(TableName="Music")
        CLIENT.get_waiter("table_not_exists").wait(TableName="Music")

        CLIENT.restore_table_from_backup(TargetTableName="Music", BackupArn=arn)
        self.wait("Music")

        items = CLIENT.query(
            TableName="Music",
            IndexName="genres",
            KeyConditionExpression="genre = :jazz",
            ExpressionAttributeValues={":jazz": {"S": "jazz"}},
        )
        self.assertEqual(items["Count"], 10)
        table = CLIENT.describe_table(TableName="Music")["Table"]
        self.assertNotIn("RestoreSummary", table)
        described = CLIENT.describe_backup(BackupArn=arn)["BackupDescription"]
        self.assertEqual(described["BackupDetails"]["BackupStatus"], "AVAILABLE")
        self.assertEqual(described["SourceTableDetails"]["ItemCount"], 10)

    def test_pages_of_backups_are_complete(self):
        arns = [self.create(f"backup-{number}") for number in range(7)]

        listed = self.backups(TableName="Music", PaginationConfig={"PageSize": 3})

        self.assertEqual([b["BackupArn"] for b in listed], sorted(arns))
        created = listed[0]["BackupCreationDateTime"]
        self.assertEqual(self.backups(TimeRangeUpperBound=created), [])
        self.assertEqual(len(self.backups(TimeRangeLowerBound=created)), 7)

    def test_errors_are_exceptions_of_the_client(self):
        arn = self.create("nightly")
        with self.assertRaises(CLIENT.exceptions.TableAlreadyExistsException):
            CLIENT.restore_table_from_backup(TargetTableName="Music", BackupArn=arn)
        with self.assertRaises(CLIENT.exceptions.TableNotFoundException):
            CLIENT.create_backup(TableName="Missing", BackupName="nightly")
        CLIENT.delete_backup(BackupArn=arn)
        with self.assertRaises(CLIENT.exceptions.BackupNotFoundException):
            CLIENT.describe_backup(BackupArn=arn)
        with self.assertRaises(ClientError) as caught:
            CLIENT.list_backups(TimeRangeLowerBound=2, TimeRangeUpperBound=1)
        self.assertEqual(caught.exception.response["Error"]["Code"], "ValidationException")


if __name__ == "__main__":
    unittest.main(verbosity=2)
