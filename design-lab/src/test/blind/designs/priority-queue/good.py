import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, stamp

kit = Kit(__file__, seed=4704)
T = "Shipment"
INDEX = "queued-position-index"
kit.table(T, "id:S", None, [(INDEX, "queued:N", "position:S", ["version", "taken_until", "status"])])
kit.create()
db, rnd = kit.db, kit.random
clock = 0
ids = ["A-%04d" % n for n in range(1, 161)]


def position(priority, second):
    return (str(priority) if kit.flaw("unpadded-priority") else "%02d" % priority) + "#" + stamp(second)


def add(shipment):
    kit.attempt(db.put_item, TableName=T, Item={
        "id": shipment, "status": "READY_TO_SHIP", "version": 1, "contents": "two boxes of books, keep dry. " * 5,
        "system_info": {"created": stamp(clock), "attempts": 0}},
        ConditionExpression="attribute_not_exists(id)")


def enqueue(shipment):
    kit.attempt(db.update_item, TableName=T, Key={"id": shipment},
                UpdateExpression="SET queued = :q, #p = :p, version = version + :one, #s = :s",
                ConditionExpression="attribute_exists(id) AND attribute_not_exists(queued)",
                ExpressionAttributeNames={"#p": "position", "#s": "status"},
                ExpressionAttributeValues={":q": 1, ":p": position(rnd.choice([1, 5, 9, 10]), clock), ":one": 1,
                                           ":s": "QUEUED"})


def take():
    """The first entry that no other consumer has, or None."""
    request = dict(TableName=T, KeyConditionExpression="queued = :q", ExpressionAttributeValues={":q": 1},
                   IndexName=INDEX, Limit=5)
    while True:
        page = db.query(**request)
        for entry in page["Items"]:
            if entry.get("taken_until", 0) > clock:
                continue
            update = dict(
                TableName=T, Key={"id": entry["id"]},
                UpdateExpression="SET taken_until = :u, version = version + :one, system_info.attempts = system_info.attempts + :one",
                ConditionExpression="version = :v AND attribute_exists(queued)",
                ExpressionAttributeValues={":u": clock + 60, ":one": 1, ":v": entry["version"]}, ReturnValues="ALL_NEW")
            if kit.flaw("take-without-version"):
                del update["ConditionExpression"]
                del update["ExpressionAttributeValues"][":v"]
            if kit.flaw("info-rewritten"):
                info = db.get_item(TableName=T, Key={"id": entry["id"]})["Item"]["system_info"]
                info["attempts"] += 1
                update["UpdateExpression"] = "SET taken_until = :u, version = version + :one, system_info = :i"
                update["ConditionExpression"] = "attribute_exists(queued)"
                update["ExpressionAttributeValues"] = {":u": clock + 60, ":one": 1, ":i": info}
            taken = kit.attempt(db.update_item, **update)
            if taken:
                return taken["Attributes"]
        if "LastEvaluatedKey" not in page:
            return None
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def done(item):
    update = dict(
        TableName=T, Key={"id": item["id"]},
        UpdateExpression="SET #s = :s, version = version + :one REMOVE queued, #p, taken_until",
        ConditionExpression="version = :v", ExpressionAttributeNames={"#s": "status", "#p": "position"},
        ExpressionAttributeValues={":s": "COMPLETED", ":one": 1, ":v": item["version"]})
    if kit.flaw("remove-without-condition"):
        del update["ConditionExpression"]
        del update["ExpressionAttributeValues"][":v"]
    kit.attempt(db.update_item, **update)


def shipped(item):
    """Takes the shipment out of the table once its report is written."""
    if kit.flaw("remove-without-condition"):
        db.delete_item(TableName=T, Key={"id": item["id"]})
        return
    kit.attempt(db.delete_item, TableName=T, Key={"id": item["id"]},
                ConditionExpression="#s = :s AND attribute_not_exists(queued)",
                ExpressionAttributeNames={"#s": "status"}, ExpressionAttributeValues={":s": "COMPLETED"})


for shipment in ids:
    clock += 1
    add(shipment)
add(ids[3])
for shipment in ids:
    clock += 2
    enqueue(shipment)
slow = []
for turn in range(150):
    clock += 3
    item = take()
    if item is None:
        continue
    if turn % 10 == 9:
        slow.append(item)  # a consumer that needs too long: its entry is taken again
        continue
    done(item)
    if turn % 6 == 0:
        shipped(item)
for item in slow:
    done(item)
for shipment in rnd.sample(ids, 20):
    db.get_item(TableName=T, Key={"id": shipment}, ConsistentRead=True)
for shipment in ids[:15]:
    enqueue(shipment)
