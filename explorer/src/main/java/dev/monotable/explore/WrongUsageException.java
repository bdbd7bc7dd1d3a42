package dev.monotable.explore;

import org.jspecify.annotations.Nullable;

/** Pieces that cannot be explored, such as one that fails although nothing disturbs it. */
public final class WrongUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a text for the author of the pieces. */
  public WrongUsageException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
