package dev.monotable.http;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Feature;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes requests that would block an event loop, and all its connections, for more than about
 * two milliseconds, and runs them on other threads. Switching to another thread and back costs more
 * than most requests do in total. Therefore only requests that are known to be long run there:
 * operations that read a whole table, large bodies, and compressed bodies, which can be large when
 * they are decompressed. A response that turns out to be large is finished there too.
 *
 * <p>The queue has no limit of its own. A connection has at most one request in it, because it is
 * not read meanwhile, and the bodies in it are in the budget of {@link ServerState#bodies}. What
 * running requests use in addition, such as a decompressed body, is limited by the number of
 * threads.
 */
final class LongRequests {
  /**
   * The length in bytes from which a body or a response is large. Decoding and writing a body of
   * this length takes about a millisecond.
   */
  static final int LARGE_BYTES = 256 << 10;

  private static final int IDLE_SECONDS = 10;

  /** More delayed requests than this wait for each other. */
  private static final int MAX_WAITING = 256;

  private final ThreadPoolExecutor workers;
  private final ThreadPoolExecutor waiting;

  LongRequests(int threads) {
    this.workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("monotable-long", true));
    workers.allowCoreThreadTimeOut(true);
    this.waiting =
        new ThreadPoolExecutor(
            MAX_WAITING,
            MAX_WAITING,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("monotable-delayed", true));
    waiting.allowCoreThreadTimeOut(true);
  }

  /** Returns whether a request is long, regardless of the length of its body. */
  static boolean isLong(HttpRequest request) {
    return takesLong(request.headers().get("x-amz-target"))
        || request.headers().contains(HttpHeaderNames.CONTENT_ENCODING);
  }

  /** Returns whether an operation can read a whole table, for example to fill an index. */
  private static boolean takesLong(@Nullable String target) {
    OperationSchema<?, ?> operation = target == null ? null : Operations.findTarget(target);
    return operation != null && operation.traits().has(Feature.TAKES_LONG);
  }

  /** Returns whether a request calls one of some operations. */
  static boolean isOneOf(Set<String> operations, HttpRequest request) {
    String target = request.headers().get("x-amz-target");
    return target != null && operations.contains(operation(target));
  }

  private static String operation(String target) {
    return target.substring(target.indexOf('.') + 1);
  }

  /**
   * Runs work on another thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if this is closed
   */
  void run(Runnable work) {
    workers.execute(work);
  }

  /**
   * Runs work that may wait, because a fault rule delays requests. It uses threads of its own, so
   * that no other request waits for it.
   *
   * @throws java.util.concurrent.RejectedExecutionException if this is closed
   */
  void runWaiting(Runnable work) {
    waiting.execute(work);
  }

  /** Completes the requests that are running or queued, but accepts no others. */
  void close() {
    workers.shutdown();
    waiting.shutdown();
  }
}
