package dev.monotable.engine.operation.policy;

import java.util.regex.Pattern;

/**
 * The operators of conditions.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html">IAM
 *     JSON policy elements: Condition operators</a>
 */
final class PolicyOperators {
  private static final Pattern OPERATOR =
      pattern(
          "((ForAllValues|ForAnyValue):)?"
              + "(Null|(String(Not)?(Equals(IgnoreCase)?|Like)"
              + "|(Numeric|Date)((Not)?Equals|(Less|Greater)Than(Equals)?)"
              + "|Bool|BinaryEquals|(Not)?IpAddress|Arn(Not)?(Equals|Like))(IfExists)?)");

  private PolicyOperators() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /** Returns whether there is an operator, in any case. */
  static boolean exists(String operator) {
    return OPERATOR.matcher(operator).matches();
  }
}
