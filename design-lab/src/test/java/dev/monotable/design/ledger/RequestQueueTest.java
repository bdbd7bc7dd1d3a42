package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.value.Item;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the bounds of a queue, and that no request is lost. */
class RequestQueueTest {
  private static final String TABLE = "MainTable";

  private MonotableEngine engine;
  private Requests requests;

  @BeforeEach
  void start() {
    engine = ExampleDesign.ORDERS.engine();
    requests = new Requests(engine);
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aFullQueueIsProcessedByTheCaller() {
    LedgerRecorder recorder = new LedgerRecorder(null, LedgerBounds.DEFAULT);
    int count = 2 * RequestQueue.CAPACITY + 1;
    try (RequestQueue queue = new RequestQueue(recorder, () -> RequestContext.NONE)) {
      engine.observe(queue);
      for (int i = 0; i < count; i++) {
        requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      }
      queue.process();
    }

    assertThat(recorder.ledger().totals().requests()).isEqualTo(count);
  }

  @Test
  void aDroppingQueueCountsWhatItDrops() throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    RequestQueue queue =
        RequestQueue.dropping(
            (request, context) -> {
              entered.countDown();
              await(release);
            },
            () -> RequestContext.NONE);
    engine.observe(queue);
    try {
      requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      entered.await();
      for (int i = 0; i < RequestQueue.CAPACITY + 7; i++) {
        requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      }

      assertThat(queue.dropped()).isEqualTo(7);
    } finally {
      release.countDown();
      queue.close();
    }
  }

  @Test
  void aQueueWorksAfterAnErrorOfItsConsumer() throws InterruptedException {
    AtomicBoolean failed = new AtomicBoolean();
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    RequestQueue queue =
        RequestQueue.dropping(
            (request, context) -> {
              if (failed.compareAndSet(false, true)) {
                throw new StackOverflowError("thrown by a test");
              }
              entered.countDown();
              await(release);
            },
            () -> RequestContext.NONE);
    engine.observe(queue);
    try {
      requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      try {
        queue.process(); // unless the thread of the queue was faster, and ended by the error
      } catch (StackOverflowError e) {
        assertThat(e).hasMessage("thrown by a test");
      }
      requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      assertThat(entered.await(2, TimeUnit.MINUTES)).isTrue();
      for (int i = 0; i < RequestQueue.CAPACITY; i++) {
        requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      }

      assertThat(queue.dropped()).isZero();
    } finally {
      release.countDown();
      queue.close();
    }
  }

  @Test
  void itemsOfRequestsThatFailFillTheBuffer() throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    RequestQueue queue =
        RequestQueue.dropping(
            (request, context) -> {
              entered.countDown();
              await(release);
            },
            () -> RequestContext.NONE);
    engine.observe(queue);
    try {
      requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
      entered.await();
      int size = 1 << 18;
      Item withoutKey = Item.of("text", "x".repeat(size));
      for (int i = 0; i < RequestQueue.MAX_BYTES / size + 7; i++) {
        assertThat(
                catchThrowableOfType(DynamoException.class, () -> requests.put(TABLE, withoutKey)))
            .isNotNull();
      }

      assertThat(queue.dropped()).isEqualTo(7);
    } finally {
      release.countDown();
      queue.close();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
