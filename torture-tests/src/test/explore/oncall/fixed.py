from handle import main
from oncall.common import leave_request, on_call


def leave(own, doctor):
    others = [other for other in on_call(own) if other != doctor]
    if not others:
        raise ValueError("nobody else is on call")
    remains = {
        "TableName": "Doctors",
        "Key": {"doctor": {"S": others[0]}},
        "ConditionExpression": "onCall = :yes",
        "ExpressionAttributeValues": {":yes": {"BOOL": True}},
    }
    own.client.transact_write_items(
        TransactItems=[{"Update": leave_request(doctor)}, {"ConditionCheck": remains}]
    )


PIECES = {"leave": leave}
if __name__ == "__main__":
    main(PIECES)
