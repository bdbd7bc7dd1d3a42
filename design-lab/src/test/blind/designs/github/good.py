import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, stamp

kit = Kit(__file__, seed=4706)
T = "GitHubTable"
kit.table(T, "PK:S", "SK:S", [
    ("GSI1", "GSI1PK:S", "GSI1SK:S", ["IssueNumber", "Title", "Creator", "Status"]),
    ("GSI3", "GSI3PK:S", "GSI3SK:S", ["RepoName", "Description"]),
])
kit.create()
db, rnd = kit.db, kit.random
accounts = ["alexdebrie", "aws", "tinker", "mona", "octo"]
users = ["user%03d" % n for n in range(80)]
clock = 0


def create_repo(owner, name):
    key = "REPO#" + owner + "#" + name
    kit.attempt(db.put_item, TableName=T, Item={
        "PK": key, "SK": key, "RepoOwner": owner, "RepoName": name, "IssueCounter": 0, "StarCount": 0,
        "Description": "A collection of small tools. " * 3, "GSI3PK": "ACCOUNT#" + owner, "GSI3SK": "#" + stamp(clock)},
        ConditionExpression="attribute_not_exists(PK)")
    return key


def issue_key(number):
    return "ISSUE#" + (str(number) if kit.flaw("unpadded-numbers") else "%08d" % number)


def open_issue(repo):
    condition = {"ConditionExpression": "attribute_not_exists(PK)"}
    if kit.flaw("number-by-query"):
        last = db.query(TableName=T, KeyConditionExpression="PK = :r AND begins_with(SK, :i)", ScanIndexForward=False,
                        ExpressionAttributeValues={":r": repo, ":i": "ISSUE#"}, Limit=1)["Items"]
        number = int(last[0]["IssueNumber"]) + 1 if last else 1
        condition = {}
    else:
        number = int(db.update_item(
            TableName=T, Key={"PK": repo, "SK": repo}, UpdateExpression="SET IssueCounter = IssueCounter + :one",
            ConditionExpression="attribute_exists(PK)", ExpressionAttributeValues={":one": 1},
            ReturnValues="UPDATED_NEW")["Attributes"]["IssueCounter"])
    kit.attempt(db.put_item, TableName=T, Item={
        "PK": repo, "SK": issue_key(number), "IssueNumber": number, "Title": "It does not start on Mondays",
        "Creator": rnd.choice(users), "Status": "Open", "Content": "Steps: start it on a Monday. " * 10,
        "GSI1PK": repo + "#ISSUES", "GSI1SK": "ISSUE#OPEN#%08d" % (99999999 - number), "CreatedAt": stamp(clock)},
        **condition)
    return repo, number


def close_issue(repo, number):
    kit.attempt(db.update_item, TableName=T, Key={"PK": repo, "SK": issue_key(number)},
                UpdateExpression="SET #s = :s, GSI1SK = :k", ConditionExpression="#s = :open",
                ExpressionAttributeNames={"#s": "Status"},
                ExpressionAttributeValues={":s": "Closed", ":open": "Open", ":k": "ISSUE#CLOSED#%08d" % number})


def star(repo, user):
    item = {"PK": repo, "SK": "STAR#" + user, "StarredAt": stamp(clock)}
    if kit.flaw("stars-list"):
        db.update_item(TableName=T, Key={"PK": repo, "SK": repo},
                       UpdateExpression="SET Stars = list_append(if_not_exists(Stars, :none), :s), StarCount = StarCount + :one",
                       ConditionExpression="attribute_exists(PK)",
                       ExpressionAttributeValues={":none": [], ":s": [{"user": user, "at": stamp(clock)}], ":one": 1})
        return
    count = {"TableName": T, "Key": {"PK": repo, "SK": repo}, "UpdateExpression": "SET StarCount = StarCount + :one",
             "ConditionExpression": "attribute_exists(PK)", "ExpressionAttributeValues": {":one": 1}}
    if kit.flaw("star-twice"):
        db.put_item(TableName=T, Item=item)
        db.update_item(**count)
        return
    kit.attempt(db.transact_write_items, TransactItems=[
        {"Put": {"TableName": T, "Item": item, "ConditionExpression": "attribute_not_exists(PK)"}}, {"Update": count}])


def unstar(repo, user):
    kit.attempt(db.transact_write_items, TransactItems=[
        {"Delete": {"TableName": T, "Key": {"PK": repo, "SK": "STAR#" + user},
                    "ConditionExpression": "attribute_exists(PK)"}},
        {"Update": {"TableName": T, "Key": {"PK": repo, "SK": repo}, "UpdateExpression": "SET StarCount = StarCount - :one",
                    "ConditionExpression": "attribute_exists(PK)", "ExpressionAttributeValues": {":one": 1}}}])


repos = [create_repo(a, "tool%d" % n) for a in accounts for n in range(3)]
create_repo("aws", "tool1")
issues = []
for _ in range(220):
    clock += 30
    issues.append(open_issue(repos[0] if rnd.random() < 0.3 else rnd.choice(repos)))
for repo, number in rnd.sample(issues, 120):
    close_issue(repo, number)
starred = []
for _ in range(240):
    clock += 4
    pair = (rnd.choice(repos), rnd.choice(users))
    starred.append(pair)
    star(*pair)
for pair in starred[:5]:
    star(*pair)  # a second click
if not kit.flaw("stars-list"):
    for pair in rnd.sample(starred, 25):
        unstar(*pair)
for repo in repos:
    for _ in range(3):
        kit.query(TableName=T, IndexName="GSI1", KeyConditionExpression="GSI1PK = :r AND begins_with(GSI1SK, :i)",
                  ExpressionAttributeValues={":r": repo + "#ISSUES", ":i": "ISSUE#OPEN#"})
    # the newest issues of any status, one page
    db.query(TableName=T, KeyConditionExpression="PK = :r AND begins_with(SK, :i)", ScanIndexForward=False,
             ExpressionAttributeValues={":r": repo, ":i": "ISSUE#"}, Limit=15)
    db.get_item(TableName=T, Key={"PK": repo, "SK": repo})
    if not kit.flaw("stars-list"):
        kit.query(TableName=T, KeyConditionExpression="PK = :r AND begins_with(SK, :s)",
                  ExpressionAttributeValues={":r": repo, ":s": "STAR#"})
for repo, number in rnd.sample(issues, 40):
    db.get_item(TableName=T, Key={"PK": repo, "SK": issue_key(number)})
for account in accounts:
    kit.query(TableName=T, IndexName="GSI3", KeyConditionExpression="GSI3PK = :a", ScanIndexForward=False,
              ExpressionAttributeValues={":a": "ACCOUNT#" + account})
