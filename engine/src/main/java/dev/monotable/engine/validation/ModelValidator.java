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
 * Checks requests against the constraints of the service model: required members, lengths, ranges,
 * patterns and enums. None of these checks is written by hand. Where AWS was observed to differ
 * from its model, or where the model does not say (the order of checks, how an enum is printed), a
 * line of {@code overlay.txt} does, for all wordings or for one.
 *
 * <p>The checks of an operation are created at its first request. A valid request is checked
 * without allocation; violations are collected and worded only for an invalid one. Thread-safe.
 */
public final class ModelValidator {
  private final Overlay overlay;
  private final ArnScope scope;
  private final Map<StructureSchema<?>, StructureCheck> checks = new ConcurrentHashMap<>();

  /**
   * Indexed by the operation's ordinal. A check has only final fields, so a race only creates it
   * twice.
   */
  private final StructureCheck[] byOperation = new StructureCheck[Operations.all().size()];

  /**
   * Creates a validator.
   *
   * @param wording determines which lines of the overlay apply
   * @param scope the Region and account that table ARNs must name
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
   * @throws FaultException a ValidationException that reports the violations, or an
   *     AccessDeniedException
   */
  public <I extends Record> void validate(OperationSchema<I, ?> operation, I request) {
    StructureCheck check = check(operation);
    if (!check.holds(request)) {
      List<Violation> violations = check.violations(request);
      // The older layer may accept what the newer one rejects.
      if (!violations.isEmpty()) {
        throw new FaultException(new ConstraintFault(violations));
      }
    }
  }

  /**
   * Returns whether the older layer of the service reads a rejected request, because its values
   * nest too deep for the newer layer.
   */
  public <I extends Record> boolean isBeyondNesting(OperationSchema<I, ?> operation, I request) {
    return check(operation).isBeyondNesting(request);
  }

  private StructureCheck check(OperationSchema<?, ?> operation) {
    StructureCheck check = byOperation[operation.ordinal()];
    if (check == null) {
      Overlay own = overlay.forOperation(operation.name());
      check =
          own == overlay
              ? check(operation.input())
              : new StructureCheck(own, scope, operation.input());
      byOperation[operation.ordinal()] = check;
    }
    return check;
  }

  /**
   * Returns the violations of a record, as AWS reports them: at most ten, in AWS's order; empty if
   * the record is valid.
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
