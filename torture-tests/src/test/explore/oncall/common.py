from concurrent.futures import ThreadPoolExecutor

DOCTORS = ("ann", "bob")


def on_call(own):
    """Reads all doctors at once, with a thread for each."""

    def read(doctor):
        key = {"doctor": {"S": doctor}}
        return own.client.get_item(TableName="Doctors", Key=key, ConsistentRead=True)["Item"]

    with ThreadPoolExecutor(len(DOCTORS)) as threads:
        found = list(threads.map(read, DOCTORS))
    return [item["doctor"]["S"] for item in found if item["onCall"]["BOOL"]]


def leave_request(doctor):
    return {
        "TableName": "Doctors",
        "Key": {"doctor": {"S": doctor}},
        "UpdateExpression": "SET onCall = :no",
        "ExpressionAttributeValues": {":no": {"BOOL": False}},
    }
