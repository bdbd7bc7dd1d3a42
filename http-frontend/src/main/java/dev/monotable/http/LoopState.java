package dev.monotable.http;

import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpService;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state that all connections of an event loop share: the reply that operations write to, a
 * buffer for request bodies, and the timer of the connections. Confined to the thread of that event
 * loop.
 *
 * <p>A single timer checks all connections. It runs only while there are connections, and nothing
 * refers to a closed connection. A timer for each connection would have to be cancelled when the
 * connection closes, and set or reset by its requests.
 */
final class LoopState {
  private static final long MAX_TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A timeout is detected after at most this fraction of it, or after {@link #MAX_TICK_NANOS}. */
  private static final int TICKS_PER_TIMEOUT = 8;

  private final ServerState server;
  private final EventLoop eventLoop;
  private final long tickNanos;
  private final ReplyEncoder encoder;
  private final List<ConnectionHandler> connections = new ArrayList<>();
  private @Nullable Future<?> timer;
  private HttpReply reply = new HttpReply();
  private byte[] bodyRoom = new byte[8 << 10];

  LoopState(ServerState server, EventLoop eventLoop) {
    this.server = server;
    this.eventLoop = eventLoop;
    this.encoder = server.newEncoder();
    long shortest =
        Math.min(
            server.config().idleTimeout().toNanos(), server.config().requestTimeout().toNanos());
    this.tickNanos = Math.max(1, Math.min(MAX_TICK_NANOS, shortest / TICKS_PER_TIMEOUT));
  }

  // ---- memory that requests reuse ----

  /** Returns the reply of the current request. */
  HttpReply reply() {
    return reply;
  }

  /** Returns the reply of the current request, which is not complete yet. */
  HttpReply takeReply() {
    HttpReply taken = reply;
    reply = new HttpReply();
    return taken;
  }

  /**
   * Returns a shared array of at least this length. It is valid only until other code runs on this
   * event loop.
   */
  byte[] bodyRoom(int bytes) {
    if (bodyRoom.length < bytes) {
      bodyRoom = new byte[Integer.highestOneBit(bytes - 1) << 1];
    }
    return bodyRoom;
  }

  /** Encodes the current reply; see {@link ReplyEncoder#encode}. */
  ByteBuf encodeReply(ByteBufAllocator allocator, boolean keepAlive, boolean withBody) {
    return encoder.encode(allocator, reply, keepAlive, withBody);
  }

  /**
   * Encodes the response to a request that no service gets, after which the connection is closed.
   *
   * @param service what is behind the path; null if the path is not known
   */
  ByteBuf encodeRejection(
      ByteBufAllocator allocator, HttpError error, @Nullable HttpService service) {
    server.replies().reject(service, error.status(), error.message(), error.body(), reply);
    return encodeReply(allocator, false, true);
  }

  // ---- the timer ----

  /** Adds an open connection, which is checked regularly from now on. */
  void add(ConnectionHandler connection) {
    connections.add(connection);
    connection.setIndex(connections.size() - 1);
    if (timer == null) {
      timer =
          eventLoop.scheduleWithFixedDelay(this::tick, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Removes a closed connection, if it was added. */
  void remove(ConnectionHandler connection) {
    if (connection.index() < 0) {
      return;
    }
    ConnectionHandler last = connections.remove(connections.size() - 1);
    if (last != connection) {
      connections.set(connection.index(), last);
      last.setIndex(connection.index());
    }
    Future<?> running = timer;
    if (connections.isEmpty() && running != null) {
      running.cancel(false);
      timer = null;
    }
  }

  /** Checks all connections, from the last to the first, because a check can remove it. */
  private void tick() {
    long now = System.nanoTime();
    for (int i = connections.size() - 1; i >= 0; i--) {
      if (i < connections.size()) {
        connections.get(i).tick(now);
      }
    }
  }
}
