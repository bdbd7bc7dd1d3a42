package dev.monotable.engine.ttl;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.util.Arrays;

/**
 * The items that have a time of expiry, by that time: the key of an entry is the time in seconds, 8
 * bytes, big-endian, followed by the item's primary key. The expired items are a range at its
 * beginning.
 *
 * <p>Only numbers count, and only positive ones; fractions of a second are ignored.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html">How
 *     TTL works</a>
 */
public final class ExpiryIndex {
  /** Items whose time lies further back are not deleted: five years, by AWS's rule. */
  public static final long OLDEST_SECONDS = 5L * 365 * 24 * 3600;

  private static final int TIME_BYTES = 8;

  private ExpiryIndex() {}

  /** Returns the time of expiry in seconds since 1970, or -1 if the item has none. */
  public static long expirySeconds(TableLayout layout, KeyedItem item) {
    int at = layout.ttlOffset(item);
    if (at < 0) {
      return -1;
    }
    byte[] json = item.item().json();
    int from = CanonicalJson.contentStart(json, at);
    int to = CanonicalJson.contentEnd(json, at);
    long seconds = 0;
    for (int i = from; i < to; i++) {
      byte c = json[i];
      if (c == '.') {
        break;
      }
      if (c < '0' || c > '9' || i - from >= 18) {
        return c == '-' ? -1 : largeSeconds(json, from, to);
      }
      seconds = seconds * 10 + (c - '0');
    }
    return seconds;
  }

  private static long largeSeconds(byte[] json, int from, int to) {
    DynamoNumber number = DynamoNumber.parse(json, from, to);
    return number.isLong() ? number.longValue() : Long.MAX_VALUE;
  }

  /** Returns the key of an entry. */
  public static byte[] key(long seconds, byte[] primaryKey) {
    byte[] key = new byte[TIME_BYTES + primaryKey.length];
    for (int i = 0; i < TIME_BYTES; i++) {
      key[i] = (byte) (seconds >>> (56 - 8 * i));
    }
    System.arraycopy(primaryKey, 0, key, TIME_BYTES, primaryKey.length);
    return key;
  }

  /** Returns the primary key in the key of an entry. */
  public static byte[] primaryKey(byte[] expiryKey) {
    return Arrays.copyOfRange(expiryKey, TIME_BYTES, expiryKey.length);
  }

  /**
   * Returns a cursor at the first item that TTL may delete: its time of expiry is at most five
   * years ago.
   *
   * @param nowSeconds since 1970
   */
  public static TreeCursor<Item> firstDue(PersistentTree<Item> expiry, long nowSeconds) {
    TreeCursor<Item> cursor = expiry.cursor();
    cursor.seekCeiling(key(Math.max(0, nowSeconds - OLDEST_SECONDS), new byte[0]), TIME_BYTES);
    return cursor;
  }

  /** Returns the time of expiry in the key of an entry, in seconds since 1970. */
  public static long seconds(byte[] expiryKey) {
    long seconds = 0;
    for (int i = 0; i < TIME_BYTES; i++) {
      seconds = seconds << 8 | (expiryKey[i] & 0xff);
    }
    return seconds;
  }
}
