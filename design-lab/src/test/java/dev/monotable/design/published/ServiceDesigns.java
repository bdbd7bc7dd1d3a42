package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;

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
      app.pause();
      app.find(null, "userId = :u", ":u", writer(i));
      app.pause();
      app.get(noteKey(app, i));
      app.pause();
      app.updateIf(
          noteKey(app, i),
          "SET content = :c",
          "attribute_exists(noteId)",
          ":c",
          "Changed " + text(100 + i));
    }
    app.pause();
    app.delete(noteKey(app, 29));
  }

  static void note(App app, int i) {
    app.put(
        "userId",
        writer(i),
        "noteId",
        uuid("note", i),
        "content",
        "Note " + i + " " + text(100),
        "attachment",
        "file-" + i + ".txt",
        "createdAt",
        1_767_603_600_000L + i);
  }

  static String writer(int i) {
    return "us-east-1:" + uuid("writer", i % 6);
  }

  static Item noteKey(App app, int i) {
    return app.key(writer(i), uuid("note", i));
  }

  // ---- a shopping cart ----

  /** The carts of visitors and users (a sample of AWS, a serverless shopping cart). */
  static void carts(App app) {
    for (int i = 0; i < 12; i++) {
      for (int k = 0; k < 3; k++) {
        app.pause();
        add(app, cart(i), product(i + k));
        app.pause();
        app.update(total(app, i + k), "ADD quantity :q", ":q", 1);
      }
      app.pause();
      app.find(null, "pk = :c AND begins_with(sk, :p)", ":c", cart(i), ":p", "product#");
    }
    for (int i = 0; i < 6; i++) {
      for (int k = 0; k < 3; k++) {
        app.pause();
        add(app, shopper(i), product(i + k));
        app.pause();
        app.delete(app.key(cart(i), product(i + k)));
      }
      app.pause();
      app.find(null, "pk = :u AND begins_with(sk, :p)", ":u", shopper(i), ":p", "product#");
      app.pause();
      app.get(total(app, i));
    }
  }

  private static void add(App app, String pk, String product) {
    app.update(
        app.key(pk, product),
        "SET expirationTime = :t, productDetail = :d ADD quantity :q",
        ":t",
        1_800_000_000L,
        ":d",
        detail(product),
        ":q",
        1);
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
    return app.key(product(i), "totalquantity");
  }

  // ---- orders of a shop ----

  /** The orders of a sample of AWS, a serverless e-commerce platform. */
  static void orders(App app) {
    for (int i = 0; i < 30; i++) {
      app.pause();
      order(app, i);
    }
    for (int i = 0; i < 12; i++) {
      app.pause();
      app.get(app.key(uuid("order", i), null));
      app.pause();
      app.find("user-index", "userId = :u", ":u", buyer(i));
      app.pause();
      app.updateIf(
          app.key(uuid("order", i), null),
          "SET #status = :s, modifiedDate = :m",
          "attribute_exists(orderId)",
          ":s",
          "PACKAGED",
          ":m",
          at(1_000 + i));
    }
  }

  static void order(App app, int i) {
    app.create(
        "orderId",
        uuid("order", i),
        "userId",
        buyer(i),
        "createdDate",
        at(10 * i),
        "modifiedDate",
        at(10 * i),
        "status",
        "NEW",
        "total",
        1_000 + i,
        "products",
        AttributeValue.list(List.of(detail(product(i)), detail(product(i + 1)))));
  }

  static String buyer(int i) {
    return uuid("buyer", i % 7);
  }
}
