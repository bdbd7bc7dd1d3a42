package dev.monotable.design.model;

import dev.monotable.engine.observe.KeyTerm.Comparison;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A condition on one key attribute, whose operands are templates.
 *
 * @param attribute the name of the attribute
 * @param values the operands: two for {@link Comparison#BETWEEN}, otherwise one
 */
public record TermTemplate(String attribute, Comparison comparison, List<KeyTemplate> values) {
  public TermTemplate {
    values = List.copyOf(values);
    if (values.size() != (comparison == Comparison.BETWEEN ? 2 : 1)) {
      throw new IllegalArgumentException(
          comparison.symbol()
              + " must have "
              + (comparison == Comparison.BETWEEN ? "two operands" : "one operand")
              + ", not "
              + values.size());
    }
  }

  /** Returns an equality condition. */
  public static TermTemplate equal(String attribute, KeyTemplate value) {
    return new TermTemplate(attribute, Comparison.EQUAL, List.of(value));
  }

  /** Returns this condition with another value in place of each. */
  TermTemplate withValues(UnaryOperator<KeyTemplate> other) {
    return new TermTemplate(attribute, comparison, values.stream().map(other).toList());
  }

  /** Returns the condition, such as {@code begins_with(SK, MESSAGE#)}. */
  @Override
  public String toString() {
    return switch (comparison) {
      case BETWEEN -> attribute + " between " + text(0) + " and " + text(1);
      case BEGINS_WITH -> "begins_with(" + attribute + ", " + text(0) + ")";
      case EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          attribute + " " + comparison.symbol() + " " + text(0);
    };
  }

  /** Returns the text of a value; a constant that looks like a placeholder has quotes. */
  private String text(int value) {
    String text = values.get(value).text();
    return KeyConditionTemplate.PLACEHOLDER.matcher(text).matches() ? '"' + text + '"' : text;
  }
}
