import uuid


def done(own, request):
    key = {"request": {"S": request}}
    record = own.client.get_item(TableName="Requests", Key=key, ConsistentRead=True)
    return record.get("Item", {}).get("status") == {"S": "COMPLETED"}


def charge(request, amount):
    payment = {"payment": {"S": str(uuid.uuid4())}, "request": {"S": request}, "amount": {"N": amount}}
    return {"TableName": "Payments", "Item": payment}


def finished(request):
    record = {"request": {"S": request}, "status": {"S": "COMPLETED"}}
    return {"TableName": "Requests", "Item": record}
