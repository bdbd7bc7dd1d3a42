package dev.monotable.explore;

import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Sends requests of a piece, and waits for their answers, as a synchronous client does. */
record WaitingCaller(PieceRun run) implements Calls.Target {
  @Override
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I input) {
    try {
      return run.call(operation, input, new RequestEnvelope());
    } catch (HeldException e) {
      CompletableFuture<O> answer = new CompletableFuture<>();
      e.request().hold(() -> complete(answer, operation, input));
      try {
        return answer.join();
      } catch (CompletionException failed) {
        throw (RuntimeException) failed.getCause();
      }
    }
  }

  private <I extends Record, O extends Record> void complete(
      CompletableFuture<O> answer, OperationSchema<I, O> operation, I input) {
    try {
      answer.complete(run.call(operation, input, new RequestEnvelope()));
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }
}
