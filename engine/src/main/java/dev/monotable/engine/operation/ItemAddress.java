package dev.monotable.engine.operation;

import java.util.Arrays;

/**
 * Identifies an item in the database. Requests use it to find two actions on the same item.
 *
 * @param key the primary key, as the table's tree encodes it
 */
public record ItemAddress(String tableName, byte[] key) {
  @Override
  public boolean equals(Object other) {
    return other instanceof ItemAddress that
        && tableName.equals(that.tableName)
        && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return tableName.hashCode() * 31 + Arrays.hashCode(key);
  }
}
