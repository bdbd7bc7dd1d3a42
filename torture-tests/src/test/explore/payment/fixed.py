from botocore.exceptions import ClientError

from handle import condition_failed, main
from payment.common import charge, done, finished


def pay(own, request, amount):
    if done(own, request):
        return
    note = finished(request)
    note["ConditionExpression"] = "attribute_not_exists(#request)"
    note["ExpressionAttributeNames"] = {"#request": "request"}
    try:
        own.client.transact_write_items(
            TransactItems=[{"Put": note}, {"Put": charge(request, amount)}]
        )
    except ClientError as error:
        # Another delivery of the request has paid.
        if not condition_failed(error):
            raise


PIECES = {"pay": pay}
if __name__ == "__main__":
    main(PIECES)
