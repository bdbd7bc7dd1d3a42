package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;

/** Tables of small services: a tutorial's notes, and two samples of AWS for a shop. */
final class ServiceDesigns {
  private ServiceDesigns() {}

  // ---- notes ----

  /** The notes of the guide to Serverless Stack. */
  static void notes(App app) {
    for (int i = 0; i < 30; i++) {
      app.pause();
      note(app, i);
    }
    for (int i = 0; i < 12; i++) {
      app.find("userId = {}", writer(i));
      app.get(noteKey(app, i));
      app.updateIf(
          noteKey(app, i), "SET content = 'Changed {}'", "attribute_exists(noteId)", text(100 + i));
    }
    app.delete(noteKey(app, 29));
  }

  static void note(App app, int i) {
    app.now.put(
        "userId: {0}, noteId: {1}, content: Note {2} {3}, attachment: file-{2}.txt, createdAt: {4}",
        writer(i), uuid("note", i), i, text(100), 1_767_603_600_000L + i);
  }

  static String writer(int i) {
    return "us-east-1:" + uuid("writer", i % 6);
  }

  static Item noteKey(App app, int i) {
    return app.keyOf(writer(i), uuid("note", i));
  }

  static final List<Flaw> NOTES_FLAWS =
      List.of(
          flaw("a word is searched by a Scan", "scan")
              .times(3, (app, i) -> app.scan("contains(content, 'Note {}')", i)),
          flaw("the newest note by a random identifier", "newest-by-random-key")
              .times(6, (app, i) -> app.newest(1, "userId = {}", writer(i))),
          flaw("each note of a list is read again", "read-for-each-result")
              .times(
                  4,
                  (app, i) -> {
                    for (Item note : app.find("userId = {}", writer(i))) {
                      app.now.get(
                          Item.of("userId", note.find("userId"), "noteId", note.find("noteId")));
                    }
                  }),
          flaw("the note with an attachment by a filter", "filter-discards-most")
              .times(
                  6,
                  (app, i) ->
                      app.find(
                          "userId = {}",
                          query -> query.filterExpression("attachment = 'file-{}.txt'"),
                          writer(i),
                          i)),
          flaw("a note is read and put again", "lost-update", "put-to-change-one-attribute")
              .times(
                  5,
                  (app, i) -> {
                    Item note = app.get(noteKey(app, i));
                    app.now.put(with(note, "content", "Edited " + i));
                  }),
          flaw("notes hold their files", "large-item")
              .items(note -> with(note, "file", text(150_000))),
          flaw("all notes are read strongly consistent", "needless-consistent-read")
              .times(
                  8,
                  (app, note) -> {
                    app.get(noteKey(app, note), get -> get.consistentRead(true));
                  }),
          flaw("notes are counted by reading them", "count-by-reading")
              .times(
                  6,
                  (app, i) -> app.find("userId = {}", query -> query.select("COUNT"), writer(i))));

  // ---- a shopping cart ----

  /** The carts of visitors and users (a sample of AWS, a serverless shopping cart). */
  static void carts(App app) {
    for (int i = 0; i < 12; i++) {
      for (int k = 0; k < 3; k++) {
        app.pause();
        add(app, cart(i), product(i + k));
        app.update(total(app, i + k), "ADD quantity 1");
      }
      app.find("pk = {} AND begins_with(sk, 'product#')", cart(i));
    }
    for (int i = 0; i < 6; i++) {
      for (int k = 0; k < 3; k++) {
        app.pause();
        add(app, shopper(i), product(i + k));
        app.delete(app.keyOf(cart(i), product(i + k)));
      }
      app.find("pk = {} AND begins_with(sk, 'product#')", shopper(i));
      app.get(total(app, i));
    }
  }

  private static void add(App app, String pk, String product) {
    app.now.update(
        app.keyOf(pk, product),
        "SET expirationTime = {}, productDetail = {} ADD quantity 1",
        1_800_000_000L,
        detail(product));
  }

  static AttributeValue detail(String product) {
    return AttributeValue.map(
        Map.of(
            "name", AttributeValue.string("Name of " + product),
            "description", AttributeValue.string(text(120))));
  }

  static String cart(int i) {
    return "cart#" + uuid("cart", i);
  }

  static String shopper(int i) {
    return "user#" + uuid("shopper", i);
  }

  static String product(int i) {
    return "product#" + uuid("product", i % 9);
  }

  static Item total(App app, int i) {
    return app.keyOf(product(i), "totalquantity");
  }

  static final List<Flaw> CART_FLAWS =
      List.of(
          flaw("a quantity is read and set", "lost-update")
              .times(
                  4,
                  (app, i) -> {
                    Item key = app.keyOf(shopper(i), product(i));
                    int before = Integer.parseInt(app.get(key).find("quantity").numberText());
                    app.now.update(key, "SET quantity = {}", before + 1);
                  }),
          flaw("carts expire in milliseconds", "ttl-in-milliseconds")
              .times(
                  5,
                  (app, i) ->
                      app.update(
                          app.keyOf(shopper(i), product(i)),
                          "SET expirationTime = {}",
                          1_800_000_000_000L + i)),
          flaw("one product is bought by everybody", "hot-item")
              .times(
                  150,
                  (app, i) -> {
                    app.update(total(app, 3), "ADD quantity 1");
                  }),
          flaw("a cart holds the whole page of a product", "small-change-of-large-item")
              .times(
                  6,
                  (app, i) -> {
                    Item key = app.keyOf(shopper(i), product(i));
                    app.update(key, "SET page = {}", text(9_000));
                    for (int k = 0; k < 3; k++) {
                      app.update(key, "ADD quantity 1");
                    }
                  }),
          flaw("all carts with a product by a Scan", "scan", "filter-on-key-attribute")
              .times(3, (app, i) -> app.scan("sk = {}", product(i))),
          flaw("totals are read one by one", "get-after-get")
              .after(
                  app -> {
                    app.pause();
                    for (int i = 0; i < 8; i++) {
                      app.now.get(total(app, i));
                    }
                  }),
          flaw("users are asked for in upper case", "read-finds-nothing")
              .times(
                  5,
                  (app, i) ->
                      app.find(
                          "pk = {} AND begins_with(sk, 'product#')",
                          shopper(i).replace("user#", "USER#"))),
          flaw("an empty transaction around one update", "transaction-of-one-action")
              .times(
                  4,
                  (app, i) -> {
                    app.transact(
                        app.updating(total(app, i), "ADD quantity 1", "attribute_exists(pk)"));
                  }),
          flaw("removed products stay with the quantity 0", "filter-discards-most")
              .times(
                  6,
                  (app, i) -> {
                    for (int k = 0; k < 3; k++) {
                      app.update(app.keyOf(shopper(i), product(i + k)), "SET quantity = 0");
                    }
                    app.find(
                        "pk = {}", query -> query.filterExpression("quantity > 0"), shopper(i));
                  }));

  // ---- orders of a shop ----

  /** The orders of a sample of AWS, a serverless e-commerce platform. */
  static void orders(App app) {
    for (int i = 0; i < 30; i++) {
      app.pause();
      order(app, i);
    }
    for (int i = 0; i < 12; i++) {
      app.get(app.keyOf(uuid("order", i), null));
      app.findIn("user-index", "userId = {}", buyer(i));
      app.updateIf(
          app.keyOf(uuid("order", i), null),
          "SET #status = 'PACKAGED', modifiedDate = {}",
          "attribute_exists(orderId)",
          at(1_000 + i));
    }
  }

  static void order(App app, int i) {
    app.now.create(
        "orderId: {0}, userId: {1}, createdDate: {2}, modifiedDate: {2}, status: NEW, total: {3},"
            + " products: {4}",
        uuid("order", i),
        buyer(i),
        at(10 * i),
        1_000 + i,
        AttributeValue.list(List.of(detail(product(i)), detail(product(i + 1)))));
  }

  static String buyer(int i) {
    return uuid("buyer", i % 7);
  }

  static final List<Flaw> SHOP_ORDERS_FLAWS =
      List.of(
          flaw("the orders of a user right after one was placed", "index-read-after-write")
              .times(
                  6,
                  (app, i) -> {
                    app.pause();
                    order(app, 100 + i);
                    app.now.findIn("user-index", "userId = {}", buyer(100 + i));
                  }),
          flaw("each order of a user is read again", "read-for-each-result")
              .tables("sortKey: createdDate}", "sortKey: createdDate, projection: KEYS_ONLY}")
              .times(
                  4,
                  (app, i) -> {
                    for (Item order : app.findIn("user-index", "userId = {}", buyer(i))) {
                      app.now.get(Item.of("orderId", order.find("orderId")));
                    }
                  }),
          flaw("orders of a month by a Scan", "scan")
              .times(3, (app, i) -> app.scan("createdDate BETWEEN {} AND {}", at(0), at(100))),
          flaw("dates as people write them", "sort-key-order")
              .items(
                  order -> {
                    String date = text(order, "createdDate");
                    return with(
                        order,
                        "createdDate",
                        "1/"
                            + Integer.parseInt(date.substring(8, 10))
                            + "/2026"
                            + date.substring(10, 16));
                  }),
          flaw(
                  "an index by the status",
                  "constant-partition-key",
                  "skewed-partition-key",
                  "low-cardinality-partition-key")
              .tables(
                  "user-index: {partitionKey: userId, sortKey: createdDate}",
                  "user-index: {partitionKey: userId, sortKey: createdDate}\n"
                      + "      status-index: {partitionKey: status, sortKey: createdDate}")
              .times(
                  4,
                  (app, i) ->
                      app.findIn("status-index", "#status = {}", i % 2 == 0 ? "NEW" : "PACKAGED")),
          flaw("an order is looked for and then put", "unconditional-create")
              .after(
                  app -> {
                    for (int i = 40; i < 45; i++) {
                      app.get(app.keyOf(uuid("order", i), null));
                      app.now.put(
                          "orderId: {}, userId: {}, createdDate: {}, status: NEW",
                          uuid("order", i),
                          buyer(i),
                          at(10 * i));
                    }
                  }));
}
