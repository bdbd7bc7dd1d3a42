package dev.monotable.http;

import dev.monotable.json.HttpReply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request that another thread handles, or whose large response another thread finishes. The
 * connection waits for it.
 *
 * <p>The thread encodes the response too, so that the event loop only sends it. A large response is
 * encoded when there is memory for it: if the budget of responses is exhausted, only the result of
 * the operation is kept, which mostly refers to stored items, and the response is encoded again
 * later.
 */
final class LongRequest implements Runnable, MemoryBudget.Claimant {
  private final ServerState server;
  private final Channel channel;
  private final HttpRequest head;
  private final HttpReply reply;
  private final Runnable completion;

  /** The body, until the operation has run. */
  private @Nullable RequestBody body;

  private final AtomicBoolean waitsForMemory = new AtomicBoolean();
  private long reserved;
  private boolean keepAlive;
  private @Nullable ByteBuf response;

  /** Set at the end. Guards the fields above. */
  private volatile boolean done;

  private volatile boolean abandoned;

  private LongRequest(
      ConnectionHandler connection,
      ServerState server,
      HttpRequest head,
      @Nullable RequestBody body,
      HttpReply reply) {
    this.server = server;
    this.channel = connection.channel();
    this.head = head;
    this.body = body;
    this.reply = reply;
    this.completion = () -> connection.completed(this);
  }

  /** Returns a request that has not been handled yet. It releases the body. */
  static LongRequest ofRequest(
      ConnectionHandler connection, ServerState server, HttpRequest head, RequestBody body) {
    return new LongRequest(connection, server, head, body, new HttpReply());
  }

  /** Returns a request whose reply has to be finished. */
  static LongRequest ofReply(
      ConnectionHandler connection, ServerState server, HttpRequest head, HttpReply unfinished) {
    return new LongRequest(connection, server, head, null, unfinished);
  }

  /**
   * Passes this to another thread. Without any effect if that fails.
   *
   * @param mayWait whether a fault rule may delay it
   */
  void start(boolean mayWait) {
    try {
      if (mayWait) {
        server.longRequests().runWaiting(this);
      } else {
        server.longRequests().run(this);
      }
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      RequestBody unhandled = body;
      if (unhandled != null) {
        unhandled.release();
      }
      throw e;
    }
  }

  // ---- on another thread ----

  @Override
  public void run() {
    try {
      if (!encode()) {
        waitsForMemory.set(true);
        return;
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      releaseMemory(); // without a response, the connection reports an internal error
    }
    done = true;
    try {
      channel.eventLoop().execute(completion);
    } catch (OutOfMemoryError e) {
      // The next tick of the connection finds it done.
    } catch (RejectedExecutionException e) {
      discard(); // the server has stopped
    }
  }

  /** Runs what has not run before. Returns false if there is no memory for the response. */
  private boolean encode() {
    RequestBody unhandled = body;
    boolean finished = unhandled != null && handle(unhandled);
    if (abandoned || reply.dropped()) {
      return true;
    }
    server.exchange().awaitCommit(reply);
    if (!finished) {
      server.exchange().finish(reply);
    }
    int length = reply.bodyLength();
    if (length >= LongRequests.LARGE_BYTES && reply.canUnfinish()) {
      if (!server.responses().reserve(this, length)) {
        reply.unfinish();
        return false;
      }
      reserved = length;
    }
    keepAlive = server.keepsAlive(head, reply);
    boolean withBody = head.method() != HttpMethod.HEAD;
    response = server.newEncoder().encode(channel.alloc(), reply, keepAlive, withBody);
    return true;
  }

  /** Runs the operation. Returns false if its reply has to be finished. */
  private boolean handle(RequestBody unhandled) {
    try {
      ReceivedRequest received = new ReceivedRequest();
      received.set(head, channel, unhandled.bytes(), unhandled.length());
      return server.access().begin(received, reply, LongRequests.LARGE_BYTES);
    } finally {
      body = null;
      unhandled.release();
    }
  }

  // ---- on any thread ----

  /** Runs this again if it waits for memory. */
  @Override
  public void memoryFreed() {
    if (waitsForMemory.compareAndSet(true, false)) {
      try {
        server.longRequests().run(this);
      } catch (OutOfMemoryError | RejectedExecutionException e) {
        waitsForMemory.set(true); // the next tick of the connection tries again
      }
    }
  }

  boolean isDone() {
    return done;
  }

  // ---- on the event loop ----

  /** Called when the connection is closed. The operation runs nevertheless. */
  void abandon() {
    abandoned = true;
    if (done || waitsForMemory.compareAndSet(true, false)) {
      discard();
    }
  }

  // When it is done:

  /** Returns the response, which the caller releases, or null if the request failed. */
  @Nullable ByteBuf takeResponse() {
    ByteBuf taken = response;
    response = null;
    return taken;
  }

  /** Returns whether the connection is closed instead of a response. */
  boolean isDropped() {
    return reply.dropped();
  }

  /** Returns whether the connection stays open after the response. */
  boolean keepAlive() {
    return keepAlive;
  }

  /** Returns the memory that is reserved for the response, until {@link #releaseMemory}. */
  long reserved() {
    return reserved;
  }

  /** Drops a response that cannot be sent. */
  void discard() {
    ByteBuf unsent = takeResponse();
    if (unsent != null) {
      unsent.release();
    }
    releaseMemory();
  }

  /** Releases the memory of the response. A second call has no effect. */
  void releaseMemory() {
    long released = reserved;
    reserved = 0;
    server.responses().release(this, released);
  }
}
