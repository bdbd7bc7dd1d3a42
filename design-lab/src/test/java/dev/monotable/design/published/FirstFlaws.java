package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;

/** Flaws that were put into the published designs while the rules were written. */
final class FirstFlaws {
  private FirstFlaws() {}

  static List<Flaw> all() {
    return java.util.stream.Stream.of(
            races(),
            replacements(),
            writes(),
            growth(),
            reads(),
            pages(),
            filters(),
            keys(),
            heat(),
            indexes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> races() {
    return List.of(
        Flaw.of(PublishedDesign.BANKING, "a balance is read and set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    Item key = app.key(GuideDesigns.account(i), "BALANCE");
                    app.pause();
                    app.get(key);
                    app.update(key, "SET balance = :b", ":b", 900 + i);
                  }
                }),
        Flaw.of(PublishedDesign.TOOLBOX_MUSIC, "an artist is read and put again", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    Item artist = app.get(app.key("ARTIST#" + uuid("artist", i), "PROFILE"));
                    app.put(flat(with(artist, "artistName", "Renamed " + i)));
                  }
                }),
        Flaw.of(
                PublishedDesign.E_COMMERCE,
                "an email is taken after a look",
                "unconditional-create")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    String email = "CUSTOMEREMAIL#new" + i + "@example.com";
                    app.pause();
                    app.get(app.key(email, email));
                    app.put("PK", email, "SK", email, "Type", "CustomerEmail");
                  }
                }));
  }

  private static List<Flaw> replacements() {
    return List.of(
        Flaw.of(
                PublishedDesign.TICKETS,
                "a ticket replaces that of another buyer",
                "put-replaces-other-identity")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.put(
                        "PK",
                        "EVENT#" + uuid("event", i),
                        "SK",
                        GuideDesigns.seat(0),
                        "price",
                        50,
                        "holder",
                        "someone-else",
                        "GSI1PK",
                        "BUYER#someone-else",
                        "GSI1SK",
                        "TICKET#" + at(90));
                  }
                }),
        Flaw.of(
                PublishedDesign.TYPEDORM_HR,
                "an organisation replaces a user",
                "put-replaces-other-entity")
            .after(
                app -> {
                  String id = uuid("user", 1);
                  app.put(
                      "PK",
                      "USER#" + id,
                      "SK",
                      "USER#" + id,
                      "__en",
                      "organisation",
                      "id",
                      id,
                      "orgName",
                      "Oops");
                }));
  }

  private static List<Flaw> writes() {
    return List.of(
        Flaw.of(
                PublishedDesign.GITHUB,
                "views are counted in the issue with its text",
                "small-change-of-large-item")
            .items(item -> item.contains("Body") ? with(item, "Body", text(6_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    app.pause();
                    app.update(
                        app.key(BookDesigns.repo(i % 6), "ISSUE#0000000" + (1 + i / 6)),
                        "ADD viewCount :one",
                        ":one",
                        1);
                  }
                }),
        Flaw.of(
                PublishedDesign.ONETABLE_SAAS,
                "a user is put again to change the role",
                "put-to-change-one-attribute",
                "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    Item user =
                        app.get(app.key("account:" + ulid(i), "user:" + ulid(100 + 10 * i)));
                    app.pause();
                    app.put(flat(with(user, "userRole", "admin")));
                  }
                }));
  }

  private static List<Flaw> growth() {
    return List.of(
        Flaw.of(PublishedDesign.SESSIONS, "TTL in milliseconds", "ttl-in-milliseconds")
            .items(item -> with(item, "TTL", AttributeValue.number("1800000000000"))),
        Flaw.of(PublishedDesign.SOCIAL, "followers grow in a list", "growing-item")
            .after(
                app -> {
                  for (int i = 0; i < 14; i++) {
                    app.pause();
                    app.update(
                        app.key("u#" + GuideDesigns.person(0), "count"),
                        "SET followerList = list_append(if_not_exists(followerList, :e), :f)",
                        ":e",
                        AttributeValue.list(AttributeValue.string("")),
                        ":f",
                        AttributeValue.list(AttributeValue.string(uuid("follower", i))));
                  }
                }),
        Flaw.of(
                PublishedDesign.GAMES,
                "a leave in a transaction of one",
                "transaction-of-one-action")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.transact(
                        app.deleting(
                            app.key("GAME#" + uuid("game", i), "USER#" + GuideDesigns.player(i))));
                  }
                }));
  }

  private static List<Flaw> reads() {
    return List.of(
        Flaw.of(
                PublishedDesign.ELECTRODB_TASKS,
                "a get for each of two tasks of a project",
                "read-for-each-result")
            .after(
                app -> {
                  app.pause();
                  List<Item> tasks =
                      app.find(
                          "gsi2", "gsi2pk = :p", ":p", "$taskapp#project_" + uuid("project", 1));
                  for (Item task : tasks.subList(0, 2)) {
                    app.get(app.key(App.text(task, "pk"), App.text(task, "sk")));
                  }
                }),
        Flaw.of(
                PublishedDesign.TOOLBOX_MUSIC,
                "the songs of each album by a Query",
                "read-for-each-result")
            .after(
                app -> {
                  app.pause();
                  for (Item album :
                      app.find(
                          null,
                          "pk = :a AND begins_with(sk, :s)",
                          ":a",
                          "ARTIST#" + uuid("artist", 2),
                          ":s",
                          "ALBUM#")) {
                    String id = App.text(album, "sk").substring(11);
                    app.find(null, "pk = :a", ":a", "ALBUM#" + id);
                  }
                }),
        Flaw.of(PublishedDesign.E_COMMERCE, "customers by GetItem in a loop", "get-after-get")
            .after(
                app -> {
                  app.pause();
                  for (int i = 0; i < 6; i++) {
                    String customer = "CUSTOMER#" + BookDesigns.customer(i);
                    app.get(app.key(customer, customer));
                  }
                }));
  }

  private static List<Flaw> pages() {
    return List.of(
        Flaw.of(
                PublishedDesign.GITHUB,
                "titles are read from large issues",
                "projection-of-large-items")
            .items(item -> item.contains("Body") ? with(item, "Body", text(6_000)) : item)
            .after(
                app -> {
                  app.pause();
                  app.find(
                      null,
                      "PK = :r AND begins_with(SK, :i)",
                      query -> query.projectionExpression("#Title"),
                      ":r",
                      BookDesigns.repo(1),
                      ":i",
                      "ISSUE#");
                }),
        Flaw.of(PublishedDesign.SOCIAL, "posts by page number", "pages-read-again")
            .after(
                app -> {
                  for (int pages = 1; pages <= 3; pages++) {
                    app.pause();
                    Item start = null;
                    for (int page = 0; page < pages; page++) {
                      Item from = start;
                      start =
                          app.find(
                                  null,
                                  "PK = :c",
                                  query -> query.limit(1).exclusiveStartKey(from),
                                  ":c",
                                  "u#" + GuideDesigns.person(1) + "#follower")
                              .lastEvaluatedKey();
                      if (start == null) {
                        break;
                      }
                    }
                  }
                })
            .items(item -> item));
  }

  private static List<Flaw> filters() {
    return List.of(
        Flaw.of(PublishedDesign.TICKETS, "free seats by a filter", "filter-discards-most")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.find(
                        null,
                        "PK = :e AND begins_with(SK, :s)",
                        query -> query.filterExpression("attribute_exists(#holder)"),
                        ":e",
                        "EVENT#" + uuid("event", i),
                        ":s",
                        "SEAT#");
                  }
                }),
        Flaw.of(PublishedDesign.TYPEDORM_HR, "a user by email with a Scan", "scan")
            .after(app -> app.scan("#email = :e", ":e", "p1@org1.com")),
        Flaw.of(PublishedDesign.DEVICES, "the states are counted by reading", "count-by-reading")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find(
                        "GSI1",
                        "#Operator = :o AND LogDate > :f",
                        query -> query.select("COUNT"),
                        ":o",
                        "operatora",
                        ":f",
                        at(-100));
                  }
                })
            .items(item -> with(item, "Operator", "operatora")));
  }

  private static List<Flaw> keys() {
    return List.of(
        Flaw.of(PublishedDesign.SOCIAL, "posts have random identifiers", "newest-by-random-key")
            .items(
                item ->
                    App.text(item, "PK").endsWith("#post")
                        ? with(item, "SK", "p#" + uuid(App.text(item, "SK"), 1))
                        : item),
        Flaw.of(
                PublishedDesign.E_COMMERCE,
                "numbers of orders without zeros, in the index",
                "sort-key-order")
            .after(
                app -> {
                  for (int i = 8; i < 12; i++) {
                    app.pause();
                    app.create(
                        "PK",
                        "INVOICE#" + i,
                        "SK",
                        "INVOICE#" + i,
                        "GSI1PK",
                        "INVOICES#2026",
                        "GSI1SK",
                        "INVOICE#" + i,
                        "Type",
                        "Invoice");
                  }
                  app.newest("GSI1", 20, "GSI1PK = :i", ":i", "INVOICES#2026");
                }),
        Flaw.of(PublishedDesign.ONETABLE_SAAS, "user and usergroup", "prefix-within-word")
            .after(
                app -> {
                  String account = "account:" + ulid(1);
                  app.create("pk", account, "sk", "usergroup:" + ulid(900), "_type", "UserGroup");
                  app.pause();
                  app.find(null, "pk = :a AND begins_with(sk, :u)", ":a", account, ":u", "user");
                }),
        Flaw.of(PublishedDesign.BANKING, "a misspelled prefix", "read-finds-nothing")
            .after(
                app ->
                    app.find(
                        null,
                        "PK = :a AND begins_with(SK, :t)",
                        ":a",
                        GuideDesigns.account(1),
                        ":t",
                        "TXN#")),
        Flaw.of(PublishedDesign.GITHUB, "an index that nobody reads", "unused-index")
            .tables("      GSI2: {", "      GSI3: {partitionKey: Status}\n      GSI2: {"));
  }

  private static List<Flaw> heat() {
    return List.of(
        Flaw.of(PublishedDesign.DEVICES, "logs by day", "rolling-partition-key")
            .tables(
                "GSI1: {partitionKey: Operator,",
                "GSI3: {partitionKey: LogDay, sortKey: LogDate}\n      GSI1: {partitionKey: Operator,")
            .items(item -> with(item, "LogDay", App.text(item, "LogDate").substring(0, 10))),
        Flaw.of(PublishedDesign.ONETABLE_SAAS, "one account has most of it", "skewed-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 120; i++) {
                    app.pause();
                    app.create(
                        "pk",
                        "account:" + ulid(2),
                        "sk",
                        "invoice:" + at(500 + i),
                        "_type",
                        "Invoice",
                        "total",
                        1);
                  }
                }),
        Flaw.of(PublishedDesign.SESSIONS, "a configuration is read all the time", "hot-read")
            .after(
                app -> {
                  app.create("SessionToken", "configuration", "Username", "system");
                  for (int i = 0; i < 60; i++) {
                    app.pause();
                    app.get(app.key("configuration", null));
                  }
                }),
        Flaw.of(PublishedDesign.TYPEDORM_HR, "all statistics in one item", "hot-item")
            .after(
                app -> {
                  for (int i = 0; i < 40; i++) {
                    app.pause();
                    app.update(app.key("STATS", "STATS"), "ADD signIns :one", ":one", 1);
                  }
                }));
  }

  private static List<Flaw> indexes() {
    return List.of(
        Flaw.of(
                PublishedDesign.ELECTRODB_TASKS,
                "an index by status of which only open is read",
                "index-could-be-sparse")
            .tables(
                "      gsi2: {",
                "      gsi3: {partitionKey: taskStatus, sortKey: sk}\n      gsi2: {")
            .items(
                item ->
                    item.contains("task")
                        ? with(item, "taskStatus", item.hashCode() % 5 == 0 ? "open" : "done")
                        : item)
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    app.create(
                        "pk",
                        "$taskapp#employee_x" + i,
                        "sk",
                        "$assignments#task_1#task_" + i,
                        "task",
                        "t" + i,
                        "taskStatus",
                        "done");
                  }
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find("gsi3", "taskStatus = :s", ":s", "open");
                  }
                }));
  }

  /** Returns the attributes of an item in turns with their values. */
  static Object[] flat(Item item) {
    return item.toMap().entrySet().stream()
        .flatMap(entry -> java.util.stream.Stream.of(entry.getKey(), entry.getValue()))
        .toArray();
  }
}
