package dev.monotable.engine.validation;

import dev.monotable.engine.error.ConstraintFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Violation;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.StructureSchema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks requests against the constraints of the service's model: what must be there, lengths,
 * ranges, patterns, enums. No such check is written by hand. Where AWS was seen to do otherwise
 * than its model says, or where the model is silent (in which order it checks, how it prints an
 * enum), a line of {@code overlay.txt} says so, for all wordings or for one.
 *
 * <p>The checks of an operation are made when its first request comes. A request that violates
 * nothing is checked without garbage; only for one that does the violations are collected and
 * worded. Thread safe.
 */
public final class ModelValidator {
  private final Overlay overlay;
  private final ArnScope scope;
  private final Map<StructureSchema<?>, StructureCheck> checks = new ConcurrentHashMap<>();

  /** By the operation's ordinal. A check has only final fields, so a race only makes it twice. */
  private final StructureCheck[] byOperation = new StructureCheck[Operations.all().size()];

  /**
   * @param wording says which lines of the overlay apply
   * @param scope what the ARNs of tables must be of
   */
  public ModelValidator(Wording wording, ArnScope scope) {
    this(Overlay.of(wording), scope);
  }

  ModelValidator(Overlay overlay, ArnScope scope) {
    this.overlay = overlay;
    this.scope = scope;
  }

  /**
   * Checks a request.
   *
   * @throws FaultException a ValidationException that reports its violations, or an
   *     AccessDeniedException
   */
  public <I extends Record> void validate(OperationSchema<I, ?> operation, I request) {
    StructureCheck check = check(operation);
    if (!check.holds(request)) {
      throw new FaultException(new ConstraintFault(check.violations(request)));
    }
  }

  /**
   * Whether a request that is refused is read by the older layer of the service, because it nests
   * values too deep for the newer one.
   */
  public <I extends Record> boolean isBeyondNesting(OperationSchema<I, ?> operation, I request) {
    return check(operation).isBeyondNesting(request);
  }

  private StructureCheck check(OperationSchema<?, ?> operation) {
    StructureCheck check = byOperation[operation.ordinal()];
    if (check == null) {
      check = check(operation.input());
      byOperation[operation.ordinal()] = check;
    }
    return check;
  }

  /**
   * What a record violates, as AWS reports it: at most ten violations, in AWS's order; none if it
   * violates nothing.
   */
  public <T extends Record> List<Violation> violations(StructureSchema<T> schema, T structure) {
    StructureCheck check = check(schema);
    return check.holds(structure) ? List.of() : check.violations(structure);
  }

  private StructureCheck check(StructureSchema<?> schema) {
    StructureCheck known = checks.get(schema);
    return known != null
        ? known
        : checks.computeIfAbsent(schema, missing -> new StructureCheck(overlay, scope, missing));
  }
}
