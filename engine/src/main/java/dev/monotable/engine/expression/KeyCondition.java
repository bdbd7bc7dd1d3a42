package dev.monotable.engine.expression;

import dev.monotable.value.AttributeValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key condition of a Query: a value for each partition key attribute, values for the leading
 * sort key attributes, and at most one further condition, on the sort key attribute after those.
 *
 * @param partition the values in the order of the key schema
 * @param sortPrefix values of the leading sort key attributes that are compared with {@code =}
 * @param operator the condition on the sort key attribute after the prefix; null if there is none
 * @param low the operand; for BETWEEN the lower bound
 * @param high the upper bound of BETWEEN, otherwise null
 */
public record KeyCondition(
    List<AttributeValue> partition,
    List<AttributeValue> sortPrefix,
    @Nullable Operator operator,
    @Nullable AttributeValue low,
    @Nullable AttributeValue high) {
  /** The conditions on the last sort key attribute; equality is part of the prefix. */
  public enum Operator {
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    BETWEEN,
    BEGINS_WITH
  }

  public KeyCondition {
    partition = List.copyOf(partition);
    sortPrefix = List.copyOf(sortPrefix);
  }
}
