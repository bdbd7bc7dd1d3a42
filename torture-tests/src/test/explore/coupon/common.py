def customer_version(own, customer):
    key = {"customer": {"S": customer}}
    found = own.client.get_item(TableName="Customers", Key=key, ConsistentRead=True)
    return found["Item"]["version"]


def redemption(customer, coupon):
    item = {"redemption": {"S": f"{customer}/{coupon}"}, "customer": {"S": customer}}
    return {"Put": {"TableName": "Redemptions", "Item": item}}
