import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, day, stamp

kit = Kit(__file__, seed=4703)
T = "RecurringPayments"
kit.table(T, "PK:S", "SK:S", [
    ("GSI-1", "NextReminderDate:S", "LastReminderDate:S", ["Email", "SKU", "PaymentAmount"]),
    ("GSI-2", "NextPaymentDate:S", "LastPaymentDate:S", ["SKU", "PaymentAmount", "PaymentDetails"]),
], ttl="ExpirationDate")
kit.create()
db, rnd = kit.db, kit.random
accounts = ["ACC#%05d" % n for n in range(100, 180)]


def subscribe(account, number):
    sku = "SKU#%03d" % rnd.randrange(200)
    first = rnd.randrange(1, 6)
    kit.attempt(db.put_item, TableName=T, Item={
        "PK": account, "SK": "SUB#%06d#%s" % (number, sku), "SKU": sku, "Email": "a%d@example.com" % number,
        "PaymentAmount": rnd.randrange(200, 9900), "PaymentDay": first, "NextPaymentDate": day(first),
        "LastPaymentDate": "1900-01-01", "NextReminderDate": day(first - 1), "LastReminderDate": "1900-01-01",
        "PaymentDetails": "card ending 4242, billed monthly " * 6, "CreatedDate": stamp(0)},
        ConditionExpression="attribute_not_exists(PK)")


def remind(item, date):
    kit.attempt(db.update_item, TableName=T, Key={"PK": item["PK"], "SK": item["SK"]},
                UpdateExpression="SET LastReminderDate = :d, NextReminderDate = :n",
                ConditionExpression="NextReminderDate = :d",
                ExpressionAttributeValues={":d": date, ":n": date[:5] + "02" + date[7:]})


def pay(item, date, second):
    key = {"PK": item["PK"], "SK": item["SK"]}
    expires = kit.now + 400 * 86400
    receipt = {"PK": item["PK"], "SK": "REC#" + stamp(second) + "#" + item["SKU"], "SKU": item["SKU"],
               "Email": "x@example.com", "PaymentAmount": item["PaymentAmount"], "ProcessedDate": date,
               "ExpirationDate": stamp(400 * 86400) if kit.flaw("ttl-text") else expires}
    update = {"TableName": T, "Key": key, "UpdateExpression": "SET LastPaymentDate = :d, NextPaymentDate = :n",
              "ConditionExpression": "NextPaymentDate = :d",
              "ExpressionAttributeValues": {":d": date, ":n": date[:5] + "02" + date[7:]}}
    put = {"TableName": T, "Item": receipt, "ConditionExpression": "attribute_not_exists(PK)"}
    if kit.flaw("receipt-split"):
        kit.attempt(db.put_item, **put)
        kit.attempt(db.update_item, **update)
        return
    if kit.flaw("pay-without-condition"):
        del update["ConditionExpression"]
        del put["ConditionExpression"]
    kit.attempt(db.transact_write_items, TransactItems=[{"Put": put}, {"Update": update}])


for number, account in enumerate(accounts * 3):
    subscribe(account, number)
subscribe(accounts[0], 0)

pages = 1 if kit.flaw("due-first-page") else None
second = 86400
for number in range(0, 5):
    date = day(number)
    for item in kit.query(pages=pages, TableName=T, IndexName="GSI-1", KeyConditionExpression="NextReminderDate = :d",
                          ExpressionAttributeValues={":d": date}, Limit=20):
        remind(item, date)
    due = kit.query(pages=pages, TableName=T, IndexName="GSI-2", KeyConditionExpression="NextPaymentDate = :d",
                    ExpressionAttributeValues={":d": date}, Limit=20)
    for item in due:
        second += 7
        pay(item, date, second)
    for item in due[:4]:  # the job was started again: these are paid already
        second += 7
        pay(item, date, second)

# some receipts whose time is over: TTL deletes them later
kit.batch_write(T, puts=[
    {"PK": account, "SK": "REC#" + stamp(-40000000 + n) + "#SKU#001", "SKU": "SKU#001", "PaymentAmount": 500,
     "Email": "x@example.com", "ProcessedDate": day(-460), "ExpirationDate": kit.now - 3600}
    for n, account in enumerate(accounts[:30])])

for account in accounts:
    kit.query(TableName=T, KeyConditionExpression="PK = :a AND begins_with(SK, :p)",
              ExpressionAttributeValues={":a": account, ":p": "SUB#"})
    receipts = dict(TableName=T, KeyConditionExpression="PK = :a AND begins_with(SK, :p)", ScanIndexForward=False,
                    ExpressionAttributeValues={":a": account, ":p": "REC#"})
    if not kit.flaw("expired-receipts-shown"):
        receipts["FilterExpression"] = "ExpirationDate > :now"
        receipts["ExpressionAttributeValues"][":now"] = kit.now
    kit.query(**receipts)
