package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;

import dev.monotable.value.Item;

/**
 * Designs of shops: the deals of Alex DeBrie's book, and the malls of ElectroDB's documentation.
 */
final class StoreDesigns {
  private static final int DEALS = 30;

  private StoreDesigns() {}

  // ---- deals ----

  /** Deals of brands and categories, brands that users like and watch, and their messages. */
  static void deals(App app) {
    for (int i = 0; i < 5; i++) {
      app.pause();
      app.create("PK", brand(i), "SK", brand(i), "Type", "Brand", "LikeCount", 0, "WatchCount", 0);
    }
    for (int i = 0; i < DEALS; i++) {
      app.pause();
      app.create(deal(i));
    }
    likeAndWatch(app);
    for (int i = 0; i < DEALS; i += 3) {
      app.pause();
      app.get(app.key("DEAL#" + ulid(i), "DEAL#" + ulid(i)));
    }
    for (int i = 0; i < 5; i++) {
      app.pause();
      app.newest("GSI1", 25, "GSI1PK = :d", ":d", day(6 * i));
      app.pause();
      app.newest("GSI2", 25, "GSI2PK = :b", ":b", brand(i) + "#2026-01-05");
      app.pause();
      app.newest("GSI3", 25, "GSI3PK = :c", ":c", "CATEGORY#" + category(i) + "#2026-01-05");
      app.pause();
      app.get(app.key(brand(i), brand(i)));
      app.pause();
      for (Item watcher :
          app.find(null, "PK = :w", ":w", "BRANDWATCH#" + brand(i).substring("BRAND#".length()))) {
        message(app, text(watcher, "SK").substring("USER#".length()), 10 * i);
      }
    }
    readMessages(app);
  }

  private static void likeAndWatch(App app) {
    for (int i = 0; i < 15; i++) {
      String brand = brand(i % 5);
      String name = brand.substring("BRAND#".length());
      String like = "BRANDLIKE#" + name + "#" + user(i);
      app.pause();
      app.transact(
          app.putting("PK", like, "SK", like, "Type", "BrandLike"),
          app.updating(
              app.key(brand, brand), "ADD LikeCount :one", "attribute_exists(PK)", ":one", 1));
      app.pause();
      app.transact(
          app.putting(
              "PK", "BRANDWATCH#" + name, "SK", "USER#" + user(i / 2), "Type", "BrandWatch"),
          app.updating(
              app.key(brand, brand), "ADD WatchCount :one", "attribute_exists(PK)", ":one", 1));
    }
  }

  private static void readMessages(App app) {
    for (int i = 0; i < 8; i++) {
      String messages = "MESSAGES#" + user(i);
      app.pause();
      app.newest(null, 20, "PK = :m", ":m", messages);
      app.pause();
      for (Item unread : app.newest("GSI1", 20, "GSI1PK = :m", ":m", messages)) {
        app.updateIf(
            app.key(messages, text(unread, "SK")),
            "SET Unread = :f REMOVE GSI1PK, GSI1SK",
            "attribute_exists(PK)",
            ":f",
            0);
        break;
      }
    }
  }

  private static void message(App app, String user, int number) {
    String id = "MESSAGE#" + ulid(500 + number);
    app.create(
        "PK",
        "MESSAGES#" + user,
        "SK",
        id,
        "GSI1PK",
        "MESSAGES#" + user,
        "GSI1SK",
        id,
        "Type",
        "Message",
        "Subject",
        "A new deal",
        "Unread",
        1);
  }

  static Object[] deal(int i) {
    return new Object[] {
      "PK",
      "DEAL#" + ulid(i),
      "SK",
      "DEAL#" + ulid(i),
      "GSI1PK",
      day(i),
      "GSI1SK",
      "DEAL#" + ulid(i),
      "GSI2PK",
      brand(i % 5) + "#2026-01-05",
      "GSI2SK",
      "DEAL#" + ulid(i),
      "GSI3PK",
      "CATEGORY#" + category(i % 4) + "#2026-01-05",
      "GSI3SK",
      "DEAL#" + ulid(i),
      "Type",
      "Deal",
      "Title",
      "Deal " + i,
      "Price",
      10 + i,
      "CreatedAt",
      at(i)
    };
  }

  static String day(int i) {
    return "DEALS#2026-01-0" + (5 + i / 6);
  }

  static String brand(int i) {
    return "BRAND#" + new String[] {"apple", "reebok", "lego", "bose", "tefal"}[i];
  }

  static String category(int i) {
    return new String[] {"electronics", "shoes", "toys", "kitchen"}[i % 4];
  }

  static String user(int i) {
    return "user" + (char) ('a' + i % 8);
  }

  // ---- malls ----

  /** Stores in buildings of malls, with their units and leases. */
  static void malls(App app) {
    for (int i = 0; i < 24; i++) {
      app.pause();
      app.create(store(i));
    }
    for (int i = 0; i < 24; i += 2) {
      app.pause();
      app.get(app.key(mall(i), building(i) + "#storeid_" + name(i)));
      app.pause();
      app.find(
          null, "pk = :m AND begins_with(sk, :b)", ":m", mall(i), ":b", "$mallstore_1#buildingid_");
      app.pause();
      app.find(
          "gis1",
          "gis1pk = :m AND begins_with(gis1sk, :b)",
          ":m",
          "$mallstoredirectory#mallid_mall" + i % 3,
          ":b",
          building(i) + "#unitid_");
      app.pause();
      app.find(
          "gis2",
          "gis2pk = :s AND gis2sk BETWEEN :f AND :t",
          ":s",
          "$mallstoredirectory#storeid_" + name(i),
          ":f",
          "$mallstore_1#leaseenddate_2026-01-01",
          ":t",
          "$mallstore_1#leaseenddate_2028-12-31");
      app.pause();
      app.updateIf(
          app.key(mall(i), building(i) + "#storeid_" + name(i)),
          "SET rent = :r",
          "attribute_exists(pk)",
          ":r",
          2_000 + i);
    }
  }

  static Object[] store(int i) {
    return new Object[] {
      "pk",
      mall(i),
      "sk",
      building(i) + "#storeid_" + name(i),
      "gis1pk",
      "$mallstoredirectory#mallid_mall" + i % 3,
      "gis1sk",
      building(i) + "#unitid_b" + (10 + i),
      "gis2pk",
      "$mallstoredirectory#storeid_" + name(i),
      "gis2sk",
      "$mallstore_1#leaseenddate_" + lease(i),
      "__edb_e__",
      "MallStore",
      "__edb_v__",
      "1",
      "category",
      i % 2 == 0 ? "food/coffee" : "spite store",
      "leaseEndDate",
      lease(i),
      "rent",
      1_000 + i,
      "discount",
      0
    };
  }

  static String mall(int i) {
    return "$mallstoredirectory#cityid_atlanta" + i % 3 + "#mallid_mall" + i % 3;
  }

  static String building(int i) {
    return "$mallstore_1#buildingid_" + new String[] {"a3", "a34", "f"}[i % 4 % 3];
  }

  static String name(int i) {
    return new String[] {"lattelarrys", "mochajoes", "zaras", "gap", "nordic", "ikeya"}[i / 4]
        + i % 4 / 2;
  }

  private static String lease(int i) {
    return "202" + (6 + i % 3) + "-0" + (1 + i % 9) + "-15";
  }
}
