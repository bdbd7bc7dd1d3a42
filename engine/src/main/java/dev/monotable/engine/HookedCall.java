package dev.monotable.engine;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Injection;
import dev.monotable.schema.OperationSchema;
import java.util.List;
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
    List<ActiveRule> rules = active.rules(operation);
    Injection injection =
        rules.isEmpty() ? null : new Injection(catalogue.context(), operation, rules);
    if (!active.isObserved()) {
      return catalogue.call(
          operation,
          request,
          injection == null ? plain : Call.injected(plain.wording(), injection));
    }
    long started = System.nanoTime();
    CompletedRequest event =
        new CompletedRequest(
            plain.wording(), injection, operation, request, active.millisAt(started), started);
    try {
      O response = catalogue.call(operation, request, event);
      event.succeed(response);
      return response;
    } catch (DynamoException e) {
      event.fail(e);
      throw e;
    } catch (DroppedConnectionException e) {
      event.drop();
      throw e;
    } catch (RuntimeException | Error e) {
      event.fail(unexpected(e));
      throw e;
    } finally {
      active.report(event.end(System.nanoTime()));
    }
  }

  private static DynamoException unexpected(@Nullable Throwable failure) {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, String.valueOf(failure));
  }
}
