import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit

kit = Kit(__file__, seed=4708)
T = "consumer-leases"
kit.table(T, "leaseKey:S", provisioned=(5, 5) if kit.flaw("provisioned-five") else None)
kit.create()
db, rnd = kit.db, kit.random
shards = ["shardId-%012d" % n for n in range(24)]
workers = ["worker-a", "worker-b", "worker-c"]
held = {w: {} for w in workers}  # what each worker believes


def leases():
    return {i["leaseKey"]: i for i in kit.scan(TableName=T)}


def create(shard):
    kit.attempt(db.put_item, TableName=T, Item={
        "leaseKey": shard, "leaseCounter": 0, "leaseOwner": "none", "checkpoint": "TRIM_HORIZON",
        "ownerSwitchesSinceCheckpoint": 0}, ConditionExpression="attribute_not_exists(leaseKey)")


def take(worker, lease):
    answer = kit.attempt(
        db.update_item, TableName=T, Key={"leaseKey": lease["leaseKey"]},
        UpdateExpression="SET leaseOwner = :w, leaseCounter = leaseCounter + :one, ownerSwitchesSinceCheckpoint = ownerSwitchesSinceCheckpoint + :one",
        ConditionExpression="leaseCounter = :c AND leaseOwner = :o",
        ExpressionAttributeValues={":w": worker, ":one": 1, ":c": lease["leaseCounter"], ":o": lease["leaseOwner"]},
        ReturnValues="ALL_NEW")
    if answer:
        held[worker][lease["leaseKey"]] = answer["Attributes"]


def renew(worker, shard):
    request = dict(TableName=T, Key={"leaseKey": shard}, UpdateExpression="SET leaseCounter = leaseCounter + :one",
                   ConditionExpression="leaseCounter = :c AND leaseOwner = :w",
                   ExpressionAttributeValues={":one": 1, ":c": held[worker][shard]["leaseCounter"], ":w": worker},
                   ReturnValues="ALL_NEW")
    if kit.flaw("renew-unconditional"):
        request["UpdateExpression"] = "SET leaseCounter = leaseCounter + :one, leaseOwner = :w"
        del request["ConditionExpression"]
        del request["ExpressionAttributeValues"][":c"]
    answer = kit.attempt(db.update_item, **request)
    if answer:
        held[worker][shard] = answer["Attributes"]
    else:
        del held[worker][shard]


def checkpoint(worker, shard, number):
    sequence = "4963%016d" % number
    if kit.flaw("checkpoint-read-write"):
        lease = db.get_item(TableName=T, Key={"leaseKey": shard}, ConsistentRead=True)["Item"]
        if lease["leaseOwner"] == worker and lease["checkpoint"] != sequence:
            lease["checkpoint"] = sequence
            lease["ownerSwitchesSinceCheckpoint"] = 0
            db.put_item(TableName=T, Item=lease)
        return
    answer = kit.attempt(
        db.update_item, TableName=T, Key={"leaseKey": shard},
        UpdateExpression="SET #c = :s, ownerSwitchesSinceCheckpoint = :zero, leaseCounter = leaseCounter + :one",
        ConditionExpression="leaseCounter = :n AND leaseOwner = :w", ExpressionAttributeNames={"#c": "checkpoint"},
        ExpressionAttributeValues={":s": sequence, ":zero": 0, ":one": 1, ":w": worker,
                                   ":n": held[worker][shard]["leaseCounter"]}, ReturnValues="ALL_NEW")
    if answer:
        held[worker][shard] = answer["Attributes"]
    else:
        del held[worker][shard]


for shard in shards:
    create(shard)
for shard in shards[:6]:
    create(shard)  # another worker starts and creates them as well
seen = leases()
for number, lease in enumerate(seen.values()):
    take(workers[number % 3], lease)
for lease in list(seen.values())[:5]:
    take("worker-b", lease)  # read before they were taken: refused
for round_ in range(6):
    for worker in workers:
        if worker == "worker-c" and round_ in (2, 3):
            continue  # it hangs
        for shard in list(held[worker]):
            renew(worker, shard)
            if shard in held[worker] and rnd.random() < 0.5:
                checkpoint(worker, shard, round_ * 1000 + rnd.randrange(900))
    if round_ == 3:
        current = leases()
        for shard in list(held["worker-c"]):
            take(rnd.choice(workers[:2]), current[shard])
    leases()
for shard in shards[:4]:
    # the shard was split and read to its end
    for worker in workers:
        if shard in held[worker]:
            kit.attempt(db.delete_item, TableName=T, Key={"leaseKey": shard},
                        ConditionExpression="leaseCounter = :c AND leaseOwner = :w",
                        ExpressionAttributeValues={":c": held[worker][shard]["leaseCounter"], ":w": worker})
leases()
