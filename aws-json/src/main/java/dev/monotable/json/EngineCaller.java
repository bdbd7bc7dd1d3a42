package dev.monotable.json;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.util.Set;

/** Runs requests by an engine. */
record EngineCaller(MonotableEngine engine) implements OperationCaller {
  @Override
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    return engine.call(operation, request);
  }

  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    return engine.call(operation, request, envelope);
  }

  @Override
  public void reject(OperationSchema<?, ?> operation, DynamoException error) {
    engine.observeRejected(operation, error);
  }

  @Override
  public Set<String> waitingOperations() {
    return engine.waitingOperations();
  }
}
