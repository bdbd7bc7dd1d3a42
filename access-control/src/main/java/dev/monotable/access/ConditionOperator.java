package dev.monotable.access;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operators of conditions.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html">IAM
 *     JSON policy elements: Condition operators</a>
 */
enum ConditionOperator {
  STRING_EQUALS("StringEquals", Family.STRING),
  STRING_NOT_EQUALS("StringNotEquals", STRING_EQUALS),
  STRING_EQUALS_IGNORE_CASE("StringEqualsIgnoreCase", Family.STRING),
  STRING_NOT_EQUALS_IGNORE_CASE("StringNotEqualsIgnoreCase", STRING_EQUALS_IGNORE_CASE),
  STRING_LIKE("StringLike", Family.STRING),
  STRING_NOT_LIKE("StringNotLike", STRING_LIKE),
  NUMERIC_EQUALS("NumericEquals", Family.NUMERIC),
  NUMERIC_NOT_EQUALS("NumericNotEquals", NUMERIC_EQUALS),
  NUMERIC_LESS_THAN("NumericLessThan", Family.NUMERIC),
  NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", Family.NUMERIC),
  NUMERIC_GREATER_THAN("NumericGreaterThan", Family.NUMERIC),
  NUMERIC_GREATER_THAN_EQUALS("NumericGreaterThanEquals", Family.NUMERIC),
  DATE_EQUALS("DateEquals", Family.DATE),
  DATE_NOT_EQUALS("DateNotEquals", DATE_EQUALS),
  DATE_LESS_THAN("DateLessThan", Family.DATE),
  DATE_LESS_THAN_EQUALS("DateLessThanEquals", Family.DATE),
  DATE_GREATER_THAN("DateGreaterThan", Family.DATE),
  DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", Family.DATE),
  BOOL("Bool", Family.BOOL),
  BINARY_EQUALS("BinaryEquals", Family.BINARY),
  IP_ADDRESS("IpAddress", Family.IP),
  NOT_IP_ADDRESS("NotIpAddress", IP_ADDRESS),
  ARN_EQUALS("ArnEquals", Family.ARN),
  ARN_LIKE("ArnLike", Family.ARN),
  ARN_NOT_EQUALS("ArnNotEquals", ARN_LIKE),
  ARN_NOT_LIKE("ArnNotLike", ARN_LIKE),
  /** Whether the request has the key. */
  NULL("Null", Family.NULL);

  private static final Map<String, ConditionOperator> BY_NAME = new HashMap<>();

  static {
    for (ConditionOperator operator : values()) {
      BY_NAME.put(operator.wire.toLowerCase(Locale.ROOT), operator);
    }
  }

  /** The type of the values that operators compare. */
  enum Family {
    STRING("a string"),
    NUMERIC("a number"),
    DATE("a date in ISO 8601, or seconds since 1970"),
    BOOL("true or false"),
    BINARY("base64"),
    IP("an IP address or a range of CIDR"),
    ARN("an ARN"),
    NULL("true or false");

    private final String description;

    Family(String description) {
      this.description = description;
    }

    /** Returns what the value of such an operator is, in a few words. */
    String description() {
      return description;
    }

    /** Returns whether values may contain variables. */
    boolean hasVariables() {
      return this == STRING || this == ARN;
    }
  }

  private final String wire;
  private final Family family;

  /** The operator that a negated one negates; null for the others. */
  private final @Nullable ConditionOperator negates;

  ConditionOperator(String wire, Family family) {
    this.wire = wire;
    this.family = family;
    this.negates = null;
  }

  ConditionOperator(String wire, ConditionOperator negates) {
    this.wire = wire;
    this.family = negates.family;
    this.negates = negates;
  }

  /** Returns the operator with a name, in any case; null if there is none. */
  static @Nullable ConditionOperator find(String name) {
    return BY_NAME.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns the name in policies. */
  String wire() {
    return wire;
  }

  Family family() {
    return family;
  }

  /** Returns whether the operator is true if no value of the policy equals the request's. */
  boolean isNegated() {
    return negates != null;
  }

  /** Returns whether a value in a policy has the form that the operator needs. */
  boolean accepts(String value) {
    return switch (family) {
      case STRING -> true;
      case NUMERIC -> number(value) != null;
      case DATE -> Dates.parse(value) != null;
      case BOOL, NULL -> isBoolean(value);
      case BINARY -> binary(value) != null;
      case IP -> IpRange.parse(value) != null;
      case ARN -> value.equals("*") || value.startsWith("arn:") || value.contains("${");
    };
  }

  /**
   * Compares a value of a request with the values of a policy. A negated operator is true if the
   * value matches none of them. A variable without a value equals nothing.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html#policy-vars-no-value">Policy
   *     variables with no value</a>
   */
  boolean test(String value, List<PolicyCondition.Operand> operands, ContextKeys context) {
    ConditionOperator asked = negates == null ? this : negates;
    if (negates != null && !asked.understands(value)) {
      return false;
    }
    for (PolicyCondition.Operand operand : operands) {
      if (asked.matches(value, operand, context)) {
        return negates == null;
      }
    }
    return negates != null;
  }

  /** Returns whether a value of a request can be compared at all. */
  private boolean understands(String value) {
    return switch (family) {
      case STRING, BOOL, NULL -> true;
      case NUMERIC -> number(value) != null;
      case DATE -> Dates.parse(value) != null;
      case BINARY -> binary(value) != null;
      case IP -> IpRange.address(value) != null;
      case ARN -> value.startsWith("arn:");
    };
  }

  private boolean matches(String value, PolicyCondition.Operand operand, ContextKeys context) {
    return switch (this) {
      case STRING_EQUALS -> value.equals(operand.text().text(context));
      case STRING_EQUALS_IGNORE_CASE -> value.equalsIgnoreCase(operand.text().text(context));
      case STRING_LIKE -> {
        Glob glob = operand.text().glob(context);
        yield glob != null && glob.matches(value);
      }
      case ARN_EQUALS, ARN_LIKE -> operand.arn().matches(value, context);
      case BOOL -> isBoolean(value) && value.equalsIgnoreCase(operand.text().raw());
      case IP_ADDRESS -> inRange(value, operand.text().raw());
      case BINARY_EQUALS -> {
        byte[] given = binary(value);
        yield given != null && Arrays.equals(given, binary(operand.text().raw()));
      }
      case NUMERIC_EQUALS,
          NUMERIC_LESS_THAN,
          NUMERIC_LESS_THAN_EQUALS,
          NUMERIC_GREATER_THAN,
          NUMERIC_GREATER_THAN_EQUALS -> {
        BigDecimal left = number(value);
        BigDecimal right = number(operand.text().raw());
        yield left != null && right != null && holds(left.compareTo(right));
      }
      case DATE_EQUALS,
          DATE_LESS_THAN,
          DATE_LESS_THAN_EQUALS,
          DATE_GREATER_THAN,
          DATE_GREATER_THAN_EQUALS -> {
        Instant left = Dates.parse(value);
        Instant right = Dates.parse(operand.text().raw());
        yield left != null && right != null && holds(left.compareTo(right));
      }
      case STRING_NOT_EQUALS,
          STRING_NOT_EQUALS_IGNORE_CASE,
          STRING_NOT_LIKE,
          NUMERIC_NOT_EQUALS,
          DATE_NOT_EQUALS,
          NOT_IP_ADDRESS,
          ARN_NOT_EQUALS,
          ARN_NOT_LIKE,
          NULL ->
          throw new IllegalStateException(wire);
    };
  }

  /** Returns whether an ordering operator holds for the result of a comparison. */
  private boolean holds(int comparison) {
    if (wire.endsWith("LessThan")) {
      return comparison < 0;
    }
    if (wire.endsWith("LessThanEquals")) {
      return comparison <= 0;
    }
    if (wire.endsWith("GreaterThan")) {
      return comparison > 0;
    }
    return wire.endsWith("GreaterThanEquals") ? comparison >= 0 : comparison == 0;
  }

  private static boolean inRange(String value, String range) {
    byte[] address = IpRange.address(value);
    IpRange parsed = IpRange.parse(range);
    return address != null && parsed != null && parsed.contains(address);
  }

  private static boolean isBoolean(String value) {
    return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
  }

  private static @Nullable BigDecimal number(String text) {
    try {
      return text.length() > 100 ? null : new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static byte @Nullable [] binary(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
