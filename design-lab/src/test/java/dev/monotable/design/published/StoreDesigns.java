package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;
import static dev.monotable.testing.Notation.item;

import dev.monotable.value.Item;
import java.util.List;

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
      app.create("PK: {0}, SK: {0}, Type: Brand, LikeCount: 0, WatchCount: 0", brand(i));
    }
    for (int i = 0; i < DEALS; i++) {
      app.create(deal(i));
    }
    likeAndWatch(app);
    for (int i = 0; i < DEALS; i += 3) {
      app.get(app.keyOf("DEAL#" + ulid(i), "DEAL#" + ulid(i)));
    }
    for (int i = 0; i < 5; i++) {
      app.newestIn("GSI1", 25, "GSI1PK = {}", day(6 * i));
      app.newestIn("GSI2", 25, "GSI2PK = '{}#2026-01-05'", brand(i));
      app.newestIn("GSI3", 25, "GSI3PK = 'CATEGORY#{}#2026-01-05'", category(i));
      app.get(app.keyOf(brand(i), brand(i)));
      for (Item watcher : app.find("PK = 'BRANDWATCH#{}'", brand(i).substring("BRAND#".length()))) {
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
      app.transact(
          app.putting("PK: {0}, SK: {0}, Type: BrandLike", like),
          app.updating(app.keyOf(brand, brand), "ADD LikeCount 1", "attribute_exists(PK)"));
      app.transact(
          app.putting("PK: BRANDWATCH#{}, SK: USER#{}, Type: BrandWatch", name, user(i / 2)),
          app.updating(app.keyOf(brand, brand), "ADD WatchCount 1", "attribute_exists(PK)"));
    }
  }

  private static void readMessages(App app) {
    for (int i = 0; i < 8; i++) {
      String messages = "MESSAGES#" + user(i);
      app.newest(20, "PK = {}", messages);
      for (Item unread : app.newestIn("GSI1", 20, "GSI1PK = {}", messages)) {
        app.now.updateIf(
            app.keyOf(messages, text(unread, "SK")),
            "SET Unread = 0 REMOVE GSI1PK, GSI1SK",
            "attribute_exists(PK)");
        break;
      }
    }
  }

  private static void message(App app, String user, int number) {
    String id = "MESSAGE#" + ulid(500 + number);
    app.now.create(
        "PK: MESSAGES#{0}, SK: {1}, GSI1PK: MESSAGES#{0}, GSI1SK: {1}, Type: Message, Subject: A"
            + " new deal, Unread: 1",
        user, id);
  }

  static Item deal(int i) {
    return item(
        "PK: DEAL#{0}, SK: DEAL#{0}, GSI1PK: {1}, GSI1SK: DEAL#{0}, GSI2PK: {2}#2026-01-05, GSI2SK:"
            + " DEAL#{0}, GSI3PK: CATEGORY#{3}#2026-01-05, GSI3SK: DEAL#{0}, Type: Deal, Title:"
            + " Deal {4}, Price: {5}, CreatedAt: {6}",
        ulid(i), day(i), brand(i % 5), category(i % 4), i, 10 + i, at(i));
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

  static final List<Flaw> DEALS_FLAWS =
      List.of(
          flaw("likes are read, then set", "lost-update")
              .times(
                  4,
                  (app, i) -> {
                    String brand = brand(i);
                    Item item = app.get(app.keyOf(brand, brand));
                    int likes = Integer.parseInt(item.find("LikeCount").numberText());
                    app.now.update(app.keyOf(brand, brand), "SET LikeCount = {}", likes + 1);
                  }),
          flaw("views are counted beside a long description", "small-change-of-large-item")
              .items(item -> item.contains("Price") ? with(item, "Html", text(12_000)) : item)
              .times(
                  12,
                  (app, i) -> {
                    String deal = "DEAL#" + ulid(i % 6);
                    app.update(app.keyOf(deal, deal), "ADD ViewCount 1");
                  }),
          flaw(
                  "a deal whose brand was forgotten",
                  "half-index-key",
                  "missing-attribute",
                  "index-key-mismatch",
                  "item-without-entity")
              .items(
                  item ->
                      item.contains("GSI2PK") && text(item, "SK").contains("HV00001")
                          ? with(item, "GSI2PK", null)
                          : item),
          flaw("messages have random identifiers", "newest-by-random-key")
              .items(
                  item ->
                      item.contains("Subject")
                          ? with(item, "SK", "MESSAGE#" + uuid(text(item, "PK"), item.hashCode()))
                          : item),
          flaw("all deals in one item collection of an index", "constant-partition-key")
              .items(item -> item.contains("Price") ? with(item, "GSI1PK", "DEALS") : item)
              .times(5, (app, i) -> app.newestIn("GSI1", 25, "GSI1PK = 'DEALS'")),
          flaw("each deal of a day by GetItem", "read-for-each-result")
              .times(
                  3,
                  (app, day) -> {
                    for (Item deal : app.newestIn("GSI1", 25, "GSI1PK = {}", day(6 * day))) {
                      app.now.get(app.keyOf(text(deal, "PK"), text(deal, "SK")));
                    }
                  }),
          flaw("a page of deals further on", "pages-read-again")
              .after(
                  app -> {
                    for (int page = 1; page <= 3; page++) {
                      int limit = 2 * page;
                      app.findIn(
                          "GSI1",
                          "GSI1PK = {}",
                          query -> query.limit(limit).scanIndexForward(false),
                          day(0));
                    }
                  }),
          flaw("unread messages by a filter", "filter-discards-most", "filter-on-key-attribute")
              .after(
                  app -> {
                    for (int i = 0; i < 12; i++) {
                      String user = "MESSAGES#" + user(3);
                      app.now.create(
                          "PK: {}, SK: MESSAGE#{}, Type: Message, Subject: Old, Unread: 0",
                          user,
                          ulid(700 + i));
                    }
                    for (int i = 0; i < 3; i++) {
                      app.find(
                          "PK = 'MESSAGES#{}'",
                          query -> query.filterExpression("Unread = 1"),
                          user(3));
                    }
                  }),
          flaw(
                  "a message is looked for in the index as soon as it is sent",
                  "index-read-after-write")
              .times(
                  6,
                  (app, i) -> {
                    String messages = "MESSAGES#" + user(i);
                    String id = "MESSAGE#" + ulid(900 + i);
                    app.create(
                        "PK: {0}, SK: {1}, GSI1PK: {0}, GSI1SK: {1}, Type: Message, Subject: Now,"
                            + " CreatedAt: {2}",
                        messages, id, at(i));
                    app.now.newestIn("GSI1", 20, "GSI1PK = {}", messages);
                  }),
          flaw("the front page asks for one brand", "hot-read")
              .times(100, (app, i) -> app.get(app.keyOf(brand(1), brand(1)))));

  // ---- malls ----

  /** Stores in buildings of malls, with their units and leases. */
  static void malls(App app) {
    for (int i = 0; i < 24; i++) {
      app.create(store(i));
    }
    for (int i = 0; i < 24; i += 2) {
      app.get(app.keyOf(mall(i), building(i) + "#storeid_" + name(i)));
      app.find("pk = {} AND begins_with(sk, '$mallstore_1#buildingid_')", mall(i));
      app.findIn(
          "gis1",
          "gis1pk = '$mallstoredirectory#mallid_mall{}' AND begins_with(gis1sk, '{}#unitid_')",
          i % 3,
          building(i));
      app.findIn(
          "gis2",
          "gis2pk = '$mallstoredirectory#storeid_{}' AND gis2sk BETWEEN"
              + " '$mallstore_1#leaseenddate_2026-01-01' AND"
              + " '$mallstore_1#leaseenddate_2028-12-31'",
          name(i));
      app.updateIf(
          app.keyOf(mall(i), building(i) + "#storeid_" + name(i)),
          "SET rent = {}",
          "attribute_exists(pk)",
          2_000 + i);
    }
  }

  static Item store(int i) {
    return item(
        "pk: {0}, sk: {1}#storeid_{2}, gis1pk: $mallstoredirectory#mallid_mall{3}, gis1sk:"
            + " {1}#unitid_b{4}, gis2pk: $mallstoredirectory#storeid_{2}, gis2sk:"
            + " $mallstore_1#leaseenddate_{5}, __edb_e__: MallStore, __edb_v__: '1', category: {6},"
            + " leaseEndDate: {5}, rent: {7}, discount: 0",
        mall(i),
        building(i),
        name(i),
        i % 3,
        10 + i,
        lease(i),
        i % 2 == 0 ? "food/coffee" : "spite store",
        1_000 + i);
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

  static final List<Flaw> ELECTRODB_MALLS_FLAWS =
      List.of(
          flaw("a store is read, changed and put", "lost-update", "put-to-change-one-attribute")
              .times(
                  5,
                  (app, i) -> {
                    Item store = app.get(app.keyOf(mall(i), building(i) + "#storeid_" + name(i)));
                    app.now.put(with(store, "discount", 10 + i));
                  }),
          flaw("leases end on days written as month first", "sort-key-order")
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
          flaw("spite stores of all malls", "scan")
              .times(2, (app, i) -> app.scan("category = 'spite store'")),
          flaw("building a3 and building a34", "prefix-within-word")
              .times(
                  3,
                  (app, i) ->
                      app.find(
                          "pk = {} AND begins_with(sk, '$mallstore_1#buildingid_a3')", mall(i))),
          flaw(
                  "units are listed with their plans",
                  "index-projects-too-much",
                  "projection-of-large-items")
              .items(item -> item.contains("rent") ? with(item, "plan", text(7_000)) : item)
              .times(
                  6,
                  (app, i) -> {
                    int mall = i % 3;
                    app.findIn(
                        "gis1",
                        "gis1pk = '$mallstoredirectory#mallid_mall{}' AND begins_with(gis1sk,"
                            + " '$mallstore_1#buildingid_f#')",
                        query -> query.projectionExpression("rent, gis1sk"),
                        mall);
                  }));
}
