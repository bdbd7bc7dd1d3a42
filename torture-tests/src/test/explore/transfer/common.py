def done(own, name):
    key = {"transfer": {"S": name}}
    return "Item" in own.client.get_item(TableName="Transfers", Key=key, ConsistentRead=True)


def move(name, source, target, amount):
    def add(account, difference, condition):
        return {
            "Update": {
                "TableName": "Accounts",
                "Key": {"account": {"S": account}},
                "UpdateExpression": "SET balance = balance + :difference",
                "ConditionExpression": condition,
                "ExpressionAttributeValues": {":difference": {"N": str(difference)}},
            }
        }

    taken = add(source, -int(amount), "balance >= :least")
    taken["Update"]["ExpressionAttributeValues"][":least"] = {"N": amount}
    note = {"Put": {"TableName": "Transfers", "Item": {"transfer": {"S": name}}}}
    return [note, taken, add(target, int(amount), "attribute_exists(account)")]
