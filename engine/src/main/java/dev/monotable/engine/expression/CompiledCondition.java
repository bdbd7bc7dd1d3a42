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

  /** The bound form of a condition without placeholders, the same for every request. */
  private final @Nullable BoundCondition constant;

  private CompiledCondition(ExpressionKind kind, ConditionTemplate template) {
    this.kind = kind;
    this.template = template;
    // What is wrong with such a condition is not known before it is bound for the first time, which
    // is now: a constant condition that is wrong is thrown from here.
    this.constant =
        template.isConstant() ? bindAnew(Bindings.internal(Map.of(), Item.EMPTY)) : null;
  }

  /**
   * Compiles a syntax tree, as conditions made from the parameters that are older than expressions
   * are; names in it may be reserved words.
   *
   * @param kind CONDITION, FILTER or KEY_CONDITION
   * @throws FaultException where a function does not exist or may not be used so, or an operand of
   *     a condition without placeholders is wrong
   */
  public static CompiledCondition of(
      ExpressionKind kind, ConditionExpression condition, Limits limits) {
    return of(kind, condition, StructureChecks.ofTree(kind, limits));
  }

  static CompiledCondition of(
      ExpressionKind kind, ConditionExpression condition, StructureChecks checks) {
    ConditionTemplate template = ConditionTemplate.of(condition, checks);
    checks.throwFirst();
    return new CompiledCondition(kind, template);
  }

  /**
   * The condition with the names and values of a request.
   *
   * @throws FaultException where a name or value is not defined or an operand is wrong
   */
  public BoundCondition bind(Bindings bindings) {
    return constant != null ? constant : bindAnew(bindings);
  }

  private BoundCondition bindAnew(Bindings bindings) {
    Binder binder = new Binder(bindings, kind);
    ConditionNode node = template.bind(binder);
    return new BoundCondition(node, binder.paths);
  }
}
