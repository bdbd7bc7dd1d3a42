package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** Flaws that were put into the published designs after the rules had been written. */
final class SecondFlaws {
  private SecondFlaws() {}

  static List<Flaw> all() {
    return Stream.of(writes(), sizes(), reads(), pages(), keys()).flatMap(List::stream).toList();
  }

  private static List<Flaw> writes() {
    return List.of(
        Flaw.of(PublishedDesign.GITHUB, "stars are counted by the client", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    Item key = app.key(BookDesigns.repo(i), BookDesigns.repo(i));
                    app.pause();
                    app.get(key);
                    app.update(key, "SET StarCount = :n", ":n", 90 + i);
                  }
                }),
        Flaw.of(PublishedDesign.SOCIAL, "a name is taken after a look", "unconditional-create")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.get(app.key("u#9999" + i, "info"));
                    app.put("PK", "u#9999" + i, "SK", "info", "name", "New");
                  }
                }),
        Flaw.of(
                PublishedDesign.GAMES,
                "a player takes the name of another one",
                "put-replaces-other-identity")
            .after(
                app ->
                    app.put(
                        "PK",
                        "USER#playera",
                        "SK",
                        "#METADATA#playera",
                        "email",
                        "thief@example.com",
                        "joined",
                        at(99),
                        "about",
                        "x")));
  }

  private static List<Flaw> sizes() {
    return List.of(
        Flaw.of(
                PublishedDesign.BANKING,
                "a login counter beside documents",
                "small-change-of-large-item")
            .after(
                app -> {
                  app.create("PK", "OWNER#1", "SK", "FILE", "scan", text(9_000), "logins", 0);
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.update(app.key("OWNER#1", "FILE"), "ADD logins :one", ":one", 1);
                  }
                }),
        Flaw.of(PublishedDesign.SOCIAL, "TTL as a text", "ttl-not-a-number")
            .items(
                item ->
                    item.contains("ttl") ? with(item, "ttl", AttributeValue.string("2027")) : item),
        Flaw.of(PublishedDesign.TICKETS, "a photo in the event", "large-item")
            .items(item -> item.contains("startsAt") ? with(item, "photo", text(150_000)) : item),
        Flaw.of(PublishedDesign.LEADERBOARD, "one score for all", "hot-item")
            .after(
                app -> {
                  for (int i = 0; i < 40; i++) {
                    app.pause();
                    app.update(app.key("all", "all"), "ADD Wins :one", ":one", 1);
                  }
                }));
  }

  private static List<Flaw> reads() {
    return List.of(
        Flaw.of(PublishedDesign.TYPEDORM_HR, "each active user by GetItem", "read-for-each-result")
            .after(
                app -> {
                  app.pause();
                  for (Item user :
                      app.find(
                          "GSI1",
                          "GSI1PK = :o",
                          ":o",
                          "ORG#" + uuid("org", 1) + "#STATUS#active")) {
                    app.get(app.key(App.text(user, "PK"), App.text(user, "SK")));
                  }
                }),
        Flaw.of(PublishedDesign.GAMES, "the players of a game one by one", "read-for-each-result")
            .after(
                app -> {
                  app.pause();
                  for (Item seat :
                      app.find(
                          null,
                          "PK = :g AND begins_with(SK, :u)",
                          ":g",
                          "GAME#" + uuid("game", 2),
                          ":u",
                          "USER#")) {
                    String name = App.text(seat, "username");
                    app.get(app.key("USER#" + name, "#METADATA#" + name));
                  }
                }));
  }

  private static List<Flaw> pages() {
    return List.of(
        Flaw.of(PublishedDesign.TICKETS, "seats by page number", "pages-read-again")
            .after(
                app -> {
                  for (int page = 1; page <= 4; page++) {
                    int limit = 2 * page;
                    app.pause();
                    app.find(
                        null,
                        "PK = :e",
                        query -> query.limit(limit),
                        ":e",
                        "EVENT#" + uuid("event", 0));
                  }
                }),
        Flaw.of(PublishedDesign.TICKETS, "all events of a Scan", "scan")
            .after(app -> app.scan("#SK = :m", ":m", "METADATA")),
        Flaw.of(PublishedDesign.BANKING, "large bookings by a filter", "filter-discards-most")
            .after(
                app -> {
                  app.pause();
                  app.find(
                      null,
                      "PK = :a",
                      query -> query.filterExpression("amount > :m"),
                      ":a",
                      GuideDesigns.account(1),
                      ":m",
                      500);
                }),
        Flaw.of(
                PublishedDesign.ONETABLE_SAAS,
                "totals are read from large invoices",
                "projection-of-large-items")
            .items(item -> item.contains("memo") ? with(item, "memo", text(5_000)) : item)
            .after(
                app ->
                    app.find(
                        null,
                        "pk = :a AND begins_with(sk, :i)",
                        query -> query.projectionExpression("#total"),
                        ":a",
                        "account:" + ulid(1),
                        ":i",
                        "invoice:")),
        Flaw.of(PublishedDesign.E_COMMERCE, "the same customer all the time", "hot-read")
            .after(
                app -> {
                  for (int i = 0; i < 80; i++) {
                    app.pause();
                    app.get(app.key("CUSTOMER#customera", "CUSTOMER#customera"));
                  }
                }));
  }

  private static List<Flaw> keys() {
    return List.of(
        Flaw.of(PublishedDesign.E_COMMERCE, "order and orderdraft", "prefix-within-word")
            .after(
                app -> {
                  String customer = "CUSTOMER#" + BookDesigns.customer(1);
                  app.create("PK", customer, "SK", "#ORDERDRAFT#" + ulid(77), "Type", "Draft");
                  app.pause();
                  app.find(null, "PK = :c AND begins_with(SK, :o)", ":c", customer, ":o", "#ORDER");
                }),
        Flaw.of(PublishedDesign.BANKING, "bookings with random identifiers", "newest-by-random-key")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.create("PK", "CARD#1", "SK", "PAY#" + uuid("pay", i), "amount", i);
                  }
                  app.newest(
                      null, 5, "PK = :c AND begins_with(SK, :p)", ":c", "CARD#1", ":p", "PAY#");
                }),
        Flaw.of(PublishedDesign.TICKETS, "days first in the index", "sort-key-order")
            .items(item -> item.contains("GSI2SK") ? with(item, "GSI2SK", "05.01.2026") : item),
        Flaw.of(PublishedDesign.TOOLBOX_MUSIC, "charts by day", "rolling-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 24; i++) {
                    app.pause();
                    app.create(
                        "pk", "CHART#2026-02-0" + (1 + i / 6), "sk", "PLAY#" + ulid(i), "n", 1);
                  }
                }),
        Flaw.of(PublishedDesign.BANKING, "one merchant has most payments", "skewed-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 70; i++) {
                    app.pause();
                    app.create("PK", "MERCHANT#m" + (i < 64 ? 0 : i), "SK", "PAY#" + at(i), "n", 1);
                  }
                }),
        Flaw.of(PublishedDesign.TICKETS, "an index of everything", "constant-partition-key")
            .tables(
                "      GSI2: {", "      GSI3: {partitionKey: listed, sortKey: PK}\n      GSI2: {")
            .items(item -> with(item, "listed", "ALL"))
            .after(app -> app.find("GSI3", "listed = :a", ":a", "ALL")));
  }
}
