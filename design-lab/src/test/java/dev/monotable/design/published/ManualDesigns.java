package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;
import static dev.monotable.testing.Notation.item;

import dev.monotable.value.Item;
import java.util.List;

/** Designs of best practices and examples in the developer guide. */
final class ManualDesigns {
  private static final int SHARDS = 4;

  private ManualDesigns() {}

  // ---- invoices ----

  /** The adjacency list of the guide: invoices, their bills, and the invoices of a bill. */
  static void invoices(App app) {
    for (int i = 0; i < 10; i++) {
      app.create("Node: {0}, Target: {0}, Dated: {1}, Balance: {2}", bill(i), at(i), 100 + i);
    }
    for (int i = 0; i < 8; i++) {
      app.create(
          "Node: {0}, Target: {0}, Dated: {1}, DueDate: {2}, Customer: Customer {3}, Total: {4}",
          invoice(i), at(60 + i), at(9_000 + i), i, 200 + i);
      for (int k = 0; k < 3; k++) {
        app.create(
            "Node: {}, Target: {}, Dated: {}, Paid: {}",
            invoice(i),
            bill(i + k),
            at(70 + i),
            10 + k);
      }
    }
    for (int i = 0; i < 8; i++) {
      app.find("Node = {}", invoice(i));
      app.get(app.keyOf(invoice(i), invoice(i)));
      app.findIn("Targets", "Target = {} AND begins_with(Node, 'Invoice-')", bill(i));
      app.updateIf(
          app.keyOf(invoice(i), invoice(i)), "SET #Total = #Total + 5", "attribute_exists(Node)");
    }
  }

  static String invoice(int i) {
    return "Invoice-" + (92_551 + 37 * i);
  }

  static String bill(int i) {
    return "Bill-" + (4_224_663 + 91 * i);
  }

  static final List<Flaw> INVOICES_FLAWS =
      List.of(
          flaw("a total is read and set", "lost-update")
              .times(
                  4,
                  (app, i) -> {
                    Item key = app.keyOf(invoice(i), invoice(i));
                    int total = Integer.parseInt(app.get(key).find("Total").numberText());
                    app.now.update(key, "SET #Total = {}", total + 12);
                  }),
          flaw(
                  "an invoice gets the number of another customer",
                  "put-replaces-other-identity",
                  "missing-condition")
              .times(
                  2,
                  (app, i) ->
                      app.put(
                          "Node: {0}, Target: {0}, Dated: {1}, DueDate: {2}, Customer: Customer"
                              + " {3}, Total: 77",
                          invoice(i), at(500 + i), at(9_500 + i), 50 + i)),
          flaw("the bills of an invoice one by one", "read-for-each-result")
              .times(
                  3,
                  (app, i) -> {
                    for (Item each :
                        app.find("Node = {} AND begins_with(Target, 'Bill-')", invoice(i))) {
                      String bill = text(each, "Target");
                      app.now.get(app.keyOf(bill, bill));
                    }
                  }),
          flaw("invoices hold their document", "large-item")
              .items(item -> item.contains("DueDate") ? with(item, "Pdf", text(160_000)) : item));

  // ---- replies ----

  /** The forum of the guide: the replies of a thread, and those of a person. */
  static void replies(App app) {
    for (int i = 0; i < 40; i++) {
      app.create(reply(i, at(10 * i)));
    }
    for (int i = 0; i < 8; i++) {
      app.newest(10, "Id = {}", thread(i));
      app.find("Id = {} AND ReplyDateTime > {}", thread(i), at(100 + 10 * i));
      app.findIn(
          "PostedBy-Message-Index", "PostedBy = {} AND begins_with(Message, 'Thread ')", user(i));
    }
  }

  static Item reply(int i, String time) {
    return item(
        "Id: {}, ReplyDateTime: {}, Message: Thread {} reply {} text, PostedBy: {}, Body: {}",
        thread(i),
        time,
        i % 8,
        i,
        user(i),
        text(150));
  }

  static String thread(int i) {
    return "Amazon DynamoDB#DynamoDB Thread " + (1 + i % 8);
  }

  static String user(int i) {
    return "User " + (char) ('A' + i % 6);
  }

  static final List<Flaw> REPLIES_FLAWS =
      List.of(
          flaw("replies are counted by reading them", "count-by-reading")
              .times(
                  5,
                  (app, i) -> {
                    String thread = thread(i);
                    app.find("Id = {}", query -> query.select("COUNT"), thread);
                  }),
          flaw("times as people write them", "sort-key-order")
              .items(
                  item -> {
                    String time = text(item, "ReplyDateTime");
                    int hour = Integer.parseInt(time.substring(11, 13));
                    return with(
                        item,
                        "ReplyDateTime",
                        "1/5/2026 "
                            + (hour > 12 ? hour - 12 : hour)
                            + time.substring(13, 16)
                            + (hour < 12 ? " AM" : " PM"));
                  }),
          flaw(
                  "the replies of a person to a thread by a filter",
                  "filter-discards-most",
                  "filter-on-key-attribute")
              .times(
                  6,
                  (app, i) ->
                      app.find(
                          "Id = {}",
                          query -> query.filterExpression("PostedBy = {}"),
                          thread(i),
                          user(i))),
          flaw("one thread has most replies", "skewed-partition-key")
              .times(
                  160,
                  (app, i) -> {
                    Item reply = reply(8 * i, at(1_000 + i));
                    app.create(reply);
                  }));

  // ---- events ----

  /** The sharded index of the guide: events by a random number, and by their state and time. */
  static void shardedEvents(App app) {
    for (int i = 0; i < 36; i++) {
      app.pause();
      event(app, i);
    }
    for (int i = 0; i < 6; i++) {
      app.pause();
      failed(app, 10 * i);
      app.get(app.keyOf(uuid("event", i), null));
      app.updateIf(
          app.keyOf(uuid("event", i), null),
          "SET #State = 'DONE', StateTime = 'DONE#{}'",
          "attribute_exists(EventId)",
          at(2_000 + i));
    }
  }

  static void event(App app, int i) {
    String state = i % 3 == 0 ? "ERROR" : "INFO";
    app.now.create(
        "EventId: {0}, State: {1}, StateTime: {1}#{2}, Shard: {3}, attempts: 1, ExpiresAt: {4},"
            + " payload: {5}",
        uuid("event", i), state, at(5 * i), i * 7 % SHARDS, 1_800_000_000 + i, text(180));
  }

  /** Queries all shards for the events that have failed since a time. */
  static void failed(App app, int since) {
    for (int shard = 0; shard < SHARDS; shard++) {
      app.now.findIn(
          "ShardStateIndex",
          "#Shard = {} AND StateTime BETWEEN 'ERROR#{}' AND 'ERROR#{}'",
          shard,
          at(since),
          at(since + 60));
    }
  }

  static List<Item> shard(App app, int shard, int limit) {
    return app.now.newestIn(
        "ShardStateIndex", limit, "#Shard = {} AND begins_with(StateTime, 'INFO#')", shard);
  }

  static final List<Flaw> SHARDED_EVENTS_FLAWS =
      List.of(
          flaw("attempts are read and set", "lost-update")
              .times(
                  5,
                  (app, i) -> {
                    Item key = app.keyOf(uuid("event", i), null);
                    int before = Integer.parseInt(app.get(key).find("attempts").numberText());
                    app.now.update(key, "SET attempts = {}", before + 1);
                  }),
          flaw("events expire in milliseconds", "ttl-in-milliseconds")
              .items(item -> with(item, "ExpiresAt", 1_800_000_000_000L)),
          flaw("a page of events further on", "pages-read-again")
              .after(
                  app -> {
                    for (int page = 1; page <= 3; page++) {
                      app.pause();
                      shard(app, 1, 2 * page);
                    }
                  }),
          flaw("all failed events by a Scan", "scan")
              .times(2, (app, i) -> app.scan("#State = 'ERROR'")),
          flaw("all events in one shard of the index", "constant-partition-key")
              .items(item -> with(item, "Shard", 0)));
}
