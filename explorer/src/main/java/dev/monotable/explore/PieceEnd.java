package dev.monotable.explore;

import org.jspecify.annotations.Nullable;

/**
 * The end of a piece in an execution.
 *
 * @param value what the code has returned; null if it returns nothing, or has not ended so
 * @param failure what the code has thrown; null if it has not ended so
 */
public record PieceEnd(Kind kind, @Nullable Object value, @Nullable Throwable failure) {
  /** The end of a piece that neither ends nor sends another request. */
  public static final PieceEnd NONE = new PieceEnd(Kind.NONE, null, null);

  /** The ways in which a piece can end. */
  public enum Kind {
    RETURNED,
    FAILED,
    /** It waits for something that does not happen. */
    NONE
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
