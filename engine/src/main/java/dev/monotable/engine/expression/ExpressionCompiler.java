package dev.monotable.engine.expression;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the text of expressions into their compiled form, once per text. Thread safe. */
public final class ExpressionCompiler {
  private final Limits limits;

  public ExpressionCompiler(Limits limits) {
    this.limits = limits;
  }

  /**
   * The substitutions of one request; checks the names and values by themselves.
   *
   * @param names ExpressionAttributeNames
   * @param values ExpressionAttributeValues
   * @throws DynamoException where a name or a value is malformed, or a map is empty
   */
  public Bindings bindings(@Nullable Map<String, String> names, @Nullable Item values) {
    throw new UnsupportedOperationException(limits.toString());
  }

  /**
   * @param kind CONDITION, FILTER or KEY_CONDITION
   */
  public CompiledCondition condition(ExpressionKind kind, String text) {
    throw new UnsupportedOperationException();
  }

  public CompiledUpdate update(String text) {
    throw new UnsupportedOperationException();
  }

  public CompiledProjection projection(String text) {
    throw new UnsupportedOperationException();
  }
}
