package dev.monotable.engine.error;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A request violates constraints of the service model. The messages for ARNs in place of table
 * names are from DDB-TABLE-442.
 *
 * @param violations the violations in the order in which AWS reports them; at least one
 */
public record ConstraintFault(List<Violation> violations) implements Fault {
  public ConstraintFault {
    violations = List.copyOf(violations);
  }

  /** Returns the fault of a missing required member. */
  public static ConstraintFault notNull(String path) {
    return new ConstraintFault(
        List.of(
            new Violation(Violation.Form.VALUE, path, path, null, Violation.PlainDemand.NOT_NULL)));
  }

  @Override
  public ErrorCode code() {
    return violations.get(0).form() == Violation.Form.DENIED
        ? ErrorCode.ACCESS_DENIED
        : ErrorCode.VALIDATION;
  }

  /** Returns the message for all violations: {@code 2 validation errors detected: …; …}. */
  @Override
  public String text(Wording wording) {
    if (!violations.get(0).isCounted()) {
      return violations.get(0).text();
    }
    int count = violations.size();
    return (count == 1 ? Phrases.ONE_ERROR + " " : count + " validation errors detected: ")
        + violations.stream().map(Violation::text).collect(Collectors.joining("; "));
  }
}
