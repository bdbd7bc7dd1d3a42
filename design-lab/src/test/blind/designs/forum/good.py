import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, stamp

kit = Kit(__file__, seed=4711)
F, T, R = "Forum", "Thread", "Reply"
kit.table(F, "Name:S")
kit.table(T, "ForumName:S", "Subject:S",
          lsis=[("LastPostIndex", "ForumName:S", "LastPostDateTime:S", ["LastPostedBy", "Replies"])])
kit.table(R, "Id:S", "ReplyDateTime:S", [("PostedBy-index", "PostedBy:S", "ReplyDateTime:S", "KEYS_ONLY")])
kit.create()
db, rnd = kit.db, kit.random
strong = {"ConsistentRead": True} if kit.flaw("consistent-everywhere") else {}
forums = ["Amazon DynamoDB", "Amazon S3", "Amazon RDS"]
users = ["User %c" % c for c in "ABCDEFGHIJKL"]
clock = 0
posts = 0


def create_thread(forum, subject):
    kit.attempt(db.transact_write_items, TransactItems=[
        {"Put": {"TableName": T, "Item": {
            "ForumName": forum, "Subject": subject, "Message": "How do I do this? " * 15, "PostedBy": rnd.choice(users),
            "LastPostDateTime": stamp(clock), "LastPostedBy": "-", "Replies": 0},
            "ConditionExpression": "attribute_not_exists(ForumName)"}},
        {"Update": {"TableName": F, "Key": {"Name": forum}, "UpdateExpression": "SET Threads = Threads + :one",
                    "ConditionExpression": "attribute_exists(#n)", "ExpressionAttributeNames": {"#n": "Name"},
                    "ExpressionAttributeValues": {":one": 1}}}])


def reply(forum, subject, retried=False):
    global clock, posts
    posts += 1
    time, user = clock, rnd.choice(users)
    message = "m%06d" % posts
    text = "Have you tried it on a Monday, user %s? " % user + "It may help. " * 10
    for attempt in range(2 if retried else 1):
        # a retry after a lost answer
        if kit.flaw("retry-new-key") and attempt:
            clock += 3
            time, message = clock, "m%06d" % (posts + 500000)
        put = {"TableName": R, "Item": {"Id": forum + "#" + subject, "ReplyDateTime": stamp(time) + "#" + message,
                                        "Message": text, "PostedBy": user},
               "ConditionExpression": "attribute_not_exists(Id)"}
        update = {"TableName": T, "Key": {"ForumName": forum, "Subject": subject},
                  "UpdateExpression": "SET LastPostDateTime = :t, LastPostedBy = :u, Replies = Replies + :one",
                  "ConditionExpression": "attribute_exists(ForumName)",
                  "ExpressionAttributeValues": {":t": stamp(time), ":u": user, ":one": 1}}
        if kit.flaw("copies-drift"):
            kit.attempt(db.put_item, **put)
            if posts % 5:  # the program stopped before it came to the copies
                kit.attempt(db.update_item, **update)
        else:
            kit.attempt(db.transact_write_items, TransactItems=[{"Put": put}, {"Update": update}])
    return message


for forum in forums:
    kit.attempt(db.put_item, TableName=F, Item={"Name": forum, "Category": "Amazon Web Services", "Threads": 0},
                ConditionExpression="attribute_not_exists(#n)", ExpressionAttributeNames={"#n": "Name"})
threads = []
for number in range(60):
    clock += 300
    threads.append((rnd.choice(forums), "Question %03d" % number))
    create_thread(*threads[-1])
create_thread(*threads[0])
for number in range(200):
    clock += 40
    reply(*rnd.choice(threads), retried=number % 25 == 0)
for number in range(20):
    clock += 40
    thread = rnd.choice(threads)
    reply(*thread)
    # the user sees the own reply at once
    kit.query(TableName=R, KeyConditionExpression="Id = :i AND ReplyDateTime >= :t", ConsistentRead=True,
              ExpressionAttributeValues={":i": thread[0] + "#" + thread[1], ":t": stamp(clock)})
for forum in forums:
    for _ in range(15):
        db.query(TableName=T, IndexName="LastPostIndex", KeyConditionExpression="ForumName = :f", Limit=10,
                 ScanIndexForward=False, ExpressionAttributeValues={":f": forum}, **strong)
    db.get_item(TableName=F, Key={"Name": forum}, **strong)
for _ in range(60):
    forum, subject = rnd.choice(threads)
    db.get_item(TableName=T, Key={"ForumName": forum, "Subject": subject}, **strong)
    kit.query(TableName=R, KeyConditionExpression="Id = :i", ExpressionAttributeValues={":i": forum + "#" + subject},
              **strong)
for user in users:
    kit.query(TableName=R, IndexName="PostedBy-index", KeyConditionExpression="PostedBy = :u", ScanIndexForward=False,
              ExpressionAttributeValues={":u": user})
