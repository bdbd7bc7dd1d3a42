package dev.monotable.stream;

import java.time.Instant;
import java.util.Map;

/**
 * The tumbling window of an invocation.
 *
 * @param start inclusive
 * @param end exclusive
 * @param state what the previous invocation of the window returned; empty for the first
 * @param isFinal whether the function is to process the state, because the window has ended
 * @param terminatedEarly whether the window has ended because its state is too large
 */
record WindowInvocation(
    Instant start,
    Instant end,
    Map<String, String> state,
    boolean isFinal,
    boolean terminatedEarly) {}
