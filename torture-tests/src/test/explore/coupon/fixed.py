from handle import main
from coupon.common import customer_version, redemption


def redeem(own, customer, coupon):
    version = customer_version(own, customer)
    # The item of the customer says whether there is one, not the index.
    own.client.transact_write_items(
        TransactItems=[
            {
                "Update": {
                    "TableName": "Customers",
                    "Key": {"customer": {"S": customer}},
                    "UpdateExpression": "SET version = version + :one, redeemed = :coupon",
                    "ConditionExpression": "version = :version AND attribute_not_exists(redeemed)",
                    "ExpressionAttributeValues": {
                        ":one": {"N": "1"},
                        ":version": version,
                        ":coupon": {"S": coupon},
                    },
                }
            },
            redemption(customer, coupon),
        ]
    )


PIECES = {"redeem": redeem}
if __name__ == "__main__":
    main(PIECES)
