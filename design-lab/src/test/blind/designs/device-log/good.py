import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, day, stamp

kit = Kit(__file__, seed=4702)
T = "DeviceStateLog"
details = kit.flaw("keys-only-escalations")
kit.table(T, "DeviceID:S", "State#Date:S", [
    ("GSI1", "Operator:S", "Date:S", "ALL"),
    ("GSI2", "EscalatedTo:S", "State#Date:S", "KEYS_ONLY" if details else ["Operator", "Date", "State", "Detail"]),
], ttl="ExpireAt")
kit.create()
db, rnd = kit.db, kit.random
devices = ["d#%05d" % n for n in range(12345, 12357)]
operators = ["Liz", "Sue", "Tom", "Ana"]
supervisors = ["Sara", "Omar"]
states = ["NORMAL"] * 8 + ["WARNING1", "WARNING2", "WARNING3", "WARNING10", "WARNING11"]
warnings = []


def log(device, second):
    state = rnd.choice(states)
    item = {"DeviceID": device, "State#Date": state + "#" + stamp(second), "Date": stamp(second), "State": state,
            "Detail": "temperature %d, pressure %d" % (rnd.randrange(90), rnd.randrange(900)),
            "ExpireAt": kit.now + 90 * 86400}
    if kit.flaw("ttl-milliseconds"):
        item["ExpireAt"] = (kit.now + 90 * 86400) * 1000
    if state != "NORMAL":
        item["Operator"] = rnd.choice(operators)
        warnings.append(item)
    return item


for hour in range(24):
    entries = [log(device, hour * 3600 + minute * 900 + rnd.randrange(60)) for device in devices for minute in range(2)]
    kit.batch_write(T, puts=entries)
for second in range(90000, 90000 + 300 * 60, 300):
    db.put_item(TableName=T, Item=log(rnd.choice(devices), second))

for item in rnd.sample(warnings, 40):
    kit.attempt(db.update_item, TableName=T, Key={"DeviceID": item["DeviceID"], "State#Date": item["State#Date"]},
                UpdateExpression="SET EscalatedTo = :s", ConditionExpression="attribute_exists(DeviceID)",
                ExpressionAttributeValues={":s": rnd.choice(supervisors)})

for device in devices:
    kit.query(TableName=T, KeyConditionExpression="DeviceID = :d", ScanIndexForward=False,
              ExpressionAttributeValues={":d": device})
    for state in ["WARNING1", "WARNING2"]:
        if kit.flaw("state-filter"):
            kit.query(TableName=T, KeyConditionExpression="DeviceID = :d", FilterExpression="#s = :s",
                      ExpressionAttributeNames={"#s": "State"}, ScanIndexForward=False,
                      ExpressionAttributeValues={":d": device, ":s": state})
            continue
        prefix = state if kit.flaw("prefix-without-delimiter") else state + "#"
        kit.query(TableName=T, KeyConditionExpression="DeviceID = :d AND begins_with(#k, :p)",
                  ExpressionAttributeNames={"#k": "State#Date"}, ScanIndexForward=False,
                  ExpressionAttributeValues={":d": device, ":p": prefix})
for operator in operators:
    for hour in range(0, 24, 4):
        kit.query(TableName=T, IndexName="GSI1", KeyConditionExpression="#o = :o AND #d BETWEEN :a AND :b",
                  ExpressionAttributeNames={"#o": "Operator", "#d": "Date"},
                  ExpressionAttributeValues={":o": operator, ":a": stamp(hour * 3600), ":b": stamp(hour * 3600 + 14399)})


def escalated(supervisor, prefix):
    condition, values, names = "EscalatedTo = :s", {":s": supervisor}, {}
    if prefix:
        condition += " AND begins_with(#k, :p)"
        values[":p"] = prefix
        names = {"ExpressionAttributeNames": {"#k": "State#Date"}}
    items = kit.query(TableName=T, IndexName="GSI2", KeyConditionExpression=condition,
                      ExpressionAttributeValues=values, **names)
    if details:
        for item in items:
            db.get_item(TableName=T, Key={"DeviceID": item["DeviceID"], "State#Date": item["State#Date"]})


for supervisor in supervisors:
    for _ in range(5):
        escalated(supervisor, None)
        escalated(supervisor, "WARNING1#")
        escalated(supervisor, "WARNING2#" + day(0))
