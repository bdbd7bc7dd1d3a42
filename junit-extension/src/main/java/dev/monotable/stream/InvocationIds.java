package dev.monotable.stream;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Generates the IDs of invocations, which are the same in each run of a test. */
final class InvocationIds {
  private InvocationIds() {}

  /** Returns the ID of an invocation in the form of a UUID. */
  static String of(String streamArn, String sequenceNumber, long invocation) {
    String name = streamArn + "/" + sequenceNumber + "/" + invocation;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
