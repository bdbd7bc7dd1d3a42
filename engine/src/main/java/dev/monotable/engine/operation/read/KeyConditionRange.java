package dev.monotable.engine.operation.read;

import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyLayout;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes the range of a tree's keys that a key condition selects.
 *
 * <p>In a table's tree the sort key is the last part of an encoded key and has no terminator. In an
 * index's tree every part has one, and the tie breaker follows.
 */
public final class KeyConditionRange {
  private final KeyCondition condition;
  private final KeyLayout keys;
  private final KeyBuilder key;
  private final int prefixLength;

  private KeyConditionRange(KeyCondition condition, KeyLayout keys, KeyBuilder builder) {
    this.condition = condition;
    this.keys = keys;
    this.key = KeyLayout.beginWith(builder, condition.partition());
    for (AttributeValue value : condition.sortPrefix()) {
      append(value);
    }
    this.prefixLength = key.length();
  }

  /**
   * Returns the range of keys that a condition selects.
   *
   * @param path the table or index to read
   */
  public static KeyRange of(KeyCondition condition, AccessPath path) {
    return new KeyConditionRange(condition, path.keys(), KeyBuilder.ofThread()).range();
  }

  private KeyRange range() {
    KeyCondition.Operator operator = condition.operator();
    if (operator == null) {
      return keys.isPrimary() && !condition.sortPrefix().isEmpty()
          ? new KeyRange(key.toBytes(), key.next().toBytes())
          : KeyRange.ofPrefix(key.toBytes());
    }
    AttributeValue low = Objects.requireNonNull(condition.low());
    return switch (operator) {
      case LESS -> new KeyRange(prefix().toBytes(), at(low));
      case LESS_OR_EQUAL -> new KeyRange(prefix().toBytes(), behind(low));
      case GREATER -> rangeFrom(behind(low));
      case GREATER_OR_EQUAL -> rangeFrom(at(low));
      case BETWEEN -> new KeyRange(at(low), behind(Objects.requireNonNull(condition.high())));
      case BEGINS_WITH ->
          KeyRange.ofPrefix(
              (keys.isPrimary() && low.type() != AttributeType.N
                      ? prefix().last(low)
                      : prefix().componentPrefix(low))
                  .toBytes());
    };
  }

  private KeyRange rangeFrom(byte @Nullable [] from) {
    byte[] to = KeyRange.successorOfPrefix(prefix().toBytes());
    return from == null ? KeyRange.EMPTY : new KeyRange(from, to);
  }

  /**
   * Resets the builder to the common prefix of all selected keys: the partition key and the leading
   * attributes of the sort key.
   */
  private KeyBuilder prefix() {
    return key.truncate(prefixLength);
  }

  private KeyBuilder append(AttributeValue value) {
    return keys.appendSort(key, value);
  }

  /** Returns the least encoded key with this value or a greater one. */
  private byte[] at(AttributeValue value) {
    prefix();
    return append(value).toBytes();
  }

  /** Returns the least encoded key with a greater value; null if there can be none. */
  private byte @Nullable [] behind(AttributeValue value) {
    prefix();
    append(value);
    return keys.isPrimary() ? key.next().toBytes() : KeyRange.successorOfPrefix(key.toBytes());
  }
}
