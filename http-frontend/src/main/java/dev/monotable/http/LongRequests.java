package dev.monotable.http;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The requests that would keep an event loop, and all its connections, waiting for more than about
 * two milliseconds, and the threads that do them instead. A hop to another thread and back costs
 * more than most requests do altogether, so only what is known to be long takes it: operations that
 * walk through a whole table, and large bodies.
 */
final class LongRequests {
  /** Decoding and writing this much takes about a millisecond. */
  private static final int LONG_BODY_BYTES = 256 << 10;

  private static final int QUEUED = 1_000;
  private static final int IDLE_SECONDS = 10;

  /** The target's last part; these fill an index or copy a table before they answer. */
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
            // Full: the event loop does it itself, which slows the clients down.
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
