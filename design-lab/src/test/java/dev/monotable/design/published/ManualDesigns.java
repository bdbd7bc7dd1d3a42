package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;

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
      app.pause();
      app.create("Node", bill(i), "Target", bill(i), "Dated", at(i), "Balance", 100 + i);
    }
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.create(
          "Node",
          invoice(i),
          "Target",
          invoice(i),
          "Dated",
          at(60 + i),
          "DueDate",
          at(9_000 + i),
          "Customer",
          "Customer " + i,
          "Total",
          200 + i);
      for (int k = 0; k < 3; k++) {
        app.pause();
        app.create("Node", invoice(i), "Target", bill(i + k), "Dated", at(70 + i), "Paid", 10 + k);
      }
    }
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.find(null, "Node = :i", ":i", invoice(i));
      app.pause();
      app.get(app.key(invoice(i), invoice(i)));
      app.pause();
      app.find("Targets", "Target = :b AND begins_with(Node, :i)", ":b", bill(i), ":i", "Invoice-");
      app.pause();
      app.updateIf(
          app.key(invoice(i), invoice(i)),
          "SET #Total = #Total + :p",
          "attribute_exists(Node)",
          ":p",
          5);
    }
  }

  static String invoice(int i) {
    return "Invoice-" + (92_551 + 37 * i);
  }

  static String bill(int i) {
    return "Bill-" + (4_224_663 + 91 * i);
  }

  // ---- replies ----

  /** The forum of the guide: the replies of a thread, and those of a person. */
  static void replies(App app) {
    for (int i = 0; i < 40; i++) {
      app.pause();
      app.create(reply(i, at(10 * i)));
    }
    for (int i = 0; i < 8; i++) {
      app.pause();
      app.newest(null, 10, "Id = :t", ":t", thread(i));
      app.pause();
      app.find(null, "Id = :t AND ReplyDateTime > :a", ":t", thread(i), ":a", at(100 + 10 * i));
      app.pause();
      app.find(
          "PostedBy-Message-Index",
          "PostedBy = :p AND begins_with(Message, :m)",
          ":p",
          user(i),
          ":m",
          "Thread ");
    }
  }

  static Object[] reply(int i, String time) {
    return new Object[] {
      "Id",
      thread(i),
      "ReplyDateTime",
      time,
      "Message",
      "Thread " + i % 8 + " reply " + i + " text",
      "PostedBy",
      user(i),
      "Body",
      text(150)
    };
  }

  static String thread(int i) {
    return "Amazon DynamoDB#DynamoDB Thread " + (1 + i % 8);
  }

  static String user(int i) {
    return "User " + (char) ('A' + i % 6);
  }

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
      app.pause();
      app.get(app.key(uuid("event", i), null));
      app.pause();
      app.updateIf(
          app.key(uuid("event", i), null),
          "SET #State = :s, StateTime = :t",
          "attribute_exists(EventId)",
          ":s",
          "DONE",
          ":t",
          "DONE#" + at(2_000 + i));
    }
  }

  static void event(App app, int i) {
    String state = i % 3 == 0 ? "ERROR" : "INFO";
    app.create(
        "EventId",
        uuid("event", i),
        "State",
        state,
        "StateTime",
        state + "#" + at(5 * i),
        "Shard",
        i * 7 % SHARDS,
        "attempts",
        1,
        "ExpiresAt",
        1_800_000_000 + i,
        "payload",
        text(180));
  }

  /** Queries all shards for the events that have failed since a time. */
  static void failed(App app, int since) {
    for (int shard = 0; shard < SHARDS; shard++) {
      app.find(
          "ShardStateIndex",
          "#Shard = :n AND StateTime BETWEEN :f AND :t",
          ":n",
          shard,
          ":f",
          "ERROR#" + at(since),
          ":t",
          "ERROR#" + at(since + 60));
    }
  }

  static List<Item> shard(App app, int shard, int limit) {
    return app.newest(
        "ShardStateIndex",
        limit,
        "#Shard = :n AND begins_with(StateTime, :s)",
        ":n",
        shard,
        ":s",
        "INFO#");
  }
}
