package dev.monotable.stream;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The input of a function.
 *
 * @param records in the order of the stream; empty only at the end of a window
 * @param requestId the ID of the invocation
 * @param window null without tumbling windows
 */
record StreamBatch(
    String streamArn,
    String shardId,
    List<PendingRecord> records,
    String requestId,
    @Nullable Window window) {
  /**
   * The tumbling window of an invocation.
   *
   * @param start inclusive
   * @param end exclusive
   * @param state what the previous invocation of the window returned; empty for the first
   * @param isFinal whether the function is to process the state, because the window has ended
   * @param terminatedEarly whether the window has ended because its state is too large
   */
  record Window(
      Instant start,
      Instant end,
      Map<String, Object> state,
      boolean isFinal,
      boolean terminatedEarly) {}

  /** Returns the ID of an invocation in the form of a UUID, the same in each run of a test. */
  static String requestId(String streamArn, String sequenceNumber, long invocation) {
    String name = streamArn + "/" + sequenceNumber + "/" + invocation;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
