package dev.monotable.http;

import io.netty.channel.Channel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The reasons for which a connection is held, and the messages that wait meanwhile: requests that
 * were decoded already, including the failure of an invalid one. A held connection is not read, or
 * until the first message that has to wait.
 */
final class Holding {
  /** Until there is memory for a body. */
  static final int FOR_MEMORY = 1;

  /** Until the client reads its responses. */
  static final int FOR_CLIENT = 2;

  /** Until a {@link LongRequest} is done. */
  static final int FOR_LONG_REQUEST = 4;

  /** Until the log of the database has what a response depends on. */
  static final int FOR_COMMIT = 8;

  /** Until a service has given its answer, or has ended it. */
  static final int FOR_SERVICE = 16;

  private final Channel channel;
  private final ArrayDeque<Object> waiting = new ArrayDeque<>(0);
  private int reasons;

  Holding(Channel channel) {
    this.channel = channel;
  }

  boolean isHeld() {
    return reasons != 0;
  }

  boolean isHeldFor(int reason) {
    return (reasons & reason) != 0;
  }

  boolean isHeldOnlyFor(int reason) {
    return reasons == reason;
  }

  /** Holds the connection, which is not read any more. */
  void hold(int reason) {
    reasons |= reason;
    channel.config().setAutoRead(false);
  }

  /**
   * Holds the connection, which is read until the client sends another message: starting and
   * stopping to read for each request would take two calls of the operating system, and the end of
   * the connection is noticed only while it is read.
   */
  void holdReading(int reason) {
    reasons |= reason;
  }

  /** Removes a reason. Returns true if it was the last one, so that the connection continues. */
  boolean release(int reason) {
    if ((reasons & reason) == 0) {
      return false;
    }
    reasons &= ~reason;
    return reasons == 0;
  }

  /** Keeps a message until the connection continues. */
  void keep(Object message) {
    waiting.add(message);
    channel.config().setAutoRead(false);
  }

  /** Keeps a message that could not be handled yet, before all others. */
  void keepFirst(Object message) {
    waiting.addFirst(message);
  }

  /** Returns the next message if the connection is not held; null if it is, or there is none. */
  @Nullable Object next() {
    return reasons == 0 ? waiting.poll() : null;
  }

  boolean hasMessages() {
    return !waiting.isEmpty();
  }

  /** Releases all messages, which are not handled any more. */
  void drop() {
    Object next;
    while ((next = waiting.poll()) != null) {
      ReferenceCountUtil.release(next);
    }
  }

  /** Ends the holding, because the connection ends. */
  void end() {
    reasons = 0;
    drop();
  }
}
