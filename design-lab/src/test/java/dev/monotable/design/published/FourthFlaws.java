package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.FirstFlaws.flat;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Flaws in six designs that were added after all rules, written before a rule had seen them. */
final class FourthFlaws {
  private FourthFlaws() {}

  static List<Flaw> all() {
    return Stream.of(
            races(),
            otherRaces(),
            racesOfAudits(),
            writes(),
            otherWrites(),
            items(),
            otherItems(),
            keys(),
            otherKeys(),
            FourthReads.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> races() {
    return List.of(
        Flaw.of(PublishedDesign.DEALS, "likes are read, then set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    String brand = StoreDesigns.brand(i);
                    app.pause();
                    Item item = app.get(app.key(brand, brand));
                    int likes = Integer.parseInt(item.find("LikeCount").numberText());
                    app.update(app.key(brand, brand), "SET LikeCount = :n", ":n", likes + 1);
                  }
                }),
        Flaw.of(
                PublishedDesign.ELECTRODB_MALLS,
                "a store is read, changed and put",
                "lost-update",
                "put-to-change-one-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    Item store =
                        app.get(
                            app.key(
                                StoreDesigns.mall(i),
                                StoreDesigns.building(i) + "#storeid_" + StoreDesigns.name(i)));
                    app.put(flat(with(store, "discount", 10 + i)));
                  }
                }),
        Flaw.of(PublishedDesign.PROFILES, "possessions are queried, then set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    String player = LabDesigns.player(i);
                    app.pause();
                    List<Item> things =
                        app.find(
                            null, "PK = :p AND begins_with(SK, :i)", ":p", player, ":i", "ITEMS#");
                    int left = Integer.parseInt(things.get(0).find("quantity").numberText()) - 2;
                    app.update(
                        app.key(player, text(things.get(0), "SK")),
                        "SET quantity = :q",
                        ":q",
                        left);
                  }
                }));
  }

  private static List<Flaw> otherRaces() {
    return List.of(
        Flaw.of(
                PublishedDesign.PHOTOS,
                "a name is taken after a look",
                "unconditional-create",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    String name = "newcomer" + i;
                    app.pause();
                    if (app.get(LabDesigns.profile(app, name)) == null) {
                      app.put(
                          "PK",
                          "USER#" + name,
                          "SK",
                          "#METADATA#" + name,
                          "username",
                          name,
                          "followers",
                          0);
                    }
                  }
                }),
        Flaw.of(
                PublishedDesign.PHOTOS,
                "a new user takes the name of another one",
                "put-replaces-other-identity",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 2; i < 4; i++) {
                    app.pause();
                    app.put(
                        "PK",
                        "USER#" + LabDesigns.user(i),
                        "SK",
                        "#METADATA#" + LabDesigns.user(i),
                        "username",
                        LabDesigns.user(i),
                        "email",
                        "somebody" + i + "@example.org",
                        "followers",
                        0,
                        "following",
                        0);
                  }
                }));
  }

  private static List<Flaw> racesOfAudits() {
    return List.of(
        Flaw.of(
                PublishedDesign.AUDITS,
                "the latest audit is read, then replaced",
                "lost-update",
                "put-replaces-other-identity")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    String equipment = "Equipment_" + (1 + i);
                    app.pause();
                    Item latest = app.get(app.key(equipment, "v0_Audit"));
                    int next = Integer.parseInt(latest.find("Latest").numberText()) + 1;
                    app.put(LabDesigns.audit(equipment, "v0_Audit", i, next));
                    app.put(LabDesigns.audit(equipment, "v" + next + "_Audit", i, next));
                  }
                }));
  }

  private static List<Flaw> writes() {
    return List.of(
        Flaw.of(
                PublishedDesign.DEALS,
                "views are counted beside a long description",
                "small-change-of-large-item")
            .items(item -> item.contains("Price") ? with(item, "Html", text(12_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 12; i++) {
                    String deal = "DEAL#" + ulid(i % 6);
                    app.pause();
                    app.update(app.key(deal, deal), "ADD ViewCount :one", ":one", 1);
                  }
                }),
        Flaw.of(PublishedDesign.PHOTOS, "a photo has the list of its comments", "growing-item")
            .after(
                app -> {
                  Item photo = app.key("USER#usera", LabDesigns.photo(0, 1));
                  for (int i = 0; i < 14; i++) {
                    app.pause();
                    app.update(
                        photo,
                        "SET comments = list_append(if_not_exists(comments, :none), :c)",
                        ":none",
                        AttributeValue.list(List.of()),
                        ":c",
                        AttributeValue.list(AttributeValue.string("comment " + i + text(60))));
                  }
                }),
        Flaw.of(PublishedDesign.PHOTOS, "everybody follows a celebrity", "hot-item")
            .after(
                app -> {
                  for (int i = 0; i < 50; i++) {
                    app.pause();
                    app.transact(
                        app.putting("PK", "USER#userh", "SK", "#FRIEND#fan" + i, "since", at(i)),
                        app.updating(
                            LabDesigns.profile(app, "userh"),
                            "ADD followers :one",
                            "attribute_exists(PK)",
                            ":one",
                            1));
                  }
                }));
  }

  private static List<Flaw> otherWrites() {
    return List.of(
        Flaw.of(
                PublishedDesign.RACES,
                "a best is improved in a transaction of one",
                "transaction-of-one-action")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.transact(
                        app.updating(
                            app.key(LabDesigns.racer(i), "class-1"),
                            "SET best = :b",
                            "best < :b",
                            ":b",
                            2_000 + i));
                  }
                }),
        Flaw.of(
                PublishedDesign.PROFILES,
                "a character is put whole for each step",
                "put-to-change-one-attribute",
                "lost-update")
            .after(
                app -> {
                  for (int step = 0; step < 8; step++) {
                    app.pause();
                    app.put(
                        "PK",
                        LabDesigns.player(2),
                        "SK",
                        "CHARACTER#Elf2",
                        "Type",
                        "character",
                        "strength",
                        10,
                        "look",
                        3,
                        "story",
                        text(1_500),
                        "position",
                        step);
                  }
                }),
        Flaw.of(PublishedDesign.AUDITS, "one machine has nearly all audits", "skewed-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 90; i++) {
                    app.pause();
                    app.create(
                        LabDesigns.audit(
                            "Equipment_" + (i % 15 == 0 ? 20 + i : 3),
                            "v" + (10 + i) + "_Audit",
                            i,
                            i));
                  }
                }));
  }

  private static List<Flaw> items() {
    return List.of(
        Flaw.of(PublishedDesign.RACES, "the output of a race in one item", "large-item")
            .items(
                item -> item.contains("perSecond") ? with(item, "perSecond", text(180_000)) : item),
        Flaw.of(PublishedDesign.RACES, "outputs expire in milliseconds", "ttl-in-milliseconds")
            .tables("    sortKey: SK\n", "    sortKey: SK\n    timeToLive: expires\n")
            .items(
                item ->
                    item.contains("perSecond") ? with(item, "expires", 1_800_000_000_000L) : item),
        Flaw.of(PublishedDesign.PROFILES, "a rank is a number or a text", "attribute-type")
            .items(
                item ->
                    item.contains("rank") && text(item, "SK").endsWith("3")
                        ? with(item, "rank", AttributeValue.string("3"))
                        : item));
  }

  private static List<Flaw> otherItems() {
    return List.of(
        Flaw.of(PublishedDesign.RACES, "results without a score", "half-index-key")
            .items(
                item ->
                    item.contains("GSI1SK") && text(item, "SK").endsWith("5014")
                        ? with(item, "GSI1SK", null)
                        : item),
        Flaw.of(
                PublishedDesign.DEALS,
                "a deal whose brand was forgotten",
                "half-index-key",
                "missing-attribute",
                "index-key-mismatch",
                "item-without-entity")
            .items(
                item ->
                    item.contains("GSI2PK") && text(item, "SK").contains("HV00001")
                        ? with(item, "GSI2PK", null)
                        : item));
  }

  private static List<Flaw> keys() {
    return List.of(
        Flaw.of(
                PublishedDesign.ELECTRODB_MALLS,
                "leases end on days written as month first",
                "sort-key-order")
            .items(
                item -> {
                  String[] date = text(item, "leaseEndDate").split("-", -1);
                  return date.length < 3
                      ? item
                      : with(
                          item,
                          "gis2sk",
                          "$mallstore_1#leaseenddate_"
                              + Integer.parseInt(date[1])
                              + "/"
                              + date[2]
                              + "/"
                              + date[0]);
                }),
        Flaw.of(PublishedDesign.RACES, "scores are texts", "sort-key-order")
            .tables("sortKey: {GSI1SK: N}", "sortKey: GSI1SK")
            .items(
                item ->
                    item.contains("GSI1SK")
                        ? with(item, "GSI1SK", item.find("GSI1SK").numberText())
                        : item),
        Flaw.of(PublishedDesign.DEALS, "messages have random identifiers", "newest-by-random-key")
            .items(
                item ->
                    item.contains("Subject")
                        ? with(item, "SK", "MESSAGE#" + uuid(text(item, "PK"), item.hashCode()))
                        : item));
  }

  private static List<Flaw> otherKeys() {
    return List.of(
        Flaw.of(PublishedDesign.AUDITS, "versions pass ten without zeros", "sort-key-order")
            .after(
                app -> {
                  for (int version = 4; version < 14; version++) {
                    app.pause();
                    app.create(
                        LabDesigns.audit("Equipment_1", "v" + version + "_Audit", 1, version));
                  }
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.newest(null, 1, "EquipmentId = :e", ":e", "Equipment_1");
                  }
                }),
        Flaw.of(
                PublishedDesign.RACES,
                "the outputs of a day in one item collection",
                "rolling-partition-key")
            .after(
                app -> {
                  List<Item> outputs = new ArrayList<>();
                  for (int i = 0; i < 60; i++) {
                    outputs.add(
                        Item.of(
                            "PK",
                            "output-2026-02-0" + (1 + i / 15),
                            "SK",
                            LabDesigns.racer(i % 6) + "#" + at(i),
                            "watts",
                            200 + i));
                  }
                  app.putAll(outputs);
                }),
        Flaw.of(
                PublishedDesign.DEALS,
                "all deals in one item collection of an index",
                "constant-partition-key")
            .items(item -> item.contains("Price") ? with(item, "GSI1PK", "DEALS") : item)
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.newest("GSI1", 25, "GSI1PK = :d", ":d", "DEALS");
                  }
                }));
  }
}
