package dev.monotable.engine.expression;

/** A condition, filter or key condition expression without its names and values. */
public final class CompiledCondition {
  CompiledCondition() {}

  /**
   * @throws dev.monotable.engine.error.DynamoException where a name or value is missing or an
   *     operand is wrong
   */
  public BoundCondition bind(Bindings bindings) {
    throw new UnsupportedOperationException();
  }
}
