import time


def next_job(own, worker):
    """Returns the key of the first job that is ready, or that this worker has taken, or None."""
    found = own.client.query(
        TableName="Jobs",
        KeyConditionExpression="queue = :queue",
        FilterExpression="#state = :ready OR (#state = :taken AND worker = :worker)",
        ExpressionAttributeNames={"#state": "state"},
        ExpressionAttributeValues={
            ":queue": {"S": "mail"},
            ":ready": {"S": "ready"},
            ":taken": {"S": "taken"},
            ":worker": {"S": worker},
        },
        ConsistentRead=True,
    )["Items"]
    return {name: found[0][name] for name in ("queue", "job")} if found else None


def claim(job, worker):
    return {
        "TableName": "Jobs",
        "Key": job,
        "UpdateExpression": "SET #state = :taken, worker = :worker",
        "ExpressionAttributeNames": {"#state": "state"},
        "ExpressionAttributeValues": {":taken": {"S": "taken"}, ":worker": {"S": worker}},
    }


def finish(own, job, worker):
    time.sleep(0.02)  # the work
    own.client.transact_write_items(
        TransactItems=[
            {
                "Update": {
                    "TableName": "Jobs",
                    "Key": job,
                    "UpdateExpression": "SET #state = :done",
                    "ExpressionAttributeNames": {"#state": "state"},
                    "ExpressionAttributeValues": {":done": {"S": "done"}},
                }
            },
            {
                "Put": {
                    "TableName": "Results",
                    "Item": {"job": job["job"], "worker": {"S": worker}},
                }
            },
        ]
    )
