package dev.monotable.http;

import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpService;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A request that another thread handles, or whose large response another thread finishes. The
 * connection waits for it.
 *
 * <p>The thread encodes the response too, so that the event loop only sends it. A large response is
 * encoded when there is memory for it: if the budget of responses is exhausted, only the result of
 * the operation is kept, which mostly refers to stored items, and the response is encoded later.
 *
 * <pre>
 *             memoryFreed            the response is encoded, or has failed
 *   RUNNING ───────────────► FREED ─────────────────────────────────────────► DONE
 *    ▲  │ no memory            │ no memory: tries again
 *    │  ▼                      ▼
 *   WAITING                 RUNNING          each of them ── abandon ──► ABANDONED
 * </pre>
 *
 * A budget may report free memory before this has noticed that there was none, so that report is a
 * state, too. Whoever leaves WAITING or enters ABANDONED last is the one to run or drop this.
 */
final class LongRequest implements Runnable, MemoryBudget.Claimant {
  /** Memory in which a response is encoded before it is copied. */
  private static final int ROOM_BYTES = 64 << 10;

  private enum State {
    /** Queued for, or on, another thread. */
    RUNNING,
    /** Running, and memory was released meanwhile. */
    FREED,
    /** There is no memory for the response. */
    WAITING,
    /** The fields may be read on the event loop. */
    DONE,
    /** The connection is closed. */
    ABANDONED
  }

  private final ServerState server;
  private final Channel channel;
  private final HttpRequest head;
  private final HttpReply reply;
  private final Runnable completion;
  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

  /** The handler of the body; null when it has done so. */
  private @Nullable HttpService service;

  /** The body, until the operation has run. */
  private @Nullable RequestBody body;

  /** The length of a response that did not fit into the budget; 0 if it is not known. */
  private long length;

  private long reserved;
  private boolean keepAlive;
  private @Nullable Queue<ByteBuf> response;

  private LongRequest(
      Responder responder,
      ServerState server,
      HttpRequest head,
      @Nullable HttpService service,
      @Nullable RequestBody body,
      HttpReply reply) {
    this.server = server;
    this.channel = responder.channel();
    this.head = head;
    this.service = service;
    this.body = body;
    this.reply = reply;
    this.completion = () -> responder.completed(this);
  }

  /** Returns a request that has not been handled yet. It releases the body. */
  static LongRequest ofRequest(
      Responder responder,
      ServerState server,
      HttpRequest head,
      HttpService service,
      RequestBody body) {
    return new LongRequest(responder, server, head, service, body, new HttpReply());
  }

  /** Returns a request whose reply has to be finished. */
  static LongRequest ofReply(
      Responder responder, ServerState server, HttpRequest head, HttpReply unfinished) {
    return new LongRequest(responder, server, head, null, null, unfinished);
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
      while (!encode()) {
        if (state.compareAndSet(State.RUNNING, State.WAITING)) {
          return; // nothing of this may be used here any more
        }
        if (state.get() == State.ABANDONED) {
          discard();
          return;
        }
        state.compareAndSet(State.FREED, State.RUNNING);
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      releaseMemory(); // without a response, the connection reports an internal error
    }
    if (state.getAndUpdate(before -> before == State.ABANDONED ? before : State.DONE)
        == State.ABANDONED) {
      discard();
      return;
    }
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
    HttpService unused = service;
    if (unhandled != null && unused != null) {
      handle(unused, unhandled);
    }
    if (state.get() == State.ABANDONED || reply.dropped()) {
      return true;
    }
    reply.awaitCommit();
    return switch (reply.kind()) {
      case LONG -> encodeLong();
      case COMPLETE, UNFINISHED -> {
        reply.finish();
        encodeShort();
        yield true;
      }
      case LATE, STREAM -> true;
    };
  }

  private void handle(HttpService unused, RequestBody unhandled) {
    try {
      ReceivedRequest received = new ReceivedRequest();
      received.set(head, channel, unhandled.bytes(), unhandled.length());
      server.access().begin(unused, received, reply, LongRequests.LARGE_BYTES);
    } finally {
      body = null;
      service = null;
      unhandled.release();
    }
  }

  private void encodeShort() {
    keepAlive = server.keepsAlive(head, reply);
    Queue<ByteBuf> encoded = new ArrayDeque<>(1);
    encoded.add(server.newEncoder().encode(channel.alloc(), reply, keepAlive, withBody()));
    response = encoded;
  }

  /**
   * Encodes a response in pieces: at once while there is memory for each of them, and otherwise
   * when its whole length, which is known then, could be reserved.
   */
  private boolean encodeLong() {
    if (length > 0) {
      long needed = EncodedBody.memoryOf(length);
      if (!server.responses().reserve(this, needed)) {
        return false;
      }
      reserved = needed;
    }
    EncodedBody encoded = new EncodedBody(channel.alloc(), server.responses(), this, reserved);
    reserved = 0;
    try {
      reply.encodeTo(encoded, new byte[ROOM_BYTES]);
    } catch (OutOfMemoryError e) {
      encoded.release();
      reply.outOfMemory();
      encodeShort();
      return true;
    } catch (RuntimeException e) {
      encoded.release();
      throw e;
    }
    if (!encoded.isComplete()) {
      length = encoded.length();
      return encodeLong();
    }
    reserved = encoded.takeReservation();
    keepAlive = server.keepsAlive(head, reply);
    Queue<ByteBuf> pieces = new ArrayDeque<>();
    pieces.add(
        server
            .newEncoder()
            .encodeHead(channel.alloc(), reply, keepAlive, encoded.length(), encoded.crc32()));
    if (withBody()) {
      encoded.moveTo(pieces);
    } else {
      encoded.release();
    }
    response = pieces;
    reply.reset(); // what the response was encoded from is not needed any more
    return true;
  }

  private boolean withBody() {
    return head.method() != HttpMethod.HEAD;
  }

  // ---- on any thread ----

  /** Runs this again if it waits for memory. */
  @Override
  public void memoryFreed() {
    if (state.compareAndSet(State.RUNNING, State.FREED)
        || !state.compareAndSet(State.WAITING, State.RUNNING)) {
      return;
    }
    try {
      server.longRequests().run(this);
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      // The next tick of the connection tries again.
      if (state.getAndUpdate(before -> before == State.ABANDONED ? before : State.WAITING)
          == State.ABANDONED) {
        discard();
      }
    }
  }

  /** Returns whether this waits for memory. */
  boolean isWaiting() {
    return state.get() == State.WAITING;
  }

  boolean isDone() {
    return state.get() == State.DONE;
  }

  // ---- on the event loop ----

  /** Drops the response, because the connection is closed. The operation runs nevertheless. */
  void abandon() {
    State before = state.getAndSet(State.ABANDONED);
    if (before == State.DONE || before == State.WAITING) {
      discard();
    }
  }

  // When it is done:

  /** Returns the buffers of the response, which the caller releases; null if there is none. */
  @Nullable Queue<ByteBuf> takeResponse() {
    Queue<ByteBuf> taken = response;
    response = null;
    return taken;
  }

  /** Returns the request. */
  HttpRequest head() {
    return head;
  }

  /** Returns the reply, of which a service gives the answer if there is no response. */
  HttpReply reply() {
    return reply;
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
    Queue<ByteBuf> unsent = takeResponse();
    if (unsent != null) {
      unsent.forEach(ByteBuf::release);
    }
    if (reply.kind() == HttpReply.Kind.LATE) {
      reply.lateAnswer().abandon();
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
