package dev.monotable.torture.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.util.Random;

/** A table whose items are written again and again with the same keys, so that it does not grow. */
final class SoakTable {
  private static final int ITEMS = 120;
  private static final int LARGE = 300_000;
  private static final int LARGE_ITEMS = 10;
  private static final String NAME = "Soak";

  private SoakTable() {}

  static void create(Connection connection) throws IOException {
    connection.require(
        "CreateTable",
        Json.parse(
            """
            {'TableName': 'Soak', 'BillingMode': 'PAY_PER_REQUEST',
             'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'N'}],
             'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]}
            """));
    for (int i = 0; i < ITEMS; i++) {
      connection.require("PutItem", put(i, 8_000));
    }
    connection.require("BatchWriteItem", largeBody());
  }

  static ObjectNode put(int key, int length) {
    ObjectNode request = Json.object().put("TableName", NAME);
    request.set("Item", item(key, length));
    return request;
  }

  static ObjectNode anyPut(Random random) {
    return put(random.nextInt(ITEMS), 1 + random.nextInt(10_000));
  }

  static ObjectNode anyGet(Random random) {
    ObjectNode request = Json.object().put("TableName", NAME);
    request.set("Key", key(random.nextInt(ITEMS)));
    return request;
  }

  /** Returns a Scan, whose response is almost a megabyte. */
  static ObjectNode scan() {
    return Json.object().put("TableName", NAME);
  }

  /** Returns a BatchGetItem whose response has several megabytes. */
  static ObjectNode largeAnswer() {
    ObjectNode request = Json.object();
    ArrayNode keys = request.putObject("RequestItems").putObject(NAME).putArray("Keys");
    for (int i = 0; i < LARGE_ITEMS; i++) {
      keys.add(key(ITEMS + i));
    }
    return request;
  }

  /** Returns a BatchWriteItem of several megabytes. */
  static ObjectNode largeBody() {
    ObjectNode request = Json.object();
    ArrayNode writes = request.putObject("RequestItems").putArray(NAME);
    for (int i = 0; i < LARGE_ITEMS; i++) {
      writes.addObject().putObject("PutRequest").set("Item", item(ITEMS + i, LARGE));
    }
    return request;
  }

  private static ObjectNode key(int key) {
    ObjectNode result = Json.object();
    result.set("pk", Json.number(key));
    return result;
  }

  private static ObjectNode item(int key, int length) {
    ObjectNode item = key(key);
    item.set("text", Json.string("x".repeat(length)));
    return item;
  }
}
