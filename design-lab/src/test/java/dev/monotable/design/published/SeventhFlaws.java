package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** Flaws in the tables of three small services, written before a rule had seen them. */
final class SeventhFlaws {
  private SeventhFlaws() {}

  static List<Flaw> all() {
    return Stream.of(
            readsOfNotes(), notes(), writesOfCarts(), carts(), counts(), readsOfOrders(), orders())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Flaw> readsOfNotes() {
    return List.of(
        Flaw.of(PublishedDesign.NOTES, "a word is searched by a Scan", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.scan("contains(content, :w)", ":w", "Note " + i);
                  }
                }),
        Flaw.of(
                PublishedDesign.NOTES,
                "the newest note by a random identifier",
                "newest-by-random-key")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.newest(null, 1, "userId = :u", ":u", ServiceDesigns.writer(i));
                  }
                }),
        Flaw.of(PublishedDesign.NOTES, "each note of a list is read again", "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    for (Item note :
                        app.find(null, "userId = :u", ":u", ServiceDesigns.writer(i))) {
                      app.get(
                          Item.of("userId", note.find("userId"), "noteId", note.find("noteId")));
                    }
                  }
                }),
        Flaw.of(
                PublishedDesign.NOTES,
                "the note with an attachment by a filter",
                "filter-discards-most")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        null,
                        "userId = :u",
                        query -> query.filterExpression("attachment = :a"),
                        ":u",
                        ServiceDesigns.writer(i),
                        ":a",
                        "file-" + i + ".txt");
                  }
                }));
  }

  private static List<Flaw> notes() {
    return List.of(
        Flaw.of(
                PublishedDesign.NOTES,
                "a note is read and put again",
                "lost-update",
                "put-to-change-one-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    Item note = app.get(ServiceDesigns.noteKey(app, i));
                    app.put(
                        with(note, "content", "Edited " + i).toMap().entrySet().stream()
                            .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
                            .toArray());
                  }
                }),
        Flaw.of(PublishedDesign.NOTES, "notes hold their files", "large-item")
            .items(note -> with(note, "file", text(150_000))),
        Flaw.of(
                PublishedDesign.NOTES,
                "all notes are read strongly consistent",
                "needless-consistent-read")
            .after(
                app -> {
                  for (int i = 0; i < 8; i++) {
                    int note = i;
                    app.pause();
                    app.get(ServiceDesigns.noteKey(app, note), get -> get.consistentRead(true));
                  }
                }));
  }

  private static List<Flaw> writesOfCarts() {
    return List.of(
        Flaw.of(PublishedDesign.CART, "a quantity is read and set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    Item key = app.key(ServiceDesigns.shopper(i), ServiceDesigns.product(i));
                    app.pause();
                    int before = Integer.parseInt(app.get(key).find("quantity").numberText());
                    app.update(key, "SET quantity = :q", ":q", before + 1);
                  }
                }),
        Flaw.of(PublishedDesign.CART, "carts expire in milliseconds", "ttl-in-milliseconds")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.update(
                        app.key(ServiceDesigns.shopper(i), ServiceDesigns.product(i)),
                        "SET expirationTime = :t",
                        ":t",
                        1_800_000_000_000L + i);
                  }
                }),
        Flaw.of(PublishedDesign.CART, "one product is bought by everybody", "hot-item")
            .after(
                app -> {
                  for (int i = 0; i < 150; i++) {
                    app.pause();
                    app.update(ServiceDesigns.total(app, 3), "ADD quantity :q", ":q", 1);
                  }
                }),
        Flaw.of(
                PublishedDesign.CART,
                "a cart holds the whole page of a product",
                "small-change-of-large-item")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    Item key = app.key(ServiceDesigns.shopper(i), ServiceDesigns.product(i));
                    app.pause();
                    app.update(key, "SET page = :p", ":p", text(9_000));
                    for (int k = 0; k < 3; k++) {
                      app.pause();
                      app.update(key, "ADD quantity :q", ":q", 1);
                    }
                  }
                }));
  }

  private static List<Flaw> carts() {
    return List.of(
        Flaw.of(
                PublishedDesign.CART,
                "all carts with a product by a Scan",
                "scan",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.scan("sk = :p", ":p", ServiceDesigns.product(i));
                  }
                }),
        Flaw.of(PublishedDesign.CART, "totals are read one by one", "get-after-get")
            .after(
                app -> {
                  app.pause();
                  for (int i = 0; i < 8; i++) {
                    app.get(ServiceDesigns.total(app, i));
                  }
                }),
        Flaw.of(PublishedDesign.CART, "users are asked for in upper case", "read-finds-nothing")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    app.pause();
                    app.find(
                        null,
                        "pk = :u AND begins_with(sk, :p)",
                        ":u",
                        ServiceDesigns.shopper(i).replace("user#", "USER#"),
                        ":p",
                        "product#");
                  }
                }));
  }

  private static List<Flaw> counts() {
    return List.of(
        Flaw.of(
                PublishedDesign.CART,
                "an empty transaction around one update",
                "transaction-of-one-action")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.transact(
                        app.updating(
                            ServiceDesigns.total(app, i),
                            "ADD quantity :q",
                            "attribute_exists(pk)",
                            ":q",
                            1));
                  }
                }),
        Flaw.of(
                PublishedDesign.CART,
                "removed products stay with the quantity 0",
                "filter-discards-most")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    for (int k = 0; k < 3; k++) {
                      app.pause();
                      app.update(
                          app.key(ServiceDesigns.shopper(i), ServiceDesigns.product(i + k)),
                          "SET quantity = :zero",
                          ":zero",
                          0);
                    }
                    app.pause();
                    app.find(
                        null,
                        "pk = :u",
                        query -> query.filterExpression("quantity > :zero"),
                        ":u",
                        ServiceDesigns.shopper(i),
                        ":zero",
                        0);
                  }
                }),
        Flaw.of(PublishedDesign.NOTES, "notes are counted by reading them", "count-by-reading")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        null,
                        "userId = :u",
                        query -> query.select("COUNT"),
                        ":u",
                        ServiceDesigns.writer(i));
                  }
                }));
  }

  private static List<Flaw> readsOfOrders() {
    return List.of(
        Flaw.of(
                PublishedDesign.SHOP_ORDERS,
                "the orders of a user right after one was placed",
                "index-read-after-write")
            .after(
                app -> {
                  for (int i = 30; i < 36; i++) {
                    app.pause();
                    ServiceDesigns.order(app, i);
                    app.find("user-index", "userId = :u", ":u", ServiceDesigns.buyer(i));
                  }
                }),
        Flaw.of(
                PublishedDesign.SHOP_ORDERS,
                "each order of a user is read again",
                "read-for-each-result")
            .tables("sortKey: createdDate}", "sortKey: createdDate, projection: KEYS_ONLY}")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    for (Item order :
                        app.find("user-index", "userId = :u", ":u", ServiceDesigns.buyer(i))) {
                      app.get(Item.of("orderId", order.find("orderId")));
                    }
                  }
                }),
        Flaw.of(PublishedDesign.SHOP_ORDERS, "orders of a month by a Scan", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    app.scan("createdDate BETWEEN :a AND :b", ":a", at(0), ":b", at(100));
                  }
                }));
  }

  private static List<Flaw> orders() {
    return List.of(
        Flaw.of(PublishedDesign.SHOP_ORDERS, "dates as people write them", "sort-key-order")
            .items(
                order -> {
                  String date = App.text(order, "createdDate");
                  return with(
                      order,
                      "createdDate",
                      "1/"
                          + Integer.parseInt(date.substring(8, 10))
                          + "/2026"
                          + date.substring(10, 16));
                }),
        Flaw.of(
                PublishedDesign.SHOP_ORDERS,
                "an index by the status",
                "constant-partition-key",
                "skewed-partition-key",
                "low-cardinality-partition-key")
            .tables(
                "user-index: {partitionKey: userId, sortKey: createdDate}",
                "user-index: {partitionKey: userId, sortKey: createdDate}\n"
                    + "      status-index: {partitionKey: status, sortKey: createdDate}")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    app.pause();
                    app.find("status-index", "#status = :s", ":s", i % 2 == 0 ? "NEW" : "PACKAGED");
                  }
                }),
        Flaw.of(
                PublishedDesign.SHOP_ORDERS,
                "an order is looked for and then put",
                "unconditional-create")
            .after(
                app -> {
                  for (int i = 40; i < 45; i++) {
                    app.pause();
                    app.get(app.key(uuid("order", i), null));
                    app.put(
                        "orderId",
                        uuid("order", i),
                        "userId",
                        ServiceDesigns.buyer(i),
                        "createdDate",
                        at(10 * i),
                        "status",
                        "NEW");
                  }
                }));
  }
}
