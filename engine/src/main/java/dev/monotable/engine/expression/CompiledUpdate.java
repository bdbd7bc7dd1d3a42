package dev.monotable.engine.expression;

/** An update expression without its names and values. */
public final class CompiledUpdate {
  CompiledUpdate() {}

  /**
   * @throws dev.monotable.engine.error.DynamoException where a name or value is missing, an operand
   *     is wrong or paths overlap
   */
  public BoundUpdate bind(Bindings bindings) {
    throw new UnsupportedOperationException();
  }
}
