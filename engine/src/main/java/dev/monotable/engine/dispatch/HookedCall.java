package dev.monotable.engine.dispatch;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.RequestAdmission;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** Performs one request that somebody may observe or admit. */
final class HookedCall {
  private HookedCall() {}

  /**
   * Performs a request.
   *
   * @param envelope null for a request of Monotable itself
   * @param ticket receives what the response waits for; null if it waits for nothing
   */
  static <I extends Record, O extends Record> O run(
      OperationCatalogue catalogue,
      OperationSchema<I, O> operation,
      I request,
      RequestHooks.Active active,
      @Nullable RequestEnvelope envelope,
      @Nullable CommitTicket ticket) {
    RequestAdmission admission =
        active.admission(catalogue.context(), operation, request, envelope);
    Throwable failure = null;
    try {
      return active.isObserved()
          ? observed(catalogue, operation, request, active, admission, envelope, ticket)
          : catalogue.call(operation, request, unobserved(catalogue, operation, admission, ticket));
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    } finally {
      if (admission != null) {
        admission.leave(failure);
        if (envelope != null) {
          envelope.setInjected(admission.injected());
        }
      }
      if (failure instanceof OutOfMemoryError) {
        active.outOfMemory();
      }
    }
  }

  private static Call unobserved(
      OperationCatalogue catalogue,
      OperationSchema<?, ?> operation,
      @Nullable RequestAdmission admission,
      @Nullable CommitTicket ticket) {
    Call plain = catalogue.plain(operation);
    return admission == null && ticket == null
        ? plain
        : Call.of(plain.wording(), admission, ticket);
  }

  private static <I extends Record, O extends Record> O observed(
      OperationCatalogue catalogue,
      OperationSchema<I, O> operation,
      I request,
      RequestHooks.Active active,
      @Nullable RequestAdmission admission,
      @Nullable RequestEnvelope envelope,
      @Nullable CommitTicket ticket) {
    long started = System.nanoTime();
    CompletedRequest event =
        new CompletedRequest(
            catalogue.plain(operation).wording(),
            admission,
            ticket,
            operation,
            request,
            active.millisAt(started),
            started);
    event.name(envelope == null ? null : envelope.findPattern());
    boolean held = false;
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
    } catch (HeldException e) {
      held = true; // it is observed when it runs to its end
      throw e;
    } catch (RuntimeException | Error e) {
      event.fail(unexpected(e));
      throw e;
    } finally {
      if (!held) {
        active.report(event.end(System.nanoTime()));
      }
    }
  }

  private static DynamoException unexpected(@Nullable Throwable failure) {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, String.valueOf(failure));
  }
}
