import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, day, stamp

kit = Kit(__file__, seed=4707)
T, S = "domain-events", "snapshots"
text = kit.flaw("text-sequence")
kit.table(T, "aggregateId:S", "sequenceNumber:" + ("S" if text else "N"),
          [("ByDay", "day:S", "occurredAt:S", "ALL")])
kit.table(S, "aggregateId:S")
kit.create()
db, rnd = kit.db, kit.random
SHARDS = 4
clock = 0
versions = {}


def event(aggregate, number, kind):
    day_ = day(clock // 86400)
    if not kit.flaw("day-without-suffix"):
        day_ += "#%d" % (sum(map(ord, aggregate)) % SHARDS)
    return {"aggregateId": aggregate, "sequenceNumber": str(number) if text else number, "eventType": kind,
            "aggregateType": aggregate.split("-")[0], "payload": '{"amount": %d, "note": "ok"}' % rnd.randrange(1000),
            "occurredAt": stamp(clock) + "#%s#%06d" % (aggregate, number), "day": day_}


def load(aggregate, after=0):
    return kit.query(TableName=T, KeyConditionExpression="aggregateId = :a AND sequenceNumber > :n",
                     ExpressionAttributeValues={":a": aggregate, ":n": str(after) if text else after},
                     ConsistentRead=True)


def append(aggregate, kinds):
    seen = load(aggregate)
    number = max([int(e["sequenceNumber"]) for e in seen], default=0)
    events = [event(aggregate, number + 1 + i, kind) for i, kind in enumerate(kinds)]
    if kit.flaw("append-unconditional"):
        for e in events:
            db.put_item(TableName=T, Item=e)
    elif len(events) == 1:
        kit.attempt(db.put_item, TableName=T, Item=events[0], ConditionExpression="attribute_not_exists(aggregateId)")
    elif kit.flaw("events-in-batch"):
        kit.batch_write(T, puts=events)
    else:
        kit.attempt(db.transact_write_items, TransactItems=[
            {"Put": {"TableName": T, "Item": e, "ConditionExpression": "attribute_not_exists(aggregateId)"}}
            for e in events])
    versions[aggregate] = number + len(events)


def snapshot(aggregate, version, size):
    request = dict(TableName=S, Item={"aggregateId": aggregate, "version": version, "state": "x" * size},
                   ConditionExpression="attribute_not_exists(aggregateId) OR version < :v",
                   ExpressionAttributeValues={":v": version})
    if kit.flaw("snapshot-goes-back"):
        del request["ConditionExpression"]
        del request["ExpressionAttributeValues"]
    kit.attempt(db.put_item, **request)


accounts = ["account-%03d" % n for n in range(30)]
for _ in range(200):
    clock += 600
    append(rnd.choice(accounts), ["Deposited"])
for _ in range(30):
    clock += 600
    append(rnd.choice(accounts), ["Withdrawn", "FeeCharged"])
for _ in range(25):
    clock += 60
    append(accounts[0], ["Deposited"])
# another process appended meanwhile: number 1 is taken
if not kit.flaw("append-unconditional"):
    kit.attempt(db.put_item, TableName=T, Item=event(accounts[0], 1, "Deposited"),
                ConditionExpression="attribute_not_exists(aggregateId)")
for aggregate in accounts:
    load(aggregate)
for number in range(clock // 86400 + 1):
    keys = [day(number)] if kit.flaw("day-without-suffix") else [day(number) + "#%d" % s for s in range(SHARDS)]
    for key in keys:
        kit.query(TableName=T, IndexName="ByDay", KeyConditionExpression="#d = :d",
                  ExpressionAttributeNames={"#d": "day"}, ExpressionAttributeValues={":d": key})
# ledgers are large: their snapshots have 200 KB
ledgers = ["ledger-%03d" % n for n in range(90)]
for aggregate in ledgers:
    snapshot(aggregate, 500, 200_000)
snapshot(ledgers[0], 400, 1_000)  # a slow process is late
for aggregate in ledgers[:20]:
    db.get_item(TableName=S, Key={"aggregateId": aggregate}, ConsistentRead=True)
    load(aggregate, 500)
kit.batch_get(S, [{"aggregateId": a} for a in ledgers], retry=not kit.flaw("batch-unretried"))
