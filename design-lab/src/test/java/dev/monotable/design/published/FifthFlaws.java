package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.FirstFlaws.flat;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/**
 * Flaws of writes, items and keys in eight designs in other key styles, which were written before a
 * rule had seen them.
 */
final class FifthFlaws {
  private FifthFlaws() {}

  static List<Flaw> all() {
    return Stream.of(
            races(),
            racesOfRecords(),
            identities(),
            sizes(),
            changes(),
            otherChanges(),
            times(),
            order(),
            heat(),
            skew(),
            FifthReads.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> races() {
    return List.of(
        Flaw.of(
                PublishedDesign.EVENT_STORE,
                "the next version is read, then put",
                "lost-update",
                "unconditional-create",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    String aggregate = LibraryDesigns.aggregate(i);
                    app.pause();
                    Item last = app.newest(null, 1, "aggregateId = :a", ":a", aggregate).get(0);
                    app.put(
                        "aggregateId",
                        aggregate,
                        "version",
                        Integer.parseInt(last.find("version").numberText()) + 1,
                        "timestamp",
                        at(900 + i),
                        "type",
                        "RENAMED",
                        "payload",
                        text(120));
                  }
                }),
        Flaw.of(
                PublishedDesign.TENANT_PRODUCTS,
                "the stock is read and the product put",
                "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    Item product =
                        app.get(app.key(SampleDesigns.shard(i % 4, i), uuid("product", i)));
                    int stock = Integer.parseInt(product.find("stock").numberText()) - 2;
                    app.put(flat(with(product, "stock", stock)));
                  }
                }));
  }

  private static List<Flaw> racesOfRecords() {
    return List.of(
        Flaw.of(
                PublishedDesign.IDEMPOTENCY,
                "a record is looked for, then put",
                "unconditional-create",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 50; i < 55; i++) {
                    Item key = app.key(LibraryDesigns.record(i), null);
                    app.pause();
                    if (app.get(key) == null) {
                      app.put(
                          "id",
                          LibraryDesigns.record(i),
                          "expiration",
                          1_800_003_600 + i,
                          "status",
                          "INPROGRESS");
                    }
                  }
                }));
  }

  private static List<Flaw> identities() {
    return List.of(
        Flaw.of(
                PublishedDesign.BOOKMARKS,
                "a new customer gets a number that is taken",
                "put-replaces-other-identity",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 1; i < 3; i++) {
                    app.pause();
                    app.put(
                        "customerId",
                        String.valueOf(100 + i),
                        "sk",
                        "CUST#" + (100 + i),
                        "email",
                        "somebody" + i + "@example.org",
                        "fullName",
                        "Somebody " + i);
                  }
                }),
        Flaw.of(
                PublishedDesign.SIGN_IN,
                "a device is registered at the key of the user",
                "put-replaces-other-entity",
                "put-replaces-other-identity",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    String user = "USER#" + uuid("signed", i);
                    app.pause();
                    app.put(
                        "pk", user, "sk", user, "type", "DEVICE", "model", "phone", "pushKey",
                        text(40));
                  }
                }),
        Flaw.of(PublishedDesign.AMPLIFY_ORDERS, "an order without its date", "half-index-key")
            .items(
                item ->
                    text(item, "id").equals(uuid("order", 7))
                            || text(item, "id").equals(uuid("order", 9))
                        ? with(item, "date", null)
                        : item),
        Flaw.of(PublishedDesign.BOOKMARKS, "an index that nobody reads", "unused-index")
            .tables(
                "      ByUrl: {",
                "      ByTitle: {partitionKey: title, sortKey: createDate}\n      ByUrl: {"));
  }

  private static List<Flaw> sizes() {
    return List.of(
        Flaw.of(PublishedDesign.EVENT_STORE, "events hold the whole aggregate", "large-item")
            .items(item -> with(item, "payload", text(120_000))),
        Flaw.of(PublishedDesign.IDEMPOTENCY, "the result is a document", "large-item")
            .after(
                app -> {
                  for (int i = 60; i < 66; i++) {
                    app.pause();
                    LibraryDesigns.begin(app, LibraryDesigns.record(i), i);
                    app.update(
                        app.key(LibraryDesigns.record(i), null),
                        "SET #data = :d, #status = :s",
                        ":d",
                        text(150_000),
                        ":s",
                        "COMPLETED");
                  }
                }),
        Flaw.of(PublishedDesign.SIGN_IN, "the sign-ins of a user in a list", "growing-item")
            .after(
                app -> {
                  String user = "USER#" + uuid("signed", 2);
                  for (int i = 0; i < 15; i++) {
                    app.pause();
                    app.update(
                        app.key(user, user),
                        "SET signIns = list_append(if_not_exists(signIns, :none), :s)",
                        ":none",
                        AttributeValue.list(List.of()),
                        ":s",
                        AttributeValue.list(
                            AttributeValue.string("from 203.0.113." + i + " at " + at(i))));
                  }
                }));
  }

  private static List<Flaw> changes() {
    return List.of(
        Flaw.of(
                PublishedDesign.PLACES,
                "visits are counted beside the outline of a place",
                "small-change-of-large-item")
            .items(item -> with(item, "outline", text(9_000)))
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    app.pause();
                    app.update(
                        app.key(LibraryDesigns.cell(i), uuid("place", i)),
                        "ADD visits :one",
                        ":one",
                        1);
                  }
                }),
        Flaw.of(
                PublishedDesign.SIGN_IN,
                "the time of a visit beside the picture of a user",
                "small-change-of-large-item")
            .items(
                item ->
                    text(item, "type").equals("USER") ? with(item, "image", text(15_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 16; i++) {
                    String user = "USER#" + uuid("signed", i % 8);
                    app.pause();
                    app.update(app.key(user, user), "SET lastSeen = :t", ":t", at(i));
                  }
                }));
  }

  private static List<Flaw> otherChanges() {
    return List.of(
        Flaw.of(
                PublishedDesign.TENANT_PRODUCTS,
                "a price is changed in a transaction of one",
                "transaction-of-one-action")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.transact(
                        app.updating(
                            app.key(SampleDesigns.shard(i, i), uuid("product", i)),
                            "SET price = :p",
                            "attribute_exists(shardId)",
                            ":p",
                            30 + i));
                  }
                }),
        Flaw.of(
                PublishedDesign.SKI_LIFTS,
                "a day is put whole for each change of the snow",
                "put-to-change-one-attribute",
                "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 8; i++) {
                    app.pause();
                    app.put(
                        "Lift",
                        "Lift 2",
                        "Metadata",
                        "DATE#01-09-2026",
                        "TotalUniqueLiftRiders",
                        3_100,
                        "AverageSnowCoverageInches",
                        30 + i,
                        "LiftStatus",
                        "Open",
                        "AvalancheDanger",
                        "Low",
                        "report",
                        text(1_600));
                  }
                }));
  }

  private static List<Flaw> times() {
    return List.of(
        Flaw.of(
                PublishedDesign.IDEMPOTENCY,
                "records expire in milliseconds",
                "ttl-in-milliseconds")
            .items(item -> with(item, "expiration", 1_800_003_600_000L)),
        Flaw.of(PublishedDesign.SIGN_IN, "sessions expire at a text", "ttl-not-a-number")
            .items(
                item ->
                    item.contains("expires")
                        ? with(item, "expires", "2027-01-15T08:00:00.000Z")
                        : item));
  }

  private static List<Flaw> order() {
    return List.of(
        Flaw.of(PublishedDesign.EVENT_STORE, "versions are texts", "sort-key-order")
            .tables("sortKey: {version: N}", "sortKey: version")
            .items(item -> with(item, "version", item.find("version").numberText()))
            .after(
                app -> {
                  for (int version = 6; version < 13; version++) {
                    app.pause();
                    LibraryDesigns.push(app, 0, version);
                    LibraryDesigns.events(app, LibraryDesigns.aggregate(0));
                  }
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.newest(null, 1, "aggregateId = :a", ":a", LibraryDesigns.aggregate(0));
                  }
                }),
        Flaw.of(PublishedDesign.AMPLIFY_ORDERS, "dates begin with the day", "sort-key-order")
            .items(
                item -> {
                  String[] date = text(item, "date").split("-", -1);
                  return with(item, "date", date[2] + "." + date[1] + "." + date[0]);
                }),
        Flaw.of(
                PublishedDesign.AMPLIFY_ORDERS,
                "the newest orders of a product by a random id",
                "newest-by-random-key")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.newest("byProduct", 3, "productID = :p", ":p", uuid("good", i));
                  }
                }));
  }

  private static List<Flaw> heat() {
    return List.of(
        Flaw.of(
                PublishedDesign.EVENT_STORE,
                "all events of a day by an index",
                "rolling-partition-key")
            .tables(
                "    indexes:\n",
                "    indexes:\n      byDay: {partitionKey: day, sortKey: timestamp}\n")
            .items(
                item ->
                    with(
                        item,
                        "day",
                        "2026-01-0" + (4 + Integer.parseInt(item.find("version").numberText()))))
            .after(
                app -> {
                  for (int i = 5; i < 9; i++) {
                    app.pause();
                    app.newest("byDay", 50, "#day = :d", ":d", "2026-01-0" + i);
                  }
                }),
        Flaw.of(
                PublishedDesign.PLACES,
                "the hash key has one digit",
                "constant-partition-key",
                "skewed-partition-key")
            .items(item -> with(item, "hashKey", 5))
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        "geohash-index",
                        "hashKey = :h AND geohash BETWEEN :a AND :b",
                        ":h",
                        5,
                        ":a",
                        LibraryDesigns.cell(i) * 10_000_000_000L,
                        ":b",
                        (LibraryDesigns.cell(i) + 1) * 10_000_000_000L);
                  }
                }));
  }

  private static List<Flaw> skew() {
    return List.of(
        Flaw.of(
                PublishedDesign.TENANT_PRODUCTS,
                "one tenant has one shard and most products",
                "skewed-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 150; i++) {
                    app.pause();
                    app.create(
                        "shardId",
                        SampleDesigns.tenant(9) + "-1",
                        "productId",
                        uuid("many", i),
                        "sku",
                        "SKU" + i,
                        "name",
                        "Product " + i,
                        "price",
                        10,
                        "stock",
                        5,
                        "category",
                        "category1");
                  }
                }),
        Flaw.of(PublishedDesign.SKI_LIFTS, "each rider adds to the item of a day", "hot-item")
            .after(
                app -> {
                  for (int i = 0; i < 60; i++) {
                    app.pause();
                    app.update(
                        app.key("Lift 3", "DATE#01-03-2026"),
                        "ADD TotalUniqueLiftRiders :one",
                        ":one",
                        1);
                  }
                }));
  }
}
