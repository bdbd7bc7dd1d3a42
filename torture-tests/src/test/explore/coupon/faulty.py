from handle import main
from coupon.common import customer_version, redemption


def redeem(own, customer, coupon):
    version = customer_version(own, customer)
    # An index is eventually consistent: an earlier redemption may be missing.
    earlier = own.client.query(
        TableName="Redemptions",
        IndexName="byCustomer",
        KeyConditionExpression="customer = :customer",
        ExpressionAttributeValues={":customer": {"S": customer}},
    )
    if earlier["Items"]:
        raise ValueError(f"{customer} has redeemed a coupon")
    own.client.transact_write_items(
        TransactItems=[
            {
                "Update": {
                    "TableName": "Customers",
                    "Key": {"customer": {"S": customer}},
                    "UpdateExpression": "SET version = version + :one",
                    "ConditionExpression": "version = :version",
                    "ExpressionAttributeValues": {":one": {"N": "1"}, ":version": version},
                }
            },
            redemption(customer, coupon),
        ]
    )


PIECES = {"redeem": redeem}
if __name__ == "__main__":
    main(PIECES)
