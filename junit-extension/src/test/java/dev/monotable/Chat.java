package dev.monotable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Tables with rooms (partition key) and messages (sort key), and what handlers saw of them. */
public final class Chat {
  public static final String TABLE = "Chat";

  private Chat() {}

  /** Creates the table Chat with a stream. */
  static void create(Monotable db) {
    create(db, TABLE, true);
  }

  /** Creates a table, with or without a stream. */
  public static void create(Monotable db, String name, boolean stream) {
    db.client()
        .createTable(
            table -> {
              table
                  .tableName(name)
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      attribute("room", ScalarAttributeType.S),
                      attribute("id", ScalarAttributeType.N))
                  .keySchema(key("room", KeyType.HASH), key("id", KeyType.RANGE));
              if (stream) {
                table.streamSpecification(
                    s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
              }
            });
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static Map<String, AttributeValue> key(String room, int id) {
    return Map.of(
        "room", AttributeValue.fromS(room), "id", AttributeValue.fromN(Integer.toString(id)));
  }

  static Map<String, AttributeValue> message(String room, int id, String text) {
    return Map.of(
        "room", AttributeValue.fromS(room),
        "id", AttributeValue.fromN(Integer.toString(id)),
        "text", AttributeValue.fromS(text));
  }

  static void put(Monotable db, String room, int id) {
    put(db, room, id, "text of " + id);
  }

  public static void put(Monotable db, String room, int id, String text) {
    db.client().putItem(put -> put.tableName(TABLE).item(message(room, id, text)));
  }

  /** Puts messages 1 to {@code count} of a room. */
  static void putAll(Monotable db, String room, int count) {
    for (int id = 1; id <= count; id++) {
      put(db, room, id);
    }
  }

  /** Returns the ID of the message of a record. */
  static int id(Record record) {
    return Integer.parseInt(record.dynamodb().keys().get("id").n());
  }

  static List<Integer> ids(List<Record> records) {
    List<Integer> ids = new ArrayList<>();
    for (Record record : records) {
      ids.add(id(record));
    }
    return ids;
  }
}
