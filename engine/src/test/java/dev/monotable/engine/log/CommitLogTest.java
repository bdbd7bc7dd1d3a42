package dev.monotable.engine.log;

import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a request waits for, with a log that succeeds and fails when the test says so. */
class CommitLogTest {
  private static final String TABLE = "Chat";
  private static final String FAILURE = "Monotable could not write to its data directory: full";

  private final Log log = new Log();

  /** Is run once, the next time that the engine asks for the time. */
  private @Nullable Runnable atNextTime;

  private MonotableEngine engine;

  /** A log that keeps nothing. */
  private static final class Log implements CommitLog {
    private CommitQueue queue;

    /** Is run when a commit is waiting, on the thread of the commit. */
    private Runnable whenWaiting = this::succeed;

    @Override
    public void start(CommitQueue commits) {
      queue = commits;
    }

    @Override
    public void commitWaiting() {
      whenWaiting.run();
    }

    CommitBatch take() {
      return Objects.requireNonNull(queue.take());
    }

    void succeed() {
      take().succeed();
    }

    void fail() {
      take().fail("full");
    }

    @Override
    public void close() {
      queue.close("the database is closed");
    }
  }

  @BeforeEach
  void createTable() {
    ManualTime time = new ManualTime(EngineExtension.NOON);
    EngineConfig config =
        EngineConfig.builder()
            .clock(
                () -> {
                  Runnable hook = atNextTime;
                  atNextTime = null;
                  if (hook != null) {
                    hook.run();
                  }
                  return time.instant();
                })
            .scheduler(time)
            .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND)
            .delays(Delays.builder().deleteTable(Duration.ofHours(1)).build())
            .seed(1)
            .build();
    engine = MonotableEngine.create(config, MonotableEngine.create(config).snapshot(), log);
    engine.call(Operations.CREATE_TABLE, Tables.chat(TABLE));
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private static Item key(String name) {
    return Item.of("PK", name, "SK", "1");
  }

  private static PutItemInput put(String name) {
    return PutItemInput.builder().tableName(TABLE).item(key(name)).build();
  }

  /** Sends a write whose commit is not logged yet. */
  private CommitTicket send(PutItemInput request) {
    RequestEnvelope envelope = new RequestEnvelope();
    engine.call(Operations.PUT_ITEM, request, envelope);
    return envelope.ticket();
  }

  private void collectCommits() {
    log.whenWaiting = () -> {};
  }

  private @Nullable Item find(String name) {
    return get(engine::call, TABLE, key(name));
  }

  private static void requireFailure(CommitTicket ticket) {
    assertThat(ticket.isDone()).isTrue();
    assertThat(ticket.whenDone(() -> {})).isFalse();
    assertThatThrownBy(ticket::await)
        .isInstanceOfSatisfying(
            DynamoException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_SERVER_ERROR))
        .hasMessage(FAILURE);
  }

  @Test
  void aWriteIsVisibleWhenItIsLogged() {
    collectCommits();
    CommitTicket ticket = send(put("a"));
    assertThat(ticket.isDone()).isFalse();
    assertThat(find("a")).isNull();
    log.succeed();
    assertThat(ticket.isDone()).isTrue();
    ticket.await();
    assertThat(find("a")).isEqualTo(key("a"));
  }

  @Test
  void aWriteThatFollowsFromADroppedOneFails() {
    collectCommits();
    CommitTicket first = send(put("a"));
    CommitBatch batch = log.take();
    CommitTicket second = send(put("b"));
    batch.fail("full");
    requireFailure(first);
    requireFailure(second);
    assertThat(engine.call(Operations.SCAN, ScanInput.builder().tableName(TABLE).build()).count())
        .isZero();
  }

  @Test
  void aConditionThatFailedBecauseOfADroppedWriteIsAnError() {
    collectCommits();
    send(put("a"));
    RequestEnvelope envelope = new RequestEnvelope();
    CommitTicket ticket = envelope.ticket();
    PutItemInput condition =
        PutItemInput.builder()
            .tableName(TABLE)
            .item(key("a"))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    assertThatThrownBy(() -> engine.call(Operations.PUT_ITEM, condition, envelope))
        .isInstanceOfSatisfying(
            DynamoException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED));
    assertThat(ticket.isDone()).isFalse();
    log.fail();
    requireFailure(ticket);
  }

  /** The log fails between the begin of a request and its first commit. */
  @Test
  void aWriteAfterDroppedCommitsOfOthersSucceeds() {
    engine.call(Operations.CREATE_TABLE, Tables.chat("Deleted"));
    drop(engine::call, "Deleted"); // for the clock
    collectCommits();
    CommitTicket dropped = send(put("a"));
    CommitBatch batch = log.take();
    atNextTime = () -> batch.fail("full");
    CommitTicket kept = send(put("b"));
    assertThat(atNextTime).isNull();
    requireFailure(dropped);
    assertThat(kept.isDone()).isFalse();
    List<String> notified = new ArrayList<>();
    assertThat(kept.whenDone(() -> notified.add("kept"))).isTrue();
    log.succeed();
    assertThat(notified).containsExactly("kept");
    kept.await();
    assertThat(find("a")).isNull();
    assertThat(find("b")).isEqualTo(key("b"));
  }

  @Test
  void aListenerThatFailsDoesNotKeepOthersFromTheirEnd() {
    collectCommits();
    CommitTicket first = send(put("a"));
    CommitTicket second = send(put("b"));
    List<String> notified = new ArrayList<>();
    first.whenDone(
        () -> {
          throw new IllegalStateException("a listener that fails");
        });
    second.whenDone(() -> notified.add("second"));
    log.succeed();
    assertThat(notified).containsExactly("second");
    log.whenWaiting = log::succeed;
    engine.call(Operations.PUT_ITEM, put("c"));
    assertThat(find("c")).isEqualTo(key("c"));
  }

  @Test
  void aBatchThatWasNotEndedIsTakenAgain() {
    collectCommits();
    CommitTicket first = send(put("a"));
    log.take();
    CommitTicket second = send(put("b"));
    log.succeed();
    first.await();
    assertThat(second.isDone()).isFalse();
    log.succeed();
    second.await();
    assertThat(find("b")).isEqualTo(key("b"));
  }

  @Test
  void aLogThatCannotTakeCommitsFailsThem() {
    collectCommits();
    CommitTicket first = send(put("a"));
    log.take();
    CommitTicket second = send(put("b"));
    log.queue.fail("full");
    requireFailure(first);
    requireFailure(second);
    log.whenWaiting = log::succeed;
    engine.call(Operations.PUT_ITEM, put("c"));
    assertThat(find("c")).isEqualTo(key("c"));
  }

  /** A log that fails before the request waits for it. */
  @Test
  void workThatIsDroppedAtOnceIsNotReportedAsDone() {
    expire(engine::call, TABLE, "ttl");
    Calls.put(
        engine::call,
        TABLE,
        Item.of("PK", "a", "SK", "1", "ttl", EngineExtension.NOON.getEpochSecond() - 9));
    Snapshot before = engine.snapshot();
    log.whenWaiting = log::fail;
    assertThatThrownBy(engine::sweepExpired).hasMessageContaining("full");
    assertThatThrownBy(() -> engine.restore(MonotableEngine.create(engine.config()).snapshot()))
        .hasMessageContaining("full");
    assertThat(engine.snapshot()).isEqualTo(before);
    log.whenWaiting = log::succeed;
    assertThat(engine.sweepExpired()).isEqualTo(1);
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void trimmingEndsAfterTheLogIsClosed() {
    fillStream();
    engine.close();
    assertThat(engine.trimStreams(0)).isFalse();
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void trimmingEndsIfTheLogFails() {
    fillStream();
    log.whenWaiting = log::fail;
    assertThat(engine.trimStreams(0)).isFalse();
    log.whenWaiting = log::succeed;
    assertThat(engine.trimStreams(0)).isTrue();
  }

  private void fillStream() {
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName(TABLE)
            .streamSpecification(new StreamSpecification(true, "NEW_IMAGE"))
            .build());
    engine.call(Operations.PUT_ITEM, put("a"));
  }
}
