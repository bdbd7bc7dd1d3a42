package dev.monotable.design.ledger;

import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.observe.RequestSize;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.Effect;
import dev.monotable.schema.OperationTraits.Subject;
import dev.monotable.text.FileFailure;
import java.io.Flushable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests over to a consumer on another thread, so that the thread that performs a request
 * only adds it to a buffer. If the buffer is full, the thread that filled it processes it, so that
 * nothing is dropped. A queue for a slow consumer gives up the items of the request instead, and
 * drops and counts it only if there is no room even for the rest; it never drops a definition. Safe
 * for use by multiple threads.
 *
 * <p>A consumer that is {@link Flushable} is flushed whenever a buffer was processed.
 *
 * <p>There are two buffers. Requests are added to one while those of the other are processed; then
 * they are exchanged. The processing thread is a daemon. It starts with the first request, and ends
 * when there was none for some seconds.
 */
public final class RequestQueue implements RequestObserver, AutoCloseable {
  /** The number of requests that a buffer holds. */
  static final int CAPACITY = 4_096;

  /** The number that a buffer holds that drops the others; it grows so far. */
  static final int DROPPING_CAPACITY = 8 * CAPACITY;

  /** The size of the requests of a kind in a buffer, in bytes; the last may exceed it. */
  static final long MAX_BYTES = 16 << 20;

  /** A larger request leaves the room for small ones alone. */
  static final long LARGE_BYTES = MAX_BYTES / 64;

  private static final int WAKE_AT = 512;
  private static final long POLL_NANOS = 20_000_000;
  private static final int IDLE_POLLS = 250;
  private static final System.Logger LOG = System.getLogger(RequestQueue.class.getName());

  private final RequestConsumer consumer;
  private final Supplier<RequestContext> contexts;

  /** Returns requests without their items; null for a queue that drops nothing. */
  private final @Nullable Function<ObservedRequest, RequestOutline> outlines;

  private final int capacity;

  /** Guards the fields below; held for a few instructions only. */
  private final Object adding = new Object();

  private Buffer filling = new Buffer();
  private @Nullable Thread thread;
  private boolean closed;
  private long dropped;

  /** Guards the consumer and the other buffer; taken before {@link #adding}. */
  private final Object processing = new Object();

  private Buffer spare = new Buffer();
  private boolean failed;

  /** Requests and who sent them. */
  private static final class Buffer {
    private @Nullable ObservedRequest[] requests = new @Nullable ObservedRequest[CAPACITY];
    private @Nullable RequestContext[] contexts = new @Nullable RequestContext[CAPACITY];
    private final long[] bytes = new long[Room.ALL.length];
    private int count;

    private void add(ObservedRequest request, RequestContext context) {
      if (count == requests.length) {
        requests = Arrays.copyOf(requests, 2 * count);
        contexts = Arrays.copyOf(contexts, 2 * count);
      }
      requests[count] = request;
      contexts[count++] = context;
    }

    private void clear() {
      Arrays.fill(requests, 0, count, null);
      Arrays.fill(contexts, 0, count, null);
      count = 0;
      Arrays.fill(bytes, 0);
    }
  }

  /** The parts of a buffer, each with room for {@link #MAX_BYTES}. */
  private enum Room {
    SMALL,
    LARGE,
    WITHOUT_ITEMS;

    private static final Room[] ALL = values();
  }

  /**
   * Creates an empty queue.
   *
   * @param consumer receives the requests in their order, one at a time
   * @param contexts returns who sends the request that the calling thread performs; must be fast
   */
  public RequestQueue(RequestConsumer consumer, Supplier<RequestContext> contexts) {
    this(consumer, contexts, null);
  }

  private RequestQueue(
      RequestConsumer consumer,
      Supplier<RequestContext> contexts,
      @Nullable Function<ObservedRequest, RequestOutline> outlines) {
    this.consumer = consumer;
    this.contexts = contexts;
    this.outlines = outlines;
    this.capacity = outlines == null ? CAPACITY : DROPPING_CAPACITY;
  }

  /**
   * Creates a queue that does not wait while its buffer is full, for consumers that may be slow,
   * such as a file. Only definitions wait. {@link #dropped} counts what was dropped.
   *
   * @param outlines returns a request without its items
   */
  public static RequestQueue dropping(
      RequestConsumer consumer,
      Supplier<RequestContext> contexts,
      Function<ObservedRequest, RequestOutline> outlines) {
    return new RequestQueue(consumer, contexts, outlines);
  }

  /**
   * Returns whether a request defines or describes a table, which later requests cannot replace.
   */
  public static boolean isDefinition(ObservedRequest request) {
    OperationTraits traits = request.operation().traits();
    return traits.effect() == Effect.DEFINES
        || (traits.effect() == Effect.DESCRIBES && traits.subject() == Subject.TABLE);
  }

  /** Returns the number of requests that were dropped because the buffer was full. */
  public long dropped() {
    synchronized (adding) {
      return dropped;
    }
  }

  /** Returns an observer that adds the requests of a database. */
  public RequestObserver of(String database) {
    return new RequestObserver() {
      @Override
      public void observe(ObservedRequest request) {
        add(request, contexts.get().named(request.pattern()).in(database));
      }

      @Override
      public void bulkOperationEnded(BulkOperationDescription operation) {
        pass(operation, contexts.get().in(database));
      }
    };
  }

  @Override
  public void observe(ObservedRequest request) {
    add(request, contexts.get().named(request.pattern()));
  }

  @Override
  public void bulkOperationEnded(BulkOperationDescription operation) {
    pass(operation, contexts.get());
  }

  /** Processes what was added, and then the end of an operation, which is rare. */
  private void pass(BulkOperationDescription operation, RequestContext context) {
    synchronized (processing) {
      process();
      try {
        consumer.acceptBulkPut(BulkPutTotals.of(operation), context);
      } catch (RuntimeException e) {
        failed(operation, e);
      }
      flush();
    }
  }

  private void add(ObservedRequest request, RequestContext context) {
    Function<ObservedRequest, RequestOutline> shorten = isDefinition(request) ? null : outlines;
    ObservedRequest added = request;
    long bytes = RequestSize.of(request);
    Room room = bytes > LARGE_BYTES ? Room.LARGE : Room.SMALL;
    Thread wake = null;
    while (true) {
      synchronized (adding) {
        Buffer buffer = filling;
        if (buffer.count < capacity && buffer.bytes[room.ordinal()] < MAX_BYTES) {
          buffer.add(added, context);
          buffer.bytes[room.ordinal()] += bytes;
          if (buffer.count == WAKE_AT) {
            wake = thread;
          } else if (thread == null && !closed) {
            start();
          }
          break;
        }
        if (shorten != null && (room == Room.WITHOUT_ITEMS || buffer.count == capacity)) {
          dropped++;
          return;
        }
      }
      if (shorten == null) {
        process();
      } else {
        RequestOutline outline = shorten.apply(request);
        added = outline;
        bytes = outline.bytes();
        room = Room.WITHOUT_ITEMS;
      }
    }
    if (wake != null) {
      LockSupport.unpark(wake);
    }
  }

  /** Processes all requests that were added before this call. */
  public void process() {
    synchronized (processing) {
      Buffer full;
      synchronized (adding) {
        full = filling;
        if (full.count == 0) {
          return;
        }
        filling = spare;
      }
      try {
        for (int i = 0; i < full.count; i++) {
          accept(full.requests[i], full.contexts[i]);
        }
      } finally { // after an Error as well, or both buffers would be the same from then on
        full.clear();
        spare = full;
      }
      flush();
    }
  }

  private void accept(@Nullable ObservedRequest request, @Nullable RequestContext context) {
    if (request == null || context == null) {
      return;
    }
    try {
      consumer.accept(request, context);
    } catch (RuntimeException e) {
      failed(request, e);
    }
  }

  private void failed(Object request, RuntimeException e) {
    if (e instanceof UncheckedIOException unwritten) {
      IOException cause = Objects.requireNonNull(unwritten.getCause());
      warn("Requests cannot be written: " + FileFailure.reason(cause), null);
    } else {
      warn("A request could not be evaluated: " + request, e);
    }
  }

  private void flush() {
    if (consumer instanceof Flushable flushable) {
      try {
        flushable.flush();
      } catch (IOException e) {
        warn("Requests cannot be written: " + FileFailure.reason(e), null);
      }
    }
  }

  private void warn(String message, @Nullable Exception e) {
    if (!failed) {
      failed = true;
      LOG.log(System.Logger.Level.WARNING, message, e);
    }
  }

  private void start() {
    Thread started = new Thread(this::poll, "monotable-design-lab");
    started.setDaemon(true);
    thread = started;
    boolean running = false;
    try {
      started.start();
      running = true;
    } finally {
      thread = running ? started : null; // without memory for a thread, a later request tries again
    }
  }

  private void poll() {
    int idle = 0;
    try {
      while (idle <= IDLE_POLLS) {
        LockSupport.parkNanos(this, POLL_NANOS);
        boolean empty;
        synchronized (adding) {
          empty = filling.count == 0;
          idle = empty ? idle + 1 : 0;
          if (closed || idle > IDLE_POLLS) {
            thread = null;
            return;
          }
        }
        if (!empty) {
          process();
        }
      }
    } finally {
      synchronized (adding) {
        if (thread == Thread.currentThread()) {
          thread = null; // An Error ended this thread; the next request starts another one.
        }
      }
    }
  }

  /** Processes what was added, and ends the thread. Later requests are processed by callers. */
  @Override
  public void close() {
    Thread running;
    synchronized (adding) {
      closed = true;
      running = thread;
    }
    if (running != null) {
      LockSupport.unpark(running);
    }
    process();
  }
}
