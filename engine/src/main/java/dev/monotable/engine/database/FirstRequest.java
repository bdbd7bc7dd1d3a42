package dev.monotable.engine.database;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;

/**
 * The caller of the first request of a client that has no database yet. It creates the database,
 * unless policies deny the request: otherwise any access key could fill the server with databases.
 */
final class FirstRequest implements OperationCaller {
  private final Databases databases;
  private final DatabaseFactory factory;
  private final Caller.Client client;

  FirstRequest(Databases databases, DatabaseFactory factory, Caller.Client client) {
    this.databases = databases;
    this.factory = factory;
    this.client = client;
  }

  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    requireNotDenied(operation, request, envelope);
    MonotableEngine engine = databases.find(client).engine();
    return engine.call(operation, request, envelope);
  }

  private <I extends Record, O extends Record> void requireNotDenied(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    try (Database trial = factory.trial(DatabaseIdentity.separate(client))) {
      if (trial != null) {
        var unused = trial.call(operation, request, envelope);
      }
    } catch (DynamoException e) {
      if (e.code() == ErrorCode.ACCESS_DENIED) {
        throw e;
      }
    }
  }
}
