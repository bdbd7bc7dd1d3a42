package dev.monotable.design.replay;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that can be sent again.
 *
 * @param operation the operation
 * @param request as its client sent it; of the input of the operation
 * @param at when it started
 * @param context who sent it, and to which database
 * @param outcome what came of it; null if it was changed since
 */
public record SentRequest(
    OperationSchema<?, ?> operation,
    Record request,
    Instant at,
    RequestContext context,
    @Nullable Outcome outcome) {

  /** Returns another request in place of this one. */
  public <I extends Record> SentRequest with(OperationSchema<I, ?> other, I input) {
    return new SentRequest(other, input, at, context, null);
  }

  /** Sends it. */
  void to(MonotableEngine engine) {
    send(engine, operation);
  }

  private <I extends Record, O extends Record> void send(
      MonotableEngine engine, OperationSchema<I, O> to) {
    var unused = engine.call(to, to.input().recordClass().cast(request));
  }
}
