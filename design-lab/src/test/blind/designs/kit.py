"""What the programs of all designs share: a client, table creation, pages, batches with retries, flaws."""
import argparse
import os
import random
import re
import sys
import time

NOW = 1_767_225_600  # 2026-01-01T00:00:00Z, so that runs are the same


class Kit:
    def __init__(self, file, seed):
        parser = argparse.ArgumentParser()
        parser.add_argument("--flaw")
        parser.add_argument("--template", action="store_true", help="print the table as CloudFormation and stop")
        self.args = parser.parse_args()
        self.random = random.Random(seed)
        self.folder = os.path.dirname(os.path.abspath(file))
        self.now = int(time.time())
        self.tables = []
        self._db = None
        flaws = os.path.join(self.folder, "flaws.yaml")
        known = re.findall(r"^- id: (\S+)", open(flaws).read(), re.M) if os.path.exists(flaws) else []
        if self.args.flaw and self.args.flaw not in known:
            sys.exit("no flaw " + self.args.flaw + ", known: " + ", ".join(known))

    def flaw(self, name):
        return self.args.flaw == name

    @property
    def db(self):
        if self._db is None:
            import boto3
            from botocore.config import Config
            self._db = boto3.resource(
                "dynamodb", endpoint_url=os.environ["DYNAMODB_ENDPOINT"], region_name="us-east-1",
                aws_access_key_id="local", aws_secret_access_key="local",
                config=Config(retries={"max_attempts": 5, "mode": "standard"})).meta.client
        return self._db

    # tables -------------------------------------------------------------

    def table(self, name, hash_key, range_key=None, gsis=(), ttl=None, provisioned=None, lsis=()):
        """Keys are "name:S"; an index is (name, hash, range or None, projection), a projection ALL, KEYS_ONLY or a list."""
        self.tables.append((name, hash_key, range_key, gsis, ttl, provisioned, lsis))

    @staticmethod
    def _keys(hash_key, range_key):
        keys = [{"AttributeName": hash_key.rsplit(":", 1)[0], "KeyType": "HASH"}]
        if range_key:
            keys.append({"AttributeName": range_key.rsplit(":", 1)[0], "KeyType": "RANGE"})
        return keys

    @staticmethod
    def _projection(projection):
        if isinstance(projection, str):
            return {"ProjectionType": projection}
        return {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(projection)}

    def _spec(self, table):
        name, hash_key, range_key, gsis, ttl, provisioned, lsis = table
        attributes = {}
        for key in [hash_key, range_key] + [k for g in list(gsis) + list(lsis) for k in g[1:3]]:
            if key:
                attribute, kind = key.rsplit(":", 1)
                attributes[attribute] = kind
        spec = {
            "TableName": name,
            "AttributeDefinitions": [{"AttributeName": a, "AttributeType": t} for a, t in attributes.items()],
            "KeySchema": self._keys(hash_key, range_key)}
        throughput = None
        if provisioned:
            throughput = {"ReadCapacityUnits": provisioned[0], "WriteCapacityUnits": provisioned[1]}
            spec["ProvisionedThroughput"] = throughput
        else:
            spec["BillingMode"] = "PAY_PER_REQUEST"
        if gsis:
            spec["GlobalSecondaryIndexes"] = [
                {"IndexName": g[0], "KeySchema": self._keys(g[1], g[2]), "Projection": self._projection(g[3]),
                 **({"ProvisionedThroughput": throughput} if throughput else {})} for g in gsis]
        if lsis:
            spec["LocalSecondaryIndexes"] = [
                {"IndexName": i[0], "KeySchema": self._keys(i[1], i[2]), "Projection": self._projection(i[3])}
                for i in lsis]
        return spec

    def create(self):
        if self.args.template:
            print(self.template(), end="")
            sys.exit(0)
        for table in self.tables:
            try:
                self.db.delete_table(TableName=table[0])
                self.db.get_waiter("table_not_exists").wait(TableName=table[0], WaiterConfig={"Delay": 1})
            except self.db.exceptions.ResourceNotFoundException:
                pass
            self.db.create_table(**self._spec(table))
            self.db.get_waiter("table_exists").wait(TableName=table[0], WaiterConfig={"Delay": 1})
            if table[4]:
                self.db.update_time_to_live(
                    TableName=table[0], TimeToLiveSpecification={"AttributeName": table[4], "Enabled": True})

    def template(self):
        lines = ["AWSTemplateFormatVersion: '2010-09-09'", "Resources:"]

        def dump(value, indent):
            pad = " " * indent
            if isinstance(value, dict):
                for key, inner in value.items():
                    if isinstance(inner, (dict, list)):
                        lines.append(pad + key + ":")
                        dump(inner, indent + 2)
                    else:
                        lines.append(pad + key + ": " + scalar(inner))
            else:
                for inner in value:
                    if isinstance(inner, dict):
                        start = len(lines)
                        dump(inner, indent + 2)
                        lines[start] = pad + "- " + lines[start][indent + 2:]
                    else:
                        lines.append(pad + "- " + scalar(inner))

        def scalar(value):
            if isinstance(value, bool):
                return str(value).lower()
            text = str(value)
            return "'" + text + "'" if "#" in text else text

        for table in self.tables:
            properties = dict(self._spec(table))
            if table[4]:
                properties["TimeToLiveSpecification"] = {"AttributeName": table[4], "Enabled": True}
            resource = re.sub(r"[^A-Za-z0-9]", "", table[0]) + "Table"
            lines.append("  " + resource + ":")
            dump({"Type": "AWS::DynamoDB::Table", "Properties": properties}, 4)
        return "\n".join(lines) + "\n"

    # requests -----------------------------------------------------------

    def query(self, pages=None, **request):
        """All items of a Query, page by page (or those of the first pages)."""
        items, read = [], 0
        while True:
            page = self.db.query(**request)
            items += page["Items"]
            read += 1
            if "LastEvaluatedKey" not in page or read == pages:
                return items
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def scan(self, pages=None, **request):
        items, read = [], 0
        while True:
            page = self.db.scan(**request)
            items += page["Items"]
            read += 1
            if "LastEvaluatedKey" not in page or read == pages:
                return items
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def batch_write(self, table, puts=(), deletes=(), retry=True):
        requests = [{"PutRequest": {"Item": i}} for i in puts] + [{"DeleteRequest": {"Key": k}} for k in deletes]
        for start in range(0, len(requests), 25):
            left, wait = {table: requests[start:start + 25]}, 0.05
            while left:
                left = self.db.batch_write_item(RequestItems=left).get("UnprocessedItems")
                if not retry:
                    break
                if left:
                    time.sleep(wait)
                    wait = min(wait * 2, 1)

    def batch_get(self, table, keys, retry=True, **options):
        items = []
        for start in range(0, len(keys), 100):
            left, wait = {table: {"Keys": keys[start:start + 100], **options}}, 0.05
            while left:
                answer = self.db.batch_get_item(RequestItems=left)
                items += answer["Responses"].get(table, [])
                left = answer.get("UnprocessedKeys")
                if not retry:
                    break
                if left and not answer["Responses"].get(table):
                    time.sleep(wait)
                    wait = min(wait * 2, 1)
        return items

    def attempt(self, request, **arguments):
        """The answer, or None if the condition is false."""
        try:
            return request(**arguments)
        except self.db.exceptions.ConditionalCheckFailedException:
            return None
        except self.db.exceptions.TransactionCanceledException as e:
            if "ConditionalCheckFailed" in str(e):
                return None
            raise


def day(number, start=NOW):
    return time.strftime("%Y-%m-%d", time.gmtime(start + number * 86400))


def stamp(second, start=NOW):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + second))
