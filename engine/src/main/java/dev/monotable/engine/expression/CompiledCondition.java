package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A condition, filter or key condition expression without its names and values. Immutable. */
public final class CompiledCondition {
  private final ExpressionKind kind;
  private final ConditionTemplate template;
  private final boolean crowded;

  /**
   * The bound form of a condition without placeholders and with few paths, which is the same for
   * every request.
   */
  private final @Nullable BoundCondition constant;

  private CompiledCondition(
      ExpressionKind kind, ConditionTemplate template, StructureChecks checks) {
    this.kind = kind;
    this.template = template;
    this.crowded = checks.isCrowded();
    // A condition is checked when it is first bound, which for a constant one is now: if it is
    // invalid, this throws.
    BoundCondition bound =
        checks.isConstant() ? bindAnew(Bindings.internal(Map.of(), Item.EMPTY)) : null;
    this.constant = crowded ? null : bound;
  }

  /**
   * Compiles a syntax tree, such as a condition built from legacy parameters. Its names may be
   * reserved words.
   *
   * @param kind CONDITION, FILTER, KEY_CONDITION or STATEMENT_CONDITION
   * @throws FaultException if a function is unknown or not allowed in its place, or an operand of a
   *     condition without placeholders is invalid
   */
  public static CompiledCondition of(
      ExpressionKind kind, ConditionExpression condition, Limits limits) {
    return of(kind, condition, StructureChecks.ofTree(kind, limits));
  }

  static CompiledCondition of(
      ExpressionKind kind, ConditionExpression condition, StructureChecks checks) {
    ConditionTemplate template = ConditionTemplate.of(condition, checks);
    checks.throwFirst();
    return new CompiledCondition(kind, template, checks);
  }

  /**
   * Returns the condition with the names and values of a request.
   *
   * @throws FaultException if a name or value is not defined or an operand is invalid
   */
  public BoundCondition bind(Bindings bindings) {
    return constant != null ? constant : bindAnew(bindings);
  }

  private BoundCondition bindAnew(Bindings bindings) {
    Binder binder = new Binder(bindings, kind, crowded);
    ConditionNode node = template.bind(binder);
    return new BoundCondition(node, binder.paths, binder.operands);
  }
}
