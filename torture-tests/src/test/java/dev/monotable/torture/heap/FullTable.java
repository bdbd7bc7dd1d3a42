package dev.monotable.torture.heap;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A table that is filled with items until the memory is full, and emptied. */
final class FullTable {
  private static final String NAME = "Full";
  private static final int BIG = 300_000;
  private static final int DEPTH = 30;
  private static final int PER_BATCH = 25;
  private static final int INDEXES = 5;
  private static final long SECONDS_TO_LIVE = 10;

  /** Only ends a test that fails. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(240);

  private final HeapClient client;
  private final Filling filling;
  private final boolean expires;
  private int items;

  FullTable(HeapClient client, Filling filling, Emptying emptying) {
    this.client = client;
    this.filling = filling;
    this.expires = emptying == Emptying.TIME_TO_LIVE;
  }

  /** Creates the table and fills it until the memory is full, or with this many requests. */
  void fill(int mostRequests) throws IOException {
    client.require("CreateTable", createTable());
    if (expires) {
      ObjectNode ttl = table();
      ttl.putObject("TimeToLiveSpecification").put("AttributeName", "expires").put("Enabled", true);
      client.require("UpdateTimeToLive", ttl);
    }
    long end = Instant.now().getEpochSecond() + SECONDS_TO_LIVE;
    boolean one = filling == Filling.BIG_ITEMS || filling == Filling.DEEP_ITEMS;
    for (int i = 0; i < mostRequests; i++) {
      ObjectNode request = Json.object();
      int count = one ? 1 : PER_BATCH;
      if (one) {
        request.put("TableName", NAME).set("Item", item(items, end));
      } else {
        ArrayNode writes = request.putObject("RequestItems").putArray(NAME);
        for (int j = 0; j < count; j++) {
          writes.addObject().putObject("PutRequest").set("Item", item(items + j, end));
        }
      }
      if (!client.send(one ? "PutItem" : "BatchWriteItem", request)) {
        return;
      }
      items += count;
    }
  }

  /** Reads in every way, which must work while the memory is full. */
  void read() throws IOException {
    if (items == 0 || expires) {
      return;
    }
    ObjectNode get = table();
    get.set("Key", key(items - 1));
    client.require("GetItem", get);
    ObjectNode query = table().put("KeyConditionExpression", "pk = :pk");
    query.putObject("ExpressionAttributeValues").set(":pk", Json.number(0));
    client.require("Query", query);
    client.require("Scan", table().put("Limit", 2));
    ObjectNode select = statement("SELECT * FROM \"Full\" WHERE pk = ?", 0);
    client.require("ExecuteStatement", select);
    ObjectNode batch = Json.object();
    batch.putArray("Statements").add(select);
    client.require("BatchExecuteStatement", batch);
    client.require("DescribeTable", table());
    ObjectNode remove = table().put("UpdateExpression", "REMOVE unused");
    remove.set("Key", key(0));
    client.require("UpdateItem", remove);
  }

  /** Deletes all items, and the table. */
  void empty(Emptying emptying) throws IOException {
    switch (emptying) {
      case DELETE_TABLE -> {}
      case TIME_TO_LIVE -> awaitExpiry();
      default -> {
        for (int from = 0; from < items; from += emptying.itemsPerRequest()) {
          delete(emptying, from, Math.min(items, from + emptying.itemsPerRequest()));
        }
        requireNone();
      }
    }
    client.require("DeleteTable", table());
  }

  private void delete(Emptying emptying, int from, int to) throws IOException {
    ObjectNode request = Json.object();
    switch (emptying) {
      case DELETE_ITEM -> {
        request.put("TableName", NAME).set("Key", key(from));
        client.require("DeleteItem", request);
      }
      case STATEMENT -> client.require("ExecuteStatement", delete(from));
      case BATCH_OF_STATEMENTS -> {
        ArrayNode statements = request.putArray("Statements");
        for (int key = from; key < to; key++) {
          statements.add(delete(key));
        }
        String errors =
            client.require("BatchExecuteStatement", request).findValues("Error").toString();
        if (!errors.equals("[]")) {
          throw new AssertionError("BatchExecuteStatement answered " + errors);
        }
      }
      case BATCH_WRITE_ITEM -> {
        ArrayNode writes = request.putObject("RequestItems").putArray(NAME);
        for (int key = from; key < to; key++) {
          writes.addObject().putObject("DeleteRequest").set("Key", key(key));
        }
        client.require("BatchWriteItem", request);
      }
      case TRANSACT_WRITE_ITEMS -> {
        ArrayNode actions = request.putArray("TransactItems");
        for (int key = from; key < to; key++) {
          actions.addObject().putObject("Delete").put("TableName", NAME).set("Key", key(key));
        }
        client.require("TransactWriteItems", request);
      }
      case DELETE_TABLE, TIME_TO_LIVE -> throw new IllegalArgumentException(emptying.name());
    }
  }

  private void requireNone() throws IOException {
    int count = client.require("Scan", table().put("Select", "COUNT")).path("Count").asInt();
    if (count != 0) {
      throw new AssertionError(count + " items are left");
    }
  }

  private void awaitExpiry() throws IOException {
    long start = System.nanoTime();
    while (client.require("Scan", table().put("Limit", 1)).path("Count").asInt() > 0) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("expired items are not removed");
      }
    }
  }

  private static ObjectNode table() {
    return Json.object().put("TableName", NAME);
  }

  private static ObjectNode key(int key) {
    ObjectNode result = Json.object();
    result.set("pk", Json.number(key));
    return result;
  }

  private static ObjectNode delete(int key) {
    return statement("DELETE FROM \"Full\" WHERE pk = ?", key);
  }

  private static ObjectNode statement(String text, int key) {
    ObjectNode statement = Json.object().put("Statement", text);
    statement.putArray("Parameters").add(Json.number(key));
    return statement;
  }

  private ObjectNode item(int key, long end) {
    ObjectNode item = key(key);
    switch (filling) {
      case BIG_ITEMS -> item.set("text", Json.string("x".repeat(BIG)));
      case DEEP_ITEMS -> item.set("deep", deep());
      case INDEX_ENTRIES -> {
        for (int i = 0; i < INDEXES; i++) {
          item.set("i" + i, Json.number(key));
        }
      }
      default -> item.set("text", Json.string("x".repeat(key % 50)));
    }
    if (expires) {
      item.set("expires", Json.number(end));
    }
    return item;
  }

  private static ObjectNode deep() {
    ObjectNode value = Json.string("x");
    for (int i = 0; i < DEPTH; i++) {
      ObjectNode list = Json.object();
      ArrayNode elements = list.putArray("L");
      elements.add(value);
      for (int j = 0; j < 100; j++) {
        elements.add(Json.number(j));
      }
      value = list;
    }
    return value;
  }

  private ObjectNode createTable() {
    ObjectNode request = table().put("BillingMode", "PAY_PER_REQUEST");
    ArrayNode attributes = request.putArray("AttributeDefinitions");
    attributes.addObject().put("AttributeName", "pk").put("AttributeType", "N");
    request.putArray("KeySchema").addObject().put("AttributeName", "pk").put("KeyType", "HASH");
    if (filling == Filling.INDEX_ENTRIES) {
      ArrayNode indexes = request.putArray("GlobalSecondaryIndexes");
      for (int i = 0; i < INDEXES; i++) {
        attributes.addObject().put("AttributeName", "i" + i).put("AttributeType", "N");
        ObjectNode index = indexes.addObject().put("IndexName", "index-" + i);
        index
            .putArray("KeySchema")
            .addObject()
            .put("AttributeName", "i" + i)
            .put("KeyType", "HASH");
        index.putObject("Projection").put("ProjectionType", "ALL");
      }
    }
    if (filling == Filling.STREAMED_ITEMS) {
      request
          .putObject("StreamSpecification")
          .put("StreamEnabled", true)
          .put("StreamViewType", "NEW_AND_OLD_IMAGES");
    }
    return request;
  }

  /** Returns the number of items that fit. */
  int items() {
    return items;
  }

  /** Writes to a new table, which must work when everything else is deleted. */
  static void requireRoom(HeapClient client) throws IOException {
    ObjectNode create =
        Json.parse(
            """
            {'TableName': 'Full', 'BillingMode': 'PAY_PER_REQUEST',
             'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'N'}],
             'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]}
            """);
    client.await("CreateTable", create);
    ObjectNode put = table();
    put.set("Item", key(0).<ObjectNode>set("text", Json.string("x".repeat(BIG))));
    client.await("PutItem", put);
    client.require("DeleteTable", table());
  }
}
