package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.LONG_ATTRIBUTE_NAME;
import static dev.monotable.engine.error.Phrases.VALUES_WITHOUT_EXPRESSION;
import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.ValueFault;
import java.util.List;

/**
 * Faults of ExpressionAttributeNames and ExpressionAttributeValues.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface SubstitutionFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements SubstitutionFault, FaultText {
    NAMES_EMPTY("ExpressionAttributeNames must not be empty"),
    VALUES_EMPTY("ExpressionAttributeValues must not be empty"),
    // Source: extenddb test_expression_attribute_map_validation.py: without the size.
    VALUE_KEY_TOO_LONG(
        "ExpressionAttributeValues contains invalid key: The expression attribute map "
            + "contains a key that is too long;"),
    NAMES_TOO_LARGE("ExpressionAttributeNames exceeds max size"),
    VALUES_TOO_LARGE("ExpressionAttributeValues exceeds max size"),
    SUBSTITUTIONS_TOO_LARGE(
        "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max size"),
    /** The request has ExpressionAttributeNames, but no expression. */
    NAMES_WITHOUT_EXPRESSION(
        "ExpressionAttributeNames can only be specified when using expressions"),
    /** A key of ExpressionAttributeNames is not a placeholder. */
    NAME_KEY_MALFORMED("ExpressionAttributeNames contains invalid key: Syntax error; key: \"%s\""),
    /** A key of ExpressionAttributeValues is not a placeholder. */
    VALUE_KEY_MALFORMED(
        "ExpressionAttributeValues contains invalid key: Syntax error; key: \"%s\""),
    /**
     * A key of ExpressionAttributeNames has too many bytes. Source: extenddb
     * test_expression_attribute_map_validation.py.
     */
    NAME_KEY_TOO_LONG(
        "ExpressionAttributeNames contains invalid key: The expression attribute map "
            + "contains a key that is too long; size of key: %s"),
    /**
     * A name in ExpressionAttributeNames is empty. Source: extenddb
     * test_expression_attribute_map_validation.py.
     */
    NAME_VALUE_EMPTY(
        "ExpressionAttributeNames contains invalid value: Empty attribute name for key %s"),
    /** No expression uses these ExpressionAttributeNames. */
    NAMES_UNUSED("Value provided in ExpressionAttributeNames unused in expressions: keys: {%s}"),
    /** No expression uses these ExpressionAttributeValues. */
    VALUES_UNUSED("Value provided in ExpressionAttributeValues unused in expressions: keys: {%s}");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * A name in ExpressionAttributeNames has too many bytes. Source: extenddb issue 365, recorded in
   * 2026.
   */
  record NameTooLong(String placeholder) implements SubstitutionFault {
    @Override
    public String text(Wording wording) {
      return LONG_ATTRIBUTE_NAME;
    }
  }

  /**
   * A value in ExpressionAttributeValues is invalid in any item. The message of the newer layer
   * does not contain the key: parity {@code error-messages/valueLayers}.
   */
  record InvalidSubstitute(ValueFault value) implements SubstitutionFault {
    @Override
    public String text(Wording wording) {
      return wording.value(value);
    }
  }

  /**
   * The request has ExpressionAttributeValues, but no expression that can use them. The message of
   * single-item writes does not name the missing expressions.
   *
   * @param expressions the parameters that could use them, such as {@code ConditionExpression}
   */
  record ValuesWithoutExpression(List<String> expressions) implements SubstitutionFault {
    public ValuesWithoutExpression {
      expressions = List.copyOf(expressions);
    }

    @Override
    public String text(Wording wording) {
      return expressions.contains("ConditionExpression")
          ? VALUES_WITHOUT_EXPRESSION
          : withExpressions();
    }

    /** Returns the message with the missing expressions, as it is in the older layer. */
    String withExpressions() {
      return phrase(
          "%s: %s %s null",
          VALUES_WITHOUT_EXPRESSION,
          String.join(" and ", expressions),
          expressions.size() == 1 ? "is" : "are");
    }
  }
}
