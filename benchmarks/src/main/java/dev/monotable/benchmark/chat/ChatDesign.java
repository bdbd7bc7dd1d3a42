package dev.monotable.benchmark.chat;

import java.nio.charset.StandardCharsets;

/**
 * A single-table design for chat rooms. The messages of a room form an item collection in
 * chronological order, and indexes that project all attributes list the messages by sender. Each
 * sender has 20 messages. An item is 399 bytes of DynamoDB JSON.
 *
 * @param table the table name
 * @param items the number of messages, which are numbered from 0
 * @param rooms the number of item collections; consecutive messages go to consecutive rooms
 * @param indexes the number of indexes, all with the same definition: GSI1, GSI2, ...
 */
public record ChatDesign(String table, int items, int rooms, int indexes) {
  private static final int ROOM_ITEMS = 50;
  private static final int SENDER_ITEMS = 20;

  private static final String TEXT =
      "Did anybody look at the numbers of last week so far? I put them on the shared drive again, by the way, this morning!";

  /** Returns a design with the given number of items in rooms of 50, and with one index. */
  public static ChatDesign of(int items) {
    return new ChatDesign("Chat", items, Math.max(1, items / ROOM_ITEMS), 1);
  }

  /** Returns this design with another table name. */
  public ChatDesign in(String otherTable) {
    return new ChatDesign(otherTable, items, rooms, indexes);
  }

  /** Returns this design with all messages in one room. */
  public ChatDesign inOneRoom() {
    return new ChatDesign(table, items, 1, indexes);
  }

  /** Returns this design with the given number of indexes. */
  public ChatDesign withIndexes(int count) {
    return new ChatDesign(table, items, rooms, count);
  }

  /** Returns the body of the CreateTable request. */
  public byte[] createTable() {
    StringBuilder request = new StringBuilder(1024);
    request
        .append("{\"TableName\":\"")
        .append(table)
        .append("\",\"AttributeDefinitions\":[")
        .append("{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},")
        .append("{\"AttributeName\":\"SK\",\"AttributeType\":\"S\"}");
    if (indexes > 0) {
      request
          .append(",{\"AttributeName\":\"GSI1PK\",\"AttributeType\":\"S\"}")
          .append(",{\"AttributeName\":\"GSI1SK\",\"AttributeType\":\"S\"}");
    }
    request
        .append("],\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},")
        .append("{\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"}],")
        .append("\"BillingMode\":\"PAY_PER_REQUEST\"");
    for (int i = 1; i <= indexes; i++) {
      request
          .append(i == 1 ? ",\"GlobalSecondaryIndexes\":[" : ",")
          .append("{\"IndexName\":\"GSI")
          .append(i)
          .append("\",\"KeySchema\":[{\"AttributeName\":\"GSI1PK\",\"KeyType\":\"HASH\"},")
          .append("{\"AttributeName\":\"GSI1SK\",\"KeyType\":\"RANGE\"}],")
          .append("\"Projection\":{\"ProjectionType\":\"ALL\"}}")
          .append(i == indexes ? "]" : "");
    }
    return utf8(request.append('}').toString());
  }

  /** Returns the body of the DeleteTable request. */
  public byte[] deleteTable() {
    return utf8("{\"TableName\":\"" + table + "\"}");
  }

  /** Returns the body of the PutItem request that loads an item. */
  public byte[] putItem(int number) {
    return utf8("{\"TableName\":\"" + table + "\",\"Item\":" + item(number) + "}");
  }

  /** Returns the body of a BatchWriteItem request that loads up to 25 items. */
  public byte[] batch(int first, int count) {
    StringBuilder request = new StringBuilder(count * 460);
    request.append("{\"RequestItems\":{\"").append(table).append("\":[");
    for (int i = 0; i < count; i++) {
      request
          .append(i == 0 ? "" : ",")
          .append("{\"PutRequest\":{\"Item\":")
          .append(item(first + i))
          .append("}}");
    }
    return utf8(request.append("]}}").toString());
  }

  /** Returns an item as DynamoDB JSON. */
  public String item(int number) {
    StringBuilder item = new StringBuilder(420);
    item.append("{\"PK\":{\"S\":\"");
    room(number, item);
    item.append("\"},\"SK\":{\"S\":\"");
    messageKey(number, item);
    item.append("\"},\"GSI1PK\":{\"S\":\"");
    sender(number, item);
    item.append("\"},\"GSI1SK\":{\"S\":\"");
    messageKey(number, item);
    item.append("\"},\"type\":{\"S\":\"Message\"},\"text\":{\"S\":\"").append(TEXT);
    padded(0, 8, item);
    return item.append("\"},\"readBy\":{\"L\":[{\"S\":\"user-1\"},{\"S\":\"user-2\"}]},")
        .append("\"sent\":{\"N\":\"")
        .append(1_700_000_000L + number)
        .append("\"},\"edits\":{\"N\":\"1\"}}")
        .toString();
  }

  /** Returns the primary key of an item as DynamoDB JSON. */
  String key(int number) {
    StringBuilder key = new StringBuilder(80).append("{\"PK\":{\"S\":\"");
    room(number, key);
    key.append("\"},\"SK\":{\"S\":\"");
    messageKey(number, key);
    return key.append("\"}}").toString();
  }

  /** Returns the partition key of an item. */
  String room(int number) {
    return room(number, new StringBuilder()).toString();
  }

  /** Returns the sort key of an item. */
  String messageKey(int number) {
    return messageKey(number, new StringBuilder()).toString();
  }

  /** Returns the partition key of an item in the indexes. */
  String sender(int number) {
    return sender(number, new StringBuilder()).toString();
  }

  private StringBuilder room(int number, StringBuilder out) {
    return padded(number % rooms, 6, out.append("ROOM#room-"));
  }

  private StringBuilder sender(int number, StringBuilder out) {
    return padded(number % Math.max(1, items / SENDER_ITEMS), 6, out.append("USER#user-"));
  }

  private static StringBuilder messageKey(int number, StringBuilder out) {
    padded(1 + number / 1_000_000, 2, out.append("MSG#2026-10-"));
    return padded(number, 9, out.append('T'));
  }

  private static StringBuilder padded(int number, int digits, StringBuilder out) {
    int power = 1;
    for (int i = 1; i < digits; i++) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      out.append((char) ('0' + number / power % 10));
    }
    return out;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
