"""Exports, imports and Contributor Insights through boto3, with its waiters, against a server that it
starts with MONOTABLE_COMMAND. Its buckets are those of moto, by --s3-endpoint; aws-dynamodb-io reads the
exports.
"""

import json
import os
import random
import subprocess
import unittest
from datetime import timedelta

import boto3
from aws_dynamodb_io.api import ExportJob
from moto.server import ThreadedMotoServer

ACCESS = {"region_name": "us-east-1", "aws_access_key_id": "any", "aws_secret_access_key": "any"}
QUICK = {"Delay": 1}


def setUpModule():
    global buckets, server, s3, dynamodb
    buckets = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    buckets.start()
    url = "http://127.0.0.1:%d" % buckets.get_host_and_port()[1]
    s3 = boto3.client("s3", endpoint_url=url, **ACCESS)
    s3.create_bucket(Bucket="files")
    server = subprocess.Popen(
        [*json.loads(os.environ["MONOTABLE_COMMAND"]), "--port", "0", "--s3-endpoint", url],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "AWS_ACCESS_KEY_ID": "any", "AWS_SECRET_ACCESS_KEY": "any"},
    )
    endpoint = next(
        word for line in server.stdout for word in line.split() if word.startswith("http://")
    )
    dynamodb = boto3.client("dynamodb", endpoint_url=endpoint, **ACCESS)


def tearDownModule():
    server.terminate()
    server.communicate(timeout=60)
    buckets.stop()


def create(name, items):
    arn = dynamodb.create_table(
        TableName=name,
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )["TableDescription"]["TableArn"]
    dynamodb.get_waiter("table_exists").wait(TableName=name, WaiterConfig=QUICK)
    described = dynamodb.update_continuous_backups(
        TableName=name,
        PointInTimeRecoverySpecification={
            "PointInTimeRecoveryEnabled": True,
            "RecoveryPeriodInDays": 7,
        },
    )["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    for item in items:
        dynamodb.put_item(TableName=name, Item=item)
    return arn, described


def export(arn, **options):
    described = dynamodb.export_table_to_point_in_time(TableArn=arn, **options)["ExportDescription"]
    return described["ExportArn"]


def exported(arn, **options):
    found = export(arn, S3Bucket="files", **options)
    dynamodb.get_waiter("export_completed").wait(ExportArn=found, WaiterConfig=QUICK)
    return dynamodb.describe_export(ExportArn=found)["ExportDescription"]


def imported(name, export):
    folder = export["ExportManifest"].rsplit("/", 1)[0] + "/data/"
    arn = dynamodb.import_table(
        S3BucketSource={"S3Bucket": "files", "S3KeyPrefix": folder},
        InputFormat=export["ExportFormat"],
        InputCompressionType="GZIP",
        TableCreationParameters={
            "TableName": name,
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "BillingMode": "PAY_PER_REQUEST",
        },
    )["ImportTableDescription"]["ImportArn"]
    dynamodb.get_waiter("import_completed").wait(ImportArn=arn, WaiterConfig=QUICK)
    return dynamodb.describe_import(ImportArn=arn)["ImportTableDescription"]


def scan(name):
    pages = dynamodb.get_paginator("scan").paginate(TableName=name)
    return sorted((item for page in pages for item in page["Items"]), key=lambda i: i["id"]["S"])


EVERY_TYPE = {
    "id": {"S": "every type ✓"},
    "number": {"N": "12345678901234567890.5"},
    "binary": {"B": b"\x00\xff"},
    "flag": {"BOOL": True},
    "nothing": {"NULL": True},
    "list": {"L": [{"S": "x"}, {"M": {"y": {"N": "1"}}}]},
    "strings": {"SS": ["a", "b"]},
    "numbers": {"NS": ["1"]},
    "binaries": {"BS": [b"b"]},
}


class ExportsTest(unittest.TestCase):
    def test_another_tool_reads_an_export_and_an_import_gives_the_same_table(self):
        items = [EVERY_TYPE, *({"id": {"S": f"i{number}"}} for number in range(20))]
        arn, _ = create("Small", items)
        for form in ("DYNAMODB_JSON", "ION"):
            found = exported(arn, S3Prefix="a b/ü+%", ExportFormat=form)
            self.assertEqual(found["ItemCount"], 21)
            job = ExportJob.describe_export(dynamodb, found["ExportArn"])
            self.assertTrue(job.is_completed())
            self.assertEqual(job.get_manifest_summary(dynamodb, s3).item_count, 21)
            if form == "DYNAMODB_JSON":
                read = list(job.read_dynamodb_json(dynamodb, s3))
                self.assertEqual(
                    sorted(item["id"]["S"] for item in read),
                    sorted(item["id"]["S"] for item in items),
                )
            name = f"Small-{form}"
            self.assertEqual(imported(name, found)["ImportedItemCount"], 21)
            self.assertEqual(scan(name), scan("Small"))
        exports = dynamodb.list_exports(TableArn=arn, MaxResults=1)
        self.assertIn("NextToken", exports)
        self.assertEqual(len(dynamodb.list_imports()["ImportSummaryList"]), 2)

    def test_objects_larger_than_a_part_are_whole(self):
        source = random.Random(1)
        items = [
            {"id": {"S": f"i{number}"}, "data": {"B": source.randbytes(390_000)}}
            for number in range(30)
        ]
        arn, _ = create("Large", items)
        found = exported(arn)
        listed = s3.list_objects_v2(Bucket="files", Prefix=found["ExportManifest"].rsplit("/", 1)[0])
        self.assertGreater(max(each["Size"] for each in listed["Contents"]), 10_000_000)
        self.assertEqual(imported("Large-again", found)["ImportedItemCount"], 30)
        self.assertEqual(scan("Large-again"), scan("Large"))
        self.assertEqual(s3.list_multipart_uploads(Bucket="files").get("Uploads", []), [])

    def test_a_missing_bucket_fails_an_export_and_an_import(self):
        arn, _ = create("Lost", [])
        found = dynamodb.describe_export(ExportArn=export(arn, S3Bucket="missing"))
        self.assertEqual(found["ExportDescription"]["ExportStatus"], "FAILED")
        self.assertEqual(found["ExportDescription"]["FailureCode"], "S3NoSuchBucket")
        self.assertIn("Error Code: NoSuchBucket", found["ExportDescription"]["FailureMessage"])


class RecoveryTest(unittest.TestCase):
    def test_a_table_is_restored_to_the_second_before_a_bad_write(self):
        _, described = create("Orders", [{"id": {"S": "a"}, "total": {"N": "42"}}])
        self.assertEqual(described["RecoveryPeriodInDays"], 7)
        before = dynamodb.describe_continuous_backups(TableName="Orders")[
            "ContinuousBackupsDescription"
        ]["PointInTimeRecoveryDescription"]["LatestRestorableDateTime"]
        dynamodb.restore_table_to_point_in_time(
            SourceTableName="Orders", TargetTableName="Restored", UseLatestRestorableTime=True
        )
        dynamodb.get_waiter("table_exists").wait(TableName="Restored", WaiterConfig=QUICK)
        self.assertEqual(scan("Restored"), scan("Orders"))
        with self.assertRaises(dynamodb.exceptions.InvalidRestoreTimeException):
            dynamodb.restore_table_to_point_in_time(
                SourceTableName="Orders",
                TargetTableName="Never",
                RestoreDateTime=before - timedelta(days=1),
            )


class InsightsTest(unittest.TestCase):
    def test_insights_are_enabled_and_listed(self):
        create("Insights", [])
        enabled = {"TableName": "Insights", "ContributorInsightsAction": "ENABLE"}
        dynamodb.update_contributor_insights(**enabled)
        dynamodb.get_waiter("contributor_insights_enabled").wait(
            TableName="Insights", WaiterConfig=QUICK
        )
        found = dynamodb.list_contributor_insights(TableName="Insights")
        self.assertEqual(
            [each["ContributorInsightsStatus"] for each in found["ContributorInsightsSummaries"]],
            ["ENABLED"],
        )


if __name__ == "__main__":
    unittest.main(verbosity=2)
