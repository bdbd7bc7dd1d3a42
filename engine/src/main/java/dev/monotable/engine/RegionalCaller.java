package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.util.HashSet;
import java.util.Set;

/** Passes each request to the database of the Region that it is signed for. */
@Experimental
public final class RegionalCaller implements OperationCaller {
  private final Database home;

  /**
   * @param home receives the requests to Regions without a database of their own
   */
  public RegionalCaller(Database home) {
    this.home = home;
  }

  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    return home.in(envelope.caller().region()).engine().call(operation, request, envelope);
  }

  @Override
  public void reject(OperationSchema<?, ?> operation, DynamoException error) {
    home.engine().reject(operation, error);
  }

  @Override
  public Set<String> waitingOperations() {
    Set<String> all = home.engine().waitingOperations();
    for (Database other : home.otherRegions()) {
      Set<String> operations = other.engine().waitingOperations();
      if (!operations.isEmpty()) {
        Set<String> both = new HashSet<>(all);
        both.addAll(operations);
        all = both;
      }
    }
    return all;
  }
}
