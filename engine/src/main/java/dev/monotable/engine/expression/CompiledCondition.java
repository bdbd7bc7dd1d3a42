package dev.monotable.engine.expression;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Edition;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A condition, filter or key condition expression without its names and values. Immutable. */
public final class CompiledCondition {
  private final ExpressionKind kind;
  private final Edition edition;
  private final ConditionTemplate template;

  /** The bound form of a condition without placeholders, the same for every request. */
  private final @Nullable BoundCondition constant;

  private CompiledCondition(ExpressionKind kind, Edition edition, ConditionTemplate template) {
    this.kind = kind;
    this.edition = edition;
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
   * @throws DynamoException where a function does not exist or may not be used so, or an operand of
   *     a condition without placeholders is wrong
   */
  public static CompiledCondition of(
      ExpressionKind kind, ConditionExpression condition, Limits limits, Edition edition) {
    return of(kind, condition, StructureChecks.ofTree(kind, limits), edition);
  }

  static CompiledCondition of(
      ExpressionKind kind, ConditionExpression condition, StructureChecks checks, Edition edition) {
    ConditionTemplate template = ConditionTemplate.of(condition, checks);
    checks.throwFirst();
    return new CompiledCondition(kind, edition, template);
  }

  /**
   * The condition with the names and values of a request.
   *
   * @throws DynamoException where a name or value is not defined or an operand is wrong
   */
  public BoundCondition bind(Bindings bindings) {
    return constant != null ? constant : bindAnew(bindings);
  }

  private BoundCondition bindAnew(Bindings bindings) {
    Binder binder = new Binder(bindings, kind);
    ConditionNode node = template.bind(binder);
    return new BoundCondition(node, binder.paths, edition);
  }
}
