package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sample models of NoSQL Workbench, of Amplify and of the reference architecture for SaaS. */
final class SampleDesigns {
  private static final String[] STATES = {"pending", "shipped", "delivered"};
  static final int SHARDS = 4;

  private SampleDesigns() {}

  // ---- products of tenants ----

  /** The reference architecture for SaaS: the products of a tenant in several shards. */
  static void tenants(App app) {
    for (int i = 0; i < 32; i++) {
      app.pause();
      product(app, i % 4, i);
    }
    for (int i = 0; i < 12; i++) {
      app.get(app.keyOf(shard(i % 4, i), uuid("product", i)));
    }
    for (int tenant = 0; tenant < 4; tenant++) {
      app.pause();
      products(app, tenant);
      app.updateIf(
          app.keyOf(shard(tenant, tenant), uuid("product", tenant)),
          "SET price = 25, #name = 'Product of {}'",
          "attribute_exists(shardId)",
          tenant);
    }
    app.delete(app.keyOf(shard(3, 31), uuid("product", 31)));
  }

  static void product(App app, int tenant, int i) {
    app.now.create(
        "shardId: {}, productId: {}, sku: SKU{}, name: Product {}, price: {}, stock: 100, category:"
            + " category{}",
        shard(tenant, i),
        uuid("product", i),
        5_000 + i,
        i,
        10 + i,
        i % 5);
  }

  static List<Item> products(App app, int tenant) {
    List<Item> all = new ArrayList<>();
    for (int shard = 1; shard <= SHARDS; shard++) {
      all.addAll(app.now.find("shardId = '{}-{}'", tenant(tenant), shard));
    }
    return all;
  }

  static String tenant(int tenant) {
    return uuid("tenant", tenant).replace("-", "");
  }

  static String shard(int tenant, int i) {
    return tenant(tenant) + "-" + (1 + i / 4 % SHARDS);
  }

  static final List<Flaw> TENANT_PRODUCTS_FLAWS =
      List.of(
          flaw("the stock is read and the product put", "lost-update")
              .times(
                  5,
                  (app, i) -> {
                    Item product = app.get(app.keyOf(shard(i % 4, i), uuid("product", i)));
                    int stock = Integer.parseInt(product.find("stock").numberText()) - 2;
                    app.now.put(with(product, "stock", stock));
                  }),
          flaw("a price is changed in a transaction of one", "transaction-of-one-action")
              .times(
                  4,
                  (app, i) ->
                      app.transact(
                          app.updating(
                              app.keyOf(shard(i, i), uuid("product", i)),
                              "SET price = {}",
                              "attribute_exists(shardId)",
                              30 + i))),
          flaw("one tenant has one shard and most products", "skewed-partition-key")
              .times(
                  150,
                  (app, i) ->
                      app.create(
                          "shardId: {0}-1, productId: {1}, sku: SKU{2}, name: Product {2}, price:"
                              + " 10, stock: 5, category: category1",
                          tenant(9), uuid("many", i), i)),
          flaw("a product by its number with a Scan", "scan")
              .times(3, (app, i) -> app.scan("sku = 'SKU{}'", 5_000 + i)),
          flaw("products are counted by reading them", "count-by-reading")
              .times(
                  4,
                  (app, tenant) -> {
                    String shard = shard(tenant, tenant);
                    app.find("shardId = {}", query -> query.select("COUNT"), shard);
                  }));

  // ---- orders ----

  /** The 17 access patterns of Amplify: its orders. */
  static void orders(App app) {
    for (int i = 0; i < 30; i++) {
      app.pause();
      order(app, i);
    }
    for (int i = 0; i < 10; i++) {
      app.get(app.keyOf(uuid("order", i), null));
      app.updateIf(
          app.keyOf(uuid("order", i), null),
          "SET #status = 'shipped', #status_hash_date = 'shipped#{}'",
          "attribute_exists(id)",
          day(i));
      app.findIn(
          "byCustomerByStatusByDate",
          "customerID = {} AND begins_with(#status_hash_date, 'pending#')",
          customer(i % 5));
      app.findIn(
          "byCustomerByDate",
          "customerID = {} AND #date BETWEEN {} AND {}",
          customer(i % 5),
          day(i),
          day(i + 9));
    }
    for (int i = 0; i < 4; i++) {
      app.newestIn("byRepresentativebyDate", 10, "accountRepresentativeID = {}", agent(i));
      app.findIn("byProduct", "productID = {}", uuid("good", i));
    }
  }

  static void order(App app, int i) {
    app.now.create(
        "id: {0}, customerID: {1}, accountRepresentativeID: {2}, productID: {3}, status: {4},"
            + " amount: {5}, date: {6}, status#date: {4}#{6}, __typename: Order, createdAt: {7}",
        uuid("order", i),
        customer(i % 5),
        agent(i % 4),
        uuid("good", i % 6),
        STATES[i % 3],
        10 + i,
        day(i),
        at(i));
  }

  static String customer(int i) {
    return uuid("customer", i);
  }

  static String agent(int i) {
    return uuid("agent", i);
  }

  static String day(int i) {
    return "2026-0" + (1 + i / 28) + "-" + (10 + i % 28 % 19);
  }

  static final List<Flaw> AMPLIFY_ORDERS_FLAWS =
      List.of(
          flaw("an order without its date", "half-index-key")
              .items(
                  item ->
                      text(item, "id").equals(uuid("order", 7))
                              || text(item, "id").equals(uuid("order", 9))
                          ? with(item, "date", null)
                          : item),
          flaw("dates begin with the day", "sort-key-order")
              .items(
                  item -> {
                    String[] date = text(item, "date").split("-", -1);
                    return with(item, "date", date[2] + "." + date[1] + "." + date[0]);
                  }),
          flaw("the newest orders of a product by a random id", "newest-by-random-key")
              .times(
                  6, (app, i) -> app.newestIn("byProduct", 3, "productID = {}", uuid("good", i))),
          flaw("each order of an agent is read again", "read-for-each-result")
              .times(
                  3,
                  (app, i) -> {
                    for (Item order :
                        app.newestIn(
                            "byRepresentativebyDate",
                            3,
                            "accountRepresentativeID = {}",
                            agent(i))) {
                      app.now.get(app.keyOf(text(order, "id"), null));
                    }
                  }),
          flaw(
                  "the pending orders of a customer by a filter",
                  "filter-discards-most",
                  "filter-on-key-attribute")
              .times(
                  5,
                  (app, i) ->
                      app.findIn(
                          "byCustomerByDate",
                          "customerID = {}",
                          query -> query.filterExpression("#status = 'pending'"),
                          customer(i))),
          flaw("a page of orders further on", "pages-read-again")
              .after(
                  app -> {
                    for (int page = 1; page <= 3; page++) {
                      int limit = 3 * page;
                      app.findIn(
                          "byRepresentativebyDate",
                          "accountRepresentativeID = {}",
                          query -> query.limit(limit).scanIndexForward(false),
                          agent(1));
                    }
                  }),
          flaw("an index by status of which only pending is read", "index-could-be-sparse")
              .tables(
                  "      byProduct: {",
                  "      byStatus: {partitionKey: status, sortKey: date}\n      byProduct: {")
              .times(5, (app, i) -> app.newestIn("byStatus", 10, "#status = 'pending'")));

  // ---- ski lifts ----

  /** The ski resort of NoSQL Workbench: what a lift is, and what it was on each day. */
  static void lifts(App app) {
    for (int lift = 1; lift <= 6; lift++) {
      app.create(
          "Lift: Lift {}, Metadata: STATIC DATA, ExperiencedRidersOnly: {}, VerticalFeet: {},"
              + " LiftTime: 7:00",
          lift,
          lift > 4 ? "yes" : "no",
          1_200 + lift);
      for (int day = 0; day < 6; day++) {
        app.create(
            "Lift: Lift {}, Metadata: {}, TotalUniqueLiftRiders: {}, AverageSnowCoverageInches: {},"
                + " LiftStatus: Open, AvalancheDanger: Low",
            lift,
            date(day),
            3_000 + 217 * lift % 900 + 131 * day % 700,
            30 + day);
      }
    }
    for (int i = 0; i < 9; i++) {
      String lift = "Lift " + (1 + i % 6);
      app.get(app.keyOf(lift, "STATIC DATA"));
      app.get(app.keyOf(lift, date(i % 6)));
      app.find("Lift = {} AND begins_with(#Metadata, 'DATE#')", lift);
      app.newestIn("SkiLiftsByRiders", 3, "Lift = {}", lift);
      app.updateIf(
          app.keyOf(lift, date(i % 6)), "SET LiftStatus = 'On hold'", "attribute_exists(Lift)");
    }
  }

  static String date(int day) {
    return "DATE#" + (day < 3 ? "12-" + (29 + day) + "-2025" : "01-0" + (day - 2) + "-2026");
  }

  static final List<Flaw> SKI_LIFTS_FLAWS =
      List.of(
          flaw(
                  "a day is put whole for each change of the snow",
                  "put-to-change-one-attribute",
                  "lost-update")
              .times(
                  8,
                  (app, i) ->
                      app.put(
                          "Lift: Lift 2, Metadata: DATE#01-09-2026, TotalUniqueLiftRiders: 3100,"
                              + " AverageSnowCoverageInches: {}, LiftStatus: Open, AvalancheDanger:"
                              + " Low, report: {}",
                          30 + i,
                          text(1_600))),
          flaw("each rider adds to the item of a day", "hot-item")
              .times(
                  60,
                  (app, i) ->
                      app.update(
                          app.keyOf("Lift 3", "DATE#01-03-2026"), "ADD TotalUniqueLiftRiders 1")),
          flaw("the lifts of the map one by one", "get-after-get")
              .times(
                  3,
                  (app, visit) -> {
                    app.pause();
                    for (int lift = 1; lift <= 6; lift++) {
                      app.now.get(app.keyOf("Lift " + lift, "STATIC DATA"));
                    }
                  }),
          flaw(
                  "lifts are read consistently, long after they were written",
                  "needless-consistent-read")
              .times(
                  8,
                  (app, i) ->
                      app.get(
                          app.keyOf("Lift " + (1 + i % 6), "STATIC DATA"),
                          get -> get.consistentRead(true))));

  // ---- bookmarks ----

  /** The bookmarks of NoSQL Workbench: customers and the addresses that they keep. */
  static void bookmarks(App app) {
    for (int i = 0; i < 6; i++) {
      app.pause();
      customerOfBookmarks(app, i, reader(i));
      for (int k = 0; k < 5; k++) {
        app.create(
            "customerId: {0}, sk: {1}, url: {1}, folder: {2}, title: Page {3}, description: {4},"
                + " createDate: {5}",
            String.valueOf(100 + i),
            address(k + i % 2),
            k < 2 ? "Tools" : "Cloud",
            k,
            text(120),
            at(10 * i + k));
      }
    }
    for (int i = 0; i < 6; i++) {
      String customer = String.valueOf(100 + i);
      app.findIn("ByEmail", "email = {}", reader(i));
      app.find("customerId = {}", customer);
      app.findIn("ByCustomerFolder", "customerId = {} AND folder = 'Cloud'", customer);
      app.findIn("ByUrl", "#url = {}", address(i));
      app.updateIf(app.keyOf(customer, address(2)), "SET folder = 'Later'", "attribute_exists(sk)");
    }
    app.delete(app.keyOf("105", address(1)));
  }

  static void customerOfBookmarks(App app, int i, String mail) {
    app.now.create(
        "customerId: {}, sk: CUST#{}, email: {}, fullName: Reader {}, userPreferences: {}",
        String.valueOf(100 + i),
        100 + i,
        mail,
        i,
        AttributeValue.map(
            Map.of(
                "language", AttributeValue.string("en"), "sort", AttributeValue.string("date"))));
  }

  static String reader(int i) {
    return "reader" + (char) ('a' + i) + "@example.com";
  }

  static String address(int i) {
    return "https://docs.example.com/page-" + i;
  }

  static final List<Flaw> BOOKMARKS_FLAWS =
      List.of(
          flaw(
                  "a new customer gets a number that is taken",
                  "put-replaces-other-identity",
                  "missing-condition")
              .after(
                  app -> {
                    for (int i = 1; i < 3; i++) {
                      app.put(
                          "customerId: {0}, sk: CUST#{1}, email: somebody{2}@example.org, fullName:"
                              + " Somebody {2}",
                          String.valueOf(100 + i), 100 + i, i);
                    }
                  }),
          flaw("an index that nobody reads", "unused-index")
              .tables(
                  "      ByUrl: {",
                  "      ByTitle: {partitionKey: title, sortKey: createDate}\n      ByUrl: {"),
          flaw("bookmarks are searched by a word", "scan")
              .times(2, (app, i) -> app.scan("contains(title, 'Page {}')", i)),
          flaw("a folder in lower case", "read-finds-nothing")
              .times(
                  6,
                  (app, i) ->
                      app.findIn(
                          "ByCustomerFolder",
                          "customerId = {} AND folder = 'cloud'",
                          String.valueOf(100 + i))),
          flaw(
                  "titles are read from items with a copy of the page",
                  "projection-of-large-items",
                  "index-projects-too-much")
              .items(item -> item.contains("url") ? with(item, "copy", text(9_000)) : item)
              .times(
                  6,
                  (app, i) ->
                      app.findIn(
                          "ByCustomerFolder",
                          "customerId = {} AND folder = 'Tools'",
                          query -> query.projectionExpression("title, folder"),
                          String.valueOf(100 + i))),
          flaw("descriptions are a number or a text", "attribute-type")
              .items(
                  item ->
                      item.contains("url") && text(item, "sk").endsWith("3")
                          ? with(item, "description", AttributeValue.number("4"))
                          : item));
}
