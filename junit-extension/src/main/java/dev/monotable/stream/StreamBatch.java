package dev.monotable.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a function is invoked with.
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
    @Nullable WindowInvocation window) {}
