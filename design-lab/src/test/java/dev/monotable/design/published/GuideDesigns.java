package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;

import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;

/** Designs that AWS has published: in the developer guide, in its blog and in its labs. */
final class GuideDesigns {
  private GuideDesigns() {}

  /** The scores of users, and the best of a game by an index (the guide's GameScores). */
  static void leaderboard(App app) {
    String[] games = {"Galaxy Invaders", "Meteor Blasters", "Starship X"};
    for (int i = 0; i < 21; i++) {
      app.pause();
      app.update(
          app.key(uuid("user", i / 3), games[i % 3]),
          "SET TopScore = :s, TopScoreDateTime = :t ADD Wins :w",
          ":s",
          1_000 + 37 * i % 500,
          ":t",
          at(i),
          ":w",
          1);
    }
    for (int i = 0; i < 7; i++) {
      app.pause();
      app.get(app.key(uuid("user", i), games[i % 3]));
      app.pause();
      app.newest("GameTitleIndex", 3, "GameTitle = :g", ":g", games[i % 3]);
      app.pause();
      app.find(null, "UserId = :u", ":u", uuid("user", i));
    }
  }

  /** Logs of devices by state and date, with indexes by operator and for escalations. */
  static void devices(App app) {
    String[] states = {"NORMAL", "WARNING1", "WARNING4"};
    for (int i = 0; i < 36; i++) {
      app.pause();
      List<Object> log =
          new ArrayList<>(
              List.of(
                  "DeviceID",
                  "d#" + (10_000 + i % 12),
                  "StateDate",
                  states[i % 3] + "#" + at(i),
                  "Operator",
                  "operator" + (char) ('a' + i % 5),
                  "LogDate",
                  at(i),
                  "Reading",
                  20 + i % 7));
      if (i % 9 == 2) {
        log.addAll(List.of("EscalatedTo", "sup" + (char) ('a' + i % 2)));
      }
      app.put(log.toArray());
    }
    for (int i = 0; i < 6; i++) {
      app.pause();
      app.newest(null, 5, "DeviceID = :d", ":d", "d#" + (10_000 + i));
      app.pause();
      app.find(
          null,
          "DeviceID = :d AND begins_with(StateDate, :s)",
          ":d",
          "d#" + (10_000 + i),
          ":s",
          states[i % 3] + "#");
      app.pause();
      app.find(
          "GSI1",
          "#Operator = :o AND LogDate BETWEEN :f AND :t",
          ":o",
          "operator" + (char) ('a' + i % 5),
          ":f",
          at(0),
          ":t",
          at(30));
    }
    app.pause();
    app.find("GSI2", "EscalatedTo = :e", ":e", "supa");
  }

  /** Players and matches, with an inverted index and a sparse one of open games. */
  static void games(App app) {
    openGames(app);
    playGames(app);
  }

  private static void openGames(App app) {
    for (int i = 0; i < 12; i++) {
      app.pause();
      app.create(
          "PK",
          "USER#" + player(i),
          "SK",
          "#METADATA#" + player(i),
          "email",
          player(i) + "@example.com",
          "joined",
          at(i),
          "about",
          text(150));
    }
    for (int i = 0; i < 8; i++) {
      String game = uuid("game", i);
      app.pause();
      app.create(
          "PK",
          "GAME#" + game,
          "SK",
          "#METADATA#" + game,
          "mapName",
          "Map " + i % 4,
          "open_timestamp",
          at(i),
          "creator",
          player(i),
          "people",
          0);
      for (int seat = 0; seat < 3; seat++) {
        String user = player((i + seat) % 12);
        app.pause();
        app.transact(
            app.putting(
                "PK", "GAME#" + game, "SK", "USER#" + user, "username", user, "joined_at", at(i)),
            app.updating(
                app.key("GAME#" + game, "#METADATA#" + game),
                "SET people = people + :p",
                "people < :most",
                ":p",
                1,
                ":most",
                50));
      }
    }
  }

  private static void playGames(App app) {
    for (int i = 0; i < 8; i++) {
      String game = "GAME#" + uuid("game", i);
      app.pause();
      app.get(app.key("USER#" + player(i), "#METADATA#" + player(i)));
      app.pause();
      app.find(
          null, "PK = :g AND SK BETWEEN :m AND :u", ":g", game, ":m", "#METADATA$", ":u", "USER$");
      app.pause();
      app.find("InvertedIndex", "SK = :u", ":u", "USER#" + player(i));
      if (i % 2 == 0) {
        app.pause();
        app.updateIf(
            app.key(game, "#METADATA#" + uuid("game", i)),
            "SET start_time = :t REMOVE open_timestamp",
            "attribute_exists(open_timestamp)",
            ":t",
            at(100 + i));
      }
    }
    app.pause();
    app.find("OpenGamesIndex", "mapName = :m", ":m", "Map 1");
  }

  static String player(int i) {
    return "player" + (char) ('a' + i);
  }

  /** Followers, posts and timelines (the guide's social network). */
  static void social(App app) {
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.create("PK", "u#" + person(i), "SK", "info", "name", "User " + i, "content", text(120));
      app.pause();
      app.create("PK", "u#" + person(i), "SK", "count", "followers", 0, "posts", 0);
    }
    for (int i = 0; i < 16; i++) {
      String from = person(i % 8);
      String to = person((i + 1 + i / 8) % 8);
      app.pause();
      app.transact(
          app.putting("PK", "u#" + to + "#follower", "SK", "u#" + from),
          app.putting("PK", "u#" + from + "#following", "SK", "u#" + to),
          app.updating(
              app.key("u#" + to, "count"),
              "ADD followers :one",
              "attribute_exists(PK)",
              ":one",
              1));
      app.pause();
      app.transact(
          app.putting(
              "PK", "u#" + from + "#post", "SK", "p#" + ulid(i), "content", text(200), "at", at(i)),
          app.putting(
              "PK",
              "u#" + to + "#timeline",
              "SK",
              "p#" + ulid(i) + "#u#" + from,
              "ttl",
              1_800_000_000 + i));
    }
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.get(app.key("u#" + person(i), "info"));
      app.pause();
      app.get(app.key("u#" + person(i), "count"));
      app.pause();
      app.find(null, "PK = :f", ":f", "u#" + person(i) + "#follower");
      app.pause();
      app.newest(null, 10, "PK = :p", ":p", "u#" + person(i) + "#post");
      app.pause();
      app.newest(null, 10, "PK = :t", ":t", "u#" + person(i) + "#timeline");
    }
  }

  static String person(int i) {
    return Integer.toString(12_345 + 111 * i);
  }

  /** Accounts with balances and transactions, moved by transfers. */
  static void banking(App app) {
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.create(
          "PK",
          account(i),
          "SK",
          "BALANCE",
          "balance",
          1_000,
          "currency",
          "EUR",
          "owner",
          uuid("owner", i / 2),
          "GSI1PK",
          "OWNER#" + uuid("owner", i / 2),
          "GSI1SK",
          account(i));
    }
    for (int i = 0; i < 20; i++) {
      String from = account(i % 8);
      String to = account((i + 3) % 8);
      String id = uuid("transfer", i);
      app.pause();
      app.transact(
          app.updating(
              app.key(from, "BALANCE"), "SET balance = balance - :m", "balance >= :m", ":m", 5),
          app.updating(
              app.key(to, "BALANCE"),
              "SET balance = balance + :m",
              "attribute_exists(PK)",
              ":m",
              5),
          app.putting("PK", from, "SK", "TX#" + at(i) + "#" + id, "amount", -5, "memo", text(60)),
          app.putting("PK", to, "SK", "TX#" + at(i) + "#" + id, "amount", 5, "memo", text(60)),
          app.putting("PK", "TRANSFER#" + id, "SK", "TRANSFER#" + id, "at", at(i)));
    }
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.get(app.key(account(i), "BALANCE"), get -> get.consistentRead(true));
      app.pause();
      app.find(
          null,
          "PK = :a AND SK BETWEEN :f AND :t",
          ":a",
          account(i),
          ":f",
          "TX#" + at(0),
          ":t",
          "TX#" + at(15));
      app.pause();
      app.newest(null, 10, "PK = :a AND begins_with(SK, :t)", ":a", account(i), ":t", "TX#");
      app.pause();
      app.find("GSI1", "GSI1PK = :o", ":o", "OWNER#" + uuid("owner", i / 2));
    }
  }

  static String account(int i) {
    return "ACCOUNT#DE" + (8_937_040_044L + 7_919L * i);
  }

  /** Events with seats that are reserved with a condition, and the tickets of a user. */
  static void tickets(App app) {
    for (int i = 0; i < 4; i++) {
      String event = "EVENT#" + uuid("event", i);
      app.pause();
      app.create(
          "PK",
          event,
          "SK",
          "METADATA",
          "title",
          "Event " + i,
          "startsAt",
          at(10_000 * i),
          "GSI2PK",
          "CITY#" + (i % 2 == 0 ? "Berlin" : "Paris"),
          "GSI2SK",
          at(10_000 * i));
      List<Item> seats = new ArrayList<>();
      for (int seat = 0; seat < 10; seat++) {
        seats.add(Item.of("PK", event, "SK", seat(seat), "price", 50));
      }
      app.pause();
      app.putAll(seats);
    }
    for (int i = 0; i < 16; i++) {
      String event = "EVENT#" + uuid("event", i % 4);
      app.pause();
      app.updateIf(
          app.key(event, seat(i / 4)),
          "SET holder = :u, GSI1PK = :g, GSI1SK = :t",
          "attribute_exists(PK) AND attribute_not_exists(holder)",
          ":u",
          uuid("buyer", i % 6),
          ":g",
          "BUYER#" + uuid("buyer", i % 6),
          ":t",
          "TICKET#" + at(i));
    }
    for (int i = 0; i < 8; i++) {
      String event = "EVENT#" + uuid("event", i % 4);
      app.pause();
      app.get(app.key(event, "METADATA"));
      app.pause();
      app.find(null, "PK = :e AND begins_with(SK, :s)", ":e", event, ":s", "SEAT#");
      app.pause();
      app.find(
          "GSI1",
          "GSI1PK = :b AND begins_with(GSI1SK, :t)",
          ":b",
          "BUYER#" + uuid("buyer", i % 6),
          ":t",
          "TICKET#");
    }
    for (String city : List.of("Berlin", "Paris")) {
      app.pause();
      app.find("GSI2", "GSI2PK = :c AND GSI2SK > :n", ":c", "CITY#" + city, ":n", at(0));
    }
  }

  static String seat(int seat) {
    return "SEAT#A-" + String.format("%03d", seat);
  }
}
