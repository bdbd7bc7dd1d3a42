import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, day, stamp

kit = Kit(__file__, seed=4710)
T = "url-shortener"
kit.table(T, "PK:S", "SK:S", [("GSI1", "GSI1PK:S", "GSI1SK:S", "ALL")], ttl="expiresAt")
kit.create()
db, rnd = kit.db, kit.random
users = ["USER#u%03d" % n for n in range(25)]
letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
clock = 0


def create(user, code, expires=None):
    item = {"PK": "LINK#" + code, "SK": "META", "code": code, "longUrl": "https://example.com/" + code * 12,
            "GSI1PK": user, "GSI1SK": stamp(clock) + "#" + code, "createdAt": stamp(clock)}
    if kit.flaw("clicks-in-link"):
        item["clicks"] = 0
    if expires:
        item["expiresAt"] = expires
    kit.attempt(db.put_item, TableName=T, Item=item, ConditionExpression="attribute_not_exists(PK)")
    return code


def count(code):
    if kit.flaw("clicks-in-link"):
        kit.attempt(db.update_item, TableName=T, Key={"PK": "LINK#" + code, "SK": "META"},
                    UpdateExpression="ADD clicks :one", ConditionExpression="attribute_exists(PK)",
                    ExpressionAttributeValues={":one": 1})
        return
    key = {"PK": "LINK#" + code, "SK": "DAY#" + day(clock // 86400)}
    if kit.flaw("click-read-write"):
        item = db.get_item(TableName=T, Key=key).get("Item", {"clicks": 0, **key})
        item["clicks"] += 1
        db.put_item(TableName=T, Item=item)
        return
    db.update_item(TableName=T, Key=key, UpdateExpression="ADD clicks :one", ExpressionAttributeValues={":one": 1})
    if kit.flaw("total-counter"):
        db.update_item(TableName=T, Key={"PK": "STATS", "SK": "TOTAL"}, UpdateExpression="ADD clicks :one",
                       ExpressionAttributeValues={":one": 1})


def redirect(code):
    item = db.get_item(TableName=T, Key={"PK": "LINK#" + code, "SK": "META"},
                       **({"ProjectionExpression": "longUrl"} if kit.flaw("expiry-unchecked")
                          else {"ProjectionExpression": "longUrl, expiresAt"})).get("Item")
    if item and (kit.flaw("expiry-unchecked") or item.get("expiresAt", kit.now + 1) > kit.now):
        count(code)
        return item["longUrl"]
    return None


codes = []
for number in range(120):
    clock += 500
    expires = None if number % 3 else kit.now + (3600 if number % 2 else -3600)
    codes.append(create(rnd.choice(users), "".join(rnd.choice(letters) for _ in range(7)), expires))
create(users[0], codes[5])  # taken
popular = codes[1:4]
for _ in range(500):
    clock += 60
    redirect(rnd.choice(popular) if rnd.random() < 0.4 else rnd.choice(codes))
redirect("absent0")
for user in users:
    for _ in range(2):
        kit.query(TableName=T, IndexName="GSI1", KeyConditionExpression="GSI1PK = :u", ScanIndexForward=False,
                  ExpressionAttributeValues={":u": user})
if not kit.flaw("clicks-in-link"):
    for code in codes[:40]:
        kit.query(TableName=T, KeyConditionExpression="PK = :l AND begins_with(SK, :d)",
                  ExpressionAttributeValues={":l": "LINK#" + code, ":d": "DAY#"})
