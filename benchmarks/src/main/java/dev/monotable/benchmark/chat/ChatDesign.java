package dev.monotable.benchmark.chat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A single-table design for chat rooms: messages lie in their room's item collection in the order
 * of time, and an index that projects everything lists them by their sender. A room has 50
 * messages, a sender 20; an item is 399 bytes of DynamoDB JSON.
 */
public final class ChatDesign {
  /** The name of the table. */
  public static final String TABLE = "Chat";

  /** The name of the index by sender. */
  public static final String INDEX = "GSI1";

  /** Messages of a room. */
  public static final int ROOM_ITEMS = 50;

  /** Messages of a sender. */
  public static final int SENDER_ITEMS = 20;

  private static final String TEXT =
      "Did anybody look at the numbers of last week so far? I put them on the shared drive again, by the way, this morning!";

  private ChatDesign() {}

  /** The request of CreateTable. */
  public static byte[] createTable() {
    return utf8(
        "{\"TableName\":\"Chat\",\"AttributeDefinitions\":["
            + "{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},"
            + "{\"AttributeName\":\"SK\",\"AttributeType\":\"S\"},"
            + "{\"AttributeName\":\"GSI1PK\",\"AttributeType\":\"S\"},"
            + "{\"AttributeName\":\"GSI1SK\",\"AttributeType\":\"S\"}],"
            + "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},"
            + "{\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"}],"
            + "\"BillingMode\":\"PAY_PER_REQUEST\",\"GlobalSecondaryIndexes\":[{"
            + "\"IndexName\":\"GSI1\","
            + "\"KeySchema\":[{\"AttributeName\":\"GSI1PK\",\"KeyType\":\"HASH\"},"
            + "{\"AttributeName\":\"GSI1SK\",\"KeyType\":\"RANGE\"}],"
            + "\"Projection\":{\"ProjectionType\":\"ALL\"}}]}");
  }

  /** The request of a PutItem that loads an item. */
  public static byte[] putItem(int number, int items) {
    return utf8("{\"TableName\":\"Chat\",\"Item\":" + item(number, items, 0) + "}");
  }

  /**
   * An item as DynamoDB JSON.
   *
   * @param number of the item, from 0
   * @param items of the whole table, which decides into how many rooms they go
   * @param version of the text; another one makes another item of the same key and length
   */
  public static String item(int number, int items, int version) {
    return "{\"PK\":{\"S\":\""
        + room(number % rooms(items))
        + "\"},\"SK\":{\"S\":\""
        + messageKey(number)
        + "\"},\"GSI1PK\":{\"S\":\""
        + sender(number % senders(items))
        + "\"},\"GSI1SK\":{\"S\":\""
        + messageKey(number)
        + "\"},\"type\":{\"S\":\"Message\"},\"text\":{\"S\":\""
        + TEXT
        + padded(version, 8)
        + "\"},\"readBy\":{\"L\":[{\"S\":\"user-1\"},{\"S\":\"user-2\"}]},\"sent\":{\"N\":\""
        + (1_700_000_000L + number)
        + "\"},\"edits\":{\"N\":\"1\"}}";
  }

  /** The key of an item as DynamoDB JSON. */
  public static String key(int number, int items) {
    return "{\"PK\":{\"S\":\""
        + room(number % rooms(items))
        + "\"},\"SK\":{\"S\":\""
        + messageKey(number)
        + "\"}}";
  }

  static int rooms(int items) {
    return Math.max(1, items / ROOM_ITEMS);
  }

  static int senders(int items) {
    return Math.max(1, items / SENDER_ITEMS);
  }

  static String room(int number) {
    return "ROOM#room-" + padded(number, 6);
  }

  static String sender(int number) {
    return "USER#user-" + padded(number, 6);
  }

  private static String messageKey(int number) {
    return "MSG#2026-10-" + padded(1 + number / 1_000_000, 2) + "T" + padded(number, 9);
  }

  static String padded(long number, int digits) {
    return String.format(Locale.ROOT, "%0" + digits + "d", number);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
