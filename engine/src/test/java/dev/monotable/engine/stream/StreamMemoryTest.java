package dev.monotable.engine.stream;

import static dev.monotable.engine.stream.StreamTables.NAME;
import static dev.monotable.engine.stream.StreamTables.item;
import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.drop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.model.ListStreamsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.model.Stream;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the rest of streams whose records do not fit into their memory. */
class StreamMemoryTest {
  private static final String OTHER = "Other-changes";

  /** The memory of a record of an insert, if all values of the item have one character. */
  private static final long RECORD =
      new ChangeRecord(1, EngineExtension.NOON, null, item("a", "1", 1), null).bytes();

  /** More than the memory of a stream of a deleted table without records. */
  private static final long STREAM = 2000;

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private MonotableEngine engine = open(Long.MAX_VALUE, 1000);
  private StreamTables tables = new StreamTables(engine);

  private MonotableEngine open(long maxStreamBytes, int maxClosed) {
    return MonotableEngine.create(
        EngineConfig.builder()
            .clock(time)
            .scheduler(time)
            .seed(1)
            .limits(
                Limits.builder()
                    .memory(
                        memory ->
                            memory
                                .withMaxStreamBytes(maxStreamBytes)
                                .withMaxClosedStreams(maxClosed))
                    // Each commit trims no more than it has to.
                    .commit(commit -> commit.withMaxItems(1))
                    .build())
            .build());
  }

  private void limit(long maxStreamBytes, int maxClosed) {
    engine.close();
    engine = open(maxStreamBytes, maxClosed);
    tables = new StreamTables(engine);
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private void put(String table, int number) {
    Calls.put(engine::call, table, item("a", Integer.toString(number), number));
  }

  private String createOther() {
    engine.call(Operations.CREATE_TABLE, StreamTables.table(OTHER, "NEW_AND_OLD_IMAGES"));
    return describe(engine::call, OTHER).latestStreamArn();
  }

  private void delete(String table) {
    drop(engine::call, table);
  }

  private List<String> streams() {
    return engine
        .call(Operations.LIST_STREAMS, ListStreamsInput.builder().build())
        .streams()
        .stream()
        .map(Stream::streamArn)
        .toList();
  }

  private List<String> records(String arn) {
    return tables.all(arn).stream().map(StreamTables::brief).toList();
  }

  private static ErrorCode codeOf(ThrowingCallable call) {
    return catchThrowableOfType(DynamoException.class, call).code();
  }

  @Test
  void theOldestRecordsAreTrimmedEarly() {
    limit(3 * RECORD, 1000);
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    String before = tables.first(arn);
    put(NAME, 1);
    put(NAME, 2);
    put(NAME, 3);
    List<Record> all = tables.all(arn);

    put(NAME, 4);
    put(NAME, 5);

    assertThat(records(arn)).containsExactly("INSERT 3", "INSERT 4", "INSERT 5");
    assertThat(codeOf(() -> tables.read(before))).isEqualTo(ErrorCode.TRIMMED_DATA_ACCESS);
    String shard = tables.shards(arn).get(0).shardId();
    assertThat(
            codeOf(
                () ->
                    tables.iterator(
                        arn, shard, "AT_SEQUENCE_NUMBER", all.get(1).dynamodb().sequenceNumber())))
        .isEqualTo(ErrorCode.TRIMMED_DATA_ACCESS);
    String third =
        tables.iterator(arn, shard, "AT_SEQUENCE_NUMBER", all.get(2).dynamodb().sequenceNumber());
    assertThat(tables.read(third).records()).startsWith(all.get(2)).hasSize(3);
  }

  @Test
  void theOldestRecordsOfAllStreamsAreTrimmedFirst() {
    limit(3 * RECORD, 1000);
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    String other = createOther();
    put(NAME, 1);
    put(OTHER, 2);
    put(NAME, 3);
    put(OTHER, 4);
    put(NAME, 5);

    assertThat(records(arn)).containsExactly("INSERT 3", "INSERT 5");
    assertThat(records(other)).containsExactly("INSERT 4");
  }

  @Test
  void theRecordsOfADeletedTableAreTrimmedFirstAndItsStreamIsRemovedWithTheLast() {
    limit(3 * RECORD + STREAM, 1000);
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    String deleted = createOther();
    put(NAME, 1);
    put(OTHER, 2);
    delete(OTHER);
    put(NAME, 3);
    assertThat(records(deleted)).containsExactly("INSERT 2");

    for (int i = 4; i <= 9; i++) {
      put(NAME, i);
    }

    assertThat(records(arn)).startsWith("INSERT 1", "INSERT 3", "INSERT 4").hasSize(8);
    assertThat(streams()).containsExactly(arn);
    assertThat(codeOf(() -> tables.describe(deleted))).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
  }

  @Test
  void theRecordsOfADisabledStreamAreTrimmedBeforeThoseOfEnabledOnes() {
    limit(3 * RECORD, 1000);
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    String disabled = createOther();
    put(NAME, 1);
    put(OTHER, 2);
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName(OTHER)
            .streamSpecification(StreamSpecification.builder().streamEnabled(false).build())
            .build());
    put(NAME, 3);
    put(NAME, 4);

    assertThat(records(arn)).containsExactly("INSERT 1", "INSERT 3", "INSERT 4");
    assertThat(records(disabled)).isEmpty();
    assertThat(streams()).containsExactly(arn, disabled);
  }

  @Test
  void aFewStreamsOfDeletedTablesRemain() {
    limit(Long.MAX_VALUE, 16);
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      created.add(tables.create("KEYS_ONLY"));
      delete(NAME);
      time.advance(Duration.ofMillis(1));
    }

    List<String> left = streams();
    assertThat(left).hasSizeBetween(14, 16);
    assertThat(left).isEqualTo(created.subList(100 - left.size(), 100));
  }

  @Test
  void tablesThatAreCreatedFilledAndDeletedTakeBoundedMemory() {
    limit(200_000, 1000);
    Item large = Item.of("PK", "a", "SK", "1", "v", "x".repeat(20_000));
    for (int i = 0; i < 1000; i++) {
      tables.create("NEW_AND_OLD_IMAGES");
      tables.put(large);
      delete(NAME);
    }

    assertThat(streams()).hasSize(9);
    for (String arn : streams()) {
      assertThat(tables.all(arn))
          .extracting(record -> record.dynamodb().newImage())
          .containsExactly(large);
    }
  }

  @Test
  void theRetentionTimeCanBeConfigured() {
    engine.close();
    engine =
        MonotableEngine.create(
            EngineConfig.builder()
                .clock(time)
                .scheduler(time)
                .limits(Limits.builder().stream(stream -> stream.withRetentionSeconds(60)).build())
                .build());
    tables = new StreamTables(engine);
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    put(NAME, 1);
    time.advance(Duration.ofSeconds(60));
    put(NAME, 2);
    assertThat(records(arn)).containsExactly("INSERT 1", "INSERT 2");

    time.advance(Duration.ofSeconds(1));

    assertThat(records(arn)).containsExactly("INSERT 2");
  }

  @Test
  void aFullProcessCanTrimToAPartOfTheMemory() {
    limit(8 * RECORD, 1000);
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    for (int i = 1; i <= 8; i++) {
      put(NAME, i);
    }

    assertThat(engine.trimStreams(1)).isFalse();
    assertThat(records(arn)).hasSize(8);
    assertThat(engine.trimStreams(0.25)).isTrue();
    assertThat(records(arn)).containsExactly("INSERT 7", "INSERT 8");
    assertThat(engine.trimStreams(0.25)).isFalse();
    assertThat(engine.trimStreams(0)).isTrue();
    assertThat(records(arn)).isEmpty();
    assertThat(engine.trimStreams(0)).isFalse();
  }
}
