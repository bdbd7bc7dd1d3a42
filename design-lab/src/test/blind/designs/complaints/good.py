import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, day, stamp

kit = Kit(__file__, seed=4701)
T = "Complaint_management_system"
kit.table(T, "PK:S", "SK:S", [
    ("Customer_complaint_GSI", "customer_id:S", "complaint_id:S", ["severity", "current_state", "creation_time"]),
    ("Escalations_GSI", "escalated_to:S", "escalation_time:S", ["severity", "complaint_id", "customer_id"]),
    ("Agents_Comments_GSI", "agentID:S", "comm_date:S", ["comm_text", "complaint_state"]),
])
kit.create()
db, rnd = kit.db, kit.random
agents = ["Agent%s" % c for c in "ABCDEF"]
managers = ["Manager1", "Manager2"]
clock = 0


def tick():
    global clock
    clock += rnd.randint(20, 400)
    return clock


def create(number):
    second = tick()
    complaint = "Complaint%06d" % number
    kit.attempt(db.put_item, TableName=T, Item={
        "PK": complaint, "SK": "metadata", "complaint_id": complaint, "customer_id": "cust%03d" % rnd.randrange(40),
        "severity": rnd.choice(["P1", "P2", "P3"]), "complaint_description": "The parcel did not arrive. " * 8,
        "current_state": "waiting", "creation_time": stamp(second)},
        ConditionExpression="attribute_not_exists(PK)")
    return complaint


def comment(complaint):
    second = tick()
    agent = rnd.choice(agents)
    state = rnd.choice(["investigating", "waiting"])
    number = "comm%06d" % second
    item = {"PK": complaint, "SK": "comm#" + stamp(second) + "#" + number, "comm_id": number, "agentID": agent,
            "comm_date": stamp(second), "comm_text": "Called the carrier about the parcel. " * 6,
            "complaint_state": state}
    if kit.flaw("state-whole-put"):
        whole = db.get_item(TableName=T, Key={"PK": complaint, "SK": "metadata"})["Item"]
        db.put_item(TableName=T, Item=item, ConditionExpression="attribute_not_exists(PK)")
        whole["current_state"] = state
        db.put_item(TableName=T, Item=whole)
        return
    kit.attempt(db.transact_write_items, TransactItems=[
        {"Put": {"TableName": T, "Item": item, "ConditionExpression": "attribute_not_exists(PK)"}},
        {"Update": {"TableName": T, "Key": {"PK": complaint, "SK": "metadata"},
                    "UpdateExpression": "SET current_state = :s", "ConditionExpression": "attribute_exists(PK)",
                    "ExpressionAttributeValues": {":s": state}}}])


def escalate(complaint):
    request = dict(
        TableName=T, Key={"PK": complaint, "SK": "metadata"},
        UpdateExpression="SET escalated_to = :m, escalation_time = :t, severity = :p",
        ExpressionAttributeValues={":m": rnd.choice(managers), ":t": stamp(tick()), ":p": "P1", ":none": "NONE"})
    if kit.flaw("upsert-escalation"):
        del request["ExpressionAttributeValues"][":none"]
        db.update_item(**request)
        return
    if kit.flaw("escalated-none"):
        request["ConditionExpression"] = "attribute_exists(PK) AND (attribute_not_exists(escalated_to) OR escalated_to = :none)"
    else:
        del request["ExpressionAttributeValues"][":none"]
        request["ConditionExpression"] = "attribute_exists(PK) AND attribute_not_exists(escalated_to)"
    kit.attempt(db.update_item, **request)


def resolve(complaint):
    if kit.flaw("escalated-none"):
        kit.attempt(db.update_item, TableName=T, Key={"PK": complaint, "SK": "metadata"},
                    UpdateExpression="SET current_state = :s, escalated_to = :none, escalation_time = :t",
                    ConditionExpression="attribute_exists(PK)",
                    ExpressionAttributeValues={":s": "resolved", ":none": "NONE", ":t": stamp(clock)})
        return
    kit.attempt(db.update_item, TableName=T, Key={"PK": complaint, "SK": "metadata"},
                UpdateExpression="SET current_state = :s REMOVE escalated_to, escalation_time",
                ConditionExpression="attribute_exists(PK)", ExpressionAttributeValues={":s": "resolved"})


def escalations(manager):
    if kit.flaw("scan-escalations"):
        return kit.scan(TableName=T, FilterExpression="escalated_to = :m", ExpressionAttributeValues={":m": manager})
    return kit.query(TableName=T, IndexName="Escalations_GSI", KeyConditionExpression="escalated_to = :m",
                     ExpressionAttributeValues={":m": manager})


complaints = [create(n) for n in range(1, 121)]
create(7)  # the number is taken
busy = complaints[:5]
for round_ in range(150):
    comment(rnd.choice(busy) if rnd.random() < 0.5 else rnd.choice(complaints))
for complaint in rnd.sample(complaints, 30):
    escalate(complaint)
escalate("Complaint000999")  # there is no such complaint
for complaint in rnd.sample(complaints, 60):
    resolve(complaint)
for _ in range(60):
    db.get_item(TableName=T, Key={"PK": rnd.choice(complaints), "SK": "metadata"})
for complaint in busy:
    # all comments, newest first, ten at a time
    kit.query(TableName=T, KeyConditionExpression="PK = :c AND begins_with(SK, :p)", ScanIndexForward=False, Limit=10,
              ExpressionAttributeValues={":c": complaint, ":p": "comm#"})
for _ in range(40):
    kit.query(TableName=T, KeyConditionExpression="PK = :c", ExpressionAttributeValues={":c": rnd.choice(complaints)})
for number in range(40):
    kit.query(TableName=T, IndexName="Customer_complaint_GSI", KeyConditionExpression="customer_id = :c",
              ExpressionAttributeValues={":c": "cust%03d" % number})
for agent in agents:
    kit.query(TableName=T, IndexName="Agents_Comments_GSI",
              KeyConditionExpression="agentID = :a AND begins_with(comm_date, :d)",
              ExpressionAttributeValues={":a": agent, ":d": day(0)})
for _ in range(10):
    for manager in managers:
        escalations(manager)
