package dev.monotable.engine.error;

import dev.monotable.value.ValueFault;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What AWS says of values that are none. Two layers of the service check values, and word some
 * faults differently: the one of 2026 reads what single-item writes, GetItem, BatchGetItem and
 * Query send; the older one, whose texts architect/dynalite recorded ({@code test/putItem.js}),
 * reads the rest, and read everything before. What each says was recorded in 2026 by
 * paritysuite/dynamodb-conformance ({@code tests/tier3/error-messages/valueLayers.test.ts}).
 */
public final class ValueMessages {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String NOT_A_NUMBER = "The parameter cannot be converted to a numeric value";
  private static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  private static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";

  /** ExtendDB/extenddb issue 365, recorded in 2026. */
  static final String NAME_TOO_LONG = "Attribute name is too large, must be less than 65536 bytes";

  /** paritysuite/dynamodb-conformance tests/tier3/validation-ordering/deepRequests.test.ts. */
  public static final String EMPTY_NAME = "Empty attribute name";

  private static final String TOO_DEEP = "Nesting Levels have exceeded supported limits";

  private ValueMessages() {}

  /**
   * The text on a fault.
   *
   * @param edition of the layer that reads the value
   */
  public static String text(ValueFault fault, Edition edition) {
    List<String> arguments = fault.arguments();
    return switch (fault.kind()) {
      case EMPTY_VALUE ->
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
      case SEVERAL_TYPES ->
          "Supplied AttributeValue has more than one datatypes set, "
              + "must contain exactly one of the supported datatypes";
      case NULL_FALSE -> INVALID + "Null attribute value types must have the value of true";
      case NOT_A_NUMBER -> notANumber(arguments.get(0), edition);
      case NUMBER_TOO_PRECISE -> "Attempting to store more than 38 significant digits in a Number";
      case NUMBER_OVERFLOW, NUMBER_UNDERFLOW ->
          switch (edition) {
            case V2026_10 -> fault.kind() == ValueFault.Kind.NUMBER_OVERFLOW ? OVERFLOW : UNDERFLOW;
            case CLASSIC -> outOfIntRange(arguments.get(0));
          };
      case EMPTY_SET ->
          INVALID
              + switch (arguments.get(0)) {
                case "SS" -> "An string set  may not be empty";
                case "NS" -> "An number set  may not be empty";
                default -> "Binary sets should not be empty";
              };
      case DUPLICATES_IN_SET -> duplicates(arguments, edition);
      case NULL_IN_SET ->
          INVALID
              + switch (arguments.get(0)) {
                case "SS" -> "An string set may not have a null string as a member";
                case "NS" -> "An number set may not have a null as a member";
                default -> "Binary sets may not contain null or empty values";
              };
      case NESTING_TOO_DEEP ->
          TOO_DEEP + ": Attributes in the item have nested levels beyond supported limit";
      case EMPTY_ATTRIBUTE_NAME -> EMPTY_NAME;
      case LONG_ATTRIBUTE_NAME -> NAME_TOO_LONG;
    };
  }

  /**
   * The text on a fault of what an update makes of an item. That of nesting is in the list of
   * reasons on the AWS page API_TransactWriteItems.html; that a sum of too many digits is an
   * overflow tells scylladb/scylladb {@code test/alternator/test_number.py}.
   */
  public static String textOfUpdated(ValueFault fault, Edition edition) {
    return switch (fault.kind()) {
      case NESTING_TOO_DEEP -> TOO_DEEP;
      case NUMBER_TOO_PRECISE -> OVERFLOW;
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
          text(fault, edition);
    };
  }

  private static String notANumber(String text, Edition edition) {
    return text.isEmpty() && edition == Edition.CLASSIC ? NOT_A_NUMBER : NOT_A_NUMBER + ": " + text;
  }

  /** The older layer reads numbers as {@link BigDecimal} does: exponents are ints, and wrap. */
  private static String outOfIntRange(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      return number.precision() - number.scale() > 0 ? OVERFLOW : UNDERFLOW;
    } catch (NumberFormatException e) {
      return notANumber(text, Edition.CLASSIC);
    }
  }

  private static String duplicates(List<String> arguments, Edition edition) {
    List<String> sent = arguments.subList(1, arguments.size());
    boolean binary = arguments.get(0).equals("BS");
    if (arguments.get(0).equals("NS")) {
      return switch (edition) {
        case V2026_10 -> INVALID + "Input collection contains duplicates.";
        case CLASSIC -> "Input collection contains duplicates";
      };
    }
    String printed =
        switch (edition) {
          case V2026_10 ->
              untilRepeated(sent, binary).stream()
                  .map(e -> '"' + e + '"')
                  .collect(Collectors.joining(binary ? "," : ", ", "[", "]"));
          case CLASSIC -> sent.toString();
        };
    return INVALID
        + "Input collection "
        + printed
        + (binary ? "of type BS" : "")
        + " contains duplicates.";
  }

  /** The elements before the first that comes again in the order of their bytes, then the rest. */
  private static List<String> untilRepeated(List<String> sent, boolean binary) {
    TreeSet<String> seen =
        new TreeSet<>((a, b) -> Arrays.compareUnsigned(bytes(a, binary), bytes(b, binary)));
    int at = 0;
    while (at < sent.size() && seen.add(sent.get(at))) {
      at++;
    }
    List<String> elements = new ArrayList<>(seen);
    elements.addAll(sent.subList(at, sent.size()));
    return elements;
  }

  private static byte[] bytes(String element, boolean binary) {
    return binary ? Base64.getDecoder().decode(element) : element.getBytes(StandardCharsets.UTF_8);
  }
}
