package dev.monotable.stream.kinesis;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.Nullable;

/** Records could not be written to a Kinesis data stream. */
@Experimental
public final class KinesisException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception. */
  public KinesisException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
