package dev.monotable.engine.table;

import dev.monotable.engine.storage.TimedMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * An item that a transaction holds: requests for it fail with a conflict.
 *
 * @param until when the hold ends
 */
public record ItemHold(Instant until) implements TimedMap.Timed {
  /**
   * Returns the key of an item in the whole database. A later table of the same name has other
   * keys.
   */
  public static byte[] key(TableDefinition table, byte[] primaryKey) {
    byte[] id = table.id().getBytes(StandardCharsets.US_ASCII);
    byte[] key = Arrays.copyOf(id, id.length + primaryKey.length);
    System.arraycopy(primaryKey, 0, key, id.length, primaryKey.length);
    return key;
  }
}
