package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** Flaws of reads in the designs of {@link FourthFlaws}. */
final class FourthReads {
  private FourthReads() {}

  static List<Flaw> all() {
    return Stream.of(
            loops(),
            otherLoops(),
            filters(),
            filtersOfTypes(),
            otherFilters(),
            indexes(),
            consistency())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> loops() {
    return List.of(
        Flaw.of(PublishedDesign.DEALS, "each deal of a day by GetItem", "read-for-each-result")
            .after(
                app -> {
                  for (int day = 0; day < 3; day++) {
                    app.pause();
                    for (Item deal :
                        app.newest("GSI1", 25, "GSI1PK = :d", ":d", StoreDesigns.day(6 * day))) {
                      app.get(app.key(text(deal, "PK"), text(deal, "SK")));
                    }
                  }
                }),
        Flaw.of(PublishedDesign.PHOTOS, "the friends of a user one by one", "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    for (Item friend :
                        app.find(
                            "InvertedIndex", "SK = :f", ":f", "#FRIEND#" + LabDesigns.user(i))) {
                      String name = text(friend, "PK").substring("USER#".length());
                      app.get(LabDesigns.profile(app, name));
                    }
                  }
                }),
        Flaw.of(
                PublishedDesign.PHOTOS,
                "each kind of reaction is looked for",
                "get-after-get",
                "read-finds-nothing")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    for (String type : List.of("heart", "+1", "smiley", "sunglasses")) {
                      app.get(
                          app.key(
                              "REACTION#" + LabDesigns.user(i + 1) + "#" + type,
                              LabDesigns.photo(i, i % 3)));
                    }
                  }
                }));
  }

  private static List<Flaw> otherLoops() {
    return List.of(
        Flaw.of(
                PublishedDesign.AUDITS,
                "versions are counted up until none is left",
                "get-after-get",
                "read-finds-nothing")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    int version = 1;
                    while (app.get(app.key("Equipment_" + (1 + i), "v" + version + "_Audit"))
                        != null) {
                      version++;
                    }
                  }
                }),
        Flaw.of(PublishedDesign.DEALS, "a page of deals further on", "pages-read-again")
            .after(
                app -> {
                  for (int page = 1; page <= 3; page++) {
                    int limit = 2 * page;
                    app.pause();
                    app.find(
                        "GSI1",
                        "GSI1PK = :d",
                        query -> query.limit(limit).scanIndexForward(false),
                        ":d",
                        StoreDesigns.day(0));
                  }
                }));
  }

  private static List<Flaw> filters() {
    return List.of(
        Flaw.of(
                PublishedDesign.DEALS,
                "unread messages by a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    String user = "MESSAGES#" + StoreDesigns.user(3);
                    app.create(
                        "PK",
                        user,
                        "SK",
                        "MESSAGE#" + ulid(700 + i),
                        "Type",
                        "Message",
                        "Subject",
                        "Old",
                        "Unread",
                        0);
                  }
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find(
                        null,
                        "PK = :m",
                        query -> query.filterExpression("Unread = :one"),
                        ":m",
                        "MESSAGES#" + StoreDesigns.user(3),
                        ":one",
                        1);
                  }
                }),
        Flaw.of(PublishedDesign.ELECTRODB_MALLS, "spite stores of all malls", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.scan("category = :c", ":c", "spite store");
                  }
                }));
  }

  private static List<Flaw> filtersOfTypes() {
    return List.of(
        Flaw.of(
                PublishedDesign.PROFILES,
                "friends by the type in a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.find(
                        null,
                        "PK = :p",
                        query -> query.filterExpression("#Type = :t"),
                        ":p",
                        LabDesigns.player(i),
                        ":t",
                        "friend");
                  }
                }));
  }

  private static List<Flaw> otherFilters() {
    return List.of(
        Flaw.of(PublishedDesign.AUDITS, "all latest audits by a Scan", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.scan("begins_with(SortKey, :v)", ":v", "v0_");
                  }
                }),
        Flaw.of(PublishedDesign.RACES, "racers are counted by reading them", "count-by-reading")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    String race = LabDesigns.race(i);
                    app.pause();
                    app.find(null, "PK = :r", query -> query.select("COUNT"), ":r", race);
                  }
                }),
        Flaw.of(
                PublishedDesign.ELECTRODB_MALLS,
                "building a3 and building a34",
                "prefix-within-word")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.find(
                        null,
                        "pk = :m AND begins_with(sk, :b)",
                        ":m",
                        StoreDesigns.mall(i),
                        ":b",
                        "$mallstore_1#buildingid_a3");
                  }
                }));
  }

  private static List<Flaw> indexes() {
    return List.of(
        Flaw.of(
                PublishedDesign.ELECTRODB_MALLS,
                "units are listed with their plans",
                "index-projects-too-much",
                "projection-of-large-items")
            .items(item -> item.contains("rent") ? with(item, "plan", text(7_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    int mall = i % 3;
                    app.pause();
                    app.find(
                        "gis1",
                        "gis1pk = :m AND begins_with(gis1sk, :b)",
                        query -> query.projectionExpression("rent, gis1sk"),
                        ":m",
                        "$mallstoredirectory#mallid_mall" + mall,
                        ":b",
                        "$mallstore_1#buildingid_f#");
                  }
                }),
        Flaw.of(
                PublishedDesign.AUDITS,
                "failed audits by an index of results",
                "index-could-be-sparse")
            .tables(
                "    entities:\n      Latest",
                "    indexes:\n      ByResult: {partitionKey: Result, sortKey: AuditedAt}\n"
                    + "    entities:\n      Latest")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.newest("ByResult", 10, "#Result = :f", ":f", "failed");
                  }
                }),
        Flaw.of(PublishedDesign.RACES, "an index by the end that nobody reads", "unused-index")
            .tables(
                "      GSI1: {",
                "      ByEnd: {partitionKey: GSI1PK, sortKey: finishedAt}\n      GSI1: {"));
  }

  private static List<Flaw> consistency() {
    return List.of(
        Flaw.of(
                PublishedDesign.RACES,
                "outputs are read consistently, long after the race",
                "needless-consistent-read")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    int racer = i;
                    app.pause();
                    app.find(
                        null,
                        "PK = :r AND begins_with(SK, :o)",
                        query -> query.consistentRead(true),
                        ":r",
                        LabDesigns.racer(racer),
                        ":o",
                        "race-");
                  }
                }),
        Flaw.of(
                PublishedDesign.DEALS,
                "a message is looked for in the index as soon as it is sent",
                "index-read-after-write")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    String messages = "MESSAGES#" + StoreDesigns.user(i);
                    String id = "MESSAGE#" + ulid(900 + i);
                    app.pause();
                    app.create(
                        "PK",
                        messages,
                        "SK",
                        id,
                        "GSI1PK",
                        messages,
                        "GSI1SK",
                        id,
                        "Type",
                        "Message",
                        "Subject",
                        "Now",
                        "CreatedAt",
                        at(i));
                    app.newest("GSI1", 20, "GSI1PK = :m", ":m", messages);
                  }
                }),
        Flaw.of(PublishedDesign.DEALS, "the front page asks for one brand", "hot-read")
            .after(
                app -> {
                  for (int i = 0; i < 100; i++) {
                    app.pause();
                    app.get(app.key(StoreDesigns.brand(1), StoreDesigns.brand(1)));
                  }
                }));
  }
}
