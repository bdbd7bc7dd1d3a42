package dev.monotable;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.explore.PieceRun;
import dev.monotable.explore.ThreadCode;
import dev.monotable.explore.WrongUsageException;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.schema.OperationSchema;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A database while it is explored. It rejects what pieces send to it instead of their forks, so
 * that nothing is left out by mistake; all others use it as before.
 */
final class Explored implements Admission, AutoCloseable {
  private final Registration registration;
  private final Runnable onClose;
  private final ExchangeConfig config;

  /** Where the requests of pieces without a handle go. */
  private final Map<PieceRun, Exchange> withoutHandle = new ConcurrentHashMap<>();

  /** The first request that was rejected; null if there was none. */
  private volatile @Nullable String rejected;

  Explored(MonotableEngine original, Runnable onClose) {
    this.onClose = onClose;
    this.config =
        ExchangeConfig.standard()
            .withWording(original.config().wording())
            .withDefaultRegion(original.config().region());
    this.registration = original.admit(this);
  }

  /** Returns what passes the requests of clients to a piece. */
  Exchange exchange(PieceRun run) {
    return new Exchange(new Own(run), config);
  }

  /** Lets the synchronous clients of the original lead to a piece, on the threads of the piece. */
  void leadToPiece(PieceRun run) {
    withoutHandle.put(run, exchange(run));
    run.whenOver(() -> withoutHandle.remove(run));
  }

  /** Returns where the request of this thread goes; null if it is not one of such a piece. */
  @Nullable Exchange findExchange() {
    PieceRun run = withoutHandle.isEmpty() ? null : ThreadCode.runOfThread();
    return run == null ? null : withoutHandle.get(run);
  }

  @Override
  public void enter(AdmissionRequest request) {
    PieceRun run = ThreadCode.runOfThread();
    if (run != null) {
      String text =
          run.name()
              + " has sent "
              + request.operation().name()
              + " to the original database: "
              + (withoutHandle.containsKey(run)
                  ? "without a handle, only requests of its synchronous clients in process are"
                      + " explored"
                  : "it must use the clients of the handle that is passed to it");
      if (rejected == null) {
        rejected = text;
      }
      throw new DynamoException(ErrorCode.ACCESS_DENIED, text); // which no SDK sends again
    }
  }

  /**
   * Throws an exception if a request was rejected.
   *
   * @throws WrongUsageException with the first one
   */
  void requireNoneRejected() {
    String text = rejected;
    if (text != null) {
      throw new WrongUsageException(text, null);
    }
  }

  @Override
  public void close() {
    registration.close();
    onClose.run();
  }

  /** Rejects requests of threads of other pieces, such as those that an execution left behind. */
  private record Own(PieceRun run) implements OperationCaller {
    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      PieceRun ofThread = ThreadCode.runOfThread();
      if (ofThread != null && ofThread != run) {
        throw new DynamoException(
            ErrorCode.ACCESS_DENIED,
            "a thread of "
                + ofThread.name()
                + " has sent "
                + operation.name()
                + " by a client that is not its own");
      }
      return run.call(operation, request, envelope);
    }
  }
}
