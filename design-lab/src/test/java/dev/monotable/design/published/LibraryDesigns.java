package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;

import dev.monotable.engine.error.DynamoException;
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
      app.pause();
      app.find(
          "initialEvents",
          "eventStoreId = :s AND #timestamp BETWEEN :f AND :t",
          ":s",
          i % 2 == 0 ? "POKEMONS" : "TRAINERS",
          ":f",
          at(10 * i),
          ":t",
          at(10 * i + 1_000));
    }
  }

  static List<Item> events(App app, String aggregate) {
    return app.find(null, "aggregateId = :a", query -> query.consistentRead(true), ":a", aggregate)
        .items();
  }

  static String aggregate(int i) {
    return (i % 2 == 0 ? "POKEMONS#" : "TRAINERS#") + uuid("aggregate", i);
  }

  static void push(App app, int i, int version) {
    if (version == 1) {
      app.putIf(
          "attribute_not_exists(#version)",
          null,
          "aggregateId",
          aggregate(i),
          "version",
          1,
          "eventStoreId",
          i % 2 == 0 ? "POKEMONS" : "TRAINERS",
          "timestamp",
          at(100 + i),
          "type",
          "CREATED",
          "payload",
          text(120));
    } else {
      app.putIf(
          "attribute_not_exists(#version)",
          null,
          "aggregateId",
          aggregate(i),
          "version",
          version,
          "timestamp",
          at(100 * version + i),
          "type",
          version % 2 == 0 ? "LEVELED_UP" : "RENAMED",
          "payload",
          text(120));
    }
  }

  // ---- places ----

  /** The Geo Library of AWS: points by the first digits of their geohash. */
  static void places(App app) {
    for (int i = 0; i < 36; i++) {
      app.pause();
      app.put(
          "hashKey",
          cell(i),
          "rangeKey",
          uuid("place", i),
          "geohash",
          geohash(i),
          "geoJson",
          "{\"type\":\"POINT\",\"coordinates\":[" + i + ".5,-0.13]}",
          "title",
          "Place " + i,
          "category",
          new String[] {"school", "cafe", "museum"}[i % 3]);
    }
    for (int i = 0; i < 9; i++) {
      app.pause();
      near(app, cell(2 * i), geohash(0) % 100 * i);
      near(app, cell(2 * i + 1), 0);
      app.pause();
      app.get(app.key(cell(i), uuid("place", i)));
    }
    for (int i = 0; i < 4; i++) {
      app.pause();
      app.update(app.key(cell(i), uuid("place", i)), "SET title = :t", ":t", "New name " + i);
    }
    app.pause();
    app.delete(app.key(cell(35), uuid("place", 35)));
  }

  static List<Item> near(App app, long cell, long from) {
    return app.find(
        "geohash-index",
        "hashKey = :h AND geohash BETWEEN :a AND :b",
        ":h",
        cell,
        ":a",
        cell * 10_000_000_000L + from,
        ":b",
        cell * 10_000_000_000L + 9_000_000_000L);
  }

  static long cell(int i) {
    return CELLS[i % CELLS.length];
  }

  static long geohash(int i) {
    return cell(i) * 10_000_000_000L + 7_919L * 104_729L * (1 + i) % 8_999_999_999L;
  }

  // ---- idempotency ----

  /** Powertools for AWS Lambda: a record for each event that a function has handled. */
  static void idempotency(App app) {
    for (int i = 0; i < 24; i++) {
      String id = record(i);
      app.pause();
      begin(app, id, i);
      if (i % 8 == 7) {
        app.delete(app.key(id, null));
        continue;
      }
      app.update(
          app.key(id, null),
          "SET #data = :d, #expiration = :e, #status = :s",
          ":d",
          "{\"paymentId\":" + i + "}",
          ":e",
          1_800_003_600 + 60 * i,
          ":s",
          "COMPLETED");
    }
    for (int i = 0; i < 6; i++) {
      app.pause();
      if (!begin(app, record(i), i)) {
        app.get(app.key(record(i), null), get -> get.consistentRead(true));
      }
    }
  }

  /** Returns whether nobody else handles or has handled the event. */
  static boolean begin(App app, String id, int i) {
    try {
      app.putIf(
          "attribute_not_exists(#id) OR #expiration < :now OR (#status = :p AND"
              + " attribute_exists(#in_progress_expiration) AND #in_progress_expiration < :ms)",
          Item.of(":now", 1_790_000_000, ":p", "INPROGRESS", ":ms", 1_790_000_000_000L),
          "id",
          id,
          "expiration",
          1_800_003_600 + 60 * i,
          "in_progress_expiration",
          1_800_000_030_000L + 60_000L * i,
          "status",
          "INPROGRESS");
      return true;
    } catch (DynamoException e) {
      return false;
    }
  }

  static String record(int i) {
    return "payments.handler#" + uuid("event", i).replace("-", "");
  }

  // ---- sign-in ----

  /** Auth.js: users, their accounts with providers, sessions and links sent by mail. */
  static void signIn(App app) {
    for (int i = 0; i < 8; i++) {
      String user = "USER#" + uuid("signed", i);
      app.pause();
      app.find(
          "GSI1",
          "GSI1PK = :a AND GSI1SK = :b",
          ":a",
          "ACCOUNT#" + provider(i),
          ":b",
          "ACCOUNT#" + (7_000 + i));
      byMail(app, mail(i));
      app.put(
          "pk",
          user,
          "sk",
          user,
          "GSI1PK",
          "USER#" + mail(i),
          "GSI1SK",
          "USER#" + mail(i),
          "type",
          "USER",
          "id",
          uuid("signed", i),
          "email",
          mail(i),
          "name",
          "User " + i);
      app.put(
          "pk",
          user,
          "sk",
          "ACCOUNT#" + provider(i) + "#" + (7_000 + i),
          "GSI1PK",
          "ACCOUNT#" + provider(i),
          "GSI1SK",
          "ACCOUNT#" + (7_000 + i),
          "type",
          "ACCOUNT",
          "access_token",
          text(80));
      session(app, i, 0);
    }
    useTheSessions(app);
  }

  private static void useTheSessions(App app) {
    for (int i = 0; i < 8; i++) {
      app.pause();
      session(app, i, 1);
      app.pause();
      String session = "SESSION#" + uuid("session", 10 * i);
      List<Item> found = app.find("GSI1", "GSI1PK = :s AND GSI1SK = :s", ":s", session);
      String user = text(found.get(0), "pk");
      app.get(app.key(user, user));
      app.pause();
      byMail(app, mail(i));
      app.pause();
      app.put(
          "pk",
          "VT#" + mail(i),
          "sk",
          "VT#" + uuid("token", i),
          "type",
          "VT",
          "expires",
          1_800_000_000 + i);
      app.pause();
      app.delete(app.key("VT#" + mail(i), "VT#" + uuid("token", i)));
      app.pause();
      app.delete(app.key(user, "SESSION#" + uuid("session", 10 * i + 1)));
    }
  }

  static void session(App app, int user, int session) {
    String token = "SESSION#" + uuid("session", 10 * user + session);
    app.put(
        "pk",
        "USER#" + uuid("signed", user),
        "sk",
        token,
        "GSI1PK",
        token,
        "GSI1SK",
        token,
        "type",
        "SESSION",
        "expires",
        1_800_000_000 + 100 * user);
  }

  static List<Item> byMail(App app, String mail) {
    return app.find("GSI1", "GSI1PK = :m AND GSI1SK = :m", ":m", "USER#" + mail);
  }

  static String provider(int i) {
    return new String[] {"github", "google", "gitlab"}[i % 3];
  }

  static String mail(int i) {
    return "person" + (char) ('a' + i) + "@example.com";
  }
}
