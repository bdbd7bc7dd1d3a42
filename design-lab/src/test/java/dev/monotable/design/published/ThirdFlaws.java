package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.FirstFlaws.flat;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** Flaws in the designs of tools and in designs that were added after the rules. */
final class ThirdFlaws {
  private ThirdFlaws() {}

  static List<Flaw> all() {
    return Stream.of(
            races(),
            otherRaces(),
            writes(),
            otherWrites(),
            items(),
            keys(),
            otherKeys(),
            ThirdReads.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> races() {
    return List.of(
        Flaw.of(PublishedDesign.ELECTRODB_TASKS, "points are read and set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    Item key =
                        app.key(
                            "$taskapp#employee_" + uuid("employee", i),
                            "$assignments#task_1#project_"
                                + uuid("project", 1)
                                + "#task_"
                                + uuid("task", 4 * i + 1));
                    app.pause();
                    app.get(key);
                    app.update(key, "SET points = :p", ":p", 8 + i);
                  }
                }),
        Flaw.of(PublishedDesign.ONLINE_SHOP, "the stock is read and the product put", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    String product = SchemaDesigns.product(i);
                    app.pause();
                    Item item = app.get(app.key(product, product));
                    app.put(flat(with(item, "stock", 90 + i)));
                  }
                }),
        Flaw.of(
                PublishedDesign.TYPEDORM_HR,
                "an email is taken after a look",
                "unconditional-create")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    String email = "DRM_GEN_USER.EMAIL#new" + i + "@org.com";
                    app.pause();
                    app.get(app.key(email, email));
                    app.put("PK", email, "SK", email);
                  }
                }));
  }

  private static List<Flaw> otherRaces() {
    return List.of(
        Flaw.of(
                PublishedDesign.ELECTRODB_TASKS,
                "an employee replaces a task",
                "put-replaces-other-entity")
            .after(
                app ->
                    app.put(
                        "pk",
                        "$taskapp#employee_" + uuid("employee", 2),
                        "sk",
                        "$assignments#task_1#project_"
                            + uuid("project", 2)
                            + "#task_"
                            + uuid("task", 10),
                        "__edb_e__",
                        "employee",
                        "__edb_v__",
                        "1",
                        "employee",
                        uuid("employee", 2),
                        "fullName",
                        "Oops")),
        Flaw.of(
                PublishedDesign.COMPLAINTS,
                "a complaint replaces another one",
                "put-replaces-other-identity",
                "put-replaces-other-entity")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.put(
                        "customer_id",
                        "cust" + (100 + i),
                        "complaint_id",
                        SchemaDesigns.complaint(i),
                        "severity",
                        "P1",
                        "creation_time",
                        at(900 + i),
                        "agentID",
                        "agentd",
                        "current_state",
                        "waiting",
                        "complaint_description",
                        "Something else");
                  }
                }));
  }

  private static List<Flaw> writes() {
    return List.of(
        Flaw.of(
                PublishedDesign.TOOLBOX_MUSIC,
                "plays are counted beside the lyrics",
                "small-change-of-large-item")
            .items(item -> item.contains("seconds") ? with(item, "lyrics", text(8_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 9; i++) {
                    app.pause();
                    app.update(
                        app.key("ALBUM#" + uuid("album", i % 5), "SONG#01"),
                        "ADD plays :one",
                        ":one",
                        1);
                  }
                }),
        Flaw.of(PublishedDesign.TYPEDORM_HR, "an organisation lists its people", "growing-item")
            .after(
                app -> {
                  String org = "ORG#" + uuid("org", 1);
                  for (int i = 0; i < 15; i++) {
                    app.pause();
                    app.update(
                        app.key(org, org),
                        "SET people = list_append(if_not_exists(people, :e), :p)",
                        ":e",
                        AttributeValue.list(AttributeValue.string("")),
                        ":p",
                        AttributeValue.list(AttributeValue.string(uuid("user", i))));
                  }
                }),
        Flaw.of(PublishedDesign.COMPLAINTS, "comments in a list of the complaint", "growing-item")
            .after(
                app -> {
                  for (int i = 0; i < 24; i++) {
                    app.pause();
                    app.updateIf(
                        app.key("cust" + (100 + i % 2), SchemaDesigns.complaint(i % 2)),
                        "SET comments = list_append(if_not_exists(comments, :e), :c)",
                        "attribute_exists(customer_id)",
                        ":e",
                        AttributeValue.list(AttributeValue.string("")),
                        ":c",
                        AttributeValue.list(AttributeValue.string(text(300))));
                  }
                }));
  }

  private static List<Flaw> otherWrites() {
    return List.of(
        Flaw.of(
                PublishedDesign.RELATIONAL,
                "a quota is put again to change what was sold",
                "put-to-change-one-attribute",
                "lost-update")
            .after(
                app -> {
                  for (int i = 1; i <= 4; i++) {
                    app.pause();
                    Item quota = app.get(app.key("HR-EMPLOYEE" + i, "QUOTA-2026-Q2"));
                    app.pause();
                    app.put(flat(with(quota, "sold", 5_000 + i)));
                  }
                }),
        Flaw.of(
                PublishedDesign.ONETABLE_SAAS,
                "an update in a transaction of one",
                "transaction-of-one-action")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.transact(
                        app.updating(
                            app.key("account:" + ulid(i), "account:"),
                            "SET balance = balance + :b",
                            "attribute_exists(pk)",
                            ":b",
                            5));
                  }
                }),
        Flaw.of(PublishedDesign.ONLINE_SHOP, "order numbers from one counter", "hot-item")
            .after(
                app -> {
                  for (int i = 0; i < 50; i++) {
                    app.pause();
                    app.update(app.key("counter", "orders"), "ADD lastOrder :one", ":one", 1);
                  }
                }));
  }

  private static List<Flaw> items() {
    return List.of(
        Flaw.of(PublishedDesign.PAYMENTS, "the receipt holds its document", "large-item")
            .items(
                item -> item.contains("processedAmount") ? with(item, "pdf", text(120_000)) : item),
        Flaw.of(PublishedDesign.SESSIONS, "a TTL of years ago", "ttl-too-old")
            .items(item -> with(item, "TTL", AttributeValue.number("1400000000"))),
        Flaw.of(PublishedDesign.PAYMENTS, "an index key without its sort key", "half-index-key")
            .items(item -> item.contains("paymentDay") ? with(item, "GSI1SK", null) : item),
        Flaw.of(PublishedDesign.ONLINE_SHOP, "quantities as texts", "attribute-type")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.create(
                        "PK",
                        SchemaDesigns.order(40 + i),
                        "SK",
                        SchemaDesigns.product(i),
                        "EntityType",
                        "orderItem",
                        "quantity",
                        "2");
                  }
                }),
        Flaw.of(PublishedDesign.TOOLBOX_MUSIC, "names as in a program", "long-attribute-names")
            .items(
                item ->
                    item.contains("seconds")
                        ? with(
                            with(
                                with(item, "numberOfTimesThisSongHasBeenPlayedToday", 1),
                                "numberOfTimesThisSongHasBeenPlayedThisYear",
                                2),
                            "identifierOfTheStudioThatRecordedThisSong",
                            3)
                        : item));
  }

  private static List<Flaw> keys() {
    return List.of(
        Flaw.of(PublishedDesign.TOOLBOX_MUSIC, "tracks without zeros", "sort-key-order")
            .after(
                app -> {
                  String album = "ALBUM#" + uuid("album", 90);
                  for (int i = 1; i <= 12; i++) {
                    app.create("pk", album, "sk", "SONG#" + i, "_et", "Song", "title", "T" + i);
                  }
                  app.pause();
                  app.newest(
                      null, 5, "pk = :a AND begins_with(sk, :s)", ":a", album, ":s", "SONG#");
                }),
        Flaw.of(PublishedDesign.PAYMENTS, "receipts with the day first", "sort-key-order")
            .items(
                item ->
                    item.contains("processedAmount")
                        ? with(item, "SK", dayFirst(App.text(item, "SK")))
                        : item),
        Flaw.of(PublishedDesign.RELATIONAL, "the newest of random orders", "newest-by-random-key")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.create("PK", "CUSTOMER12", "SK", "OE-" + uuid("order", i), "Data", at(i));
                  }
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.newest(
                        null,
                        3,
                        "PK = :c AND begins_with(SK, :o)",
                        ":c",
                        "CUSTOMER12",
                        ":o",
                        "OE-");
                  }
                }),
        Flaw.of(PublishedDesign.TYPEDORM_HR, "organisation and orgunit", "prefix-within-word")
            .after(
                app -> {
                  String org = "ORG#" + uuid("org", 2);
                  app.create("PK", org, "SK", "ORGUNIT#" + uuid("unit", 1), "__en", "unit");
                  app.pause();
                  app.find(null, "PK = :o AND begins_with(SK, :p)", ":o", org, ":p", "ORG");
                }));
  }

  private static List<Flaw> otherKeys() {
    return List.of(
        Flaw.of(PublishedDesign.RELATIONAL, "a prefix in lower case", "read-finds-nothing")
            .after(
                app -> {
                  for (int i = 1; i <= 3; i++) {
                    app.pause();
                    app.find(
                        null,
                        "PK = :e AND begins_with(SK, :q)",
                        ":e",
                        "HR-EMPLOYEE" + i,
                        ":q",
                        "quota-");
                  }
                }),
        Flaw.of(PublishedDesign.ELECTRODB_TASKS, "time entries by day", "rolling-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 30; i++) {
                    app.pause();
                    app.create(
                        "pk",
                        "$taskapp#day_2026-03-0" + (1 + i / 6),
                        "sk",
                        "$entry_1#at_" + at(200 + i),
                        "__edb_e__",
                        "entry",
                        "minutes",
                        15);
                  }
                }),
        Flaw.of(PublishedDesign.PAYMENTS, "one account pays for all", "skewed-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 150; i++) {
                    app.pause();
                    app.create(
                        "PK",
                        "ACC#" + SchemaDesigns.account(3),
                        "SK",
                        "REC#" + at(90_000 + i) + "#SKU#945210",
                        "processedAmount",
                        i);
                  }
                }));
  }

  private static String dayFirst(String key) {
    // REC#2026-02-01T...#SKU#... becomes REC#01-02-2026#SKU#...
    String date = key.substring(4, 14);
    return "REC#"
        + date.substring(8)
        + "-"
        + date.substring(5, 7)
        + "-"
        + date.substring(0, 4)
        + key.substring(14).replace('T', ' ');
  }
}
