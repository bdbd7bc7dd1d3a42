package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;
import static dev.monotable.testing.Notation.item;

import dev.monotable.value.AttributeValue;
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
      app.update(
          app.keyOf(uuid("user", i / 3), games[i % 3]),
          "SET TopScore = {}, TopScoreDateTime = {} ADD Wins 1",
          1_000 + 37 * i % 500,
          at(i));
    }
    for (int i = 0; i < 7; i++) {
      app.get(app.keyOf(uuid("user", i), games[i % 3]));
      app.newestIn("GameTitleIndex", 3, "GameTitle = {}", games[i % 3]);
      app.find("UserId = {}", uuid("user", i));
    }
  }

  static final List<Flaw> LEADERBOARD_FLAWS =
      List.of(
          flaw("one score for all", "hot-item")
              .times(40, (app, i) -> app.update(app.keyOf("all", "all"), "ADD Wins 1")),
          flaw("the index lacks what is read then", "read-for-each-result")
              .times(
                  2,
                  (app, i) -> {
                    for (Item score :
                        app.newestIn("GameTitleIndex", 3, "GameTitle = 'Starship X'")) {
                      app.now.get(app.keyOf(text(score, "UserId"), text(score, "GameTitle")));
                    }
                  }));

  /** Logs of devices by state and date, with indexes by operator and for escalations. */
  static void devices(App app) {
    String[] states = {"NORMAL", "WARNING1", "WARNING4"};
    for (int i = 0; i < 36; i++) {
      Item log =
          item(
              "DeviceID: d#{}, StateDate: {}#{}, Operator: operator{}, LogDate: {}, Reading: {}",
              10_000 + i % 12,
              states[i % 3],
              at(i),
              (char) ('a' + i % 5),
              at(i),
              20 + i % 7);
      app.put(i % 9 == 2 ? with(log, "EscalatedTo", "sup" + (char) ('a' + i % 2)) : log);
    }
    for (int i = 0; i < 6; i++) {
      app.newest(5, "DeviceID = 'd#{}'", 10_000 + i);
      app.find("DeviceID = 'd#{}' AND begins_with(StateDate, '{}#')", 10_000 + i, states[i % 3]);
      app.findIn(
          "GSI1",
          "#Operator = 'operator{}' AND LogDate BETWEEN {} AND {}",
          (char) ('a' + i % 5),
          at(0),
          at(30));
    }
    app.findIn("GSI2", "EscalatedTo = 'supa'");
  }

  static final List<Flaw> DEVICES_FLAWS =
      List.of(
          flaw("the states are counted by reading", "count-by-reading")
              .times(
                  3,
                  (app, i) ->
                      app.findIn(
                          "GSI1",
                          "#Operator = 'operatora' AND LogDate > {}",
                          query -> query.select("COUNT"),
                          at(-100)))
              .items(item -> with(item, "Operator", "operatora")),
          flaw("logs by day", "rolling-partition-key")
              .tables(
                  "GSI1: {partitionKey: Operator,",
                  "GSI3: {partitionKey: LogDay, sortKey: LogDate}\n"
                      + "      GSI1: {partitionKey: Operator,")
              .items(item -> with(item, "LogDay", text(item, "LogDate").substring(0, 10))),
          flaw("escalations with a filter", "filter-discards-most", "filter-on-key-attribute")
              .times(
                  4,
                  (app, i) ->
                      app.findIn(
                          "GSI1",
                          "#Operator = 'operator{}'",
                          query -> query.filterExpression("EscalatedTo = 'supa'"),
                          (char) ('a' + i))));

  /** Players and matches, with an inverted index and a sparse one of open games. */
  static void games(App app) {
    openGames(app);
    playGames(app);
  }

  private static void openGames(App app) {
    for (int i = 0; i < 12; i++) {
      app.create(
          "PK: USER#{0}, SK: #METADATA#{0}, email: {0}@example.com, joined: {1}, about: {2}",
          player(i), at(i), text(150));
    }
    for (int i = 0; i < 8; i++) {
      String game = uuid("game", i);
      app.create(
          "PK: GAME#{0}, SK: #METADATA#{0}, mapName: Map {1}, open_timestamp: {2}, creator: {3},"
              + " people: 0",
          game, i % 4, at(i), player(i));
      for (int seat = 0; seat < 3; seat++) {
        String user = player((i + seat) % 12);
        app.transact(
            app.putting(
                "PK: GAME#{0}, SK: USER#{1}, username: {1}, joined_at: {2}", game, user, at(i)),
            app.updating(
                app.keyOf("GAME#" + game, "#METADATA#" + game),
                "SET people = people + 1",
                "people < 50"));
      }
    }
  }

  private static void playGames(App app) {
    for (int i = 0; i < 8; i++) {
      String game = "GAME#" + uuid("game", i);
      app.get(app.keyOf("USER#" + player(i), "#METADATA#" + player(i)));
      app.find("PK = {} AND SK BETWEEN '#METADATA$' AND 'USER$'", game);
      app.findIn("InvertedIndex", "SK = 'USER#{}'", player(i));
      if (i % 2 == 0) {
        app.updateIf(
            app.keyOf(game, "#METADATA#" + uuid("game", i)),
            "SET start_time = {} REMOVE open_timestamp",
            "attribute_exists(open_timestamp)",
            at(100 + i));
      }
    }
    app.findIn("OpenGamesIndex", "mapName = 'Map 1'");
  }

  static String player(int i) {
    return "player" + (char) ('a' + i);
  }

  static final List<Flaw> GAMES_FLAWS =
      List.of(
          flaw("a leave in a transaction of one", "transaction-of-one-action")
              .times(
                  3,
                  (app, i) ->
                      app.transact(
                          app.deleting(app.keyOf("GAME#" + uuid("game", i), "USER#" + player(i))))),
          flaw("a player takes the name of another one", "put-replaces-other-identity")
              .after(
                  app ->
                      app.now.put(
                          "PK: USER#playera, SK: #METADATA#playera, email: thief@example.com,"
                              + " joined: {}, about: x",
                          at(99))),
          flaw("the players of a game one by one", "read-for-each-result")
              .after(
                  app -> {
                    for (Item seat :
                        app.find("PK = 'GAME#{}' AND begins_with(SK, 'USER#')", uuid("game", 2))) {
                      String name = text(seat, "username");
                      app.now.get(app.keyOf("USER#" + name, "#METADATA#" + name));
                    }
                  }));

  /** Followers, posts and timelines (the guide's social network). */
  static void social(App app) {
    for (int i = 0; i < 8; i++) {
      app.create("PK: u#{}, SK: info, name: User {}, content: {}", person(i), i, text(120));
      app.create("PK: u#{}, SK: count, followers: 0, posts: 0", person(i));
    }
    for (int i = 0; i < 16; i++) {
      String from = person(i % 8);
      String to = person((i + 1 + i / 8) % 8);
      app.transact(
          app.putting("PK: u#{}#follower, SK: u#{}", to, from),
          app.putting("PK: u#{}#following, SK: u#{}", from, to),
          app.updating(app.keyOf("u#" + to, "count"), "ADD followers 1", "attribute_exists(PK)"));
      app.transact(
          app.putting(
              "PK: u#{}#post, SK: p#{}, content: {}, at: {}", from, ulid(i), text(200), at(i)),
          app.putting(
              "PK: u#{}#timeline, SK: p#{}#u#{}, ttl: {}", to, ulid(i), from, 1_800_000_000 + i));
    }
    for (int i = 0; i < 8; i++) {
      app.get(app.keyOf("u#" + person(i), "info"));
      app.get(app.keyOf("u#" + person(i), "count"));
      app.find("PK = 'u#{}#follower'", person(i));
      app.newest(10, "PK = 'u#{}#post'", person(i));
      app.newest(10, "PK = 'u#{}#timeline'", person(i));
    }
  }

  static String person(int i) {
    return Integer.toString(12_345 + 111 * i);
  }

  static final List<Flaw> SOCIAL_FLAWS =
      List.of(
          flaw("followers grow in a list", "growing-item")
              .times(
                  14,
                  (app, i) ->
                      app.update(
                          app.keyOf("u#" + person(0), "count"),
                          "SET followerList = list_append(if_not_exists(followerList, {}), {})",
                          AttributeValue.list(AttributeValue.string("")),
                          AttributeValue.list(AttributeValue.string(uuid("follower", i))))),
          flaw("posts by page number", "pages-read-again")
              .after(
                  app -> {
                    for (int pages = 1; pages <= 3; pages++) {
                      app.pause();
                      Item start = null;
                      for (int page = 0; page < pages; page++) {
                        Item from = start;
                        start =
                            app.now
                                .find(
                                    "PK = 'u#{}#follower'",
                                    query -> query.limit(1).exclusiveStartKey(from),
                                    person(1))
                                .lastEvaluatedKey();
                        if (start == null) {
                          break;
                        }
                      }
                    }
                  })
              .items(item -> item),
          flaw("posts have random identifiers", "newest-by-random-key")
              .items(
                  item ->
                      text(item, "PK").endsWith("#post")
                          ? with(item, "SK", "p#" + uuid(text(item, "SK"), 1))
                          : item),
          flaw("a name is taken after a look", "unconditional-create")
              .times(
                  2,
                  (app, i) -> {
                    app.get(app.keyOf("u#9999" + i, "info"));
                    app.now.put("PK: u#9999{}, SK: info, name: New", i);
                  }),
          flaw("TTL as a text", "ttl-not-a-number")
              .items(
                  item ->
                      item.contains("ttl")
                          ? with(item, "ttl", AttributeValue.string("2027"))
                          : item));

  /** Accounts with balances and transactions, moved by transfers. */
  static void banking(App app) {
    for (int i = 0; i < 8; i++) {
      app.create(
          "PK: {0}, SK: BALANCE, balance: 1000, currency: EUR, owner: {1}, GSI1PK: OWNER#{1},"
              + " GSI1SK: {0}",
          account(i), uuid("owner", i / 2));
    }
    for (int i = 0; i < 20; i++) {
      String from = account(i % 8);
      String to = account((i + 3) % 8);
      String id = uuid("transfer", i);
      app.transact(
          app.updating(app.keyOf(from, "BALANCE"), "SET balance = balance - 5", "balance >= 5"),
          app.updating(
              app.keyOf(to, "BALANCE"), "SET balance = balance + 5", "attribute_exists(PK)"),
          app.putting("PK: {}, SK: TX#{}#{}, amount: -5, memo: {}", from, at(i), id, text(60)),
          app.putting("PK: {}, SK: TX#{}#{}, amount: 5, memo: {}", to, at(i), id, text(60)),
          app.putting("PK: TRANSFER#{0}, SK: TRANSFER#{0}, at: {1}", id, at(i)));
    }
    for (int i = 0; i < 8; i++) {
      app.get(app.keyOf(account(i), "BALANCE"), get -> get.consistentRead(true));
      app.find("PK = {} AND SK BETWEEN 'TX#{}' AND 'TX#{}'", account(i), at(0), at(15));
      app.newest(10, "PK = {} AND begins_with(SK, 'TX#')", account(i));
      app.findIn("GSI1", "GSI1PK = 'OWNER#{}'", uuid("owner", i / 2));
    }
  }

  static String account(int i) {
    return "ACCOUNT#DE" + (8_937_040_044L + 7_919L * i);
  }

  static final List<Flaw> BANKING_FLAWS =
      List.of(
          flaw("a balance is read and set", "lost-update")
              .times(
                  12,
                  (app, i) -> {
                    Item key = app.keyOf(account(i % 3), "BALANCE");
                    app.get(key);
                    app.now.update(key, "SET balance = {}", 900 + i);
                  }),
          flaw("a misspelled prefix", "read-finds-nothing")
              .after(app -> app.now.find("PK = {} AND begins_with(SK, 'TXN#')", account(1))),
          flaw("a login counter beside documents", "small-change-of-large-item")
              .after(
                  app -> {
                    app.now.create("PK: OWNER#1, SK: FILE, scan: {}, logins: 0", text(9_000));
                    for (int i = 0; i < 5; i++) {
                      app.update(app.keyOf("OWNER#1", "FILE"), "ADD logins 1");
                    }
                  }),
          flaw("large bookings by a filter", "filter-discards-most")
              .after(
                  app ->
                      app.find(
                          "PK = {}", query -> query.filterExpression("amount > 500"), account(1))),
          flaw("bookings with random identifiers", "newest-by-random-key")
              .after(
                  app -> {
                    for (int i = 0; i < 6; i++) {
                      app.create("PK: CARD#1, SK: PAY#{}, amount: {}", uuid("pay", i), i);
                    }
                    app.now.newest(5, "PK = 'CARD#1' AND begins_with(SK, 'PAY#')");
                  }),
          flaw("one merchant has most payments", "skewed-partition-key")
              .times(
                  70,
                  (app, i) ->
                      app.create("PK: MERCHANT#m{}, SK: PAY#{}, n: 1", i < 64 ? 0 : i, at(i))));

  /** Events with seats that are reserved with a condition, and the tickets of a user. */
  static void tickets(App app) {
    for (int i = 0; i < 4; i++) {
      String event = "EVENT#" + uuid("event", i);
      app.create(
          "PK: {0}, SK: METADATA, title: Event {1}, startsAt: {2}, GSI2PK: CITY#{3}, GSI2SK: {2}",
          event, i, at(10_000 * i), i % 2 == 0 ? "Berlin" : "Paris");
      List<Item> seats = new ArrayList<>();
      for (int seat = 0; seat < 10; seat++) {
        seats.add(item("PK: {}, SK: {}, price: 50", event, seat(seat)));
      }
      app.putAll(seats);
    }
    for (int i = 0; i < 16; i++) {
      String event = "EVENT#" + uuid("event", i % 4);
      app.updateIf(
          app.keyOf(event, seat(i / 4)),
          "SET holder = {0}, GSI1PK = 'BUYER#{0}', GSI1SK = 'TICKET#{1}'",
          "attribute_exists(PK) AND attribute_not_exists(holder)",
          uuid("buyer", i % 6),
          at(i));
    }
    for (int i = 0; i < 8; i++) {
      String event = "EVENT#" + uuid("event", i % 4);
      app.get(app.keyOf(event, "METADATA"));
      app.find("PK = {} AND begins_with(SK, 'SEAT#')", event);
      app.findIn(
          "GSI1", "GSI1PK = 'BUYER#{}' AND begins_with(GSI1SK, 'TICKET#')", uuid("buyer", i % 6));
    }
    for (String city : List.of("Berlin", "Paris")) {
      app.findIn("GSI2", "GSI2PK = 'CITY#{}' AND GSI2SK > {}", city, at(0));
    }
  }

  static String seat(int seat) {
    return "SEAT#A-" + String.format("%03d", seat);
  }

  static final List<Flaw> TICKETS_FLAWS =
      List.of(
          flaw("a ticket replaces that of another buyer", "put-replaces-other-identity")
              .times(
                  3,
                  (app, i) ->
                      app.put(
                          "PK: EVENT#{}, SK: {}, price: 50, holder: someone-else, GSI1PK:"
                              + " BUYER#someone-else, GSI1SK: TICKET#{}",
                          uuid("event", i),
                          seat(0),
                          at(90))),
          flaw("free seats by a filter", "filter-discards-most")
              .times(
                  2,
                  (app, i) ->
                      app.find(
                          "PK = 'EVENT#{}' AND begins_with(SK, 'SEAT#')",
                          query -> query.filterExpression("attribute_exists(#holder)"),
                          uuid("event", i))),
          flaw("a photo in the event", "large-item")
              .items(item -> item.contains("startsAt") ? with(item, "photo", text(150_000)) : item),
          flaw("seats by page number", "pages-read-again")
              .after(
                  app -> {
                    for (int page = 1; page <= 4; page++) {
                      int limit = 2 * page;
                      app.find("PK = 'EVENT#{}'", query -> query.limit(limit), uuid("event", 0));
                    }
                  }),
          flaw("all events of a Scan", "scan").after(app -> app.now.scan("#SK = 'METADATA'")),
          flaw("days first in the index", "sort-key-order")
              .items(item -> item.contains("GSI2SK") ? with(item, "GSI2SK", "05.01.2026") : item),
          flaw("an index of everything", "constant-partition-key")
              .tables(
                  "      GSI2: {", "      GSI3: {partitionKey: listed, sortKey: PK}\n      GSI2: {")
              .items(item -> with(item, "listed", "ALL"))
              .after(app -> app.now.findIn("GSI3", "listed = 'ALL'")));
}
