package dev.monotable.http;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Recognizes requests that would block an event loop, and all its connections, for more than about
 * two milliseconds, and runs them on other threads. Switching to another thread and back costs more
 * than most requests do in total. Therefore only requests that are known to be long run there:
 * operations that read a whole table, and requests with large bodies.
 */
final class LongRequests {
  /** Decoding and writing a body of this size takes about a millisecond. */
  private static final int LONG_BODY_BYTES = 256 << 10;

  private static final int QUEUED = 1_000;
  private static final int IDLE_SECONDS = 10;

  /** The operations that can read a whole table, for example to fill an index. */
  private static final Set<String> LONG_OPERATIONS =
      Set.of("UpdateTable", "UpdateTimeToLive", "BatchExecuteStatement", "ExecuteTransaction");

  private final ThreadPoolExecutor workers;

  LongRequests(int threads) {
    this.workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUED),
            new DefaultThreadFactory("monotable-long", true),
            // If the queue is full, the event loop runs the request, which slows the clients down.
            new ThreadPoolExecutor.CallerRunsPolicy());
    workers.allowCoreThreadTimeOut(true);
  }

  static boolean isLong(HttpRequest request, int bodyLength) {
    if (bodyLength >= LONG_BODY_BYTES) {
      return true;
    }
    String target = request.headers().get("x-amz-target");
    return target != null && LONG_OPERATIONS.contains(operation(target));
  }

  private static String operation(String target) {
    return target.substring(target.indexOf('.') + 1);
  }

  void run(Runnable work) {
    workers.execute(work);
  }

  void close() {
    workers.shutdown();
  }
}
