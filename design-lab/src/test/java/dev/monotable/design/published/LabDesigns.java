package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;

import dev.monotable.model.QueryOutput;
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
      app.pause();
      app.create(
          "PK",
          "USER#" + user(i),
          "SK",
          "#METADATA#" + user(i),
          "username",
          user(i),
          "email",
          user(i) + "@example.com",
          "followers",
          0,
          "following",
          0);
      for (int photo = 0; photo < 3; photo++) {
        app.pause();
        app.create(
            "PK",
            "USER#" + user(i),
            "SK",
            photo(i, photo),
            "location",
            "Place " + photo,
            "timestamp",
            at(10 * i + photo),
            "reactions",
            0);
      }
    }
    useThePhotos(app);
    readThePhotos(app);
  }

  private static void useThePhotos(App app) {
    for (int i = 0; i < 16; i++) {
      String followed = user(i % 8);
      String following = user((i + 1 + i / 8) % 8);
      app.pause();
      app.transact(
          app.putting("PK", "USER#" + followed, "SK", "#FRIEND#" + following, "since", at(300 + i)),
          app.updating(
              profile(app, followed), "ADD followers :one", "attribute_exists(PK)", ":one", 1),
          app.updating(
              profile(app, following), "ADD following :one", "attribute_exists(PK)", ":one", 1));
      app.pause();
      app.transact(
          app.putting(
              "PK",
              "REACTION#" + following + "#" + TYPES[i % 4],
              "SK",
              photo(i % 8, i % 3),
              "at",
              at(400 + i)),
          app.updating(
              app.key("USER#" + followed, photo(i % 8, i % 3)),
              "ADD reactions :one",
              "attribute_exists(PK)",
              ":one",
              1));
    }
  }

  private static void readThePhotos(App app) {
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.find(
          null,
          "PK = :u AND SK BETWEEN :m AND :p",
          query -> query.scanIndexForward(false),
          ":u",
          "USER#" + user(i),
          ":m",
          "#METADATA#",
          ":p",
          "PHOTO$");
      app.pause();
      app.find(
          "InvertedIndex",
          "SK = :p AND PK BETWEEN :r AND :u",
          ":p",
          photo(i, i % 3),
          ":r",
          "REACTION#",
          ":u",
          "USER$");
      app.pause();
      List<Item> keys = new ArrayList<>();
      for (Item friend :
          app.find(
              null, "PK = :u AND begins_with(SK, :f)", ":u", "USER#" + user(i), ":f", "#FRIEND#")) {
        keys.add(profile(app, text(friend, "SK").substring("#FRIEND#".length())));
      }
      app.batch(keys);
      app.pause();
      app.find("InvertedIndex", "SK = :f", ":f", "#FRIEND#" + user(i));
    }
  }

  static String user(int i) {
    return "user" + (char) ('a' + i);
  }

  static String photo(int user, int photo) {
    return "PHOTO#" + user(user) + "#" + at(10 * user + photo);
  }

  static Item profile(App app, String user) {
    return app.key("USER#" + user, "#METADATA#" + user);
  }

  // ---- races ----

  /** Races of classes, their results and the outputs of racers (a blog post of AWS). */
  static void races(App app) {
    for (int race = 0; race < 6; race++) {
      app.pause();
      app.create(
          "PK", "class-" + (1 + race % 2), "SK", race(race), "startsAt", at(race), "racers", 6);
      for (int racer = 0; racer < 6; racer++) {
        int score = 900 + 37 * racer + 11 * race;
        app.pause();
        app.transact(
            app.putting(
                "PK",
                race(race),
                "SK",
                racer(racer),
                "GSI1PK",
                race(race),
                "GSI1SK",
                score,
                "finishedAt",
                at(10 + race)),
            app.putting(
                "PK",
                racer(racer),
                "SK",
                race(race) + "#output",
                "perSecond",
                text(300),
                "finishedAt",
                at(10 + race)));
        app.pause();
        app.updateIf(
            app.key(racer(racer), "class-" + (1 + race % 2)),
            "SET best = :b",
            "attribute_not_exists(best) OR best < :b",
            ":b",
            score);
      }
    }
    for (int i = 0; i < 6; i++) {
      app.pause();
      app.newest(null, 10, "PK = :c", ":c", "class-" + (1 + i % 2));
      app.pause();
      app.get(app.key(race(i), racer(i)));
      app.pause();
      app.get(app.key(racer(i), "class-" + (1 + i % 2)));
      app.pause();
      app.newest("GSI1", 5, "GSI1PK = :r", ":r", race(i));
      app.pause();
      app.find(null, "PK = :r AND begins_with(SK, :o)", ":r", racer(i), ":o", "race-");
    }
  }

  static String race(int i) {
    return "race-" + ulid(i);
  }

  static String racer(int i) {
    return "racer-" + (5_001 + 13 * i);
  }

  // ---- profiles ----

  /** Players with friends, characters and possessions (the guide's gaming profile). */
  static void profiles(App app) {
    for (int i = 0; i < 7; i++) {
      String player = player(i);
      app.pause();
      app.create(
          "PK", player, "SK", "#METADATA#" + player, "Type", "player", "country", "FR", "rank", i);
      app.pause();
      app.create(
          "PK", player, "SK", "CHARACTER#Elf" + i, "Type", "character", "strength", 10, "look", 3);
      for (int other = 1; other <= 3; other++) {
        String friend = player((i + other) % 7);
        app.pause();
        app.create(
            "PK", player, "SK", "FRIENDS#" + friend, "Type", "friend", "since", at(10 * i + other));
        app.pause();
        app.create(
            "PK",
            player,
            "SK",
            "ITEMS#" + thing(other),
            "Type",
            "item",
            "quantity",
            5 + other,
            "description",
            text(150));
      }
    }
    for (int i = 0; i < 7; i++) {
      String player = player(i);
      app.pause();
      app.find(null, "PK = :p AND begins_with(SK, :f)", ":p", player, ":f", "FRIENDS#");
      app.pause();
      app.find(null, "PK = :p", ":p", player);
      app.pause();
      app.find(null, "PK = :p AND begins_with(SK, :i)", ":p", player, ":i", "ITEMS#");
      app.pause();
      app.get(app.key(player, "ITEMS#" + thing(1 + i % 3)));
      app.pause();
      app.updateIf(
          app.key(player, "CHARACTER#Elf" + i),
          "SET strength = strength + :s, #look = :l",
          "attribute_exists(PK)",
          ":s",
          1,
          ":l",
          i);
      app.pause();
      app.updateIf(
          app.key(player, "ITEMS#" + thing(1 + i % 3)),
          "SET quantity = quantity - :n",
          "quantity >= :n",
          ":n",
          1);
    }
  }

  static String player(int i) {
    return "player" + String.format("%03d", i + 1);
  }

  static String thing(int i) {
    return List.of("Sword", "Shield", "Potion", "Rope").get(i);
  }

  // ---- audits ----

  /** Equipment, with its latest audit as version 0 (the guide's version control). */
  static void audits(App app) {
    for (int i = 0; i < 8; i++) {
      String equipment = "Equipment_" + (1 + i);
      app.pause();
      app.transact(
          app.putting(audit(equipment, "v0_Audit", i, 1)),
          app.putting(audit(equipment, "v1_Audit", i, 1)));
      for (int version = 2; version <= 3 + i % 2; version++) {
        app.pause();
        app.transact(
            app.updating(
                app.key(equipment, "v0_Audit"),
                "SET Latest = :v, Auditor = :a, #Result = :r, AuditedAt = :t",
                "Latest = :old",
                ":v",
                version,
                ":old",
                version - 1,
                ":a",
                auditor(i + version),
                ":r",
                version == 2 ? "failed" : "passed",
                ":t",
                at(20 * version + i)),
            app.putting(audit(equipment, "v" + version + "_Audit", i, version)));
      }
    }
    for (int i = 0; i < 8; i++) {
      String equipment = "Equipment_" + (1 + i);
      app.pause();
      app.get(app.key(equipment, "v0_Audit"));
      app.pause();
      QueryOutput all = app.find(null, "EquipmentId = :e", query -> query, ":e", equipment);
      if (all.items().isEmpty()) {
        throw new AssertionError("no audits of " + equipment);
      }
    }
  }

  static Object[] audit(String equipment, String key, int i, int version) {
    return new Object[] {
      "EquipmentId",
      equipment,
      "SortKey",
      key,
      "Latest",
      version,
      "Auditor",
      auditor(i + version),
      "Result",
      version == 2 ? "failed" : "passed",
      "AuditedAt",
      at(20 * version + i),
      "Report",
      text(200)
    };
  }

  private static String auditor(int i) {
    return List.of("Rick", "Ester", "Ann", "Omar").get(i % 4);
  }
}
