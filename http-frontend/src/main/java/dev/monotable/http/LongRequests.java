package dev.monotable.http;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of requests that would block an event loop, and all its connections, for more than
 * about two milliseconds. Switching to another thread and back costs more than most requests do in
 * total. Therefore only requests that are known to be long run there: those with large bodies, and
 * those of which the {@linkplain dev.monotable.json.HttpService#pace service} says so. A response
 * that turns out to be large is finished there too.
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

  /**
   * Runs work on another thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if this is closed
   */
  void run(Runnable work) {
    workers.execute(work);
  }

  /**
   * Runs work that may wait, for example because a fault rule delays it. It uses threads of its
   * own, so that no other request waits for it.
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
