"""Objects in the memory of a server through boto3: uploads in parts, lists, and as the source and
destination of an import and an export. MONOTABLE_ENDPOINT is the server.
"""

import gzip
import io
import json
import os
import unittest
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

ENDPOINT = os.environ["MONOTABLE_ENDPOINT"]
ACCESS = {
    "region_name": "us-east-1",
    "aws_access_key_id": "AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
QUICK = {"Delay": 1}
# The version of the signature is the default except for URLs, which have version 2 in us-east-1.
s3 = boto3.client(
    "s3",
    endpoint_url=ENDPOINT + "/_monotable/s3",
    config=Config(signature_version="s3v4"),
    **ACCESS,
)
dynamodb = boto3.client("dynamodb", endpoint_url=ENDPOINT, **ACCESS)


class BucketsTest(unittest.TestCase):
    def test_a_file_is_uploaded_in_parts_listed_and_deleted(self):
        content = bytes(range(256)) * (9 * 4096)
        with open("large.bin", "wb") as file:
            file.write(content)
        s3.create_bucket(Bucket="large")
        s3.upload_file("large.bin", "large", "a b/ü+&<1>", ExtraArgs={"Metadata": {"color": "red"}})

        head = s3.head_object(Bucket="large", Key="a b/ü+&<1>")
        self.assertEqual(head["ContentLength"], len(content))
        self.assertEqual(head["Metadata"], {"color": "red"})
        self.assertTrue(head["ETag"].endswith('-2"'))
        read = io.BytesIO()
        s3.download_fileobj("large", "a b/ü+&<1>", read)
        self.assertEqual(read.getvalue(), content)
        listed = s3.list_objects_v2(Bucket="large", Prefix="a b/")
        self.assertEqual([each["Key"] for each in listed["Contents"]], ["a b/ü+&<1>"])
        folders = s3.list_objects_v2(Bucket="large", Delimiter="/")
        self.assertEqual(folders["CommonPrefixes"], [{"Prefix": "a b/"}])
        s3.delete_object(Bucket="large", Key="a b/ü+&<1>")
        self.assertEqual(s3.list_objects_v2(Bucket="large")["KeyCount"], 0)
        s3.head_bucket(Bucket="large")

    def test_pages_are_read_by_a_paginator(self):
        keys = [f"k{number:02}" for number in range(25)]
        for key in keys:
            s3.put_object(Bucket="pages", Key=key, Body=b"x")
        pages = s3.get_paginator("list_objects_v2").paginate(
            Bucket="pages", PaginationConfig={"PageSize": 10}
        )
        self.assertEqual([each["Key"] for page in pages for each in page["Contents"]], keys)

    def test_every_checksum_is_accepted(self):
        for algorithm in ("CRC32", "SHA1", "SHA256"):
            s3.put_object(Bucket="sums", Key=algorithm, Body=b"x", ChecksumAlgorithm=algorithm)
            found = s3.get_object(Bucket="sums", Key=algorithm, ChecksumMode="ENABLED")
            self.assertEqual(found["Body"].read(), b"x")
            self.assertIn("Checksum" + algorithm, found)
        with self.assertRaises(ClientError) as failed:
            s3.put_object(Bucket="sums", Key="wrong", Body=b"x", ChecksumCRC32="AAAAAA==")
        self.assertEqual(failed.exception.response["Error"]["Code"], "BadDigest")

    def test_a_url_that_was_signed_in_advance_is_read(self):
        s3.put_object(Bucket="urls", Key="a b", Body=b"hello")
        url = s3.generate_presigned_url("get_object", {"Bucket": "urls", "Key": "a b"})
        with urllib.request.urlopen(url) as answer:
            self.assertEqual(answer.read(), b"hello")

    def test_errors_are_those_of_the_service(self):
        with self.assertRaises(s3.exceptions.NoSuchBucket):
            s3.list_objects_v2(Bucket="missing")
        s3.create_bucket(Bucket="empty")
        with self.assertRaises(s3.exceptions.NoSuchKey):
            s3.get_object(Bucket="empty", Key="missing")
        with self.assertRaises(ClientError) as failed:
            s3.get_bucket_versioning(Bucket="empty")
        self.assertEqual(
            failed.exception.response["Error"],
            {
                "Code": "NotImplemented",
                "Message": "The operation GetBucketVersioning is not implemented",
                "Resource": "/empty",
            },
        )

    def test_an_import_reads_and_an_export_writes_objects(self):
        lines = "".join(json.dumps({"Item": {"id": {"S": f"i{n}"}}}, separators=(",", ":")) + "\n" for n in range(20))
        s3.put_object(Bucket="files", Key="in/items.json", Body=lines.encode())
        found = dynamodb.import_table(
            S3BucketSource={"S3Bucket": "files", "S3KeyPrefix": "in/"},
            InputFormat="DYNAMODB_JSON",
            TableCreationParameters={
                "TableName": "Things",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "BillingMode": "PAY_PER_REQUEST",
            },
        )["ImportTableDescription"]
        dynamodb.get_waiter("import_completed").wait(
            ImportArn=found["ImportArn"], WaiterConfig=QUICK
        )
        dynamodb.update_continuous_backups(
            TableName="Things",
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
        )
        export = dynamodb.export_table_to_point_in_time(
            TableArn=found["TableArn"], S3Bucket="files", S3Prefix="out"
        )["ExportDescription"]["ExportArn"]
        dynamodb.get_waiter("export_completed").wait(ExportArn=export, WaiterConfig=QUICK)
        listed = s3.list_objects_v2(Bucket="files", Prefix="out/")["Contents"]
        data = [each["Key"] for each in listed if each["Key"].endswith(".json.gz")]
        read = gzip.decompress(
            b"".join(s3.get_object(Bucket="files", Key=key)["Body"].read() for key in data)
        )
        self.assertEqual(sorted(read.splitlines()), sorted(lines.encode().splitlines()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
