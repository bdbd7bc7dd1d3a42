package dev.monotable.formats.schema;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.schema.OperationSchema;

/** A database that gets tables and items: an engine, or a client of an endpoint. */
@FunctionalInterface
public interface LoadTarget {
  /**
   * Performs an operation.
   *
   * @throws DynamoException if the operation fails
   */
  <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request);

  /** Returns whether tables get their replicas in other Regions. */
  default boolean hasRegions() {
    return false;
  }
}
