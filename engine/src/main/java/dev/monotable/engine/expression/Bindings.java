package dev.monotable.engine.expression;

/** ExpressionAttributeNames and ExpressionAttributeValues of one request. Not thread safe. */
public final class Bindings {
  Bindings() {}

  /**
   * Checks, after all expressions of the request were bound, that each name and value was used.
   *
   * @throws dev.monotable.engine.error.DynamoException naming those that were not
   */
  public void requireAllUsed() {
    throw new UnsupportedOperationException();
  }
}
