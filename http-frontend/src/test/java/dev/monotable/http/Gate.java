package dev.monotable.http;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.OperationSchema;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Stops operations of one kind until the test lets them pass, so that they are in progress. */
final class Gate implements AutoCloseable {
  private final OperationSchema<?, ?> stopped;
  private final Semaphore arrived = new Semaphore(0);
  private final CountDownLatch open = new CountDownLatch(1);

  Gate(OperationSchema<?, ?> stopped) {
    this.stopped = stopped;
  }

  OperationCaller before(MonotableEngine engine) {
    return new OperationCaller() {
      @Override
      public <I extends Record, O extends Record> O call(
          OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
        if (operation == stopped) {
          arrived.release();
          awaitOpen();
        }
        return engine.call(operation, request, envelope);
      }
    };
  }

  private void awaitOpen() {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until an operation has arrived. */
  void awaitArrival() throws InterruptedException {
    if (!arrived.tryAcquire(4, TimeUnit.MINUTES)) {
      throw new AssertionError("no operation has arrived");
    }
  }

  /** Lets all operations pass from now on. */
  void open() {
    open.countDown();
  }

  @Override
  public void close() {
    open();
  }
}
