package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;

import dev.monotable.model.TransactWriteItem;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;

/** Designs with the keys of Alex DeBrie's book. */
final class BookDesigns {
  private static final int CUSTOMERS = 8;

  private BookDesigns() {}

  /** Customers with orders, and the items of an order by an index. */
  static void shop(App app) {
    for (int i = 0; i < CUSTOMERS; i++) {
      String name = customer(i);
      app.transact(
          app.putting(
              "PK",
              "CUSTOMER#" + name,
              "SK",
              "CUSTOMER#" + name,
              "Type",
              "Customer",
              "Name",
              name,
              "Email",
              name + "@example.com"),
          app.putting(
              "PK",
              "CUSTOMEREMAIL#" + name + "@example.com",
              "SK",
              "CUSTOMEREMAIL#" + name + "@example.com",
              "Type",
              "CustomerEmail"));
      app.pause();
    }
    for (int i = 0; i < 3 * CUSTOMERS; i++) {
      order(app, i);
    }
    for (int i = 0; i < 3 * CUSTOMERS; i++) {
      String order = ulid(i);
      app.pause();
      app.find("GSI1", "GSI1PK = :o", ":o", "ORDER#" + order);
      if (i % 2 == 0) {
        app.updateIf(
            app.key("CUSTOMER#" + customer(i % CUSTOMERS), "#ORDER#" + order),
            "SET #Status = :s",
            "attribute_exists(PK)",
            ":s",
            "SHIPPED");
      }
    }
    for (int i = 0; i < CUSTOMERS; i++) {
      app.pause();
      String customer = "CUSTOMER#" + customer(i);
      app.newest(null, 11, "PK = :c", ":c", customer);
      app.pause();
      app.get(app.key(customer, customer));
    }
  }

  static String customer(int i) {
    return "customer" + (char) ('a' + i);
  }

  static void order(App app, int i) {
    String order = ulid(i);
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(
        app.putting(
            "PK",
            "CUSTOMER#" + customer(i % CUSTOMERS),
            "SK",
            "#ORDER#" + order,
            "GSI1PK",
            "ORDER#" + order,
            "GSI1SK",
            "ORDER#" + order,
            "Type",
            "Order",
            "Status",
            "PLACED",
            "CreatedAt",
            at(i),
            "Amount",
            20 + i));
    for (int item = 0; item < 2; item++) {
      String id = uuid("item", 2 * i + item);
      writes.add(
          app.putting(
              "PK",
              "ORDER#" + order + "#ITEM#" + id,
              "SK",
              "ORDER#" + order + "#ITEM#" + id,
              "GSI1PK",
              "ORDER#" + order,
              "GSI1SK",
              "ITEM#" + id,
              "Type",
              "OrderItem",
              "Description",
              text(120),
              "Price",
              10 + item));
    }
    app.pause();
    app.transact(writes.toArray(TransactWriteItem[]::new));
  }

  /** Repositories with issues and stars, and an index of the open issues. */
  static void github(App app) {
    createRepositories(app);
    useRepositories(app);
  }

  private static void createRepositories(App app) {
    for (int i = 0; i < 6; i++) {
      String repo = repo(i);
      app.pause();
      app.create(
          "PK",
          repo,
          "SK",
          repo,
          "GSI1PK",
          "ACCOUNT#owner" + i % 2,
          "GSI1SK",
          "#" + at(i),
          "Type",
          "Repo",
          "RepoName",
          "repo" + i,
          "IssueCount",
          0,
          "StarCount",
          0);
      for (int issue = 1; issue <= 4; issue++) {
        app.pause();
        app.updateIf(app.key(repo, repo), "ADD IssueCount :one", "attribute_exists(PK)", ":one", 1);
        app.create(
            "PK",
            repo,
            "SK",
            "ISSUE#" + String.format("%08d", issue),
            "GSI2PK",
            repo,
            "GSI2SK",
            "ISSUE#OPEN#" + String.format("%08d", 99_999_999 - issue),
            "Type",
            "Issue",
            "Title",
            "Issue " + issue,
            "Status",
            "Open",
            "Body",
            text(300));
      }
    }
  }

  private static void useRepositories(App app) {
    for (int i = 0; i < 12; i++) {
      app.pause();
      String repo = repo(i % 6);
      app.transact(
          app.putting(
              "PK", repo, "SK", "STAR#" + uuid("user", i), "Type", "Star", "StarredAt", at(i)),
          app.updating(
              app.key(repo, repo), "ADD StarCount :one", "attribute_exists(PK)", ":one", 1));
    }
    for (int i = 0; i < 6; i++) {
      String repo = repo(i);
      app.pause();
      app.get(app.key(repo, repo));
      app.pause();
      app.newest(null, 20, "PK = :r AND begins_with(SK, :i)", ":r", repo, ":i", "ISSUE#");
      app.pause();
      app.find("GSI2", "GSI2PK = :r AND begins_with(GSI2SK, :o)", ":r", repo, ":o", "ISSUE#OPEN#");
      app.pause();
      app.updateIf(
          app.key(repo, "ISSUE#00000001"),
          "SET #Status = :c REMOVE GSI2PK, GSI2SK",
          "attribute_exists(PK)",
          ":c",
          "Closed");
    }
    app.pause();
    app.newest("GSI1", 20, "GSI1PK = :a", ":a", "ACCOUNT#owner1");
  }

  static String repo(int i) {
    return "REPO#owner" + i % 2 + "#repo" + i;
  }

  /** Sessions that expire, and those of a user by an index. */
  static void sessions(App app) {
    for (int i = 0; i < 20; i++) {
      app.pause();
      app.create(
          "SessionToken",
          uuid("session", i),
          "Username",
          "user" + (char) ('a' + i % 7),
          "CreatedAt",
          at(i),
          "ExpiresAt",
          at(i + 10_080),
          "TTL",
          1_800_000_000 + 60 * i);
    }
    for (int i = 0; i < 20; i++) {
      app.pause();
      app.get(app.key(uuid("session", i), null));
    }
    app.pause();
    for (Item session : app.find("UserIndex", "Username = :u", ":u", "userc")) {
      app.delete(app.key(text(session, "SessionToken"), null));
    }
  }
}
