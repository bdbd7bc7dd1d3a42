package dev.monotable.torture.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The table that the clients write: with an index and a stream. */
final class CrashTable {
  static final String NAME = "Crash";
  private static final String INDEX = "Groups";

  private CrashTable() {}

  /** Creates the table and returns the ARN of its stream. */
  static String create(Connection connection) throws IOException {
    return connection
        .require(
            "CreateTable",
            Json.parse(
                """
                {'TableName': 'Crash', 'BillingMode': 'PAY_PER_REQUEST',
                 'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'S'},
                   {'AttributeName': 'group', 'AttributeType': 'S'},
                   {'AttributeName': 'version', 'AttributeType': 'N'}],
                 'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}],
                 'GlobalSecondaryIndexes': [{'IndexName': 'Groups',
                   'KeySchema': [{'AttributeName': 'group', 'KeyType': 'HASH'},
                     {'AttributeName': 'version', 'KeyType': 'RANGE'}],
                   'Projection': {'ProjectionType': 'ALL'}}],
                 'StreamSpecification': {'StreamEnabled': true,
                   'StreamViewType': 'NEW_AND_OLD_IMAGES'}}
                """))
        .at("/TableDescription/LatestStreamArn")
        .asText();
  }

  /**
   * Returns all items by their key.
   *
   * @throws AssertionError if the index does not have exactly those with a group
   */
  static Map<String, JsonNode> items(Connection connection) throws IOException {
    return items(connection, NAME);
  }

  /**
   * Returns all items of the table, or of one that was restored from it, by their key.
   *
   * @throws AssertionError if the index does not have exactly those with a group
   */
  static Map<String, JsonNode> items(Connection connection, String name) throws IOException {
    Map<String, JsonNode> items = scan(connection, Json.object().put("TableName", name));
    Map<String, JsonNode> indexed =
        scan(connection, Json.object().put("TableName", name).put("IndexName", INDEX));
    Map<String, JsonNode> grouped = new TreeMap<>(items);
    grouped.values().removeIf(item -> !item.has("group"));
    if (!indexed.equals(grouped)) {
      throw new AssertionError("the index has " + indexed + " and not " + grouped);
    }
    return items;
  }

  private static Map<String, JsonNode> scan(Connection connection, ObjectNode request)
      throws IOException {
    Map<String, JsonNode> items = new TreeMap<>();
    JsonNode page;
    do {
      page = connection.require("Scan", request);
      page.get("Items").forEach(item -> items.put(item.at("/pk/S").asText(), item));
      request.set("ExclusiveStartKey", page.get("LastEvaluatedKey"));
    } while (page.has("LastEvaluatedKey"));
    return items;
  }

  /** Returns the versions of items. */
  static Map<String, Long> versions(Map<String, JsonNode> items) {
    Map<String, Long> versions = new HashMap<>();
    items.forEach((key, item) -> versions.put(key, item.at("/version/N").asLong()));
    return versions;
  }
}
