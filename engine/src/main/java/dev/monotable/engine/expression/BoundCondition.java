package dev.monotable.engine.expression;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition with its names and values. Immutable. */
public final class BoundCondition {
  BoundCondition() {}

  /** Whether the item (null: there is none) satisfies the condition. Allocates nothing. */
  public boolean test(@Nullable Item item) {
    throw new UnsupportedOperationException();
  }

  /** The top-level attributes that the condition names, in order of appearance, each once. */
  public List<String> topLevelNames() {
    throw new UnsupportedOperationException();
  }

  /**
   * For filters: checks that no key attribute is named.
   *
   * @throws dev.monotable.engine.error.DynamoException naming the first that is
   */
  public void requireNoKeyAttribute(List<KeyAttribute> keys) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads a key condition expression against a key schema.
   *
   * @param partition the partition key attributes, one to four
   * @param sort the sort key attributes in order, none to four
   * @throws dev.monotable.engine.error.DynamoException where it is not a condition on that key
   */
  public KeyCondition keyCondition(List<KeyAttribute> partition, List<KeyAttribute> sort) {
    throw new UnsupportedOperationException();
  }
}
