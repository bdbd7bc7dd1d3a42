import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, stamp

kit = Kit(__file__, seed=4705)
T = "battle-royale"
kit.table(T, "PK:S", "SK:S", [
    ("OpenGamesIndex", "map:S", "open_timestamp:S", ["game_id", "people", "creator", "start_time"]),
    ("InvertedIndex", "SK:S", "PK:S", ["place", "joined"]),
])
kit.create()
db, rnd = kit.db, kit.random
maps = ["Green Grasslands", "Dirty Desert", "Juicy Jungle", "Urban Underground"]
LIMIT = 8
names = ["gina%02d" % n for n in range(60)]
clock = 0


def register(name):
    key = name if kit.flaw("case-only-names") else name.lower()
    kit.attempt(db.put_item, TableName=T, Item={
        "PK": "USER#" + key, "SK": "#METADATA#" + key, "username": key, "email": name + "@example.com",
        "name": name.title(), "created": stamp(clock)}, ConditionExpression="attribute_not_exists(PK)")


def create_game(number, creator):
    game = "%08x-game" % (number * 7919)
    kit.attempt(db.put_item, TableName=T, Item={
        "PK": "GAME#" + game, "SK": "#METADATA#" + game, "game_id": game, "map": rnd.choice(maps), "people": 0,
        "creator": creator, "open_timestamp": stamp(clock), "create_time": stamp(clock)},
        ConditionExpression="attribute_not_exists(PK)")
    return game


def join(game, name):
    player = {"TableName": T, "Item": {"PK": "GAME#" + game, "SK": "USER#" + name, "game_id": game, "username": name,
                                       "joined": stamp(clock)}, "ConditionExpression": "attribute_not_exists(SK)"}
    count = {"TableName": T, "Key": {"PK": "GAME#" + game, "SK": "#METADATA#" + game},
             "UpdateExpression": "SET people = people + :one",
             "ConditionExpression": "people < :limit AND attribute_exists(open_timestamp)",
             "ExpressionAttributeValues": {":one": 1, ":limit": LIMIT}}
    if kit.flaw("join-without-limit"):
        count["ConditionExpression"] = "attribute_exists(PK)"
        del count["ExpressionAttributeValues"][":limit"]
    if kit.flaw("join-split"):
        if kit.attempt(db.update_item, **count):
            kit.attempt(db.put_item, **player)
        return
    if kit.flaw("count-lost-update"):
        meta = db.get_item(TableName=T, Key=count["Key"])["Item"]
        if meta["people"] >= LIMIT or "open_timestamp" not in meta:
            return
        count["UpdateExpression"] = "SET people = :n"
        count["ConditionExpression"] = "attribute_exists(PK)"
        count["ExpressionAttributeValues"] = {":n": meta["people"] + 1}
    kit.attempt(db.transact_write_items, TransactItems=[{"Put": player}, {"Update": count}])


def start(game, name):
    update = dict(TableName=T, Key={"PK": "GAME#" + game, "SK": "#METADATA#" + game},
                  UpdateExpression="SET start_time = :t REMOVE open_timestamp",
                  ConditionExpression="people > :min AND attribute_not_exists(start_time) AND creator = :c",
                  ExpressionAttributeValues={":t": stamp(clock), ":min": 2, ":c": name})
    if kit.flaw("started-stays-open"):
        update["UpdateExpression"] = "SET start_time = :t"
    return kit.attempt(db.update_item, **update)


def open_games(map_):
    request = dict(TableName=T, IndexName="OpenGamesIndex", KeyConditionExpression="#m = :m",
                   ExpressionAttributeNames={"#m": "map"}, ExpressionAttributeValues={":m": map_})
    if kit.flaw("started-stays-open"):
        request["FilterExpression"] = "attribute_not_exists(start_time)"
    return kit.query(**request)


for name in names:
    clock += 5
    register(name)
for name in ["Gina01", "GINA02", "Gina33"]:
    register(name)
games = []
for number in range(30):
    clock += 20
    creator = rnd.choice(names)
    game = create_game(number + 1, creator)
    games.append((game, creator))
    join(game, creator)
for _ in range(260):
    clock += 2
    join(rnd.choice(games)[0], rnd.choice(names))
for turn in range(40):
    open_games(rnd.choice(maps))
for game, creator in games[:22]:
    clock += 3
    start(game, creator)
for turn in range(40):
    open_games(rnd.choice(maps))
for game, _ in games[:22]:
    # the game with its players, then the profiles of the players
    items = kit.query(TableName=T, KeyConditionExpression="PK = :g AND SK BETWEEN :a AND :z",
                      ExpressionAttributeValues={":g": "GAME#" + game, ":a": "#METADATA#" + game, ":z": "USER$"})
    players = [i["username"] for i in items if i["SK"].startswith("USER#")]
    keys = [{"PK": "USER#" + p, "SK": "#METADATA#" + p} for p in players]
    if kit.flaw("transaction-to-show") and keys:
        db.transact_get_items(TransactItems=[{"Get": {"TableName": T, "Key": k}} for k in keys])
    else:
        kit.batch_get(T, keys)
    for place, player in enumerate(rnd.sample(players, min(3, len(players)))):
        kit.attempt(db.update_item, TableName=T, Key={"PK": "GAME#" + game, "SK": "USER#" + player},
                    UpdateExpression="SET place = :p", ConditionExpression="attribute_exists(PK) AND attribute_not_exists(place)",
                    ExpressionAttributeValues={":p": place + 1})
for name in names:
    kit.query(TableName=T, IndexName="InvertedIndex", KeyConditionExpression="SK = :u AND begins_with(PK, :g)",
              ExpressionAttributeValues={":u": "USER#" + name, ":g": "GAME#"})
    db.get_item(TableName=T, Key={"PK": "USER#" + name, "SK": "#METADATA#" + name})
