package dev.monotable.junit;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tests that JUnit runs in parallel and that wait for each other. */
final class ParallelTests implements ForkJoinPool.ManagedBlocker {
  private final CyclicBarrier barrier;
  private boolean isReleased;

  private ParallelTests(CyclicBarrier barrier) {
    this.barrier = barrier;
  }

  /**
   * Waits until all tests are at a barrier.
   *
   * <p>JUnit runs parallel tests in a {@link ForkJoinPool}, which on Java 17 may start fewer
   * threads than it has tasks. A thread that says that it waits makes the pool start another one.
   *
   * @throws IllegalStateException if they are not there after five minutes
   */
  static void awaitAll(CyclicBarrier barrier) throws InterruptedException {
    ForkJoinPool.managedBlock(new ParallelTests(barrier));
  }

  @Override
  public boolean block() throws InterruptedException {
    try {
      barrier.await(300, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
    isReleased = true;
    return true;
  }

  @Override
  public boolean isReleasable() {
    return isReleased;
  }
}
