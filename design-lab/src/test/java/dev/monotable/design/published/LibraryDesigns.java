package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;

/** Designs that libraries have for the tables of their users. */
final class LibraryDesigns {
  /** The first cells of four cities, whose points have geohashes that begin with these digits. */
  private static final long[] CELLS = {52_213, 52_214, 96_400, 96_401, 35_520, 35_521};

  private LibraryDesigns() {}

  // ---- events ----

  /** Castore: the events of aggregates, and an index of the first event of each. */
  static void events(App app) {
    for (int version = 1; version <= 5; version++) {
      for (int i = 0; i < 6; i++) {
        app.pause();
        if (version > 1) {
          events(app, aggregate(i));
        }
        push(app, i, version);
      }
    }
    for (int i = 0; i < 4; i++) {
      app.findIn(
          "initialEvents",
          "eventStoreId = {} AND #timestamp BETWEEN {} AND {}",
          i % 2 == 0 ? "POKEMONS" : "TRAINERS",
          at(10 * i),
          at(10 * i + 1_000));
    }
  }

  static List<Item> events(App app, String aggregate) {
    return app.now.find("aggregateId = {}", query -> query.consistentRead(true), aggregate).items();
  }

  static String aggregate(int i) {
    return (i % 2 == 0 ? "POKEMONS#" : "TRAINERS#") + uuid("aggregate", i);
  }

  static void push(App app, int i, int version) {
    if (version == 1) {
      app.now.putIf(
          "attribute_not_exists(#version)",
          "aggregateId: {}, version: 1, eventStoreId: {}, timestamp: {}, type: CREATED, payload:"
              + " {}",
          aggregate(i),
          i % 2 == 0 ? "POKEMONS" : "TRAINERS",
          at(100 + i),
          text(120));
    } else {
      app.now.putIf(
          "attribute_not_exists(#version)",
          "aggregateId: {}, version: {}, timestamp: {}, type: {}, payload: {}",
          aggregate(i),
          version,
          at(100 * version + i),
          version % 2 == 0 ? "LEVELED_UP" : "RENAMED",
          text(120));
    }
  }

  static final List<Flaw> EVENT_STORE_FLAWS =
      List.of(
          flaw(
                  "the next version is read, then put",
                  "lost-update",
                  "unconditional-create",
                  "missing-condition")
              .times(
                  4,
                  (app, i) -> {
                    String aggregate = aggregate(i % 4);
                    Item last = app.newest(1, "aggregateId = {}", aggregate).get(0);
                    app.now.put(
                        "aggregateId: {}, version: {}, timestamp: {}, type: RENAMED, payload: {}",
                        aggregate,
                        Integer.parseInt(last.find("version").numberText()) + 1,
                        at(900 + i),
                        text(120));
                  }),
          flaw("events hold the whole aggregate", "large-item")
              .items(item -> with(item, "payload", text(120_000))),
          flaw("versions are texts", "sort-key-order")
              .tables("sortKey: {version: N}", "sortKey: version")
              .items(item -> with(item, "version", item.find("version").numberText()))
              .after(
                  app -> {
                    for (int version = 6; version < 13; version++) {
                      app.pause();
                      push(app, 0, version);
                      events(app, aggregate(0));
                    }
                    for (int i = 0; i < 3; i++) {
                      app.newest(1, "aggregateId = {}", aggregate(0));
                    }
                  }),
          flaw("all events of a day by an index", "rolling-partition-key")
              .tables(
                  "    indexes:\n",
                  "    indexes:\n      byDay: {partitionKey: day, sortKey: timestamp}\n")
              .items(
                  item ->
                      with(
                          item,
                          "day",
                          "2026-01-0" + (4 + Integer.parseInt(item.find("version").numberText()))))
              .after(
                  app -> {
                    for (int i = 5; i < 9; i++) {
                      app.newestIn("byDay", 50, "#day = '2026-01-0{}'", i);
                    }
                  }),
          flaw("events are read version by version", "get-after-get")
              .times(
                  4,
                  (app, i) -> {
                    app.pause();
                    int version = 1;
                    while (app.now.get(app.keyOf(aggregate(i), version)) != null) {
                      version++;
                    }
                  }));

  // ---- places ----

  /** The Geo Library of AWS: points by the first digits of their geohash. */
  static void places(App app) {
    for (int i = 0; i < 36; i++) {
      app.put(
          "hashKey: {}, rangeKey: {}, geohash: {}, geoJson: {}, title: Place {}, category: {}",
          cell(i),
          uuid("place", i),
          geohash(i),
          "{\"type\":\"POINT\",\"coordinates\":[" + i + ".5,-0.13]}",
          i,
          new String[] {"school", "cafe", "museum"}[i % 3]);
    }
    for (int i = 0; i < 9; i++) {
      app.pause();
      near(app, cell(2 * i), geohash(0) % 100 * i);
      near(app, cell(2 * i + 1), 0);
      app.get(app.keyOf(cell(i), uuid("place", i)));
    }
    for (int i = 0; i < 4; i++) {
      app.update(app.keyOf(cell(i), uuid("place", i)), "SET title = 'New name {}'", i);
    }
    app.delete(app.keyOf(cell(35), uuid("place", 35)));
  }

  static List<Item> near(App app, long cell, long from) {
    return app.now.findIn(
        "geohash-index",
        "hashKey = {} AND geohash BETWEEN {} AND {}",
        cell,
        cell * 10_000_000_000L + from,
        cell * 10_000_000_000L + 9_000_000_000L);
  }

  static long cell(int i) {
    return CELLS[i % CELLS.length];
  }

  static long geohash(int i) {
    return cell(i) * 10_000_000_000L + 7_919L * 104_729L * (1 + i) % 8_999_999_999L;
  }

  static final List<Flaw> PLACES_FLAWS =
      List.of(
          flaw("visits are counted beside the outline of a place", "small-change-of-large-item")
              .items(item -> with(item, "outline", text(9_000)))
              .times(
                  12, (app, i) -> app.update(app.keyOf(cell(i), uuid("place", i)), "ADD visits 1")),
          flaw("the hash key has one digit", "constant-partition-key", "skewed-partition-key")
              .items(item -> with(item, "hashKey", 5))
              .times(
                  6,
                  (app, i) ->
                      app.findIn(
                          "geohash-index",
                          "hashKey = 5 AND geohash BETWEEN {} AND {}",
                          cell(i) * 10_000_000_000L,
                          (cell(i) + 1) * 10_000_000_000L)),
          flaw("each place near is read again", "read-for-each-result")
              .times(
                  4,
                  (app, i) -> {
                    app.pause();
                    for (Item place : near(app, cell(i), 0)) {
                      app.now.get(app.keyOf(place.find("hashKey"), text(place, "rangeKey")));
                    }
                  }),
          flaw("a place by its title in a filter", "filter-discards-most")
              .times(
                  6,
                  (app, i) ->
                      app.find(
                          "hashKey = {}",
                          query -> query.filterExpression("#title = 'Place {}'"),
                          cell(i),
                          i)),
          flaw("the local index lacks what is read", "local-index-fetches-items")
              .tables("sortKey: {geohash: N}}", "sortKey: {geohash: N}, projection: KEYS_ONLY}")
              .times(
                  6,
                  (app, cell) ->
                      app.findIn(
                          "geohash-index",
                          "hashKey = {} AND geohash > 0",
                          query -> query.select("ALL_ATTRIBUTES"),
                          cell(cell))));

  // ---- idempotency ----

  /** Powertools for AWS Lambda: a record for each event that a function has handled. */
  static void idempotency(App app) {
    for (int i = 0; i < 24; i++) {
      String id = record(i);
      app.pause();
      begin(app, id, i);
      if (i % 8 == 7) {
        app.now.delete(app.keyOf(id, null));
        continue;
      }
      app.now.update(
          app.keyOf(id, null),
          "SET #data = {}, #expiration = {}, #status = 'COMPLETED'",
          "{\"paymentId\":" + i + "}",
          1_800_003_600 + 60 * i);
    }
    for (int i = 0; i < 6; i++) {
      app.pause();
      if (!begin(app, record(i), i)) {
        app.now.get(app.keyOf(record(i), null), get -> get.consistentRead(true));
      }
    }
  }

  /** Returns whether no other handler handles or has handled the event. */
  static boolean begin(App app, String id, int i) {
    try {
      app.now.putIf(
          "attribute_not_exists(#id) OR #expiration < 1790000000 OR (#status = 'INPROGRESS' AND"
              + " attribute_exists(#in_progress_expiration) AND #in_progress_expiration < {})",
          "id: {}, expiration: {}, in_progress_expiration: {}, status: INPROGRESS",
          1_790_000_000_000L,
          id,
          1_800_003_600 + 60 * i,
          1_800_000_030_000L + 60_000L * i);
      return true;
    } catch (DynamoException e) {
      return false;
    }
  }

  static String record(int i) {
    return "payments.handler#" + uuid("event", i).replace("-", "");
  }

  static final List<Flaw> IDEMPOTENCY_FLAWS =
      List.of(
          flaw("a record is looked for, then put", "unconditional-create", "missing-condition")
              .after(
                  app -> {
                    for (int i = 50; i < 55; i++) {
                      Item key = app.keyOf(record(i), null);
                      if (app.get(key) == null) {
                        app.now.put(
                            "id: {}, expiration: {}, status: INPROGRESS",
                            record(i),
                            1_800_003_600 + i);
                      }
                    }
                  }),
          flaw("the result is a document", "large-item")
              .after(
                  app -> {
                    for (int i = 60; i < 66; i++) {
                      app.pause();
                      begin(app, record(i), i);
                      app.now.update(
                          app.keyOf(record(i), null),
                          "SET #data = {}, #status = 'COMPLETED'",
                          text(150_000));
                    }
                  }),
          flaw("records expire in milliseconds", "ttl-in-milliseconds")
              .items(item -> with(item, "expiration", 1_800_003_600_000L)),
          flaw("everybody asks for one record", "hot-read")
              .times(120, (app, i) -> app.get(app.keyOf(record(3), null))));

  // ---- sign-in ----

  /** Auth.js: users, their accounts with providers, sessions and links sent by mail. */
  static void signIn(App app) {
    for (int i = 0; i < 8; i++) {
      String user = "USER#" + uuid("signed", i);
      app.findIn("GSI1", "GSI1PK = 'ACCOUNT#{}' AND GSI1SK = 'ACCOUNT#{}'", provider(i), 7_000 + i);
      byMail(app, mail(i));
      app.now.put(
          "pk: {0}, sk: {0}, GSI1PK: USER#{1}, GSI1SK: USER#{1}, type: USER, id: {2}, email: {1},"
              + " name: User {3}",
          user, mail(i), uuid("signed", i), i);
      app.now.put(
          "pk: {0}, sk: ACCOUNT#{1}#{2}, GSI1PK: ACCOUNT#{1}, GSI1SK: ACCOUNT#{2}, type: ACCOUNT,"
              + " access_token: {3}",
          user, provider(i), 7_000 + i, text(80));
      session(app, i, 0);
    }
    useTheSessions(app);
  }

  private static void useTheSessions(App app) {
    for (int i = 0; i < 8; i++) {
      app.pause();
      session(app, i, 1);
      String session = "SESSION#" + uuid("session", 10 * i);
      List<Item> found = app.findIn("GSI1", "GSI1PK = {0} AND GSI1SK = {0}", session);
      String user = text(found.get(0), "pk");
      app.now.get(app.keyOf(user, user));
      app.pause();
      byMail(app, mail(i));
      app.put(
          "pk: VT#{}, sk: VT#{}, type: VT, expires: {}",
          mail(i),
          uuid("token", i),
          1_800_000_000 + i);
      app.delete(app.keyOf("VT#" + mail(i), "VT#" + uuid("token", i)));
      app.delete(app.keyOf(user, "SESSION#" + uuid("session", 10 * i + 1)));
    }
  }

  static void session(App app, int user, int session) {
    String token = "SESSION#" + uuid("session", 10 * user + session);
    app.now.put(
        "pk: USER#{0}, sk: {1}, GSI1PK: {1}, GSI1SK: {1}, type: SESSION, expires: {2}",
        uuid("signed", user), token, 1_800_000_000 + 100 * user);
  }

  static List<Item> byMail(App app, String mail) {
    return app.now.findIn("GSI1", "GSI1PK = 'USER#{0}' AND GSI1SK = 'USER#{0}'", mail);
  }

  static String provider(int i) {
    return new String[] {"github", "google", "gitlab"}[i % 3];
  }

  static String mail(int i) {
    return "person" + (char) ('a' + i) + "@example.com";
  }

  static final List<Flaw> SIGN_IN_FLAWS =
      List.of(
          flaw(
                  "a device is registered at the key of the user",
                  "put-replaces-other-entity",
                  "put-replaces-other-identity",
                  "missing-condition")
              .times(
                  3,
                  (app, i) -> {
                    String user = "USER#" + uuid("signed", i);
                    app.put(
                        "pk: {0}, sk: {0}, type: DEVICE, model: phone, pushKey: {1}",
                        user, text(40));
                  }),
          flaw("the sign-ins of a user in a list", "growing-item")
              .after(
                  app -> {
                    String user = "USER#" + uuid("signed", 2);
                    for (int i = 0; i < 15; i++) {
                      app.update(
                          app.keyOf(user, user),
                          "SET signIns = list_append(if_not_exists(signIns, {}), {})",
                          AttributeValue.list(List.of()),
                          AttributeValue.list(
                              AttributeValue.string("from 203.0.113." + i + " at " + at(i))));
                    }
                  }),
          flaw("the time of a visit beside the picture of a user", "small-change-of-large-item")
              .items(
                  item ->
                      text(item, "type").equals("USER") ? with(item, "image", text(15_000)) : item)
              .times(
                  16,
                  (app, i) -> {
                    String user = "USER#" + uuid("signed", i % 8);
                    app.update(app.keyOf(user, user), "SET lastSeen = {}", at(i));
                  }),
          flaw("sessions expire at a text", "ttl-not-a-number")
              .items(
                  item ->
                      item.contains("expires")
                          ? with(item, "expires", "2027-01-15T08:00:00.000Z")
                          : item),
          flaw(
                  "the sessions of a user by the type in a filter",
                  "filter-discards-most",
                  "filter-on-key-attribute")
              .times(
                  6,
                  (app, i) ->
                      app.find(
                          "pk = 'USER#{}'",
                          query -> query.filterExpression("#type = 'SESSION'"),
                          uuid("signed", i))),
          flaw("accounts that begin with git", "prefix-within-word")
              .after(
                  app -> {
                    String user = "USER#" + uuid("signed", 0);
                    app.now.put("pk: {}, sk: ACCOUNT#gitlab#99, type: ACCOUNT", user);
                    for (int i = 0; i < 6; i++) {
                      app.find(
                          "pk = 'USER#{}' AND begins_with(sk, 'ACCOUNT#git')", uuid("signed", i));
                    }
                  }),
          flaw(
                  "a session is looked for in the index as soon as it is put",
                  "index-read-after-write")
              .times(
                  6,
                  (app, i) -> {
                    String session = "SESSION#" + uuid("session", 10 * i + 5);
                    app.pause();
                    session(app, i, 5);
                    app.now.findIn("GSI1", "GSI1PK = {0} AND GSI1SK = {0}", session);
                  }));
}
