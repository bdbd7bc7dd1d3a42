package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.stream.http.HttpFunction;
import dev.monotable.testing.TestServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Handlers that receive records in the background. */
class AutomaticDeliveryTest extends ChatStream {
  private final BlockingQueue<List<Integer>> received = new LinkedBlockingQueue<>();
  private final AtomicReference<Thread> thread = new AtomicReference<>();

  @Override
  void receive(List<Record> records) {
    thread.set(Thread.currentThread());
    received.add(ChatDatabase.ids(records));
  }

  private List<Integer> next() throws InterruptedException {
    return received.poll(5, TimeUnit.MINUTES);
  }

  private void assertThatTheThreadEnds() throws InterruptedException {
    Thread background = thread.get();
    background.join(TimeUnit.MINUTES.toMillis(5));
    assertThat(background.isAlive()).isFalse();
  }

  @Test
  void recordsAreDeliveredInTheBackground() throws Exception {
    db.stream().automaticDelivery().onBatch(this::receive);
    db.put("a", 1);

    assertThat(next()).containsExactly(1);
    db.put("a", 2);
    assertThat(next()).containsExactly(2);

    assertThat(thread.get().getName()).isEqualTo("monotable-stream-delivery");
    assertThat(thread.get().isDaemon()).isTrue();
  }

  @Test
  void otherMappingsWaitForTheTest() throws Exception {
    EventSourceMapping waiting = db.stream().onBatch(records -> {});
    db.stream().automaticDelivery().onBatch(this::receive);
    db.put("a", 1);
    assertThat(next()).containsExactly(1);

    assertThat(waiting.invocations()).isZero();
    waiting.awaitDrained();

    assertThat(waiting.invocations()).isEqualTo(1);
    assertThat(received).isEmpty();
  }

  @Test
  void aRetryWaitsForTheClockOfTheDatabase() throws Exception {
    BlockingQueue<Instant> times = new LinkedBlockingQueue<>();
    EventSourceMapping mapping =
        db.stream()
            .automaticDelivery()
            .onBatch(
                records -> {
                  boolean fails = times.isEmpty();
                  times.add(db.clock().instant());
                  receive(records);
                  if (fails) {
                    throw new IllegalStateException("rejected for this test");
                  }
                });
    db.put("a", 1);
    assertThat(next()).containsExactly(1);

    List<Integer> retried = null;
    while (retried == null) {
      db.clock().advance(Duration.ofSeconds(1));
      retried = received.poll(50, TimeUnit.MILLISECONDS);
    }

    assertThat(retried).containsExactly(1);
    assertThat(times.poll()).isEqualTo(START);
    assertThat(times.poll()).isAfterOrEqualTo(START.plusSeconds(1));
    assertThat(mapping.awaitDrained()).isEmpty();
  }

  @Test
  void windowsEndByTheClockOfTheDatabase() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    db.stream()
        .automaticDelivery()
        .tumblingWindow(Duration.ofMinutes(1))
        .onJson(
            event -> {
              events.add(event.replaceFirst(".*\"isFinalInvokeForWindow\":([a-z]*),.*", "$1"));
              return "{\"state\":{}}";
            });
    db.put("a", 1);
    assertThat(events.poll(5, TimeUnit.MINUTES)).isEqualTo("false");

    db.clock().advance(Duration.ofMinutes(3));

    assertThat(events.poll(5, TimeUnit.MINUTES)).isEqualTo("true");
  }

  @Test
  void anAssertionDoesNotEndTheDelivery() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    db.stream()
        .automaticDelivery()
        .maximumRetryAttempts(0)
        .onRecord(
            record -> {
              if (calls.incrementAndGet() == 1) {
                throw new AssertionError("rejected for this test");
              }
              receive(List.of(record));
            });
    db.putAll("a", 2);

    assertThat(next()).containsExactly(2);
  }

  @Test
  void aHandlerThatInterruptsItsThreadReceivesTheNextRecords() throws Exception {
    db.stream()
        .automaticDelivery()
        .onRecord(
            record -> {
              receive(List.of(record));
              Thread.currentThread().interrupt();
            });
    db.put("a", 1);
    assertThat(next()).containsExactly(1);
    db.put("a", 2);

    assertThat(next()).containsExactly(2);
  }

  @Test
  void whatWasDiscardedInTheBackgroundIsReturnedByTheNextDrain() throws Exception {
    CountDownLatch discarded = new CountDownLatch(1);
    EventSourceMapping mapping =
        db.stream()
            .automaticDelivery()
            .maximumRetryAttempts(0)
            .onFailure(batch -> discarded.countDown())
            .onRecord(
                record -> {
                  throw new IllegalStateException("rejected for this test");
                });
    db.put("a", 1);
    assertThat(discarded.await(5, TimeUnit.MINUTES)).isTrue();
    db.put("a", 2);

    assertThat(mapping.awaitDrained())
        .isEqualTo(mapping.discarded())
        .extracting(batch -> batch.batchInfo().batchSize())
        .containsExactly(1, 1);
    assertThat(mapping.awaitDrained()).isEmpty();
  }

  @Test
  void recordsAreDeliveredOnceAlsoIfATestAsksForThem() {
    EventSourceMapping mapping =
        db.stream().automaticDelivery().batchSize(1).onBatch(this::receive);
    for (int id = 1; id <= 200; id++) {
      db.put("a", id);
      if (id % 20 == 0) {
        mapping.awaitDrained();
        assertThat(received).hasSize(id);
      }
    }
    int expected = 1;
    for (List<Integer> batch : received) {
      assertThat(batch).containsExactly(expected++);
    }
  }

  @Test
  void aDrainDoesNotWaitLongerThanItsTimeout() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    EventSourceMapping mapping =
        db.stream()
            .automaticDelivery()
            .onRecord(
                record -> {
                  begun.countDown();
                  end.await();
                });
    db.put("a", 1);
    assertThat(begun.await(5, TimeUnit.MINUTES)).isTrue();

    assertThatThrownBy(() -> mapping.awaitDrained(Duration.ofMillis(50)))
        .isInstanceOf(StreamNotDrainedException.class)
        .hasMessage(
            "the streams are not drained after PT0.05S: a handler that another thread has called"
                + " does not return");
    end.countDown();
    mapping.awaitDrained();
    assertThat(mapping.invocations()).isEqualTo(1);
  }

  @Test
  void aHandlerThatCausesRecordsForEverLetsOthersDeliver() throws Exception {
    EventSourceMapping other = db.stream().onBatch(records -> {});
    db.stream()
        .automaticDelivery()
        .onRecord(
            record -> {
              thread.set(Thread.currentThread());
              db.put("a", ChatDatabase.id(record) + 1);
              received.add(List.of());
            });
    db.put("a", 1);
    next();

    assertThatThrownBy(() -> other.awaitDrained(Duration.ofMillis(200)))
        .isInstanceOf(StreamNotDrainedException.class)
        .hasMessageStartingWith("the streams are not drained after PT0.2S: table Chat: ");
    assertThat(other.invocations()).isPositive();
  }

  @Test
  void theThreadEndsWithTheLastMapping() throws Exception {
    EventSourceMapping first = db.stream().automaticDelivery().onBatch(this::receive);
    db.put("a", 1);
    assertThat(next()).containsExactly(1);
    first.close();
    assertThatTheThreadEnds();

    db.stream()
        .startingPosition(StartingPosition.LATEST)
        .automaticDelivery()
        .onBatch(this::receive);
    db.put("a", 2);
    assertThat(next()).containsExactly(2);
  }

  @Test
  void theThreadEndsWithTheDatabase() throws Exception {
    db.stream().automaticDelivery().onBatch(this::receive);
    db.put("a", 1);
    assertThat(next()).containsExactly(1);

    db.database().database().close();

    assertThatTheThreadEnds();
  }

  @Test
  void theThreadEndsWhileAFunctionDoesNotAnswer() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (TestServer server =
        TestServer.answering(
            (exchange, body) -> {
              begun.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })) {
      HttpFunction function =
          HttpFunction.at(URI.create(server.url())).timeout(Duration.ofMinutes(15));
      db.stream()
          .automaticDelivery()
          .onJson(
              event -> {
                thread.set(Thread.currentThread());
                return function.handle(event);
              });
      db.put("a", 1);
      assertThat(begun.await(5, TimeUnit.MINUTES)).isTrue();

      db.mappings().close();

      assertThatTheThreadEnds();
      end.countDown();
    }
  }

  @Test
  void theThreadEndsWithADatabaseThatNobodyClosed() throws Exception {
    deliverOne(received, thread);
    assertThat(next()).containsExactly(1);

    Thread background = thread.get();
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (background.isAlive() && System.nanoTime() < deadline) {
      System.gc();
      background.join(50);
    }
    assertThat(background.isAlive()).isFalse();
  }

  /** Delivers a record of a database that is unreachable afterwards. */
  private static void deliverOne(
      BlockingQueue<List<Integer>> received, AtomicReference<Thread> thread) {
    @SuppressWarnings("resource") // not closed for this test
    ChatDatabase forgotten = new ChatDatabase();
    forgotten.stream()
        .automaticDelivery()
        .onBatch(
            records -> {
              thread.set(Thread.currentThread());
              received.add(ChatDatabase.ids(records));
            });
    forgotten.put("a", 1);
  }
}
