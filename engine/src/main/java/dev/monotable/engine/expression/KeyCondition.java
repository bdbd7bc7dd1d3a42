package dev.monotable.engine.expression;

import dev.monotable.value.AttributeValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a Query asks of a key: a value for each partition key attribute, values for the leading sort
 * key attributes, and at most one further condition, on the sort key attribute that follows them.
 *
 * @param partition in the order of the schema
 * @param sortPrefix values of the leading sort key attributes that are compared with {@code =}
 * @param operator the condition on the sort key attribute after the prefix; null if there is none
 * @param low its operand; the lower bound of BETWEEN
 * @param high the upper bound of BETWEEN, else null
 */
public record KeyCondition(
    List<AttributeValue> partition,
    List<AttributeValue> sortPrefix,
    @Nullable Operator operator,
    @Nullable AttributeValue low,
    @Nullable AttributeValue high) {
  /** What may be asked of the last sort key attribute; equality is part of the prefix. */
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
