package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;

/** The schemas of the developer guide's chapter on data modeling. */
final class SchemaDesigns {
  private SchemaDesigns() {}

  /** Customers, products, orders and what they consist of, with an inverted index. */
  static void shop(App app) {
    for (int i = 0; i < 10; i++) {
      app.create(
          "PK: p#{0}, SK: p#{0}, EntityType: product, name: Product {1}, price: {2}, stock: 100,"
              + " description: {3}",
          5_000 + i, i, 10 + i, text(300));
    }
    for (int i = 0; i < 6; i++) {
      app.create(
          "PK: {0}, SK: {0}, EntityType: customer, name: C {1}, email: c{1}@example.com",
          customer(i), i);
    }
    for (int i = 0; i < 18; i++) {
      String order = order(i);
      app.transact(
          app.putting(
              "PK: {0}, SK: {1}, EntityType: order, GSI2PK: {1}, GSI2SK: {2}, orderDate: {2},"
                  + " total: {3}",
              order, customer(i % 6), at(60 * i), 20 + i),
          app.putting("PK: {}, SK: {}, EntityType: orderItem, quantity: 1", order, product(i)),
          app.putting("PK: {}, SK: {}, EntityType: orderItem, quantity: 2", order, product(i + 1)),
          app.putting(
              "PK: {}, SK: i#{}, EntityType: invoice, amount: {}", order, 70_000 + i, 20 + i));
    }
    readShop(app);
  }

  private static void readShop(App app) {
    for (int i = 0; i < 9; i++) {
      app.get(app.keyOf(product(i), product(i)));
      app.get(app.keyOf(customer(i % 6), customer(i % 6)));
      app.find("PK = {}", order(2 * i));
      app.find("PK = {} AND begins_with(SK, 'p#')", order(2 * i + 1));
      app.findIn("GSI1", "SK = {} AND begins_with(PK, 'o#')", product(i));
      app.newestIn("GSI2", 10, "GSI2PK = {}", customer(i % 6));
    }
  }

  static String customer(int i) {
    return "c#" + (1_200 + 7 * i);
  }

  static String product(int i) {
    return "p#" + (5_000 + i % 10);
  }

  static String order(int i) {
    return "o#" + (34_000 + 13 * i);
  }

  private static String dayFirst(String key) {
    // REC#2026-02-01T...#SKU#... becomes REC#01-02-2026#SKU#...
    return key.replaceFirst("REC#(\\d+)-(\\d+)-(\\d+)", "REC#$3-$2-$1").replace('T', ' ');
  }

  static final List<Flaw> ONLINE_SHOP_FLAWS =
      List.of(
          flaw("the stock is read and the product put", "lost-update")
              .times(
                  3,
                  (app, i) -> {
                    String product = product(i);
                    Item item = app.get(app.keyOf(product, product));
                    app.now.put(with(item, "stock", 90 + i));
                  }),
          flaw("order numbers from one counter", "hot-item")
              .times(50, (app, i) -> app.update(app.keyOf("counter", "orders"), "ADD lastOrder 1")),
          flaw("quantities as texts", "attribute-type")
              .times(
                  4,
                  (app, i) ->
                      app.create(
                          "PK: {}, SK: {}, EntityType: orderItem, quantity: '2'",
                          order(40 + i),
                          product(i))),
          flaw("each product of an order", "read-for-each-result")
              .times(
                  2,
                  (app, i) -> {
                    for (Item item : app.find("PK = {} AND begins_with(SK, 'p#')", order(i))) {
                      app.now.get(app.keyOf(text(item, "SK"), text(item, "SK")));
                    }
                  }),
          flaw("a product of the week", "hot-read")
              .times(90, (app, i) -> app.get(app.keyOf("p#5003", "p#5003"))),
          flaw("an index of all of a type", "constant-partition-key")
              .tables(
                  "      GSI1: {",
                  "      ByType: {partitionKey: everything, sortKey: PK}\n      GSI1: {")
              .items(item -> with(item, "everything", "ALL"))
              .after(app -> app.now.findIn("ByType", "everything = 'ALL'")));

  /** Subscriptions and receipts of accounts, with an index of the payments of a day. */
  static void payments(App app) {
    for (int i = 0; i < 16; i++) {
      app.create(
          "PK: ACC#{0}, SK: {1}, GSI1PK: DUE#0{2}, GSI1SK: {3}#{0}, paymentDay: {2}, paymentAmount:"
              + " {4}, sku: {5}",
          account(i / 2), subscription(i), 1 + i % 8, at(1_440 * (i % 8)), 12 + i, sku(i));
    }
    for (int i = 0; i < 32; i++) {
      app.create(
          "PK: ACC#{0}, SK: REC#{1}#SKU#{2}, processedAmount: {3}, email: {0}@example.com",
          account(i % 8), at(43_200 + 700 * i), sku(i), 12 + i);
    }
    for (int i = 0; i < 8; i++) {
      String account = "ACC#" + account(i);
      app.find("PK = {} AND begins_with(SK, 'SUB#')", account);
      app.newest(12, "PK = {} AND begins_with(SK, 'REC#')", account);
      app.findIn("GSI1", "GSI1PK = 'DUE#0{}' AND GSI1SK < {}", 1 + i, at(20_000));
      app.updateIf(
          app.keyOf(account, subscription(2 * i)),
          "SET lastPayment = {}",
          "attribute_exists(PK)",
          at(50_000 + i));
    }
  }

  static String account(int i) {
    return ulid(10 * i);
  }

  static String sku(int i) {
    return "9" + (45_210 + 31 * (i % 5));
  }

  static String subscription(int i) {
    return "SUB#" + uuid("subscription", i) + "#SKU#" + sku(i);
  }

  static final List<Flaw> PAYMENTS_FLAWS =
      List.of(
          flaw("the receipt holds its document", "large-item")
              .items(
                  item ->
                      item.contains("processedAmount") ? with(item, "pdf", text(120_000)) : item),
          flaw("an index key without its sort key", "half-index-key")
              .items(item -> item.contains("paymentDay") ? with(item, "GSI1SK", null) : item),
          flaw("receipts with the day first", "sort-key-order")
              .items(
                  item ->
                      item.contains("processedAmount")
                          ? with(item, "SK", dayFirst(text(item, "SK")))
                          : item),
          flaw("one account pays for all", "skewed-partition-key")
              .times(
                  150,
                  (app, i) ->
                      app.create(
                          "PK: ACC#{}, SK: REC#{}#SKU#945210, processedAmount: {}",
                          account(3),
                          at(90_000 + i),
                          i)),
          flaw(
                  "subscriptions are read consistently, long after they were written",
                  "needless-consistent-read")
              .times(
                  12,
                  (app, i) ->
                      app.get(
                          app.keyOf("ACC#" + account(i / 2), subscription(i)),
                          get -> get.consistentRead(true))),
          flaw("a new subscription is read by the index at once", "index-read-after-write")
              .times(
                  4,
                  (app, i) -> {
                    String account = account(50 + i);
                    app.create(
                        "PK: ACC#{0}, SK: SUB#{1}#SKU#945210, GSI1PK: DUE#2{2}, GSI1SK: {3}#{0},"
                            + " paymentDay: {4}",
                        account, uuid("late", i), i, at(1_440 * i), 20 + i);
                    app.now.findIn("GSI1", "GSI1PK = 'DUE#2{}'", i);
                  }));

  /** Complaints of customers and their comments; the open ones of an agent and the escalated. */
  static void complaints(App app) {
    for (int i = 0; i < 20; i++) {
      app.create(
          "customer_id: cust{}, complaint_id: {}, severity: P{}, creation_time: {}, agentID:"
              + " agent{}, current_state: assigned, complaint_description: {}",
          100 + i % 8,
          complaint(i),
          1 + i % 3,
          at(i),
          (char) ('a' + i % 4),
          text(400));
      for (int comment = 0; comment < 2; comment++) {
        app.create(
            "customer_id: {}, complaint_id: comm#{}#{}, comm_text: {}, comm_from: agent",
            complaint(i),
            at(60 * comment + i),
            i,
            text(90));
      }
    }
    readComplaints(app);
  }

  private static void readComplaints(App app) {
    for (int i = 0; i < 20; i++) {
      String customer = "cust" + (100 + i % 8);
      app.get(app.keyOf(customer, complaint(i)));
      app.find("customer_id = {}", complaint(i));
      if (i % 4 == 0) {
        app.updateIf(
            app.keyOf(customer, complaint(i)),
            "SET escalated_to = 'boss{}', escalation_time = {}",
            "attribute_exists(customer_id)",
            i % 8,
            at(200 + i));
        app.findIn("EscalatedTo", "escalated_to = 'boss{}'", i % 8);
      }
      if (i % 5 == 0) {
        app.findIn(
            "ByAgent", "agentID = 'agent{}' AND creation_time > {}", (char) ('a' + i % 4), at(0));
        app.find("customer_id = {} AND begins_with(complaint_id, 'comp#')", customer);
      }
    }
  }

  static String complaint(int i) {
    return "comp#" + uuid("complaint", i);
  }

  static final List<Flaw> COMPLAINTS_FLAWS =
      List.of(
          flaw(
                  "a complaint replaces another one",
                  "put-replaces-other-identity",
                  "put-replaces-other-entity")
              .times(
                  2,
                  (app, i) ->
                      app.put(
                          "customer_id: cust{}, complaint_id: {}, severity: P1, creation_time: {},"
                              + " agentID: agentd, current_state: waiting, complaint_description:"
                              + " Something else",
                          100 + i,
                          complaint(i),
                          at(900 + i))),
          flaw("comments in a list of the complaint", "growing-item")
              .times(
                  24,
                  (app, i) ->
                      app.updateIf(
                          app.keyOf("cust" + (100 + i % 2), complaint(i % 2)),
                          "SET comments = list_append(if_not_exists(comments, {}), {})",
                          "attribute_exists(customer_id)",
                          AttributeValue.list(AttributeValue.string("")),
                          AttributeValue.list(AttributeValue.string(text(300))))),
          flaw("comments are counted by reading", "count-by-reading")
              .times(
                  4,
                  (app, i) ->
                      app.find("customer_id = {}", query -> query.select("COUNT"), complaint(i)))
              .items(
                  item -> item.contains("comm_text") ? with(item, "comm_text", text(3_000)) : item),
          flaw("comments of each complaint", "read-for-each-result")
              .after(
                  app -> {
                    for (Item complaint :
                        app.find(
                            "customer_id = 'cust101' AND begins_with(complaint_id, 'comp#')")) {
                      app.now.find("customer_id = {}", text(complaint, "complaint_id"));
                    }
                  }),
          flaw("an index that nobody reads", "unused-index")
              .tables(
                  "      ByAgent: {",
                  "      BySeverity: {partitionKey: severity}\n      ByAgent: {"),
          flaw("an index by state of which only the waiting are read", "index-could-be-sparse")
              .tables(
                  "      ByAgent: {",
                  "      ByState: {partitionKey: current_state, sortKey: creation_time}\n"
                      + "      ByAgent: {")
              .items(
                  item ->
                      item.contains("severity") && text(item, "severity").equals("P1")
                          ? with(item, "current_state", "waiting")
                          : item)
              .times(3, (app, i) -> app.findIn("ByState", "current_state = 'waiting'")),
          flaw(
                  "an index with all texts for a list of numbers",
                  "index-projects-too-much",
                  "projection-of-large-items")
              .items(
                  item ->
                      item.contains("severity")
                          ? with(item, "complaint_description", text(6_000))
                          : item)
              .times(
                  4,
                  (app, i) ->
                      app.findIn(
                          "ByAgent",
                          "agentID = 'agent{}'",
                          query -> query.projectionExpression("complaint_id"),
                          (char) ('a' + i))));

  /** Employees, their quotas and their orders, in the keys of the relational example. */
  static void relational(App app) {
    for (int i = 0; i < 8; i++) {
      String employee = "HR-EMPLOYEE" + (i + 1);
      app.create(
          "PK: {}, SK: EMPLOYEE{}, Data: {}, StartDate: {}, country: {}",
          employee,
          i + 1,
          name(i),
          at(i),
          i % 2 == 0 ? "DE" : "FR");
      for (int quarter = 1; quarter <= 3; quarter++) {
        app.create(
            "PK: {0}, SK: QUOTA-2026-Q{1}, Data: {2}-{1}, quota: 50000, sold: {3}",
            employee, quarter, name(i), 100 * i);
      }
    }
    for (int i = 0; i < 16; i++) {
      String order = "OE-ORDER" + (100 + i);
      app.create(
          "PK: {}, SK: CUSTOMER{}, Data: {}, status: OPEN, salesRep: EMPLOYEE{}",
          order,
          10 + i % 5,
          at(i),
          1 + i % 8);
      app.create("PK: {}, SK: PRODUCT{}, Data: {}, quantity: 2", order, 20 + i % 6, at(i));
    }
    readCompany(app);
  }

  private static void readCompany(App app) {
    for (int i = 0; i < 8; i++) {
      String employee = "HR-EMPLOYEE" + (i + 1);
      app.get(app.keyOf(employee, "EMPLOYEE" + (i + 1)));
      app.find("PK = {} AND begins_with(SK, 'QUOTA-2026-')", employee);
      app.updateIf(app.keyOf(employee, "QUOTA-2026-Q1"), "ADD sold 10", "attribute_exists(PK)");
      app.find("PK = 'OE-ORDER{}'", 100 + i);
      app.newestIn("GSI1", 10, "SK = 'CUSTOMER{}' AND #Data > {}", 10 + i % 5, at(0));
    }
    app.findIn("GSI1", "SK = 'PRODUCT22'");
  }

  private static String name(int i) {
    return new String[] {"Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hal"}[i];
  }

  static final List<Flaw> RELATIONAL_FLAWS =
      List.of(
          flaw(
                  "a quota is put again to change what was sold",
                  "put-to-change-one-attribute",
                  "lost-update")
              .after(
                  app -> {
                    for (int i = 1; i <= 4; i++) {
                      Item quota = app.get(app.keyOf("HR-EMPLOYEE" + i, "QUOTA-2026-Q2"));
                      app.put(with(quota, "sold", 5_000 + i));
                    }
                  }),
          flaw("the newest of random orders", "newest-by-random-key")
              .after(
                  app -> {
                    for (int i = 0; i < 6; i++) {
                      app.create("PK: CUSTOMER12, SK: OE-{}, Data: {}", uuid("order", i), at(i));
                    }
                    for (int i = 0; i < 2; i++) {
                      app.newest(3, "PK = 'CUSTOMER12' AND begins_with(SK, 'OE-')");
                    }
                  }),
          flaw("a prefix in lower case", "read-finds-nothing")
              .after(
                  app -> {
                    for (int i = 1; i <= 3; i++) {
                      app.find("PK = 'HR-EMPLOYEE{}' AND begins_with(SK, 'quota-')", i);
                    }
                  }));
}
