package dev.monotable.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs threads that start at the same time. */
public final class Crowd {
  /** Only ends a test that hangs. */
  private static final long PATIENCE_SECONDS = 480;

  private Crowd() {}

  /** The work of a thread. */
  public interface Work<T> {
    /**
     * Runs the thread.
     *
     * @param thread its number, from 0
     */
    T run(int thread) throws Exception;
  }

  /** Runs the threads and returns their results in order; fails if one of them does. */
  public static <T> List<T> run(int threads, Work<T> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        Callable<T> task =
            () -> {
              start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
              return work.run(number);
            };
        futures.add(pool.submit(task));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
