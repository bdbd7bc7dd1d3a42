package dev.monotable.engine.validation;

import dev.monotable.engine.error.ArnMessages;
import dev.monotable.engine.error.ConstraintMessages;
import org.jspecify.annotations.Nullable;

/**
 * What an ARN violates that stands where a table may be named by name or ARN. What it is of is
 * looked at before whose it is.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-iam-actions.html">Table
 *     name overloading</a>
 */
final class TableArnCheck {
  private static final int MIN_NAME = 3;

  private final ArnScope scope;
  private final long maxLength;
  private final long maxName;
  private final TextPattern namePattern;

  /**
   * @param maxLength of the whole ARN
   * @param maxName of the table's name in it
   */
  TableArnCheck(ArnScope scope, long maxLength, long maxName, TextPattern namePattern) {
    this.scope = scope;
    this.maxLength = maxLength;
    this.maxName = maxName;
    this.namePattern = namePattern;
  }

  /** What a text that begins as an ARN violates; null for nothing. */
  @Nullable Violation violation(String text, String path, String wirePath) {
    if (text.length() > maxLength) {
      return new Violation(
          Violation.Form.VALUE, path, wirePath, text, ConstraintMessages.maxLength(maxLength));
    }
    Arn arn = Arn.find(text);
    String fault = arn == null ? ArnMessages.FORMAT : fault(arn, text);
    if (fault != null) {
      return new Violation(Violation.Form.STATED, path, wirePath, text, fault);
    }
    if (arn != null && !arn.account().equals(scope.account())) {
      return new Violation(Violation.Form.DENIED, path, wirePath, text, ArnMessages.ACCESS_DENIED);
    }
    return arn == null || arn.region().equals(scope.region())
        ? null
        : new Violation(Violation.Form.STATED, path, wirePath, text, ArnMessages.otherRegion(text));
  }

  private @Nullable String fault(Arn arn, String text) {
    if (!arn.partition().equals(ArnScope.PARTITION)) {
      return ArnMessages.otherPartition(text);
    }
    int slash = arn.resource().indexOf('/');
    if (!arn.service().equals("dynamodb") || slash < 0) {
      return ArnMessages.FORMAT;
    }
    if (!arn.resource().substring(0, slash).equals("table")) {
      return ArnMessages.otherResourceType(text);
    }
    String name = arn.resource().substring(slash + 1);
    return name.length() >= MIN_NAME && name.length() <= maxName && namePattern.matches(name)
        ? null
        : ArnMessages.FORMAT;
  }
}
