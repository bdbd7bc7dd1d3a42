package dev.monotable.engine.observe;

import dev.monotable.value.AttributeValue;
import java.util.List;

/**
 * A condition on one key attribute.
 *
 * @param attribute the name of the attribute
 * @param values the operands: two for {@link Comparison#BETWEEN}, otherwise one
 */
public record KeyTerm(String attribute, Comparison comparison, List<AttributeValue> values) {
  /** The comparisons of key conditions. */
  public enum Comparison {
    EQUAL("="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    BETWEEN("between"),
    BEGINS_WITH("begins_with");

    private final String symbol;

    Comparison(String symbol) {
      this.symbol = symbol;
    }

    /** Returns the comparison as expressions write it. */
    public String symbol() {
      return symbol;
    }
  }

  public KeyTerm {
    values = List.copyOf(values);
  }

  /** Returns the condition as an expression with its values, such as {@code SK between 1 and 2}. */
  @Override
  public String toString() {
    return switch (comparison) {
      case BETWEEN ->
          attribute
              + " between "
              + ExpressionText.literal(values.get(0))
              + " and "
              + ExpressionText.literal(values.get(1));
      case BEGINS_WITH ->
          "begins_with(" + attribute + ", " + ExpressionText.literal(values.get(0)) + ")";
      case EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          attribute + " " + comparison.symbol() + " " + ExpressionText.literal(values.get(0));
    };
  }
}
