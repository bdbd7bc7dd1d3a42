package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;
import java.util.List;

/** Faults of ExpressionAttributeNames and ExpressionAttributeValues. */
public sealed interface SubstitutionFault extends Fault {
  /** Faults without data. */
  enum Plain implements SubstitutionFault {
    NAMES_EMPTY,
    VALUES_EMPTY,
    VALUE_KEY_TOO_LONG,
    NAMES_TOO_LARGE,
    VALUES_TOO_LARGE,
    SUBSTITUTIONS_TOO_LARGE,
    /** The request has ExpressionAttributeNames, but no expression. */
    NAMES_WITHOUT_EXPRESSION;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No expression uses these ExpressionAttributeNames. */
  record NamesUnused(List<String> keys) implements SubstitutionFault {
    public NamesUnused {
      keys = Echo.of(keys);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No expression uses these ExpressionAttributeValues. */
  record ValuesUnused(List<String> keys) implements SubstitutionFault {
    public ValuesUnused {
      keys = Echo.of(keys);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key of ExpressionAttributeNames is not a placeholder. */
  record NameKeyMalformed(String key) implements SubstitutionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key of ExpressionAttributeValues is not a placeholder. */
  record ValueKeyMalformed(String key) implements SubstitutionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A key of ExpressionAttributeNames has too many bytes. */
  record NameKeyTooLong(int bytes) implements SubstitutionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A name in ExpressionAttributeNames is empty. */
  record NameValueEmpty(String key) implements SubstitutionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A name in ExpressionAttributeNames has too many bytes. */
  record NameTooLong(String placeholder) implements SubstitutionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A value in ExpressionAttributeValues is invalid in any item. */
  record InvalidSubstitute(ValueFault value) implements SubstitutionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * The request has ExpressionAttributeValues, but no expression that can use them.
   *
   * @param expressions the parameters that could use them, such as {@code ConditionExpression}
   */
  record ValuesWithoutExpression(List<String> expressions) implements SubstitutionFault {
    public ValuesWithoutExpression {
      expressions = List.copyOf(expressions);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. Sources: <i>dynalite</i> is
   * architect/dynalite {@code test/{scan,query,updateItem,putItem}.js}, written against the live
   * service; <i>extenddb</i> is ExtendDB/extenddb {@code tests/}, checked against the live service
   * in 2026. The source is dynalite unless noted otherwise.
   */
  interface SubstitutionWording extends ItemFault.ItemWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case NAMES_EMPTY -> "ExpressionAttributeNames must not be empty";
        case VALUES_EMPTY -> "ExpressionAttributeValues must not be empty";
        // extenddb test_expression_attribute_map_validation.py: without the size.
        case VALUE_KEY_TOO_LONG ->
            "ExpressionAttributeValues contains invalid key: The expression attribute map contains a"
                + " key that is too long;";
        case NAMES_TOO_LARGE -> "ExpressionAttributeNames exceeds max size";
        case VALUES_TOO_LARGE -> "ExpressionAttributeValues exceeds max size";
        case SUBSTITUTIONS_TOO_LARGE ->
            "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max"
                + " size";
        case NAMES_WITHOUT_EXPRESSION ->
            "ExpressionAttributeNames can only be specified when using expressions";
      };
    }

    default String text(NamesUnused fault) {
      return "Value provided in ExpressionAttributeNames unused in expressions: keys: {"
          + String.join(", ", fault.keys())
          + '}';
    }

    default String text(ValuesUnused fault) {
      return "Value provided in ExpressionAttributeValues unused in expressions: keys: {"
          + String.join(", ", fault.keys())
          + '}';
    }

    default String text(NameKeyMalformed fault) {
      return "ExpressionAttributeNames contains invalid key: Syntax error; key: \""
          + fault.key()
          + '"';
    }

    default String text(ValueKeyMalformed fault) {
      return "ExpressionAttributeValues contains invalid key: Syntax error; key: \""
          + fault.key()
          + '"';
    }

    /** extenddb test_expression_attribute_map_validation.py. */
    default String text(NameKeyTooLong fault) {
      return "ExpressionAttributeNames contains invalid key: The expression attribute map contains a"
          + " key that is too long; size of key: "
          + fault.bytes();
    }

    /** extenddb test_expression_attribute_map_validation.py. */
    default String text(NameValueEmpty fault) {
      return "ExpressionAttributeNames contains invalid value: Empty attribute name for key "
          + fault.key();
    }

    /** ExtendDB/extenddb issue 365, recorded in 2026. */
    default String text(NameTooLong fault) {
      return Phrases.LONG_ATTRIBUTE_NAME;
    }

    /**
     * The message of the newer layer does not contain the key: paritysuite/dynamodb-conformance
     * {@code error-messages/valueLayers}.
     */
    default String text(InvalidSubstitute fault) {
      return value(fault.value());
    }

    /** The message of single-item writes does not name the missing expressions. */
    default String text(ValuesWithoutExpression fault) {
      return fault.expressions().contains("ConditionExpression")
          ? Phrases.VALUES_WITHOUT_EXPRESSION
          : Phrases.VALUES_WITHOUT_EXPRESSION + ": " + absent(fault.expressions());
    }

    /** Returns the phrase for missing expressions. */
    default String absent(List<String> expressions) {
      return String.join(" and ", expressions)
          + (expressions.size() == 1 ? " is" : " are")
          + " null";
    }
  }
}
