package dev.monotable.engine.kinesis;

import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.KinesisChange;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.DescribeKinesisStreamingDestinationInput;
import dev.monotable.model.EnableKinesisStreamingConfiguration;
import dev.monotable.model.KinesisDataStreamDestination;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.Operations;
import dev.monotable.model.StreamSpecification;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The changes that a table keeps for its Kinesis destinations. */
class KinesisOutboxTest {
  private static final String TABLE = "Chat";
  private static final String CHANGES = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";
  private static final String OTHERS = "arn:aws:kinesis:us-east-1:000000000000:stream/others";

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private MonotableEngine engine = open(EngineConfig.builder());

  private MonotableEngine open(EngineConfig.Builder config) {
    return MonotableEngine.create(config.clock(time).scheduler(time).seed(1).build());
  }

  private void reopen(EngineConfig.Builder config) {
    engine.close();
    engine = open(config);
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private void create(@Nullable StreamSpecification stream) {
    engine.call(Operations.CREATE_TABLE, table(TABLE, "PK").streamSpecification(stream).build());
  }

  private void enable(String arn) {
    engine.call(
        Operations.ENABLE_KINESIS_STREAMING_DESTINATION,
        KinesisStreamingDestinationInput.builder().tableName(TABLE).streamArn(arn).build());
  }

  private void disable(String arn) {
    engine.call(
        Operations.DISABLE_KINESIS_STREAMING_DESTINATION,
        KinesisStreamingDestinationInput.builder().tableName(TABLE).streamArn(arn).build());
  }

  private void put(Item item) {
    Calls.put(engine::call, TABLE, item);
  }

  private List<KinesisChange> changes(String arn) {
    return engine.kinesisOutbox().changes(TABLE, arn, 0, 1000);
  }

  private List<Long> numbers(String arn) {
    return changes(arn).stream().map(KinesisChange::sequenceNumber).toList();
  }

  private static KinesisDestinationStatus status(
      String arn, String status, long waiting, @Nullable Instant oldest) {
    return new KinesisDestinationStatus(TABLE, arn, status, null, null, waiting, oldest);
  }

  @Test
  void aDestinationGetsTheChangesThatAreMadeWhileItIsActive() {
    create(null);
    put(Item.of("PK", "a"));
    enable(CHANGES);
    put(Item.of("PK", "a", "n", 1));
    put(Item.of("PK", "a", "n", 1));
    put(Item.of("PK", "b"));
    delete(engine::call, TABLE, Item.of("PK", "b"));
    disable(CHANGES);
    put(Item.of("PK", "c"));

    List<KinesisChange> changes = changes(CHANGES);
    assertThat(changes)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("eventId")
        .containsExactly(
            change(1, Item.of("PK", "a"), Item.of("PK", "a"), Item.of("PK", "a", "n", 1)),
            change(2, Item.of("PK", "b"), null, Item.of("PK", "b")),
            change(3, Item.of("PK", "b"), Item.of("PK", "b"), null));
    assertThat(changes.stream().map(KinesisChange::eventId).distinct()).hasSize(3);
    assertThat(engine.kinesisOutbox().destinations())
        .containsExactly(status(CHANGES, "DISABLED", 3, EngineExtension.NOON));
  }

  private static KinesisChange change(
      long number, Item keys, @Nullable Item before, @Nullable Item after) {
    return new KinesisChange(number, "", EngineExtension.NOON, keys, before, after, false);
  }

  @Test
  void theChangesBeginWhenTheDestinationIsActive() {
    reopen(
        EngineConfig.builder().delays(Delays.builder().updateTable(Duration.ofMinutes(1)).build()));
    create(null);
    enable(CHANGES);
    put(Item.of("PK", "a"));
    time.advance(Duration.ofMinutes(1));
    put(Item.of("PK", "b"));

    assertThat(changes(CHANGES))
        .extracting(KinesisChange::keys)
        .containsExactly(Item.of("PK", "b"));
  }

  @Test
  void itemsThatExpireAreRemovedByTheService() {
    create(null);
    expire(engine::call, TABLE, "ttl");
    enable(CHANGES);
    Item item = Item.of("PK", "a", "ttl", EngineExtension.NOON.getEpochSecond() + 10);
    put(item);
    time.advance(Duration.ofMinutes(1));

    List<KinesisChange> changes = changes(CHANGES);
    assertThat(changes).hasSize(2);
    assertThat(changes.get(1).byService()).isTrue();
    assertThat(changes.get(1).oldImage()).isEqualTo(item);
    assertThat(changes.get(1).newImage()).isNull();
  }

  @Test
  void whatAStreamHasIsRemoved() {
    create(null);
    enable(CHANGES);
    for (int i = 1; i <= 5; i++) {
      put(Item.of("PK", "a", "n", i));
    }
    List<KinesisChange> all = changes(CHANGES);
    engine.kinesisOutbox().remove(TABLE, CHANGES, List.of(all.get(1), all.get(3)));
    engine.kinesisOutbox().remove(TABLE, CHANGES, List.of(all.get(1)));
    engine.kinesisOutbox().remove(TABLE, OTHERS, all);
    engine.kinesisOutbox().remove("Other", CHANGES, all);

    assertThat(numbers(CHANGES)).containsExactly(1L, 3L, 5L);
    assertThat(engine.kinesisOutbox().changes(TABLE, CHANGES, 1, 1)).containsExactly(all.get(2));
  }

  @Test
  void aFormerDestinationKeepsItsChanges() {
    create(null);
    enable(CHANGES);
    put(Item.of("PK", "a"));
    disable(CHANGES);
    enable(OTHERS);
    put(Item.of("PK", "b"));
    disable(OTHERS);
    enable(CHANGES);
    put(Item.of("PK", "c"));

    assertThat(numbers(CHANGES)).containsExactly(1L, 3L);
    assertThat(numbers(OTHERS)).containsExactly(2L);
    assertThat(engine.kinesisOutbox().destinations())
        .containsExactly(
            status(OTHERS, "DISABLED", 1, EngineExtension.NOON),
            status(CHANGES, "ACTIVE", 2, EngineExtension.NOON));
  }

  @Test
  void changesAreDroppedAfterADay() {
    create(null);
    enable(CHANGES);
    put(Item.of("PK", "a"));
    time.advance(Duration.ofHours(12));
    put(Item.of("PK", "b"));
    time.advance(Duration.ofHours(12).plusMinutes(1));

    assertThat(numbers(CHANGES)).containsExactly(2L);
    time.advance(Duration.ofHours(12));
    assertThat(changes(CHANGES)).isEmpty();
  }

  @Test
  void theOldestChangesAreDroppedIfTheyTakeTooMuchMemory() {
    int record = new ChangeRecord(1, EngineExtension.NOON, null, Item.of("PK", "a"), null).bytes();
    reopen(
        EngineConfig.builder()
            .limits(
                Limits.builder()
                    .memory(memory -> memory.withMaxStreamBytes(6L * record))
                    .commit(commit -> commit.withMaxItems(1))
                    .build()));
    create(new StreamSpecification(true, "NEW_IMAGE"));
    enable(CHANGES);
    for (char key = 'a'; key <= 'h'; key++) {
      put(Item.of("PK", String.valueOf(key)));
    }

    // Each change is a record of the stream as well, so that half of them have room.
    assertThat(changes(CHANGES))
        .extracting(KinesisChange::keys)
        .containsExactly(Item.of("PK", "f"), Item.of("PK", "g"), Item.of("PK", "h"));
    Audit.check(engine);
    engine.trimStreams(0);
    assertThat(changes(CHANGES)).isEmpty();
  }

  @Test
  void aCopyHasTheChangesUntilTheyAreCleared() {
    create(null);
    enable(CHANGES);
    put(Item.of("PK", "a"));
    try (MonotableEngine fork = engine.fork()) {
      fork.kinesisOutbox().clear();

      assertThat(fork.kinesisOutbox().changes(TABLE, CHANGES, 0, 10)).isEmpty();
      assertThat(numbers(CHANGES)).containsExactly(1L);
    }
  }

  @Test
  void aTableThatIsCreatedAgainHasNone() {
    create(null);
    enable(CHANGES);
    put(Item.of("PK", "a"));
    drop(engine::call, TABLE);
    create(null);

    assertThat(engine.kinesisOutbox().destinations()).isEmpty();
    enable(CHANGES);
    assertThat(changes(CHANGES)).isEmpty();
  }

  @Test
  void aStreamThatIsNotActiveMakesTheDestinationFail() {
    reopen(EngineConfig.builder().kinesisStreams(OTHERS::equals));
    create(null);
    enable(CHANGES);
    enable(OTHERS);

    assertThat(
            engine
                .call(
                    Operations.DESCRIBE_KINESIS_STREAMING_DESTINATION,
                    new DescribeKinesisStreamingDestinationInput(TABLE))
                .kinesisDataStreamDestinations())
        .containsExactly(
            new KinesisDataStreamDestination(OTHERS, "ACTIVE", null, null),
            new KinesisDataStreamDestination(
                CHANGES,
                "ENABLE_FAILED",
                "User does not have a permission to use kinesis stream",
                null));
  }

  @Test
  void aPrecisionIsKnownToTheDelivery() {
    create(null);
    engine.call(
        Operations.ENABLE_KINESIS_STREAMING_DESTINATION,
        new KinesisStreamingDestinationInput(
            TABLE, CHANGES, new EnableKinesisStreamingConfiguration("MICROSECOND")));

    assertThat(engine.kinesisOutbox().destinations())
        .containsExactly(
            new KinesisDestinationStatus(
                TABLE,
                CHANGES,
                "ACTIVE",
                null,
                ApproximateCreationDateTimePrecision.MICROSECOND,
                0,
                null));
  }
}
