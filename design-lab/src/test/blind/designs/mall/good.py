import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kit import Kit, day

kit = Kit(__file__, seed=4709)
T = "StoreDirectory"
kit.table(T, "pk:S", "sk:S", [
    ("gis1pk-gsi1sk-index", "gis1pk:S", "gsi1sk:S", "ALL"),
    ("gis2pk-gsi2sk-index", "gis2pk:S", "gsi2sk:S", ["cityId", "mallId", "storeId", "leaseEndDate", "rent"]),
])
kit.create()
db, rnd = kit.db, kit.random
cities = ["Atlanta1", "Boston2"]
malls = ["EastPointe", "WestGate", "NorthPark"]
buildings = ["A", "A1", "A2", "B", "B1", "F34"]
chains = ["LatteLarrys", "MochaJoes", "SpiteStore", "BigBoxBooks", "ShoeShack", "TeaTime", "PhoneFix", "ToyTown"]


def key(text, **facets):
    return (text + "".join("#%s_%s" % f for f in facets.items()) + "#").lower()


def keys(store):
    made = {
        "pk": key("$mallstoredirectory", cityId=store["cityId"], mallId=store["mallId"]),
        "sk": key("$mallstore_1", buildingId=store["buildingId"], storeId=store["storeId"]),
        "gis1pk": key("$mallstoredirectory", mallId=store["mallId"]),
        "gsi1sk": key("$mallstore_1", buildingId=store["buildingId"], unitId=store["unitId"]),
        "gis2pk": key("$mallstoredirectory", storeId=store["storeId"]),
        "gsi2sk": key("$mallstore_1", leaseEndDate=store["leaseEndDate"], mallId=store["mallId"], unitId=store["unitId"])}
    if kit.flaw("mixed-case") and store.get("imported"):
        made["pk"] = "$mallstoredirectory#cityid_%s#mallid_%s#" % (store["cityId"], store["mallId"])
    return made


def store(city, mall, building, chain, number):
    rent = rnd.randrange(300, 15000)
    return {"cityId": city, "mallId": mall, "buildingId": building, "storeId": chain, "unitId": "U%03d" % number,
            "leaseEndDate": day(rnd.randrange(30, 900)), "category": rnd.choice(["food/coffee", "food/meal", "goods"]),
            "rent": "%d.00" % rent if kit.flaw("rent-as-text") else rent, "discount": 0,
            "imported": number % 4 == 0, "__edb_e__": "MallStore", "__edb_v__": "1"}


stores = []
number = 0
for city in cities:
    for mall in malls:
        for building in buildings:
            for chain in rnd.sample(chains, 6):
                number += 1
                stores.append(store(city, mall + city[-1], building, chain, number))
for s in stores:
    kit.attempt(db.put_item, TableName=T, Item={**s, **keys(s)}, ConditionExpression="attribute_not_exists(pk)")
kit.attempt(db.put_item, TableName=T, Item={**stores[0], **keys(stores[0])},
            ConditionExpression="attribute_not_exists(pk)")

for s in rnd.sample(stores, 40):
    s["leaseEndDate"] = day(rnd.randrange(900, 1500))
    k = keys(s)
    update = dict(TableName=T, Key={"pk": k["pk"], "sk": k["sk"]},
                  UpdateExpression="SET leaseEndDate = :d, gsi2sk = :k", ConditionExpression="attribute_exists(pk)",
                  ExpressionAttributeValues={":d": s["leaseEndDate"], ":k": k["gsi2sk"]})
    if kit.flaw("lease-index-drift"):
        update["UpdateExpression"] = "SET leaseEndDate = :d"
        del update["ExpressionAttributeValues"][":k"]
    kit.attempt(db.update_item, **update)

for s in rnd.sample(stores, 80):
    plain = dict(s, imported=False)
    db.get_item(TableName=T, Key={"pk": keys(plain)["pk"], "sk": keys(plain)["sk"]})
for city in cities:
    for mall in malls:
        pk = key("$mallstoredirectory", cityId=city, mallId=mall + city[-1])
        kit.query(TableName=T, KeyConditionExpression="pk = :p AND begins_with(sk, :s)",
                  ExpressionAttributeValues={":p": pk, ":s": "$mallstore_1#"})
        for building in buildings:
            prefix = "$mallstore_1#buildingid_" + building.lower() + ("" if kit.flaw("building-prefix") else "#")
            kit.query(TableName=T, IndexName="gis1pk-gsi1sk-index",
                      KeyConditionExpression="gis1pk = :p AND begins_with(gsi1sk, :s)",
                      ExpressionAttributeValues={":p": key("$mallstoredirectory", mallId=mall + city[-1]), ":s": prefix})
low, high = ("2000.00", "5000.00") if kit.flaw("rent-as-text") else (2000, 5000)
for chain in chains:
    for _ in range(4):
        # leases that end in a quarter
        kit.query(TableName=T, IndexName="gis2pk-gsi2sk-index",
                  KeyConditionExpression="gis2pk = :p AND gsi2sk BETWEEN :a AND :b",
                  ExpressionAttributeValues={":p": key("$mallstoredirectory", storeId=chain),
                                             ":a": "$mallstore_1#leaseenddate_2027-10-01",
                                             ":b": "$mallstore_1#leaseenddate_2027-12-31$"})
    # leases of the chain in a range of rents: some forty leases in a collection, a filter will do
    kit.query(TableName=T, IndexName="gis2pk-gsi2sk-index", KeyConditionExpression="gis2pk = :p",
              FilterExpression="rent BETWEEN :l AND :h",
              ExpressionAttributeValues={":p": key("$mallstoredirectory", storeId=chain), ":l": low, ":h": high})
for s in stores[-10:]:
    plain = keys(s)
    kit.attempt(db.delete_item, TableName=T, Key={"pk": plain["pk"], "sk": plain["sk"]},
                ConditionExpression="unitId = :u", ExpressionAttributeValues={":u": s["unitId"]})
