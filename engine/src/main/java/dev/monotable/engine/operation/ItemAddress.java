package dev.monotable.engine.operation;

import java.util.Arrays;

/**
 * Identifies an item of the database, to find two actions of a request that are on the same item.
 *
 * @param key the primary key in the table's tree
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
