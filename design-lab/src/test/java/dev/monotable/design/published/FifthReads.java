package dev.monotable.design.published;

import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** Flaws of reads in the designs of {@link FifthFlaws}. */
final class FifthReads {
  private FifthReads() {}

  static List<Flaw> all() {
    return Stream.of(loops(), filters(), scans(), prefixes(), pages(), indexes(), projections())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> loops() {
    return List.of(
        Flaw.of(PublishedDesign.EVENT_STORE, "events are read version by version", "get-after-get")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    int version = 1;
                    while (app.get(app.key(LibraryDesigns.aggregate(i), version)) != null) {
                      version++;
                    }
                  }
                }),
        Flaw.of(PublishedDesign.PLACES, "each place near is read again", "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    for (Item place : LibraryDesigns.near(app, LibraryDesigns.cell(i), 0)) {
                      app.get(app.key(place.find("hashKey"), text(place, "rangeKey")));
                    }
                  }
                }),
        Flaw.of(
                PublishedDesign.AMPLIFY_ORDERS,
                "each order of an agent is read again",
                "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    for (Item order :
                        app.newest(
                            "byRepresentativebyDate",
                            3,
                            "accountRepresentativeID = :r",
                            ":r",
                            SampleDesigns.agent(i))) {
                      app.get(app.key(text(order, "id"), null));
                    }
                  }
                }),
        Flaw.of(PublishedDesign.SKI_LIFTS, "the lifts of the map one by one", "get-after-get")
            .after(
                app -> {
                  for (int visit = 0; visit < 3; visit++) {
                    app.pause();
                    for (int lift = 1; lift <= 6; lift++) {
                      app.get(app.key("Lift " + lift, "STATIC DATA"));
                    }
                  }
                }));
  }

  private static List<Flaw> filters() {
    return List.of(
        Flaw.of(PublishedDesign.PLACES, "a place by its title in a filter", "filter-discards-most")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        null,
                        "hashKey = :h",
                        query -> query.filterExpression("#title = :t"),
                        ":h",
                        LibraryDesigns.cell(i),
                        ":t",
                        "Place " + i);
                  }
                }),
        Flaw.of(
                PublishedDesign.AMPLIFY_ORDERS,
                "the pending orders of a customer by a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.find(
                        "byCustomerByDate",
                        "customerID = :c",
                        query -> query.filterExpression("#status = :s"),
                        ":c",
                        SampleDesigns.customer(i),
                        ":s",
                        "pending");
                  }
                }),
        Flaw.of(
                PublishedDesign.SIGN_IN,
                "the sessions of a user by the type in a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        null,
                        "pk = :u",
                        query -> query.filterExpression("#type = :t"),
                        ":u",
                        "USER#" + uuid("signed", i),
                        ":t",
                        "SESSION");
                  }
                }));
  }

  private static List<Flaw> scans() {
    return List.of(
        Flaw.of(PublishedDesign.TENANT_PRODUCTS, "a product by its number with a Scan", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.scan("sku = :s", ":s", "SKU" + (5_000 + i));
                  }
                }),
        Flaw.of(PublishedDesign.BOOKMARKS, "bookmarks are searched by a word", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.scan("contains(title, :w)", ":w", "Page " + i);
                  }
                }),
        Flaw.of(
                PublishedDesign.TENANT_PRODUCTS,
                "products are counted by reading them",
                "count-by-reading")
            .after(
                app -> {
                  for (int tenant = 0; tenant < 4; tenant++) {
                    app.pause();
                    String shard = SampleDesigns.shard(tenant, tenant);
                    app.find(null, "shardId = :s", query -> query.select("COUNT"), ":s", shard);
                  }
                }));
  }

  private static List<Flaw> prefixes() {
    return List.of(
        Flaw.of(PublishedDesign.SIGN_IN, "accounts that begin with git", "prefix-within-word")
            .after(
                app -> {
                  String user = "USER#" + uuid("signed", 0);
                  app.put("pk", user, "sk", "ACCOUNT#gitlab#99", "type", "ACCOUNT");
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        null,
                        "pk = :u AND begins_with(sk, :a)",
                        ":u",
                        "USER#" + uuid("signed", i),
                        ":a",
                        "ACCOUNT#git");
                  }
                }),
        Flaw.of(PublishedDesign.BOOKMARKS, "a folder in lower case", "read-finds-nothing")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        "ByCustomerFolder",
                        "customerId = :c AND folder = :f",
                        ":c",
                        String.valueOf(100 + i),
                        ":f",
                        "cloud");
                  }
                }));
  }

  private static List<Flaw> pages() {
    return List.of(
        Flaw.of(PublishedDesign.AMPLIFY_ORDERS, "a page of orders further on", "pages-read-again")
            .after(
                app -> {
                  for (int page = 1; page <= 3; page++) {
                    int limit = 3 * page;
                    app.pause();
                    app.find(
                        "byRepresentativebyDate",
                        "accountRepresentativeID = :r",
                        query -> query.limit(limit).scanIndexForward(false),
                        ":r",
                        SampleDesigns.agent(1));
                  }
                }),
        Flaw.of(PublishedDesign.IDEMPOTENCY, "everybody asks for one record", "hot-read")
            .after(
                app -> {
                  for (int i = 0; i < 120; i++) {
                    app.pause();
                    app.get(app.key(LibraryDesigns.record(3), null));
                  }
                }));
  }

  private static List<Flaw> indexes() {
    return List.of(
        Flaw.of(
                PublishedDesign.SIGN_IN,
                "a session is looked for in the index as soon as it is put",
                "index-read-after-write")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    String session = "SESSION#" + uuid("session", 10 * i + 5);
                    app.pause();
                    LibraryDesigns.session(app, i, 5);
                    app.find("GSI1", "GSI1PK = :s AND GSI1SK = :s", ":s", session);
                  }
                }),
        Flaw.of(
                PublishedDesign.AMPLIFY_ORDERS,
                "an index by status of which only pending is read",
                "index-could-be-sparse")
            .tables(
                "      byProduct: {",
                "      byStatus: {partitionKey: status, sortKey: date}\n      byProduct: {")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.newest("byStatus", 10, "#status = :s", ":s", "pending");
                  }
                }),
        Flaw.of(
                PublishedDesign.SKI_LIFTS,
                "lifts are read consistently, long after they were written",
                "needless-consistent-read")
            .after(
                app -> {
                  for (int i = 0; i < 8; i++) {
                    app.pause();
                    app.get(
                        app.key("Lift " + (1 + i % 6), "STATIC DATA"),
                        get -> get.consistentRead(true));
                  }
                }));
  }

  private static List<Flaw> projections() {
    return List.of(
        Flaw.of(
                PublishedDesign.BOOKMARKS,
                "titles are read from items with a copy of the page",
                "projection-of-large-items",
                "index-projects-too-much")
            .items(item -> item.contains("url") ? with(item, "copy", text(9_000)) : item)
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        "ByCustomerFolder",
                        "customerId = :c AND folder = :f",
                        query -> query.projectionExpression("title, folder"),
                        ":c",
                        String.valueOf(100 + i),
                        ":f",
                        "Tools");
                  }
                }),
        Flaw.of(
                PublishedDesign.PLACES,
                "the local index lacks what is read",
                "local-index-fetches-items")
            .tables("sortKey: {geohash: N}}", "sortKey: {geohash: N}, projection: KEYS_ONLY}")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    int cell = i;
                    app.pause();
                    app.find(
                        "geohash-index",
                        "hashKey = :h AND geohash > :a",
                        query -> query.select("ALL_ATTRIBUTES"),
                        ":h",
                        LibraryDesigns.cell(cell),
                        ":a",
                        0);
                  }
                }),
        Flaw.of(PublishedDesign.BOOKMARKS, "descriptions are a number or a text", "attribute-type")
            .items(
                item ->
                    item.contains("url") && text(item, "sk").endsWith("3")
                        ? with(item, "description", AttributeValue.number("4"))
                        : item));
  }
}
