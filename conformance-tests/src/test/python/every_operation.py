"""Calls each operation through boto3 against MONOTABLE_ENDPOINT, as EVERY_OPERATION describes it. Fails if
boto3 has an operation that is not described."""

import json
import os
import sys

import boto3
import yaml
from botocore.exceptions import ClientError

ACCESS = {"region_name": "us-east-1", "aws_access_key_id": "any", "aws_secret_access_key": "any"}


def without_metadata(answer):
    return {name: value for name, value in answer.items() if name != "ResponseMetadata"}


def at(answer, pointer):
    for name in pointer.split("/")[1:]:
        answer = answer[int(name)] if isinstance(answer, list) else answer[name]
    return answer


def differences(expected, found, path=""):
    if expected == "$any":
        return []
    if isinstance(expected, dict) and isinstance(found, dict):
        names = set(expected) - {"$more"}
        if "$more" not in expected:
            names |= set(found)
        missing = object()
        return [
            line
            for name in sorted(names)
            for line in differences(
                expected.get(name, missing), found.get(name, missing), f"{path}.{name}"
            )
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            line
            for i, each in enumerate(expected)
            for line in differences(each, found[i], f"{path}[{i}]")
        ]
    return [] if expected == found else [f"{path}: {found!r}, expected {expected!r}"]


def main():
    clients = [
        boto3.client(service, endpoint_url=os.environ["MONOTABLE_ENDPOINT"], **ACCESS)
        for service in ("dynamodb", "dynamodbstreams")
    ]
    methods = {
        operation: getattr(client, method)
        for client in clients
        for method, operation in client.meta.method_to_api_mapping.items()
    }
    with open(os.environ["EVERY_OPERATION"], encoding="utf-8") as file:
        steps = yaml.safe_load(file)
    kept = {}
    found = []
    called = set()
    for step in steps:
        operation = next(iter(step))
        request = json.dumps(step[operation])
        for name, value in kept.items():
            request = request.replace("{{" + name + "}}", value)
        called.add(operation)
        try:
            answer = without_metadata(methods[operation](**json.loads(request)))
        except ClientError as error:
            answer = {
                "error": error.response["Error"]["Code"],
                "message": error.response["Error"]["Message"],
            }
        if "error" in step:
            expected = {"error": step["error"], "message": step["message"]}
        else:
            expected = step["body"] if "body" in step else {**step["with"], "$more": True}
        found += [operation + line for line in differences(expected, answer)]
        for name, pointer in step.get("keep", {}).items():
            kept[name] = at(answer, pointer)
    found += [operation + " is not called" for operation in sorted(set(methods) - called)]
    print(f"boto3 {boto3.__version__}: {len(called)} operations called")
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
