package dev.monotable.stream.event;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.InvalidContentException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A rule for a leaf of an event: a value to be equal to, or a comparison.
 *
 * <p>Numeric rules compare JSON numbers. The numbers of DynamoDB are strings in an event, so a
 * numeric rule never matches the {@code N} of an attribute, as on AWS.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html">Control
 *     which events Lambda sends to your function: Filter rule syntax</a>
 * @see <a href="https://github.com/aws/serverless-application-model/issues/3123">DynamoDB Streams
 *     is converting Numeric values to Strings</a>
 */
@FunctionalInterface
interface FilterRule {
  /** Stands for the JSON value null; an absent value is null. */
  Object JSON_NULL = new Object();

  /**
   * Returns whether a leaf matches.
   *
   * @param value a string, a {@link BigDecimal}, a boolean, {@link #JSON_NULL}, or null if absent
   */
  boolean matches(@Nullable Object value);

  /** Returns whether a leaf matches one of several rules. */
  static boolean matchesAny(List<FilterRule> rules, @Nullable Object value) {
    for (FilterRule rule : rules) {
      if (rule.matches(value)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Parses the rules of a leaf.
   *
   * @throws InvalidContentException if a rule is invalid
   */
  static List<FilterRule> of(FileValue.Sequence list) {
    List<FilterRule> rules = new ArrayList<>();
    for (FileValue element : list.elements()) {
      rules.add(of(element));
    }
    return rules;
  }

  private static FilterRule of(FileValue value) {
    if (!(value instanceof FileValue.Mapping mapping)) {
      return equalTo(literal(value));
    }
    NamedValue operator = mapping.findOnly();
    if (operator == null) {
      throw new InvalidContentException(value.at(), "a rule has one operator");
    }
    FileValue operand = operator.value();
    return switch (operator.name()) {
      case "prefix" -> strings(text -> text.startsWith(string(operand)), string(operand));
      case "suffix" -> strings(text -> text.endsWith(string(operand)), string(operand));
      case "equals-ignore-case" ->
          strings(text -> text.equalsIgnoreCase(string(operand)), string(operand));
      case "anything-but" -> anythingBut(operand);
      case "numeric" -> numeric(operand);
      case "exists" -> exists(operand);
      default ->
          throw new InvalidContentException(
              operator.at(), "'" + operator.name() + "' is not an operator of filter patterns");
    };
  }

  /** A test of a string. */
  @FunctionalInterface
  interface TextTest {
    boolean test(String text);
  }

  private static FilterRule strings(TextTest test, String operand) {
    if (operand.isEmpty()) {
      // Matches any string.
      return value -> value instanceof String;
    }
    return value -> value instanceof String text && test.test(text);
  }

  private static FilterRule equalTo(Object literal) {
    if (literal instanceof BigDecimal number) {
      return value -> value instanceof BigDecimal other && number.compareTo(other) == 0;
    }
    return literal::equals;
  }

  private static FilterRule anythingBut(FileValue operand) {
    if (operand instanceof FileValue.Mapping) {
      FilterRule excluded = of(operand);
      return value -> value != null && !excluded.matches(value);
    }
    List<FilterRule> excluded = new ArrayList<>();
    if (operand instanceof FileValue.Sequence list) {
      for (FileValue element : list.elements()) {
        excluded.add(equalTo(literal(element)));
      }
    } else {
      excluded.add(equalTo(literal(operand)));
    }
    if (excluded.isEmpty()) {
      throw new InvalidContentException(operand.at(), "an empty list");
    }
    return value -> value != null && !matchesAny(excluded, value);
  }

  private static FilterRule exists(FileValue operand) {
    if (operand instanceof Scalar scalar && scalar.type() == ScalarType.BOOLEAN) {
      boolean wanted = Boolean.parseBoolean(scalar.text());
      return value -> (value != null) == wanted;
    }
    throw new InvalidContentException(operand.at(), "'exists' needs true or false");
  }

  private static FilterRule numeric(FileValue operand) {
    if (!(operand instanceof FileValue.Sequence list)
        || list.elements().isEmpty()
        || list.elements().size() % 2 != 0) {
      throw new InvalidContentException(
          operand.at(), "'numeric' needs a list of operators and numbers");
    }
    List<FilterRule> all = new ArrayList<>();
    for (int i = 0; i < list.elements().size(); i += 2) {
      FileValue number = list.elements().get(i + 1);
      if (!(literal(number) instanceof BigDecimal bound)) {
        throw new InvalidContentException(number.at(), "not a number: " + number.describe());
      }
      all.add(comparison(list.elements().get(i), bound));
    }
    return value -> {
      for (FilterRule rule : all) {
        if (!rule.matches(value)) {
          return false;
        }
      }
      return true;
    };
  }

  private static FilterRule comparison(FileValue operator, BigDecimal bound) {
    return switch (string(operator)) {
      case "=" -> value -> value instanceof BigDecimal n && n.compareTo(bound) == 0;
      case "<" -> value -> value instanceof BigDecimal n && n.compareTo(bound) < 0;
      case "<=" -> value -> value instanceof BigDecimal n && n.compareTo(bound) <= 0;
      case ">" -> value -> value instanceof BigDecimal n && n.compareTo(bound) > 0;
      case ">=" -> value -> value instanceof BigDecimal n && n.compareTo(bound) >= 0;
      default ->
          throw new InvalidContentException(
              operator.at(), "not a comparison: " + operator.describe());
    };
  }

  private static String string(FileValue value) {
    if (value instanceof Scalar scalar && scalar.type() == ScalarType.STRING) {
      return scalar.text();
    }
    throw new InvalidContentException(value.at(), "not a string: " + value.describe());
  }

  private static Object literal(FileValue value) {
    if (value instanceof FileValue.Absent) {
      return JSON_NULL;
    }
    if (value instanceof Scalar scalar) {
      return switch (scalar.type()) {
        case STRING -> scalar.text();
        case BOOLEAN -> Boolean.valueOf(scalar.text().toLowerCase(Locale.ROOT));
        case NUMBER -> new BigDecimal(scalar.text());
      };
    }
    throw new InvalidContentException(value.at(), "not a value: " + value.describe());
  }
}
