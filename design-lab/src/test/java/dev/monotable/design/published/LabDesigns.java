package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;
import static dev.monotable.testing.Notation.item;

import dev.monotable.model.QueryOutput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;

/** Designs of labs, blog posts and best practices of AWS. */
final class LabDesigns {
  private static final String[] TYPES = {"heart", "+1", "smiley", "sunglasses"};

  private LabDesigns() {}

  // ---- photos ----

  /** Users with photos, reactions and friends (a lab of AWS for a mobile application). */
  static void photos(App app) {
    for (int i = 0; i < 8; i++) {
      app.create(
          "PK: USER#{0}, SK: #METADATA#{0}, username: {0}, email: {0}@example.com, followers: 0,"
              + " following: 0",
          user(i));
      for (int photo = 0; photo < 3; photo++) {
        app.create(
            "PK: USER#{}, SK: {}, location: Place {}, timestamp: {}, reactions: 0",
            user(i),
            photo(i, photo),
            photo,
            at(10 * i + photo));
      }
    }
    useThePhotos(app);
    readThePhotos(app);
  }

  private static void useThePhotos(App app) {
    for (int i = 0; i < 16; i++) {
      String followed = user(i % 8);
      String following = user((i + 1 + i / 8) % 8);
      app.transact(
          app.putting("PK: USER#{}, SK: #FRIEND#{}, since: {}", followed, following, at(300 + i)),
          app.updating(profile(app, followed), "ADD followers 1", "attribute_exists(PK)"),
          app.updating(profile(app, following), "ADD following 1", "attribute_exists(PK)"));
      app.transact(
          app.putting(
              "PK: REACTION#{}#{}, SK: {}, at: {}",
              following,
              TYPES[i % 4],
              photo(i % 8, i % 3),
              at(400 + i)),
          app.updating(
              app.keyOf("USER#" + followed, photo(i % 8, i % 3)),
              "ADD reactions 1",
              "attribute_exists(PK)"));
    }
  }

  private static void readThePhotos(App app) {
    for (int i = 0; i < 8; i++) {
      app.find(
          "PK = 'USER#{}' AND SK BETWEEN '#METADATA#' AND 'PHOTO$'",
          query -> query.scanIndexForward(false),
          user(i));
      app.findIn(
          "InvertedIndex", "SK = {} AND PK BETWEEN 'REACTION#' AND 'USER$'", photo(i, i % 3));
      List<Item> keys = new ArrayList<>();
      for (Item friend : app.find("PK = 'USER#{}' AND begins_with(SK, '#FRIEND#')", user(i))) {
        keys.add(profile(app, text(friend, "SK").substring("#FRIEND#".length())));
      }
      app.now.batch(keys);
      app.findIn("InvertedIndex", "SK = '#FRIEND#{}'", user(i));
    }
  }

  static String user(int i) {
    return "user" + (char) ('a' + i);
  }

  static String photo(int user, int photo) {
    return "PHOTO#" + user(user) + "#" + at(10 * user + photo);
  }

  static Item profile(App app, String user) {
    return app.keyOf("USER#" + user, "#METADATA#" + user);
  }

  static final List<Flaw> PHOTOS_FLAWS =
      List.of(
          flaw("a name is taken after a look", "unconditional-create", "missing-condition")
              .times(
                  3,
                  (app, i) -> {
                    String name = "newcomer" + i;
                    if (app.get(profile(app, name)) == null) {
                      app.now.put(
                          "PK: USER#{0}, SK: #METADATA#{0}, username: {0}, followers: 0", name);
                    }
                  }),
          flaw(
                  "a new user takes the name of another one",
                  "put-replaces-other-identity",
                  "missing-condition")
              .after(
                  app -> {
                    for (int i = 2; i < 4; i++) {
                      app.put(
                          "PK: USER#{0}, SK: #METADATA#{0}, username: {0}, email:"
                              + " somebody{1}@example.org, followers: 0, following: 0",
                          user(i), i);
                    }
                  }),
          flaw("a photo has the list of its comments", "growing-item")
              .after(
                  app -> {
                    Item photo = app.keyOf("USER#usera", photo(0, 1));
                    for (int i = 0; i < 14; i++) {
                      app.update(
                          photo,
                          "SET comments = list_append(if_not_exists(comments, {}), {})",
                          AttributeValue.list(List.of()),
                          AttributeValue.list(AttributeValue.string("comment " + i + text(60))));
                    }
                  }),
          flaw("everybody follows a celebrity", "hot-item")
              .times(
                  50,
                  (app, i) -> {
                    app.transact(
                        app.putting("PK: USER#userh, SK: #FRIEND#fan{}, since: {}", i, at(i)),
                        app.updating(
                            profile(app, "userh"), "ADD followers 1", "attribute_exists(PK)"));
                  }),
          flaw("the friends of a user one by one", "read-for-each-result")
              .times(
                  3,
                  (app, i) -> {
                    for (Item friend : app.findIn("InvertedIndex", "SK = '#FRIEND#{}'", user(i))) {
                      String name = text(friend, "PK").substring("USER#".length());
                      app.now.get(profile(app, name));
                    }
                  }),
          flaw("each kind of reaction is looked for", "get-after-get", "read-finds-nothing")
              .times(
                  4,
                  (app, i) -> {
                    app.pause();
                    for (String type : List.of("heart", "+1", "smiley", "sunglasses")) {
                      app.now.get(
                          app.keyOf("REACTION#" + user(i + 1) + "#" + type, photo(i, i % 3)));
                    }
                  }));

  // ---- races ----

  /** Races of classes, their results and the outputs of racers (a blog post of AWS). */
  static void races(App app) {
    for (int race = 0; race < 6; race++) {
      app.create(
          "PK: class-{}, SK: {}, startsAt: {}, racers: 6", 1 + race % 2, race(race), at(race));
      for (int racer = 0; racer < 6; racer++) {
        int score = 900 + 37 * racer + 11 * race;
        app.transact(
            app.putting(
                "PK: {0}, SK: {1}, GSI1PK: {0}, GSI1SK: {2}, finishedAt: {3}",
                race(race), racer(racer), score, at(10 + race)),
            app.putting(
                "PK: {}, SK: {}#output, perSecond: {}, finishedAt: {}",
                racer(racer),
                race(race),
                text(300),
                at(10 + race)));
        app.updateIf(
            app.keyOf(racer(racer), "class-" + (1 + race % 2)),
            "SET best = {0}",
            "attribute_not_exists(best) OR best < {0}",
            score);
      }
    }
    for (int i = 0; i < 6; i++) {
      app.newest(10, "PK = 'class-{}'", 1 + i % 2);
      app.get(app.keyOf(race(i), racer(i)));
      app.get(app.keyOf(racer(i), "class-" + (1 + i % 2)));
      app.newestIn("GSI1", 5, "GSI1PK = {}", race(i));
      app.find("PK = {} AND begins_with(SK, 'race-')", racer(i));
    }
  }

  static String race(int i) {
    return "race-" + ulid(i);
  }

  static String racer(int i) {
    return "racer-" + (5_001 + 13 * i);
  }

  static final List<Flaw> RACES_FLAWS =
      List.of(
          flaw("a best is improved in a transaction of one", "transaction-of-one-action")
              .times(
                  4,
                  (app, i) ->
                      app.transact(
                          app.updating(
                              app.keyOf(racer(i), "class-1"),
                              "SET best = {0}",
                              "best < {0}",
                              2_000 + i))),
          flaw("the output of a race in one item", "large-item")
              .items(
                  item ->
                      item.contains("perSecond") ? with(item, "perSecond", text(180_000)) : item),
          flaw("outputs expire in milliseconds", "ttl-in-milliseconds")
              .tables("    sortKey: SK\n", "    sortKey: SK\n    timeToLive: expires\n")
              .items(
                  item ->
                      item.contains("perSecond")
                          ? with(item, "expires", 1_800_000_000_000L)
                          : item),
          flaw("results without a score", "half-index-key")
              .items(
                  item ->
                      item.contains("GSI1SK") && text(item, "SK").endsWith("5014")
                          ? with(item, "GSI1SK", null)
                          : item),
          flaw("scores are texts", "sort-key-order")
              .tables("sortKey: {GSI1SK: N}", "sortKey: GSI1SK")
              .items(
                  item ->
                      item.contains("GSI1SK")
                          ? with(item, "GSI1SK", item.find("GSI1SK").numberText())
                          : item),
          flaw("the outputs of a day in one item collection", "rolling-partition-key")
              .after(
                  app -> {
                    List<Item> outputs = new ArrayList<>();
                    for (int i = 0; i < 60; i++) {
                      outputs.add(
                          item(
                              "PK: output-2026-02-0{}, SK: {}#{}, watts: {}",
                              1 + i / 15,
                              racer(i % 6),
                              at(i),
                              200 + i));
                    }
                    app.now.putAll(outputs);
                  }),
          flaw("racers are counted by reading them", "count-by-reading")
              .times(
                  4,
                  (app, i) -> {
                    String race = race(i);
                    app.find("PK = {}", query -> query.select("COUNT"), race);
                  }),
          flaw("an index by the end that nobody reads", "unused-index")
              .tables(
                  "      GSI1: {",
                  "      ByEnd: {partitionKey: GSI1PK, sortKey: finishedAt}\n      GSI1: {"),
          flaw("outputs are read consistently, long after the race", "needless-consistent-read")
              .times(
                  6,
                  (app, racer) ->
                      app.find(
                          "PK = {} AND begins_with(SK, 'race-')",
                          query -> query.consistentRead(true),
                          racer(racer))));

  // ---- profiles ----

  /** Players with friends, characters and possessions (the guide's gaming profile). */
  static void profiles(App app) {
    for (int i = 0; i < 7; i++) {
      String player = player(i);
      app.create("PK: {0}, SK: #METADATA#{0}, Type: player, country: FR, rank: {1}", player, i);
      app.create("PK: {}, SK: CHARACTER#Elf{}, Type: character, strength: 10, look: 3", player, i);
      for (int other = 1; other <= 3; other++) {
        String friend = player((i + other) % 7);
        app.create(
            "PK: {}, SK: FRIENDS#{}, Type: friend, since: {}", player, friend, at(10 * i + other));
        app.create(
            "PK: {}, SK: ITEMS#{}, Type: item, quantity: {}, description: {}",
            player,
            thing(other),
            5 + other,
            text(150));
      }
    }
    for (int i = 0; i < 7; i++) {
      String player = player(i);
      app.find("PK = {} AND begins_with(SK, 'FRIENDS#')", player);
      app.find("PK = {}", player);
      app.find("PK = {} AND begins_with(SK, 'ITEMS#')", player);
      app.get(app.keyOf(player, "ITEMS#" + thing(1 + i % 3)));
      app.updateIf(
          app.keyOf(player, "CHARACTER#Elf" + i),
          "SET strength = strength + 1, #look = {}",
          "attribute_exists(PK)",
          i);
      app.updateIf(
          app.keyOf(player, "ITEMS#" + thing(1 + i % 3)),
          "SET quantity = quantity - 1",
          "quantity >= 1");
    }
  }

  static String player(int i) {
    return "player" + String.format("%03d", i + 1);
  }

  static String thing(int i) {
    return List.of("Sword", "Shield", "Potion", "Rope").get(i);
  }

  static final List<Flaw> PROFILES_FLAWS =
      List.of(
          flaw("possessions are queried, then set", "lost-update")
              .times(
                  4,
                  (app, i) -> {
                    String player = player(i);
                    List<Item> things = app.find("PK = {} AND begins_with(SK, 'ITEMS#')", player);
                    int left = Integer.parseInt(things.get(0).find("quantity").numberText()) - 2;
                    app.now.update(
                        app.keyOf(player, text(things.get(0), "SK")), "SET quantity = {}", left);
                  }),
          flaw(
                  "a character is put whole for each step",
                  "put-to-change-one-attribute",
                  "lost-update")
              .times(
                  8,
                  (app, step) ->
                      app.put(
                          "PK: {}, SK: CHARACTER#Elf2, Type: character, strength: 10, look: 3,"
                              + " story: {}, position: {}",
                          player(2),
                          text(1_500),
                          step)),
          flaw("a rank is a number or a text", "attribute-type")
              .items(
                  item ->
                      item.contains("rank") && text(item, "SK").endsWith("3")
                          ? with(item, "rank", AttributeValue.string("3"))
                          : item),
          flaw("friends by the type in a filter", "filter-discards-most", "filter-on-key-attribute")
              .times(
                  5,
                  (app, i) ->
                      app.find(
                          "PK = {}",
                          query -> query.filterExpression("#Type = 'friend'"),
                          player(i))));

  // ---- audits ----

  /** Equipment, with its latest audit as version 0 (the guide's version control). */
  static void audits(App app) {
    for (int i = 0; i < 8; i++) {
      String equipment = "Equipment_" + (1 + i);
      app.transact(
          app.putting(audit(equipment, "v0_Audit", i, 1)),
          app.putting(audit(equipment, "v1_Audit", i, 1)));
      for (int version = 2; version <= 3 + i % 2; version++) {
        app.transact(
            app.updating(
                app.keyOf(equipment, "v0_Audit"),
                "SET Latest = {}, Auditor = {}, #Result = {}, AuditedAt = {}",
                "Latest = {}",
                version,
                auditor(i + version),
                version == 2 ? "failed" : "passed",
                at(20 * version + i),
                version - 1),
            app.putting(audit(equipment, "v" + version + "_Audit", i, version)));
      }
    }
    for (int i = 0; i < 8; i++) {
      String equipment = "Equipment_" + (1 + i);
      app.get(app.keyOf(equipment, "v0_Audit"));
      QueryOutput all = app.find("EquipmentId = {}", query -> query, equipment);
      if (all.items().isEmpty()) {
        throw new AssertionError("no audits of " + equipment);
      }
    }
  }

  static Item audit(String equipment, String key, int i, int version) {
    return item(
        "EquipmentId: {}, SortKey: {}, Latest: {}, Auditor: {}, Result: {}, AuditedAt: {}, Report:"
            + " {}",
        equipment,
        key,
        version,
        auditor(i + version),
        version == 2 ? "failed" : "passed",
        at(20 * version + i),
        text(200));
  }

  private static String auditor(int i) {
    return List.of("Rick", "Ester", "Ann", "Omar").get(i % 4);
  }

  static final List<Flaw> AUDITS_FLAWS =
      List.of(
          flaw(
                  "the latest audit is read, then replaced",
                  "lost-update",
                  "put-replaces-other-identity")
              .times(
                  3,
                  (app, i) -> {
                    String equipment = "Equipment_" + (1 + i);
                    Item latest = app.get(app.keyOf(equipment, "v0_Audit"));
                    int next = Integer.parseInt(latest.find("Latest").numberText()) + 1;
                    app.now.put(audit(equipment, "v0_Audit", i, next));
                    app.now.put(audit(equipment, "v" + next + "_Audit", i, next));
                  }),
          flaw("one machine has nearly all audits", "skewed-partition-key")
              .times(
                  90,
                  (app, i) ->
                      app.create(
                          audit(
                              "Equipment_" + (i % 15 == 0 ? 20 + i : 3),
                              "v" + (10 + i) + "_Audit",
                              i,
                              i))),
          flaw("versions pass ten without zeros", "sort-key-order")
              .after(
                  app -> {
                    for (int version = 4; version < 14; version++) {
                      app.create(audit("Equipment_1", "v" + version + "_Audit", 1, version));
                    }
                    for (int i = 0; i < 3; i++) {
                      app.newest(1, "EquipmentId = 'Equipment_1'");
                    }
                  }),
          flaw("versions are counted up until none is left", "get-after-get", "read-finds-nothing")
              .times(
                  4,
                  (app, i) -> {
                    app.pause();
                    int version = 1;
                    while (app.now.get(app.keyOf("Equipment_" + (1 + i), "v" + version + "_Audit"))
                        != null) {
                      version++;
                    }
                  }),
          flaw("all latest audits by a Scan", "scan")
              .times(2, (app, i) -> app.scan("begins_with(SortKey, 'v0_')")),
          flaw("failed audits by an index of results", "index-could-be-sparse")
              .tables(
                  "    entities:\n      Latest",
                  "    indexes:\n      ByResult: {partitionKey: Result, sortKey: AuditedAt}\n"
                      + "    entities:\n      Latest")
              .times(4, (app, i) -> app.newestIn("ByResult", 10, "#Result = 'failed'")));
}
