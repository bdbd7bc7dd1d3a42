package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;

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
      app.pause();
      app.get(app.key(shard(i % 4, i), uuid("product", i)));
    }
    for (int tenant = 0; tenant < 4; tenant++) {
      app.pause();
      products(app, tenant);
      app.pause();
      app.updateIf(
          app.key(shard(tenant, tenant), uuid("product", tenant)),
          "SET price = :p, #name = :n",
          "attribute_exists(shardId)",
          ":p",
          25,
          ":n",
          "Product of " + tenant);
    }
    app.pause();
    app.delete(app.key(shard(3, 31), uuid("product", 31)));
  }

  static void product(App app, int tenant, int i) {
    app.create(
        "shardId",
        shard(tenant, i),
        "productId",
        uuid("product", i),
        "sku",
        "SKU" + (5_000 + i),
        "name",
        "Product " + i,
        "price",
        10 + i,
        "stock",
        100,
        "category",
        "category" + i % 5);
  }

  static List<Item> products(App app, int tenant) {
    List<Item> all = new ArrayList<>();
    for (int shard = 1; shard <= SHARDS; shard++) {
      all.addAll(app.find(null, "shardId = :s", ":s", tenant(tenant) + "-" + shard));
    }
    return all;
  }

  static String tenant(int tenant) {
    return uuid("tenant", tenant).replace("-", "");
  }

  static String shard(int tenant, int i) {
    return tenant(tenant) + "-" + (1 + i / 4 % SHARDS);
  }

  // ---- orders ----

  /** The 17 access patterns of Amplify: its orders. */
  static void orders(App app) {
    for (int i = 0; i < 30; i++) {
      app.pause();
      order(app, i);
    }
    for (int i = 0; i < 10; i++) {
      app.pause();
      app.get(app.key(uuid("order", i), null));
      app.pause();
      app.updateIf(
          app.key(uuid("order", i), null),
          "SET #status = :s, #status_hash_date = :d",
          "attribute_exists(id)",
          ":s",
          "shipped",
          ":d",
          "shipped#" + day(i));
      app.pause();
      app.find(
          "byCustomerByStatusByDate",
          "customerID = :c AND begins_with(#status_hash_date, :s)",
          ":c",
          customer(i % 5),
          ":s",
          "pending#");
      app.pause();
      app.find(
          "byCustomerByDate",
          "customerID = :c AND #date BETWEEN :f AND :t",
          ":c",
          customer(i % 5),
          ":f",
          day(i),
          ":t",
          day(i + 9));
    }
    for (int i = 0; i < 4; i++) {
      app.pause();
      app.newest("byRepresentativebyDate", 10, "accountRepresentativeID = :r", ":r", agent(i));
      app.pause();
      app.find("byProduct", "productID = :p", ":p", uuid("good", i));
    }
  }

  static void order(App app, int i) {
    app.create(
        "id",
        uuid("order", i),
        "customerID",
        customer(i % 5),
        "accountRepresentativeID",
        agent(i % 4),
        "productID",
        uuid("good", i % 6),
        "status",
        STATES[i % 3],
        "amount",
        10 + i,
        "date",
        day(i),
        "status#date",
        STATES[i % 3] + "#" + day(i),
        "__typename",
        "Order",
        "createdAt",
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

  // ---- ski lifts ----

  /** The ski resort of NoSQL Workbench: what a lift is, and what it was on each day. */
  static void lifts(App app) {
    for (int lift = 1; lift <= 6; lift++) {
      app.pause();
      app.create(
          "Lift",
          "Lift " + lift,
          "Metadata",
          "STATIC DATA",
          "ExperiencedRidersOnly",
          lift > 4 ? "yes" : "no",
          "VerticalFeet",
          1_200 + lift,
          "LiftTime",
          "7:00");
      for (int day = 0; day < 6; day++) {
        app.pause();
        app.create(
            "Lift",
            "Lift " + lift,
            "Metadata",
            date(day),
            "TotalUniqueLiftRiders",
            3_000 + 217 * lift % 900 + 131 * day % 700,
            "AverageSnowCoverageInches",
            30 + day,
            "LiftStatus",
            "Open",
            "AvalancheDanger",
            "Low");
      }
    }
    for (int i = 0; i < 9; i++) {
      String lift = "Lift " + (1 + i % 6);
      app.pause();
      app.get(app.key(lift, "STATIC DATA"));
      app.pause();
      app.get(app.key(lift, date(i % 6)));
      app.pause();
      app.find(null, "Lift = :l AND begins_with(#Metadata, :d)", ":l", lift, ":d", "DATE#");
      app.pause();
      app.newest("SkiLiftsByRiders", 3, "Lift = :l", ":l", lift);
      app.pause();
      app.updateIf(
          app.key(lift, date(i % 6)),
          "SET LiftStatus = :s",
          "attribute_exists(Lift)",
          ":s",
          "On hold");
    }
  }

  static String date(int day) {
    return "DATE#" + (day < 3 ? "12-" + (29 + day) + "-2025" : "01-0" + (day - 2) + "-2026");
  }

  // ---- bookmarks ----

  /** The bookmarks of NoSQL Workbench: customers and the addresses that they keep. */
  static void bookmarks(App app) {
    for (int i = 0; i < 6; i++) {
      app.pause();
      customerOfBookmarks(app, i, reader(i));
      for (int k = 0; k < 5; k++) {
        app.pause();
        app.create(
            "customerId",
            String.valueOf(100 + i),
            "sk",
            address(k + i % 2),
            "url",
            address(k + i % 2),
            "folder",
            k < 2 ? "Tools" : "Cloud",
            "title",
            "Page " + k,
            "description",
            text(120),
            "createDate",
            at(10 * i + k));
      }
    }
    for (int i = 0; i < 6; i++) {
      String customer = String.valueOf(100 + i);
      app.pause();
      app.find("ByEmail", "email = :e", ":e", reader(i));
      app.pause();
      app.find(null, "customerId = :c", ":c", customer);
      app.pause();
      app.find(
          "ByCustomerFolder", "customerId = :c AND folder = :f", ":c", customer, ":f", "Cloud");
      app.pause();
      app.find("ByUrl", "#url = :u", ":u", address(i));
      app.pause();
      app.updateIf(
          app.key(customer, address(2)), "SET folder = :f", "attribute_exists(sk)", ":f", "Later");
    }
    app.pause();
    app.delete(app.key("105", address(1)));
  }

  static void customerOfBookmarks(App app, int i, String mail) {
    app.create(
        "customerId",
        String.valueOf(100 + i),
        "sk",
        "CUST#" + (100 + i),
        "email",
        mail,
        "fullName",
        "Reader " + i,
        "userPreferences",
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
}
