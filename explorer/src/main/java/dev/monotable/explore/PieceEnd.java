package dev.monotable.explore;

import org.jspecify.annotations.Nullable;

/**
 * The end of a piece in an execution. That of a piece that was started again is the end of its last
 * start.
 *
 * @param value what the code has returned; null if it returns nothing, or has not ended so
 * @param failure what the code has thrown; null if it has not ended so
 */
public record PieceEnd(Kind kind, @Nullable Object value, @Nullable Throwable failure) {
  /** The end of a piece that neither ends nor sends another request. */
  public static final PieceEnd NONE = new PieceEnd(Kind.NONE, null, null);

  /** The end of a piece that has died, and was not started again. */
  public static final PieceEnd DIED = new PieceEnd(Kind.DIED, null, null);

  /** The ways in which a piece can end. */
  public enum Kind {
    RETURNED,
    FAILED,
    /** It has died at one of its requests, as the exploration wanted. */
    DIED,
    /** It waits for something that does not happen. */
    NONE
  }

  /** Returns the end of a piece whose recovery has ended so. */
  PieceEnd ofRecovery() {
    return kind == Kind.NONE ? NONE : DIED;
  }

  /** Returns the end of a piece that has returned. */
  public static PieceEnd returned(@Nullable Object value) {
    return new PieceEnd(Kind.RETURNED, value, null);
  }

  /** Returns the end of a piece that has thrown something. */
  public static PieceEnd failed(Throwable failure) {
    return new PieceEnd(Kind.FAILED, null, failure);
  }
}
