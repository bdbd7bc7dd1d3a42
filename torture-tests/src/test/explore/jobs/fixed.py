from botocore.exceptions import ClientError

from handle import condition_failed, main
from jobs.common import claim, finish, next_job


def work(own, worker):
    job = next_job(own, worker)
    if job is None:
        return
    update = claim(job, worker)
    update["ConditionExpression"] = "#state = :ready OR (#state = :taken AND worker = :worker)"
    update["ExpressionAttributeValues"][":ready"] = {"S": "ready"}
    try:
        own.client.update_item(**update)
    except ClientError as error:
        if condition_failed(error):
            return
        raise
    finish(own, job, worker)


PIECES = {"work": work}
if __name__ == "__main__":
    main(PIECES)
