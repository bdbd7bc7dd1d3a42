package dev.monotable.control.explore;

import dev.monotable.control.model.PieceEndName;
import dev.monotable.control.model.PieceEndToReport;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.explore.PieceEnd;
import dev.monotable.explore.PieceRun;
import dev.monotable.schema.OperationSchema;
import java.util.concurrent.TimeUnit;

/** A piece that a client runs. The requests with its access key come here. */
final class ClientPiece implements OperationCaller {
  /**
   * How long after a request another one of the same piece may come that it has sent at once, in
   * nanoseconds: the explorer does not see what the client does.
   */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** The number of characters of what a client says of the end of a piece that are kept. */
  private static final int MAX_MESSAGE = 1 << 14;

  /** What runs requests for an access key by the policies of another one. */
  record Signed(OperationCaller caller, String accessKey) implements OperationCaller {
    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      envelope.sign(new Caller.Client(accessKey, envelope.caller().region()));
      return caller.call(operation, request, envelope);
    }
  }

  /** The failure of a piece, in the words of its client. */
  private static final class ClientException extends Exception {
    private static final long serialVersionUID = 1L;

    ClientException(String message) {
      super(message, null, false, false);
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // the class of Java says nothing to its client
    public String toString() {
      return String.valueOf(getMessage());
    }
  }

  private final PieceRun run;
  private final Signed signed;
  private final Runnable onRequest;
  private volatile long arrived;

  /**
   * @param accessKey by whose policies its requests are admitted
   * @param onRequest is run with each request
   */
  ClientPiece(PieceRun run, String accessKey, Runnable onRequest) {
    this.run = run;
    this.signed = new Signed(run, accessKey);
    this.onRequest = onRequest;
    this.arrived = System.nanoTime();
  }

  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    onRequest.run();
    arrived = System.nanoTime();
    return signed.call(operation, request, envelope);
  }

  /** Returns whether another request may be on its way. */
  boolean isBusy() {
    return System.nanoTime() - arrived < QUIET_NANOS;
  }

  /** Receives how the piece has ended. */
  void end(PieceEndToReport end) {
    String message = end.message() == null ? "without a message" : end.message();
    if (message.length() > MAX_MESSAGE) {
      message = "…" + message.substring(message.length() - MAX_MESSAGE);
    }
    run.end(
        end.end() == PieceEndName.RETURNED
            ? PieceEnd.returned(null)
            : PieceEnd.failed(
                end.end() == PieceEndName.ASSERTED
                    ? new AssertionError(message)
                    : new ClientException(message)));
  }
}
