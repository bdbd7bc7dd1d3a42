package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.NOT_A_NUMBER;
import static dev.monotable.engine.error.Phrases.OVERFLOW;
import static dev.monotable.engine.error.Phrases.UNDERFLOW;

import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages for invalid values. Two layers of the service check values, and some of their
 * messages differ. The newer layer parses single-item writes, GetItem, BatchGetItem and Query; the
 * older one parses the other requests, and parsed all of them before. The messages of both were
 * recorded in 2026 (<i>parity</i>, {@code tests/tier3/error-messages/valueLayers.test.ts}), those
 * of the older layer before that, too (<i>dynalite</i>, {@code test/putItem.js}).
 */
enum ValueTexts {
  OLDER {
    @Override
    String notANumber(String sent) {
      return sent.isEmpty() ? NOT_A_NUMBER : NOT_A_NUMBER + ": " + sent;
    }

    // The older layer parses an exponent as an int, which overflows.
    @Override
    String numberOutOfRange(String sent, String text) {
      if (sent.endsWith(Echo.MORE)) {
        return text;
      }
      SentNumber number = SentNumber.find(sent);
      if (number == null) {
        return notANumber(sent);
      }
      return number.isLarge() ? OVERFLOW : UNDERFLOW;
    }

    @Override
    String duplicatesInSet(String type, List<String> sent) {
      return switch (type) {
        case "NS" -> "Input collection contains duplicates";
        case "BS" -> invalid("Input collection " + sent + "of type BS contains duplicates.");
        default -> invalid("Input collection " + sent + " contains duplicates.");
      };
    }
  },
  NEWER {
    @Override
    String notANumber(String sent) {
      return NOT_A_NUMBER + ": " + sent;
    }

    @Override
    String numberOutOfRange(String sent, String text) {
      return text;
    }

    @Override
    String duplicatesInSet(String type, List<String> sent) {
      return switch (type) {
        case "NS" -> invalid("Input collection contains duplicates.");
        case "BS" ->
            invalid(
                "Input collection "
                    + quotedUntilRepeated(sent, true)
                    + "of type BS contains duplicates.");
        default ->
            invalid(
                "Input collection " + quotedUntilRepeated(sent, false) + " contains duplicates.");
      };
    }
  };

  private static String invalid(String text) {
    return Phrases.INVALID + " " + text;
  }

  /** Returns the message for an invalid value. */
  String text(ValueFault fault) {
    List<String> arguments = fault.arguments();
    return switch (fault.kind()) {
      case EMPTY_VALUE ->
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
      case SEVERAL_TYPES ->
          "Supplied AttributeValue has more than one datatypes set, "
              + "must contain exactly one of the supported datatypes";
      case NULL_FALSE -> invalid("Null attribute value types must have the value of true");
      case NOT_A_NUMBER -> notANumber(arguments.get(0));
      case NUMBER_TOO_PRECISE -> "Attempting to store more than 38 significant digits in a Number";
      case NUMBER_OVERFLOW -> numberOutOfRange(arguments.get(0), OVERFLOW);
      case NUMBER_UNDERFLOW -> numberOutOfRange(arguments.get(0), UNDERFLOW);
      case EMPTY_SET ->
          invalid(
              switch (arguments.get(0)) {
                case "SS" -> "An string set  may not be empty";
                case "NS" -> "An number set  may not be empty";
                default -> "Binary sets should not be empty";
              });
      case DUPLICATES_IN_SET ->
          duplicatesInSet(arguments.get(0), arguments.subList(1, arguments.size()));
      case NULL_IN_SET ->
          invalid(
              switch (arguments.get(0)) {
                case "SS" -> "An string set may not have a null string as a member";
                case "NS" -> "An number set may not have a null as a member";
                default -> "Binary sets may not contain null or empty values";
              });
      case NESTING_TOO_DEEP ->
          Phrases.NESTING + ": Attributes in the item have nested levels beyond supported limit";
      case EMPTY_ATTRIBUTE_NAME -> Phrases.EMPTY_ATTRIBUTE_NAME;
      case LONG_ATTRIBUTE_NAME -> Phrases.LONG_ATTRIBUTE_NAME;
    };
  }

  /** Returns the message for a string that is not a number. */
  abstract String notANumber(String sent);

  /**
   * Returns the message for a number with too large or too small a magnitude.
   *
   * @param sent the number in the request
   * @param text the message for overflow or underflow
   */
  abstract String numberOutOfRange(String sent, String text);

  /**
   * Returns the message for a set that contains an element twice.
   *
   * @param type such as {@code SS}
   */
  abstract String duplicatesInSet(String type, List<String> sent);

  /**
   * Returns the elements before the first repeated one in the order of their bytes, then the rest.
   */
  private static String quotedUntilRepeated(List<String> sent, boolean binary) {
    TreeSet<String> seen =
        new TreeSet<>((a, b) -> Arrays.compareUnsigned(bytes(a, binary), bytes(b, binary)));
    int at = 0;
    while (at < sent.size() && seen.add(sent.get(at))) {
      at++;
    }
    List<String> elements = new ArrayList<>(seen);
    elements.addAll(sent.subList(at, sent.size()));
    return elements.stream()
        .map(e -> '"' + e + '"')
        .collect(Collectors.joining(binary ? "," : ", ", "[", "]"));
  }

  private static byte[] bytes(String element, boolean binary) {
    return binary && !element.endsWith(Echo.MORE)
        ? Base64.getDecoder().decode(element)
        : element.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A number outside DynamoDB's range as the older layer of the service reads it: like {@link
   * java.math.BigDecimal}, whose exponent and scale are {@code int}s and overflow. It is read in
   * linear time; {@code BigDecimal} takes hours for millions of digits.
   */
  static final class SentNumber {
    private final int precision;
    private final int scale;

    private SentNumber(int precision, int scale) {
      this.precision = precision;
      this.scale = scale;
    }

    /** Returns the number, or null if that layer does not accept it as a number. */
    static @Nullable SentNumber find(String text) {
      int letter = Math.max(text.indexOf('e'), text.indexOf('E'));
      int end = letter < 0 ? text.length() : letter;
      long exponent = 0;
      if (letter >= 0) {
        try {
          exponent = Integer.parseInt(text.substring(letter + 1));
        } catch (NumberFormatException e) {
          return null;
        }
      }
      int significant = 0;
      int fraction = 0;
      boolean point = false;
      for (int i = text.startsWith("-") || text.startsWith("+") ? 1 : 0; i < end; i++) {
        char c = text.charAt(i);
        if (c == '.' && !point) {
          point = true;
        } else if (c < '0' || c > '9') {
          return null;
        } else {
          significant += significant > 0 || c != '0' ? 1 : 0;
          fraction += point ? 1 : 0;
        }
      }
      long scale = fraction - exponent;
      return scale == (int) scale ? new SentNumber(Math.max(1, significant), (int) scale) : null;
    }

    /** Returns whether the magnitude is 1 or more, unless the scale overflows. */
    boolean isLarge() {
      return precision - scale > 0;
    }
  }
}
