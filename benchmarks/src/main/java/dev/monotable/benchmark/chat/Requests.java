package dev.monotable.benchmark.chat;

import java.util.Random;

/**
 * The requests of one load, prepared: {@link #next} only changes a few digits in place where a
 * request must not be the same twice. Not thread safe; each driver has its own, with its own range
 * of new items.
 */
public final class Requests {
  private static final int PREPARED = 3_000;

  /** Where a new item's number begins: beyond all that the table is loaded with. */
  private static final long FIRST_NEW = 100_000_000;

  /** Digits that stand where the counter is to be written. */
  private static final String COUNTER = "@@@@@@@@@";

  private final byte[][] bodies;
  private final int[][] places;
  private long counter;
  private int at;

  private Requests(byte[][] bodies, int[][] places, long counter) {
    this.bodies = bodies;
    this.places = places;
    this.counter = counter;
  }

  /**
   * Prepares the requests of a load.
   *
   * @param items that the table was loaded with
   * @param driver from 0, below 90; drivers make different new items
   * @param seed of what is chosen
   */
  public static Requests of(Load load, int items, int driver, long seed) {
    Random random = new Random(seed);
    byte[][] bodies = new byte[PREPARED][];
    int[][] places = new int[PREPARED][];
    for (int i = 0; i < PREPARED; i++) {
      String body = body(load, items, i, random);
      places[i] = places(body);
      bodies[i] = ChatDesign.utf8(body);
    }
    return new Requests(bodies, places, FIRST_NEW + driver * 10_000_000L);
  }

  private static String body(Load load, int items, int index, Random random) {
    int number = random.nextInt(items);
    return switch (load) {
      case GET_ITEM -> "{\"TableName\":\"Chat\",\"Key\":" + ChatDesign.key(number, items) + "}";
      case PUT_ITEM -> "{\"TableName\":\"Chat\",\"Item\":" + put(number, items, index % 3) + "}";
      case UPDATE_ITEM ->
          "{\"TableName\":\"Chat\",\"Key\":"
              + ChatDesign.key(number, items)
              + ",\"UpdateExpression\":\"SET #n = #n + :one\","
              + "\"ConditionExpression\":\"attribute_exists(PK)\","
              + "\"ExpressionAttributeNames\":{\"#n\":\"edits\"},"
              + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}";
      case QUERY_50 ->
          "{\"TableName\":\"Chat\",\"KeyConditionExpression\":"
              + "\"PK = :pk AND begins_with(SK, :prefix)\","
              + "\"ExpressionAttributeValues\":{\":pk\":{\"S\":\""
              + ChatDesign.room(number % ChatDesign.rooms(items))
              + "\"},\":prefix\":{\"S\":\"MSG#\"}},"
              + "\"Limit\":50,\"ScanIndexForward\":false}";
      case INDEX_QUERY_20 ->
          "{\"TableName\":\"Chat\",\"IndexName\":\"GSI1\","
              + "\"KeyConditionExpression\":\"GSI1PK = :pk\","
              + "\"ExpressionAttributeValues\":{\":pk\":{\"S\":\""
              + ChatDesign.sender(number % ChatDesign.senders(items))
              + "\"}},\"Limit\":20}";
      case TRANSACT_WRITE_2 ->
          "{\"TransactItems\":[{\"Put\":{\"TableName\":\"Chat\",\"Item\":"
              + put(number, items, 1)
              + "}},{\"Put\":{\"TableName\":\"Chat\",\"Item\":"
              + put((number + 1) % items, items, 1)
              + "}}]}";
    };
  }

  /**
   * An item to put: 0 is a new one, 1 one with another text, 2 one at another place of the index.
   */
  private static String put(int number, int items, int kind) {
    String item = ChatDesign.item(number, items, 0);
    String place = number < 0 ? "" : "T" + ChatDesign.padded(number, 9);
    return switch (kind) {
      case 0 -> item.replace(place, "T" + COUNTER);
      case 1 -> item.replace("!00000000", COUNTER);
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
    return java.util.Arrays.copyOf(found, count);
  }

  /** The next request's body; valid until the one that comes as many requests later. */
  public byte[] next() {
    int index = at;
    at = index + 1 == PREPARED ? 0 : index + 1;
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
