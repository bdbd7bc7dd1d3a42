package dev.monotable.explore;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Sends requests of a piece, and waits for their answers, as a synchronous client does.
 *
 * @param attempts the number of attempts of a request that fails by a fault; if it is more than 1,
 *     they have the headers that an SDK sends
 */
record WaitingCaller(PieceRun run, int attempts) implements Calls.Target {
  WaitingCaller(PieceRun run) {
    this(run, 1);
  }

  @Override
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I input) {
    String invocation = UUID.randomUUID().toString();
    for (int attempt = 1; ; attempt++) {
      try {
        return send(operation, input, invocation, attempt);
      } catch (DynamoException e) {
        if (attempt == attempts || !isRetried(e)) {
          throw e;
        }
      } catch (DroppedConnectionException e) {
        if (attempt == attempts) {
          throw e;
        }
      }
    }
  }

  private static boolean isRetried(DynamoException e) {
    return e.code() == ErrorCode.THROTTLING
        || e.code() == ErrorCode.PROVISIONED_THROUGHPUT_EXCEEDED
        || e.code() == ErrorCode.INTERNAL_SERVER_ERROR;
  }

  private <I extends Record, O extends Record> O send(
      OperationSchema<I, O> operation, I input, String invocation, int attempt) {
    try {
      return run.call(operation, input, envelope(invocation, attempt));
    } catch (HeldException e) {
      CompletableFuture<O> answer = new CompletableFuture<>();
      e.request().hold(() -> complete(answer, operation, input, envelope(invocation, attempt)));
      try {
        return answer.join();
      } catch (CompletionException failed) {
        throw (RuntimeException) failed.getCause();
      }
    }
  }

  private <I extends Record, O extends Record> void complete(
      CompletableFuture<O> answer,
      OperationSchema<I, O> operation,
      I input,
      RequestEnvelope envelope) {
    try {
      answer.complete(run.call(operation, input, envelope));
    } catch (HeldException e) {
      e.request().hold(() -> complete(answer, operation, input, envelope)); // again
    } catch (RuntimeException failure) {
      answer.completeExceptionally(failure);
    }
  }

  private RequestEnvelope envelope(String invocation, int attempt) {
    RequestEnvelope envelope = new RequestEnvelope();
    if (attempts > 1) {
      envelope.headers(
          name ->
              switch (name) {
                case "amz-sdk-invocation-id" -> invocation;
                case "amz-sdk-request" -> "attempt=" + attempt + "; max=" + attempts;
                default -> null;
              });
    }
    return envelope;
  }
}
