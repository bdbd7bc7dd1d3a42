package dev.monotable.engine.error;

import dev.monotable.value.ValueFault;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What AWS says of values that are none. Classic texts as architect/dynalite recorded them from the
 * service ({@code test/putItem.js}); those of 2026-10 differ in how a set's elements are printed.
 */
public final class ValueMessages {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private ValueMessages() {}

  /** The text on a fault. */
  public static String text(ValueFault fault, Edition edition) {
    List<String> arguments = fault.arguments();
    return switch (fault.kind()) {
      case EMPTY_VALUE ->
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
      case SEVERAL_TYPES ->
          "Supplied AttributeValue has more than one datatypes set, "
              + "must contain exactly one of the supported datatypes";
      case NULL_FALSE -> INVALID + "Null attribute value types must have the value of true";
      case NOT_A_NUMBER ->
          arguments.get(0).isEmpty()
              ? "The parameter cannot be converted to a numeric value"
              : "The parameter cannot be converted to a numeric value: " + arguments.get(0);
      case NUMBER_TOO_PRECISE -> "Attempting to store more than 38 significant digits in a Number";
      case NUMBER_OVERFLOW ->
          "Number overflow. Attempting to store a number with magnitude larger than supported range";
      case NUMBER_UNDERFLOW ->
          "Number underflow. Attempting to store a number with magnitude smaller than supported range";
      case EMPTY_SET ->
          INVALID
              + switch (arguments.get(0)) {
                case "SS" -> "An string set  may not be empty";
                case "NS" -> "An number set  may not be empty";
                default -> "Binary sets should not be empty";
              };
      case DUPLICATES_IN_SET -> INVALID + duplicates(arguments, edition);
      case NULL_IN_SET ->
          INVALID + "An " + setName(arguments.get(0)) + " set may not have a null as a member";
      case NESTING_TOO_DEEP ->
          "Nesting Levels have exceeded supported limits: "
              + "Attributes in the item have nested levels beyond supported limit";
      case EMPTY_ATTRIBUTE_NAME -> INVALID + "Attribute name must not be empty";
    };
  }

  private static String duplicates(List<String> arguments, Edition edition) {
    List<String> elements = arguments.subList(1, arguments.size());
    return switch (arguments.get(0)) {
      case "SS" -> "Input collection " + printed(elements, edition) + " contains duplicates.";
      case "BS" ->
          "Input collection " + printed(elements, edition) + "of type BS contains duplicates.";
      default -> "Input collection contains duplicates";
    };
  }

  private static String printed(List<String> elements, Edition edition) {
    return switch (edition) {
      case V2026_10 ->
          elements.stream().map(e -> '"' + e + '"').collect(Collectors.joining(", ", "[", "]"));
      case CLASSIC -> elements.toString();
    };
  }

  private static String setName(String type) {
    return switch (type) {
      case "SS" -> "string";
      case "NS" -> "number";
      default -> "binary";
    };
  }
}
