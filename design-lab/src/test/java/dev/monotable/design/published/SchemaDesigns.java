package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;

/** The schemas of the developer guide's chapter on data modeling. */
final class SchemaDesigns {
  private SchemaDesigns() {}

  /** Customers, products, orders and what they consist of, with an inverted index. */
  static void shop(App app) {
    for (int i = 0; i < 10; i++) {
      app.pause();
      app.create(
          "PK",
          "p#" + (5_000 + i),
          "SK",
          "p#" + (5_000 + i),
          "EntityType",
          "product",
          "name",
          "Product " + i,
          "price",
          10 + i,
          "stock",
          100,
          "description",
          text(300));
    }
    for (int i = 0; i < 6; i++) {
      app.pause();
      app.create(
          "PK",
          customer(i),
          "SK",
          customer(i),
          "EntityType",
          "customer",
          "name",
          "C " + i,
          "email",
          "c" + i + "@example.com");
    }
    for (int i = 0; i < 18; i++) {
      String order = order(i);
      app.pause();
      app.transact(
          app.putting(
              "PK",
              order,
              "SK",
              customer(i % 6),
              "EntityType",
              "order",
              "GSI2PK",
              customer(i % 6),
              "GSI2SK",
              at(60 * i),
              "orderDate",
              at(60 * i),
              "total",
              20 + i),
          app.putting("PK", order, "SK", product(i), "EntityType", "orderItem", "quantity", 1),
          app.putting("PK", order, "SK", product(i + 1), "EntityType", "orderItem", "quantity", 2),
          app.putting(
              "PK", order, "SK", "i#" + (70_000 + i), "EntityType", "invoice", "amount", 20 + i));
    }
    readShop(app);
  }

  private static void readShop(App app) {
    for (int i = 0; i < 9; i++) {
      app.pause();
      app.get(app.key(product(i), product(i)));
      app.pause();
      app.get(app.key(customer(i % 6), customer(i % 6)));
      app.pause();
      app.find(null, "PK = :o", ":o", order(2 * i));
      app.pause();
      app.find(null, "PK = :o AND begins_with(SK, :p)", ":o", order(2 * i + 1), ":p", "p#");
      app.pause();
      app.find("GSI1", "SK = :p AND begins_with(PK, :o)", ":p", product(i), ":o", "o#");
      app.pause();
      app.newest("GSI2", 10, "GSI2PK = :c", ":c", customer(i % 6));
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

  /** Subscriptions and receipts of accounts, with an index of the payments of a day. */
  static void payments(App app) {
    for (int i = 0; i < 16; i++) {
      app.pause();
      app.create(
          "PK",
          "ACC#" + account(i / 2),
          "SK",
          subscription(i),
          "GSI1PK",
          "DUE#0" + (1 + i % 8),
          "GSI1SK",
          at(1_440 * (i % 8)) + "#" + account(i / 2),
          "paymentDay",
          1 + i % 8,
          "paymentAmount",
          12 + i,
          "sku",
          sku(i));
    }
    for (int i = 0; i < 32; i++) {
      app.pause();
      app.create(
          "PK",
          "ACC#" + account(i % 8),
          "SK",
          "REC#" + at(43_200 + 700 * i) + "#SKU#" + sku(i),
          "processedAmount",
          12 + i,
          "email",
          account(i % 8) + "@example.com");
    }
    for (int i = 0; i < 8; i++) {
      String account = "ACC#" + account(i);
      app.pause();
      app.find(null, "PK = :a AND begins_with(SK, :s)", ":a", account, ":s", "SUB#");
      app.pause();
      app.newest(null, 12, "PK = :a AND begins_with(SK, :r)", ":a", account, ":r", "REC#");
      app.pause();
      app.find("GSI1", "GSI1PK = :d AND GSI1SK < :t", ":d", "DUE#0" + (1 + i), ":t", at(20_000));
      app.pause();
      app.updateIf(
          app.key(account, subscription(2 * i)),
          "SET lastPayment = :t",
          "attribute_exists(PK)",
          ":t",
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

  /** Complaints of customers and their comments; the open ones of an agent and the escalated. */
  static void complaints(App app) {
    for (int i = 0; i < 20; i++) {
      app.pause();
      app.create(
          "customer_id",
          "cust" + (100 + i % 8),
          "complaint_id",
          complaint(i),
          "severity",
          "P" + (1 + i % 3),
          "creation_time",
          at(i),
          "agentID",
          "agent" + (char) ('a' + i % 4),
          "current_state",
          "assigned",
          "complaint_description",
          text(400));
      for (int comment = 0; comment < 2; comment++) {
        app.pause();
        app.create(
            "customer_id",
            complaint(i),
            "complaint_id",
            "comm#" + at(60 * comment + i) + "#" + i,
            "comm_text",
            text(90),
            "comm_from",
            "agent");
      }
    }
    readComplaints(app);
  }

  private static void readComplaints(App app) {
    for (int i = 0; i < 20; i++) {
      String customer = "cust" + (100 + i % 8);
      app.pause();
      app.get(app.key(customer, complaint(i)));
      app.pause();
      app.find(null, "customer_id = :c", ":c", complaint(i));
      if (i % 4 == 0) {
        app.pause();
        app.updateIf(
            app.key(customer, complaint(i)),
            "SET escalated_to = :e, escalation_time = :t",
            "attribute_exists(customer_id)",
            ":e",
            "boss" + i % 8,
            ":t",
            at(200 + i));
        app.pause();
        app.find("EscalatedTo", "escalated_to = :e", ":e", "boss" + i % 8);
      }
      if (i % 5 == 0) {
        app.pause();
        app.find(
            "ByAgent",
            "agentID = :a AND creation_time > :t",
            ":a",
            "agent" + (char) ('a' + i % 4),
            ":t",
            at(0));
        app.pause();
        app.find(
            null,
            "customer_id = :c AND begins_with(complaint_id, :p)",
            ":c",
            customer,
            ":p",
            "comp#");
      }
    }
  }

  static String complaint(int i) {
    return "comp#" + uuid("complaint", i);
  }

  /** Employees, their quotas and their orders, in the keys of the relational example. */
  static void relational(App app) {
    for (int i = 0; i < 8; i++) {
      String employee = "HR-EMPLOYEE" + (i + 1);
      app.pause();
      app.create(
          "PK",
          employee,
          "SK",
          "EMPLOYEE" + (i + 1),
          "Data",
          name(i),
          "StartDate",
          at(i),
          "country",
          i % 2 == 0 ? "DE" : "FR");
      for (int quarter = 1; quarter <= 3; quarter++) {
        app.pause();
        app.create(
            "PK",
            employee,
            "SK",
            "QUOTA-2026-Q" + quarter,
            "Data",
            name(i) + "-" + quarter,
            "quota",
            50_000,
            "sold",
            100 * i);
      }
    }
    for (int i = 0; i < 16; i++) {
      String order = "OE-ORDER" + (100 + i);
      app.pause();
      app.create(
          "PK",
          order,
          "SK",
          "CUSTOMER" + (10 + i % 5),
          "Data",
          at(i),
          "status",
          "OPEN",
          "salesRep",
          "EMPLOYEE" + (1 + i % 8));
      app.pause();
      app.create("PK", order, "SK", "PRODUCT" + (20 + i % 6), "Data", at(i), "quantity", 2);
    }
    readCompany(app);
  }

  private static void readCompany(App app) {
    for (int i = 0; i < 8; i++) {
      String employee = "HR-EMPLOYEE" + (i + 1);
      app.pause();
      app.get(app.key(employee, "EMPLOYEE" + (i + 1)));
      app.pause();
      app.find(null, "PK = :e AND begins_with(SK, :q)", ":e", employee, ":q", "QUOTA-2026-");
      app.pause();
      app.updateIf(
          app.key(employee, "QUOTA-2026-Q1"), "ADD sold :s", "attribute_exists(PK)", ":s", 10);
      app.pause();
      app.find(null, "PK = :o", ":o", "OE-ORDER" + (100 + i));
      app.pause();
      app.newest(
          "GSI1", 10, "SK = :c AND #Data > :t", ":c", "CUSTOMER" + (10 + i % 5), ":t", at(0));
    }
    app.pause();
    app.find("GSI1", "SK = :p", ":p", "PRODUCT22");
  }

  private static String name(int i) {
    return new String[] {"Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hal"}[i];
  }
}
