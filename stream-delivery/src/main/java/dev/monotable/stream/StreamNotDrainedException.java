package dev.monotable.stream;

import org.jspecify.annotations.Nullable;

/**
 * Records of a stream could not be delivered. The message names the mapping, the shard and the
 * records; the cause is the last error of the handler, if it failed.
 */
public final class StreamNotDrainedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StreamNotDrainedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
