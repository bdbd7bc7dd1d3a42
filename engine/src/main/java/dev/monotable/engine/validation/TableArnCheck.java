package dev.monotable.engine.validation;

import dev.monotable.engine.error.Violation;
import org.jspecify.annotations.Nullable;

/**
 * Checks an ARN that is sent in place of a table name. What the ARN names is checked before its
 * account and Region.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-iam-actions.html">Table
 *     name overloading</a>
 */
final class TableArnCheck {
  /** The minimum length of a table name. */
  static final int MIN_NAME = 3;

  private final ArnScope scope;
  private final long maxLength;
  private final long maxName;
  private final TextPattern namePattern;

  /**
   * Creates a check.
   *
   * @param maxLength the maximum length of the whole ARN
   * @param maxName the maximum length of the table name in it
   */
  TableArnCheck(ArnScope scope, long maxLength, long maxName, TextPattern namePattern) {
    this.scope = scope;
    this.maxLength = maxLength;
    this.maxName = maxName;
    this.namePattern = namePattern;
  }

  /** Returns the violation of a text that begins like an ARN, or null if it is valid. */
  @Nullable Violation violation(String text, String path, String wirePath) {
    if (text.length() > maxLength) {
      return new Violation(
          Violation.Form.VALUE,
          path,
          wirePath,
          text,
          new Violation.Bound(Violation.Bound.Kind.MAX_LENGTH, maxLength));
    }
    Arn arn = Arn.find(text);
    Violation.Demand demand =
        arn == null ? Violation.PlainDemand.TABLE_ARN_FORMAT : missed(arn, text);
    if (demand != null) {
      return new Violation(Violation.Form.STATED, path, wirePath, text, demand);
    }
    if (arn != null && !arn.account().equals(scope.account())) {
      return new Violation(
          Violation.Form.DENIED, path, wirePath, text, Violation.PlainDemand.SAME_ACCOUNT);
    }
    return arn == null || arn.region().equals(scope.region())
        ? null
        : new Violation(
            Violation.Form.STATED,
            path,
            wirePath,
            text,
            new Violation.ArnPart(Violation.ArnPart.Component.REGION, text));
  }

  private Violation.@Nullable Demand missed(Arn arn, String text) {
    if (!arn.partition().equals(ArnScope.PARTITION)) {
      return new Violation.ArnPart(Violation.ArnPart.Component.PARTITION, text);
    }
    int slash = arn.resource().indexOf('/');
    if (!arn.service().equals("dynamodb") || slash < 0) {
      return Violation.PlainDemand.TABLE_ARN_FORMAT;
    }
    if (!arn.resource().substring(0, slash).equals("table")) {
      return new Violation.ArnPart(Violation.ArnPart.Component.RESOURCE_TYPE, text);
    }
    String name = arn.resource().substring(slash + 1);
    return name.length() >= MIN_NAME && name.length() <= maxName && namePattern.matches(name)
        ? null
        : Violation.PlainDemand.TABLE_ARN_FORMAT;
  }
}
