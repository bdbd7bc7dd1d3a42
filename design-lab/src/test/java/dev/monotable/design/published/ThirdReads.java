package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** The reads and the indexes among the {@link ThirdFlaws}. */
final class ThirdReads {
  private ThirdReads() {}

  static List<Flaw> all() {
    return Stream.of(reads(), otherReads(), lists(), otherLists(), indexes(), otherIndexes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> reads() {
    return List.of(
        Flaw.of(PublishedDesign.ONETABLE_SAAS, "all users by a Scan", "scan")
            .after(app -> app.scan("#_type = :u", ":u", "User")),
        Flaw.of(
                PublishedDesign.ONETABLE_SAAS,
                "a user by email with a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find(
                        null,
                        "pk = :a AND begins_with(sk, :u)",
                        query -> query.filterExpression("email = :e"),
                        ":a",
                        "account:" + ulid(i),
                        ":u",
                        "user:",
                        ":e",
                        "u2@company" + i + ".com");
                  }
                }),
        Flaw.of(
                PublishedDesign.DEVICES,
                "escalations with a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.find(
                        "GSI1",
                        "#Operator = :o",
                        query -> query.filterExpression("EscalatedTo = :e"),
                        ":o",
                        "operator" + (char) ('a' + i),
                        ":e",
                        "supa");
                  }
                }));
  }

  private static List<Flaw> otherReads() {
    return List.of(
        Flaw.of(PublishedDesign.COMPLAINTS, "comments are counted by reading", "count-by-reading")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.find(
                        null,
                        "customer_id = :c",
                        query -> query.select("COUNT"),
                        ":c",
                        SchemaDesigns.complaint(i));
                  }
                })
            .items(
                item -> item.contains("comm_text") ? with(item, "comm_text", text(3_000)) : item),
        Flaw.of(
                PublishedDesign.PAYMENTS,
                "subscriptions are read consistently, long after they were written",
                "needless-consistent-read")
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    app.pause();
                    app.get(
                        app.key(
                            "ACC#" + SchemaDesigns.account(i / 2), SchemaDesigns.subscription(i)),
                        get -> get.consistentRead(true));
                  }
                }),
        Flaw.of(
                PublishedDesign.PAYMENTS,
                "a new subscription is read by the index at once",
                "index-read-after-write")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    String account = SchemaDesigns.account(50 + i);
                    app.pause();
                    app.create(
                        "PK",
                        "ACC#" + account,
                        "SK",
                        "SUB#" + uuid("late", i) + "#SKU#945210",
                        "GSI1PK",
                        "DUE#2" + i,
                        "GSI1SK",
                        at(1_440 * i) + "#" + account,
                        "paymentDay",
                        20 + i);
                    app.find("GSI1", "GSI1PK = :d", ":d", "DUE#2" + i);
                  }
                }));
  }

  private static List<Flaw> lists() {
    return List.of(
        Flaw.of(PublishedDesign.ONLINE_SHOP, "each product of an order", "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    for (Item item :
                        app.find(
                            null,
                            "PK = :o AND begins_with(SK, :p)",
                            ":o",
                            SchemaDesigns.order(i),
                            ":p",
                            "p#")) {
                      app.get(app.key(App.text(item, "SK"), App.text(item, "SK")));
                    }
                  }
                }),
        Flaw.of(PublishedDesign.COMPLAINTS, "comments of each complaint", "read-for-each-result")
            .after(
                app -> {
                  app.pause();
                  for (Item complaint :
                      app.find(
                          null,
                          "customer_id = :c AND begins_with(complaint_id, :p)",
                          ":c",
                          "cust101",
                          ":p",
                          "comp#")) {
                    app.find(null, "customer_id = :c", ":c", App.text(complaint, "complaint_id"));
                  }
                }),
        Flaw.of(
                PublishedDesign.LEADERBOARD,
                "the index lacks what is read then",
                "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    for (Item score :
                        app.newest("GameTitleIndex", 3, "GameTitle = :g", ":g", "Starship X")) {
                      app.get(app.key(App.text(score, "UserId"), App.text(score, "GameTitle")));
                    }
                  }
                }));
  }

  private static List<Flaw> otherLists() {
    return List.of(
        Flaw.of(PublishedDesign.TOOLBOX_MUSIC, "artists by GetItem in a loop", "get-after-get")
            .after(
                app -> {
                  for (int round = 0; round < 2; round++) {
                    app.pause();
                    for (int i = 0; i < 5; i++) {
                      app.get(app.key("ARTIST#" + uuid("artist", i), "PROFILE"));
                    }
                  }
                }),
        Flaw.of(PublishedDesign.GITHUB, "issues by page number", "pages-read-again")
            .after(
                app -> {
                  for (int page = 1; page <= 4; page++) {
                    int limit = page;
                    app.pause();
                    app.find(
                        null,
                        "PK = :r AND begins_with(SK, :i)",
                        query -> query.limit(limit).scanIndexForward(false),
                        ":r",
                        BookDesigns.repo(2),
                        ":i",
                        "ISSUE#");
                  }
                }),
        Flaw.of(PublishedDesign.ONLINE_SHOP, "a product of the week", "hot-read")
            .after(
                app -> {
                  for (int i = 0; i < 90; i++) {
                    app.pause();
                    app.get(app.key("p#5003", "p#5003"));
                  }
                }),
        Flaw.of(
                PublishedDesign.TYPEDORM_HR,
                "names are read from large profiles",
                "projection-of-large-items",
                "index-projects-too-much")
            .items(item -> item.contains("about") ? with(item, "about", text(5_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find(
                        "GSI1",
                        "GSI1PK = :o",
                        query -> query.projectionExpression("email"),
                        ":o",
                        "ORG#" + uuid("org", i) + "#STATUS#active");
                  }
                }));
  }

  private static List<Flaw> indexes() {
    return List.of(
        Flaw.of(PublishedDesign.COMPLAINTS, "an index that nobody reads", "unused-index")
            .tables(
                "      ByAgent: {", "      BySeverity: {partitionKey: severity}\n      ByAgent: {"),
        Flaw.of(PublishedDesign.ONLINE_SHOP, "an index of all of a type", "constant-partition-key")
            .tables(
                "      GSI1: {",
                "      ByType: {partitionKey: everything, sortKey: PK}\n      GSI1: {")
            .items(item -> with(item, "everything", "ALL"))
            .after(app -> app.find("ByType", "everything = :a", ":a", "ALL")),
        Flaw.of(
                PublishedDesign.COMPLAINTS,
                "an index by state of which only the waiting are read",
                "index-could-be-sparse")
            .tables(
                "      ByAgent: {",
                "      ByState: {partitionKey: current_state, sortKey: creation_time}\n"
                    + "      ByAgent: {")
            .items(
                item ->
                    item.contains("severity") && App.text(item, "severity").equals("P1")
                        ? with(item, "current_state", "waiting")
                        : item)
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find("ByState", "current_state = :w", ":w", "waiting");
                  }
                }));
  }

  private static List<Flaw> otherIndexes() {
    return List.of(
        Flaw.of(
                PublishedDesign.GITHUB,
                "a popular list that moves with each star",
                "index-entries-moved")
            .tables(
                "      GSI1: {",
                "      Popular: {partitionKey: GSI1PK, sortKey: {StarCount: N}}\n      GSI1: {")
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    app.pause();
                    app.updateIf(
                        app.key(BookDesigns.repo(i % 6), BookDesigns.repo(i % 6)),
                        "ADD StarCount :one",
                        "attribute_exists(PK)",
                        ":one",
                        1);
                  }
                  app.newest("Popular", 10, "GSI1PK = :a", ":a", "ACCOUNT#owner1");
                }),
        Flaw.of(
                PublishedDesign.COMPLAINTS,
                "an index with all texts for a list of numbers",
                "index-projects-too-much",
                "projection-of-large-items")
            .items(
                item ->
                    item.contains("severity")
                        ? with(item, "complaint_description", text(6_000))
                        : item)
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.find(
                        "ByAgent",
                        "agentID = :a",
                        query -> query.projectionExpression("complaint_id"),
                        ":a",
                        "agent" + (char) ('a' + i));
                  }
                }));
  }
}
