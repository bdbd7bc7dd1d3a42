package dev.monotable.design.ledger;

import dev.monotable.value.AttributeValue;
import java.util.Map;

/**
 * A key that a batch did not process.
 *
 * @param operation BatchGetItem or BatchWriteItem
 * @param key the attributes of the primary key
 */
public record UnprocessedKey(String operation, String table, Map<String, AttributeValue> key) {
  public UnprocessedKey {
    key = Map.copyOf(key);
  }
}
