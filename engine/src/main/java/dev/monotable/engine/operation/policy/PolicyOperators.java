package dev.monotable.engine.operation.policy;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The operators of conditions, and which conditions restrict who may send a request.
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

  /** Operators that hold for the values in the policy alone, and not without the key. */
  private static final Pattern RESTRICTING =
      pattern("(ForAnyValue:)?(String(Equals(IgnoreCase)?|Like)|Arn(Equals|Like)|Bool)");

  private static final String BY_SERVICE = "aws:principalisawsservice";

  /** The keys that make a policy non-public, in lower case. */
  private static final Set<String> TRUSTED =
      Set.of(
          "aws:ec2instancesourcevpc",
          "aws:principalaccount",
          "aws:principalarn",
          BY_SERVICE,
          "aws:principalorgid",
          "aws:principalorgpaths",
          "aws:principalservicename",
          "aws:principalservicenameslist",
          "aws:sourceaccount",
          "aws:sourcearn",
          "aws:sourceorgid",
          "aws:sourceorgpaths",
          "aws:sourcevpc",
          "aws:sourcevpce",
          "aws:userid");

  private PolicyOperators() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /** Returns whether there is an operator, in any case. */
  static boolean exists(String operator) {
    return OPERATOR.matcher(operator).matches();
  }

  /**
   * Returns whether a condition restricts access to principals that it names: it compares one of
   * some keys with values without wildcards and variables.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-bpa-rbp.html">Blocking
   *     public access with resource-based policies in DynamoDB</a>
   */
  static boolean restricts(String operator, String key, List<String> values) {
    String name = key.toLowerCase(Locale.ROOT);
    if (!TRUSTED.contains(name) || !RESTRICTING.matcher(operator).matches()) {
      return false;
    }
    for (String value : values) {
      if (name.equals(BY_SERVICE)
          ? !value.equalsIgnoreCase("true")
          : value.indexOf('*') >= 0 || value.indexOf('?') >= 0 || value.contains("${")) {
        return false;
      }
    }
    return true;
  }
}
