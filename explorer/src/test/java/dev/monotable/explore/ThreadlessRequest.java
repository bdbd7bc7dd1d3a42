package dev.monotable.explore;

import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.util.function.Consumer;

/** A request that is sent without a thread: whatever lets it go passes on the answer. */
record ThreadlessRequest<I extends Record, O extends Record>(
    OperationSchema<I, O> operation, I input) {
  /**
   * Sends the request.
   *
   * @param onAnswer receives the text of the output or of the error
   */
  void send(OperationCaller caller, Consumer<String> onAnswer) {
    try {
      onAnswer.accept(answer(caller));
    } catch (HeldException e) {
      e.request().hold(() -> send(caller, onAnswer)); // it may be held again
    }
  }

  /** Runs the request now, and returns the text of the output or of the error. */
  String answer(OperationCaller caller) {
    try {
      return caller.call(operation, input, new RequestEnvelope()).toString();
    } catch (DynamoException e) {
      return e.code() + ": " + e.getMessage();
    }
  }
}
