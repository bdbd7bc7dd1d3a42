package dev.monotable.engine;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Injection;
import dev.monotable.engine.operation.Observation;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** Performs one request that is observed, or that fault rules may concern. */
final class HookedCall {
  private HookedCall() {}

  /**
   * Performs a request.
   *
   * @param plain the call of the operation without hooks
   */
  static <I extends Record, O extends Record> O run(
      OperationCatalogue catalogue,
      OperationSchema<I, O> operation,
      I request,
      RequestHooks.Active active,
      Call plain) {
    Injection injection =
        active.rules().isEmpty()
            ? null
            : Injection.of(catalogue.context(), operation.name(), active.rules());
    if (!active.isObserved()) {
      return catalogue.call(
          operation,
          request,
          injection == null ? plain : Call.of(plain.wording(), null, injection));
    }
    Observation observation = new Observation();
    long millis = catalogue.context().clock().millis();
    long started = System.nanoTime();
    O response = null;
    DynamoException error = null;
    boolean dropped = false;
    try {
      response =
          catalogue.call(operation, request, Call.of(plain.wording(), observation, injection));
      return response;
    } catch (DynamoException e) {
      error = e;
      throw e;
    } catch (DroppedConnectionException e) {
      dropped = true;
      throw e;
    } catch (RuntimeException | Error e) {
      error = unexpected(e);
      throw e;
    } finally {
      long nanos = System.nanoTime() - started;
      active.report(
          new CompletedRequest(
              operation,
              request,
              new CompletedRequest.End(response, error, dropped),
              new CompletedRequest.Timing(millis, nanos),
              observation,
              injection));
    }
  }

  private static DynamoException unexpected(@Nullable Throwable failure) {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, String.valueOf(failure));
  }
}
