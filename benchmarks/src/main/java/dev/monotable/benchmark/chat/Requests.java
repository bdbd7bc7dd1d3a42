package dev.monotable.benchmark.chat;

import java.util.Arrays;
import java.util.Random;

/**
 * The prepared requests of one load. Where a request must differ each time, {@link #next} only
 * replaces a few digits in place. This class is not thread-safe: each driver has its own requests,
 * with its own range of new items.
 */
public final class Requests implements Bodies {
  /** Enough for a table that fits into the processor caches. */
  private static final int FEW = 3_000;

  /** The number of the first new item, greater than the number of any loaded item. */
  private static final long FIRST_NEW = 100_000_000;

  /** The placeholder for the digits of the counter. */
  private static final String COUNTER = "@@@@@@@@@";

  /** The last digits of the text, which differ between versions of an item. */
  private static final String VERSION = "!00000000";

  private final byte[][] bodies;
  private final int[][] places;
  private long counter;
  private int at;

  private Requests(byte[][] bodies, int[][] places, long counter) {
    this.bodies = bodies;
    this.places = places;
    this.counter = counter;
  }

  /** Prepares 3,000 requests of a load for the first driver; they are the same in every run. */
  public static Requests of(ChatDesign design, Load load) {
    return of(design, load, 0, FEW);
  }

  /**
   * Prepares the requests of a load.
   *
   * @param driver the number of the driver, 0 to 89; drivers request different items and create
   *     different new items
   * @param count the number of requests to prepare, each with a random key
   */
  public static Requests of(ChatDesign design, Load load, int driver, int count) {
    Random random = new Random(1L + driver);
    byte[][] bodies = new byte[count][];
    int[][] places = new int[count][];
    for (int i = 0; i < count; i++) {
      String body = body(design, load, random.nextInt(design.items()), i % 3);
      places[i] = places(body);
      bodies[i] = ChatDesign.utf8(body);
    }
    return new Requests(bodies, places, FIRST_NEW + driver * 10_000_000L);
  }

  private static String body(ChatDesign design, Load load, int number, int kind) {
    String table = "{\"TableName\":\"" + design.table() + "\",";
    return switch (load) {
      case GET_ITEM -> table + "\"Key\":" + design.key(number) + "}";
      case PUT_ITEM -> table + "\"Item\":" + put(design, number, kind) + "}";
      case UPDATE_ITEM ->
          table
              + "\"Key\":"
              + design.key(number)
              + ",\"UpdateExpression\":\"SET #n = #n + :one\","
              + "\"ConditionExpression\":\"attribute_exists(PK)\","
              + "\"ExpressionAttributeNames\":{\"#n\":\"edits\"},"
              + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}";
      case QUERY_50 -> table + newest(design, number) + ",\"Limit\":50,\"ScanIndexForward\":false}";
      case INDEX_QUERY_20 ->
          table
              + "\"IndexName\":\"GSI1\",\"KeyConditionExpression\":\"GSI1PK = :pk\","
              + "\"ExpressionAttributeValues\":{\":pk\":{\"S\":\""
              + design.sender(number)
              + "\"}},\"Limit\":20}";
      case TRANSACT_WRITE_2 ->
          "{\"TransactItems\":[{\"Put\":"
              + table
              + "\"Item\":"
              + put(design, number, 1)
              + "}},{\"Put\":"
              + table
              + "\"Item\":"
              + put(design, (number + 1) % design.items(), 1)
              + "}}]}";
    };
  }

  /**
   * Returns the key condition for the newest messages of a room. If the design has only one room,
   * it is the condition for the messages up to the given one, so that requests differ.
   */
  private static String newest(ChatDesign design, int number) {
    boolean oneRoom = design.rooms() == 1;
    return "\"KeyConditionExpression\":\""
        + (oneRoom ? "PK = :pk AND SK <= :sk" : "PK = :pk AND begins_with(SK, :sk)")
        + "\",\"ExpressionAttributeValues\":{\":pk\":{\"S\":\""
        + design.room(number)
        + "\"},\":sk\":{\"S\":\""
        + (oneRoom ? design.messageKey(number) : "MSG#")
        + "\"}}";
  }

  /**
   * Returns an item to put.
   *
   * @param kind 0 for a new item, 1 for a changed text, 2 for another index key
   */
  private static String put(ChatDesign design, int number, int kind) {
    String item = design.item(number);
    String key = design.messageKey(number);
    String place = key.substring(key.indexOf('T'));
    return switch (kind) {
      case 0 -> item.replace(place, "T" + COUNTER);
      case 1 -> item.replace(VERSION, COUNTER);
      default -> {
        int last = item.lastIndexOf(place);
        yield item.substring(0, last) + "T" + COUNTER + item.substring(last + place.length());
      }
    };
  }

  private static int[] places(String body) {
    int[] found = new int[4];
    int count = 0;
    for (int at = body.indexOf(COUNTER); at >= 0; at = body.indexOf(COUNTER, at + 1)) {
      found[count++] = at;
    }
    return Arrays.copyOf(found, count);
  }

  /** Returns the number of prepared requests; {@link #next} repeats them with other digits. */
  public int count() {
    return bodies.length;
  }

  /** Returns the next body, which is valid for the next {@link #count} calls. */
  @Override
  public byte[] next() {
    int index = at;
    at = index + 1 == bodies.length ? 0 : index + 1;
    byte[] body = bodies[index];
    int[] found = places[index];
    if (found.length > 0) {
      long number = counter++;
      for (int place : found) {
        write(number, body, place);
      }
    }
    return body;
  }

  private static void write(long number, byte[] body, int place) {
    long rest = number;
    for (int i = place + COUNTER.length() - 1; i >= place; i--) {
      body[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
