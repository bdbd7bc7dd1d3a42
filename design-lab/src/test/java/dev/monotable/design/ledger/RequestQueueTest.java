package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
        getProfile();
      }
      queue.process();
    }

    assertThat(recorder.ledger().totals().requests()).isEqualTo(count);
  }

  @Test
  void aDroppingQueueCountsWhatItDrops() {
    BusyConsumer consumer = new BusyConsumer();
    try (RequestQueue queue =
            RequestQueue.dropping(consumer, () -> RequestContext.NONE, RequestQueueTest::outline);
        consumer) {
      engine.observe(queue);
      getProfile();
      consumer.awaitRequest();
      for (int i = 0; i < RequestQueue.DROPPING_CAPACITY + 7; i++) {
        getProfile();
      }

      assertThat(queue.dropped()).isEqualTo(7);
    }
  }

  @Test
  void aQueueWorksAfterAnErrorOfItsConsumer() {
    BusyConsumer consumer = new BusyConsumer();
    AtomicBoolean failed = new AtomicBoolean();
    RequestConsumer failsOnce =
        (request, context) -> {
          if (failed.compareAndSet(false, true)) {
            throw new StackOverflowError("thrown by a test");
          }
          consumer.accept(request, context);
        };
    try (RequestQueue queue =
            RequestQueue.dropping(failsOnce, () -> RequestContext.NONE, RequestQueueTest::outline);
        consumer) {
      engine.observe(queue);
      getProfile();
      try {
        queue.process(); // unless the thread of the queue was faster, and ended by the error
      } catch (StackOverflowError e) {
        assertThat(e).hasMessage("thrown by a test");
      }
      getProfile();
      consumer.awaitRequest();
      for (int i = 0; i < RequestQueue.CAPACITY; i++) {
        getProfile();
      }

      assertThat(queue.dropped()).isZero();
    }
  }

  @Test
  void requestsBeyondTheBufferLoseTheirItemsAndNothingElseIsLost() {
    BusyConsumer consumer = new BusyConsumer();
    int size = 1 << 18;
    try (RequestQueue queue =
        RequestQueue.dropping(consumer, () -> RequestContext.NONE, RequestQueueTest::outline)) {
      engine.observe(queue);
      getProfile();
      consumer.awaitRequest();
      Item withoutKey = Item.of("text", "x".repeat(size));
      for (int i = 0; i < RequestQueue.MAX_BYTES / size + 7; i++) {
        assertThat(
                catchThrowableOfType(DynamoException.class, () -> requests.put(TABLE, withoutKey)))
            .isNotNull();
      }
      getProfile();
      consumer.close();
      queue.process();

      assertThat(queue.dropped()).isZero();
      assertThat(consumer.received).hasSize((int) RequestQueue.MAX_BYTES / size + 9);
      assertThat(consumer.received.stream().filter(RequestOutline::is)).hasSize(7);
      assertThat(RequestOutline.is(consumer.received.get(consumer.received.size() - 1))).isFalse();
    }
  }

  @Test
  void aDefinitionIsNeverDropped() throws Exception {
    BusyConsumer consumer = new BusyConsumer();
    try (RequestQueue queue =
        RequestQueue.dropping(consumer, () -> RequestContext.NONE, RequestQueueTest::outline)) {
      engine.observe(queue);
      getProfile();
      consumer.awaitRequest();
      for (int i = 0; i < RequestQueue.DROPPING_CAPACITY + 7; i++) {
        getProfile();
      }
      Thread definition =
          new Thread(
              () ->
                  engine.call(
                      Operations.DELETE_TABLE,
                      DeleteTableInput.builder().tableName(TABLE).build()));
      definition.start();
      while (definition.isAlive() && definition.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait(); // until it waits for room, or was dropped
      }
      consumer.close();
      definition.join();
      queue.process();

      assertThat(consumer.received.get(consumer.received.size() - 1).operation())
          .isEqualTo(Operations.DELETE_TABLE);
    }
  }

  private void getProfile() {
    requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
  }

  /** Is busy with its first request until it is closed. */
  private static final class BusyConsumer implements RequestConsumer, AutoCloseable {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<ObservedRequest> received = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      received.add(request);
      entered.countDown();
      await(release);
    }

    void awaitRequest() {
      await(entered);
    }

    @Override
    public void close() {
      release.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(10, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Returns a request that says that its items are missing. */
  private static RequestOutline outline(ObservedRequest of) {
    return (RequestOutline)
        Proxy.newProxyInstance(
            RequestOutline.class.getClassLoader(),
            new Class<?>[] {RequestOutline.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "withoutItems" -> true;
                  case "bytes" -> 100L;
                  default -> method.invoke(of, arguments);
                });
  }
}
