package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;

import dev.monotable.model.TransactWriteItem;
import dev.monotable.value.AttributeValue;
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
      app.now.transact(
          app.putting(
              "PK: CUSTOMER#{0}, SK: CUSTOMER#{0}, Type: Customer, Name: {0}, Email:"
                  + " {0}@example.com",
              name),
          app.putting(
              "PK: CUSTOMEREMAIL#{0}@example.com, SK: CUSTOMEREMAIL#{0}@example.com, Type:"
                  + " CustomerEmail",
              name));
      app.pause();
    }
    for (int i = 0; i < 3 * CUSTOMERS; i++) {
      order(app, i);
    }
    for (int i = 0; i < 3 * CUSTOMERS; i++) {
      String order = ulid(i);
      app.findIn("GSI1", "GSI1PK = 'ORDER#{}'", order);
      if (i % 2 == 0) {
        app.now.updateIf(
            app.keyOf("CUSTOMER#" + customer(i % CUSTOMERS), "#ORDER#" + order),
            "SET #Status = 'SHIPPED'",
            "attribute_exists(PK)");
      }
    }
    for (int i = 0; i < CUSTOMERS; i++) {
      String customer = "CUSTOMER#" + customer(i);
      app.newest(11, "PK = {}", customer);
      app.get(app.keyOf(customer, customer));
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
            "PK: CUSTOMER#{0}, SK: #ORDER#{1}, GSI1PK: ORDER#{1}, GSI1SK: ORDER#{1}, Type: Order,"
                + " Status: PLACED, CreatedAt: {2}, Amount: {3}",
            customer(i % CUSTOMERS), order, at(i), 20 + i));
    for (int item = 0; item < 2; item++) {
      String id = uuid("item", 2 * i + item);
      writes.add(
          app.putting(
              "PK: ORDER#{0}#ITEM#{1}, SK: ORDER#{0}#ITEM#{1}, GSI1PK: ORDER#{0}, GSI1SK: ITEM#{1},"
                  + " Type: OrderItem, Description: {2}, Price: {3}",
              order, id, text(120), 10 + item));
    }
    app.transact(writes.toArray(TransactWriteItem[]::new));
  }

  static final List<Flaw> E_COMMERCE_FLAWS =
      List.of(
          flaw("an email is taken after a look", "unconditional-create")
              .times(
                  3,
                  (app, i) -> {
                    String email = "CUSTOMEREMAIL#new" + i + "@example.com";
                    app.get(app.keyOf(email, email));
                    app.now.put("PK: {0}, SK: {0}, Type: CustomerEmail", email);
                  }),
          flaw("customers by GetItem in a loop", "get-after-get")
              .after(
                  app -> {
                    app.pause();
                    for (int i = 0; i < 6; i++) {
                      String customer = "CUSTOMER#" + customer(i);
                      app.now.get(app.keyOf(customer, customer));
                    }
                  }),
          flaw("numbers of orders without zeros, in the index", "sort-key-order")
              .after(
                  app -> {
                    for (int i = 8; i < 12; i++) {
                      app.create(
                          "PK: INVOICE#{0}, SK: INVOICE#{0}, GSI1PK: INVOICES#2026, GSI1SK:"
                              + " INVOICE#{0}, Type: Invoice",
                          i);
                    }
                    app.now.newestIn("GSI1", 20, "GSI1PK = 'INVOICES#2026'");
                  }),
          flaw("the same customer all the time", "hot-read")
              .times(
                  80, (app, i) -> app.get(app.keyOf("CUSTOMER#customera", "CUSTOMER#customera"))),
          flaw("order and orderdraft", "prefix-within-word")
              .after(
                  app -> {
                    String customer = "CUSTOMER#" + customer(1);
                    app.now.create("PK: {}, SK: #ORDERDRAFT#{}, Type: Draft", customer, ulid(77));
                    app.find("PK = {} AND begins_with(SK, '#ORDER')", customer);
                  }));

  /** Repositories with issues and stars, and an index of the open issues. */
  static void github(App app) {
    createRepositories(app);
    useRepositories(app);
  }

  private static void createRepositories(App app) {
    for (int i = 0; i < 6; i++) {
      String repo = repo(i);
      app.create(
          "PK: {0}, SK: {0}, GSI1PK: ACCOUNT#owner{1}, GSI1SK: #{2}, Type: Repo, RepoName: repo{3},"
              + " IssueCount: 0, StarCount: 0",
          repo, i % 2, at(i), i);
      for (int issue = 1; issue <= 4; issue++) {
        app.updateIf(app.keyOf(repo, repo), "ADD IssueCount 1", "attribute_exists(PK)");
        app.now.create(
            "PK: {0}, SK: ISSUE#{1}, GSI2PK: {0}, GSI2SK: ISSUE#OPEN#{2}, Type: Issue, Title: Issue"
                + " {3}, Status: Open, Body: {4}",
            repo,
            String.format("%08d", issue),
            String.format("%08d", 99_999_999 - issue),
            issue,
            text(300));
      }
    }
  }

  private static void useRepositories(App app) {
    for (int i = 0; i < 12; i++) {
      String repo = repo(i % 6);
      app.transact(
          app.putting(
              "PK: {}, SK: STAR#{}, Type: Star, StarredAt: {}", repo, uuid("user", i), at(i)),
          app.updating(app.keyOf(repo, repo), "ADD StarCount 1", "attribute_exists(PK)"));
    }
    for (int i = 0; i < 6; i++) {
      String repo = repo(i);
      app.get(app.keyOf(repo, repo));
      app.newest(20, "PK = {} AND begins_with(SK, 'ISSUE#')", repo);
      app.findIn("GSI2", "GSI2PK = {} AND begins_with(GSI2SK, 'ISSUE#OPEN#')", repo);
      app.updateIf(
          app.keyOf(repo, "ISSUE#00000001"),
          "SET #Status = 'Closed' REMOVE GSI2PK, GSI2SK",
          "attribute_exists(PK)");
    }
    app.newestIn("GSI1", 20, "GSI1PK = 'ACCOUNT#owner1'");
  }

  static String repo(int i) {
    return "REPO#owner" + i % 2 + "#repo" + i;
  }

  static final List<Flaw> GITHUB_FLAWS =
      List.of(
          flaw("views are counted in the issue with its text", "small-change-of-large-item")
              .items(item -> item.contains("Body") ? with(item, "Body", text(6_000)) : item)
              .times(
                  12,
                  (app, i) ->
                      app.update(
                          app.keyOf(repo(i % 6), "ISSUE#0000000" + (1 + i / 6)),
                          "ADD viewCount 1")),
          flaw("titles are read from large issues", "projection-of-large-items")
              .items(item -> item.contains("Body") ? with(item, "Body", text(6_000)) : item)
              .after(
                  app ->
                      app.find(
                          "PK = {} AND begins_with(SK, 'ISSUE#')",
                          query -> query.projectionExpression("#Title"),
                          repo(1))),
          flaw("an index that nobody reads", "unused-index")
              .tables("      GSI2: {", "      GSI3: {partitionKey: Status}\n      GSI2: {"),
          flaw("stars are counted by the client", "lost-update")
              .times(
                  12,
                  (app, i) -> {
                    Item key = app.keyOf(repo(i % 3), repo(i % 3));
                    app.get(key);
                    app.now.update(key, "SET StarCount = {}", 90 + i);
                  }),
          flaw("issues by page number", "pages-read-again")
              .after(
                  app -> {
                    for (int page = 1; page <= 4; page++) {
                      int limit = page;
                      app.find(
                          "PK = {} AND begins_with(SK, 'ISSUE#')",
                          query -> query.limit(limit).scanIndexForward(false),
                          repo(2));
                    }
                  }),
          flaw("a popular list that moves with each star", "index-entries-moved")
              .tables(
                  "      GSI1: {",
                  "      Popular: {partitionKey: GSI1PK, sortKey: {StarCount: N}}\n      GSI1: {")
              .after(
                  app -> {
                    for (int i = 0; i < 12; i++) {
                      app.updateIf(
                          app.keyOf(repo(i % 6), repo(i % 6)),
                          "ADD StarCount 1",
                          "attribute_exists(PK)");
                    }
                    app.now.newestIn("Popular", 10, "GSI1PK = 'ACCOUNT#owner1'");
                  }));

  /** Sessions that expire, and those of a user by an index. */
  static void sessions(App app) {
    for (int i = 0; i < 20; i++) {
      app.create(
          "SessionToken: {}, Username: user{}, CreatedAt: {}, ExpiresAt: {}, TTL: {}",
          uuid("session", i),
          (char) ('a' + i % 7),
          at(i),
          at(i + 10_080),
          1_800_000_000 + 60 * i);
    }
    for (int i = 0; i < 20; i++) {
      app.get(app.keyOf(uuid("session", i), null));
    }
    for (Item session : app.findIn("UserIndex", "Username = 'userc'")) {
      app.now.delete(app.keyOf(text(session, "SessionToken"), null));
    }
  }

  static final List<Flaw> SESSIONS_FLAWS =
      List.of(
          flaw("TTL in milliseconds", "ttl-in-milliseconds")
              .items(item -> with(item, "TTL", AttributeValue.number("1800000000000"))),
          flaw("a configuration is read all the time", "hot-read")
              .after(
                  app -> {
                    app.now.create("SessionToken: configuration, Username: system");
                    for (int i = 0; i < 60; i++) {
                      app.get(app.keyOf("configuration", null));
                    }
                  }),
          flaw("a TTL of years ago", "ttl-too-old")
              .items(item -> with(item, "TTL", AttributeValue.number("1400000000"))));
}
