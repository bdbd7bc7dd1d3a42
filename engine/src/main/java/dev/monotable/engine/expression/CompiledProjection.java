package dev.monotable.engine.expression;

/** A projection expression without its names. */
public final class CompiledProjection {
  CompiledProjection() {}

  /**
   * @throws dev.monotable.engine.error.DynamoException where a name is missing or paths overlap
   */
  public BoundProjection bind(Bindings bindings) {
    throw new UnsupportedOperationException();
  }
}
