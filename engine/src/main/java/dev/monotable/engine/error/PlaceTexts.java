package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of texts that are computed, which the places of the table of faults name. */
final class PlaceTexts {
  private PlaceTexts() {}

  /**
   * Returns a text in which each {@code %s} is replaced by the next value; the text itself if there
   * are no values.
   *
   * @throws IllegalArgumentException if the text has places for more or fewer values
   */
  static String filled(String text, @Nullable Object... values) {
    if (values.length == 0) {
      return text;
    }
    StringBuilder filled = new StringBuilder(text.length() + 16 * values.length);
    int end = 0;
    for (Object value : values) {
      int place = text.indexOf("%s", end);
      if (place < 0) {
        throw new IllegalArgumentException("too many values: " + text);
      }
      filled.append(text, end, place).append(value);
      end = place + 2;
    }
    if (text.indexOf("%s", end) >= 0) {
      throw new IllegalArgumentException("too few values: " + text);
    }
    return filled.append(text, end, text.length()).toString();
  }

  /** Returns a value of type S, N or B in AWS's older notation, such as <code>{N:5}</code>. */
  static String shown(AttributeValue value) {
    String content =
        switch (value.type()) {
          case S -> value.stringEcho();
          case N -> value.numberText();
          case B -> value.base64Echo();
          case SS, NS, BS, M, L, BOOL, NULL -> value.echo();
        };
    return "{" + value.type() + ':' + content + '}';
  }

  /** Returns a bounded beginning of a text in a request. */
  static String echo(String text) {
    return Echo.of(text);
  }

  /** Returns the beginning of the text of an invalid vector in an item. */
  static String invalidVector(Wording wording) {
    return wording.repeatsInvalidVector()
        ? Phrases.NOT_VALID + " One or more parameter values were invalid ."
        : "One or more parameter values were invalid.";
  }

  static String updateOrCondition(boolean update) {
    return update ? "an update" : "a condition";
  }

  static String createdOrDeleted(boolean created) {
    return created ? "created" : "deleted";
  }

  static String creationOrDeletion(boolean created) {
    return created ? "creation" : "deletion";
  }

  static String stringOrBinary(AttributeType type) {
    return type == AttributeType.B ? "binary" : "string";
  }

  static String typeInWords(AttributeType type) {
    return switch (type) {
      case S -> "STRING";
      case N -> "NUMBER";
      case B -> "BINARY";
      case BOOL -> "BOOLEAN";
      case NULL -> "NULL";
      case L -> "LIST";
      case M -> "MAP";
      case SS -> "STRING_SET";
      case NS -> "NUMBER_SET";
      case BS -> "BINARY_SET";
    };
  }

  static String typeOrPath(@Nullable AttributeType type) {
    return type == null ? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}" : type.toString();
  }

  static String expressionSize(String parameter, int size) {
    return switch (parameter) {
      case "ConditionExpression", "FilterExpression" -> " expression size: " + size;
      default -> "";
    };
  }

  static String selection(String select) {
    return select.equals("COUNT") ? "only the Count" : select;
  }

  static String ofIndex(@Nullable String index) {
    return index == null ? "" : " for index " + index;
  }

  static String forIndex(@Nullable String index) {
    return index == null ? "" : "for index: " + index + " ";
  }

  static String forIndexWithSpace(@Nullable String index) {
    return index == null ? "" : "for index : " + index + " ";
  }

  static String tableOrIndex(@Nullable String index) {
    return index == null ? "table" : "index";
  }

  static String tableOrIndexName(@Nullable String index) {
    return index == null ? "table" : "index " + index;
  }

  static String tableOrIndexWithColon(@Nullable String index) {
    return index == null ? "table" : "index : " + index;
  }

  static String theTableOrIndex(@Nullable String index) {
    return index == null ? "the table" : "index " + index;
  }

  static String theTableOrTheIndex(@Nullable String index) {
    return index == null ? "the table" : "the index " + index;
  }

  /** Returns a key schema as messages show it. */
  static String keySchema(List<SchemaElement> elements) {
    StringBuilder text = new StringBuilder("Schema:[");
    for (SchemaElement element : elements) {
      text.append(text.length() == "Schema:[".length() ? "" : ", ")
          .append("SchemaElement: key{")
          .append(element.name())
          .append(':')
          .append(element.type())
          .append(':')
          .append(element.keyType())
          .append('}');
    }
    return text.append(']').toString();
  }

  static String existingSchema(String attribute, List<SchemaElement> existing, long dimensions) {
    return existing.isEmpty() ? vectorSchema(attribute, dimensions) : keySchema(existing);
  }

  static String vectorSchema(String attribute, long dimensions) {
    return "VectorIndexSchema:[VectorAttribute: key{" + attribute + ":L:" + dimensions + "}]";
  }

  static String updatedValue(ValueFault value, Wording wording) {
    return switch (value.kind()) {
      case NESTING_TOO_DEEP -> Phrases.NESTING;
      case NUMBER_TOO_PRECISE -> Phrases.OVERFLOW;
      case EMPTY_VALUE,
          SEVERAL_TYPES,
          NULL_FALSE,
          NOT_A_NUMBER,
          NUMBER_OVERFLOW,
          NUMBER_UNDERFLOW,
          EMPTY_SET,
          DUPLICATES_IN_SET,
          NULL_IN_SET,
          EMPTY_ATTRIBUTE_NAME,
          LONG_ATTRIBUTE_NAME ->
          wording.value(value);
    };
  }

  static String startKeyValue(ValueFault value, Wording wording) {
    boolean bare =
        switch (value.kind()) {
          case EMPTY_VALUE,
              SEVERAL_TYPES,
              NULL_FALSE,
              NULL_IN_SET,
              EMPTY_ATTRIBUTE_NAME,
              LONG_ATTRIBUTE_NAME ->
              false;
          case EMPTY_SET -> value.arguments().get(0).equals("NS");
          case NOT_A_NUMBER,
              NUMBER_TOO_PRECISE,
              NUMBER_OVERFLOW,
              NUMBER_UNDERFLOW,
              DUPLICATES_IN_SET,
              NESTING_TOO_DEEP ->
              true;
        };
    String text = wording.value(value);
    return bare ? text : Phrases.START_KEY_INVALID + ": " + text;
  }

  static String regionalStartKey(Fault cause, Wording wording) {
    return cause == KeyFault.Plain.MISMATCH
        ? Phrases.START_KEY_INVALID
        : Phrases.START_KEY_INVALID + ": " + wording.message(cause);
  }

  static String statementValue(ValueFault value, Wording wording) {
    return value.kind() == ValueFault.Kind.NESTING_TOO_DEEP
        ? Phrases.NESTING
        : wording.older().value(value);
  }

  /**
   * Returns the text of an invalid parameter of a statement. A number whose exponent exceeds 32
   * bits is not a number, and the check of its magnitude overflows beyond that.
   */
  static String parameterValue(ValueFault value, Wording wording) {
    if (value.kind() != ValueFault.Kind.NUMBER_OVERFLOW
        && value.kind() != ValueFault.Kind.NUMBER_UNDERFLOW) {
      return wording.older().value(value);
    }
    String sent = value.arguments().get(0);
    if (sent.endsWith(Echo.MORE)) {
      return wording.older().value(value);
    }
    ValueTexts.SentNumber number = ValueTexts.SentNumber.find(sent);
    if (number == null) {
      return Phrases.NOT_A_NUMBER + ": " + sent;
    }
    ValueFault.Kind kind =
        number.isLarge() ? ValueFault.Kind.NUMBER_OVERFLOW : ValueFault.Kind.NUMBER_UNDERFLOW;
    return wording.older().value(new ValueFault(kind, value.attribute(), value.arguments()));
  }

  static String olderSubstitute(ValueFault value, Wording wording) {
    String text = wording.value(value);
    return value.attribute() == null
        ? text
        : "ExpressionAttributeValues contains invalid value: "
            + text
            + " for key "
            + value.attribute();
  }

  static String valuesWithoutExpression(List<String> expressions) {
    return expressions.contains("ConditionExpression")
        ? Phrases.VALUES_WITHOUT_EXPRESSION
        : valuesWithoutExpressions(expressions);
  }

  static String valuesWithoutExpressions(List<String> expressions) {
    return Phrases.VALUES_WITHOUT_EXPRESSION
        + ": "
        + String.join(" and ", expressions)
        + (expressions.size() == 1 ? " is" : " are")
        + " null";
  }
}
