package dev.monotable.engine.stream;

import static dev.monotable.engine.EngineExtension.NOON;
import static dev.monotable.engine.stream.StreamTables.NAME;
import static dev.monotable.engine.stream.StreamTables.item;
import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ListStreamsInput;
import dev.monotable.model.ListStreamsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.model.SequenceNumberRange;
import dev.monotable.model.Shard;
import dev.monotable.model.Stream;
import dev.monotable.model.StreamDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateTableInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of streams that are enabled, disabled and trimmed. */
@ExtendWith(EngineExtension.class)
class StreamLifeTest {
  private static final Duration DAY = Duration.ofDays(1);

  private MonotableEngine engine;
  private StreamTables tables;

  @BeforeEach
  void open(MonotableEngine given) {
    engine = given;
    tables = new StreamTables(given);
  }

  private void turn(@Nullable String view) {
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName(NAME)
            .streamSpecification(new StreamSpecification(view != null, view))
            .build());
  }

  private void deleteTable() {
    drop(engine::call, NAME);
  }

  private List<String> listed(@Nullable String table) {
    return engine
        .call(Operations.LIST_STREAMS, ListStreamsInput.builder().tableName(table).build())
        .streams()
        .stream()
        .map(Stream::streamArn)
        .toList();
  }

  private static ErrorCode codeOf(Runnable call) {
    return catchThrowableOfType(DynamoException.class, call::run).code();
  }

  @Test
  void aTableNamedStreamHasAStream() {
    engine.call(
        Operations.CREATE_TABLE,
        table("stream", "PK")
            .streamSpecification(new StreamSpecification(true, "KEYS_ONLY"))
            .build());
    String arn = listed("stream").get(0);

    assertThat(arn).endsWith(":table/stream/stream/2026-10-15T12:00:00.000");
    assertThat(tables.describe(arn).tableName()).isEqualTo("stream");
  }

  @Test
  void aStreamIsDescribed() {
    String arn = tables.create("OLD_IMAGE");

    StreamDescription description = tables.describe(arn);
    String label = "2026-10-15T12:00:00.000";
    assertThat(description)
        .isEqualTo(
            StreamDescription.builder()
                .streamArn(
                    "arn:aws:dynamodb:us-east-1:000000000000:table/" + NAME + "/stream/" + label)
                .streamLabel(label)
                .streamStatus("ENABLED")
                .streamViewType("OLD_IMAGE")
                .creationRequestDateTime(NOON)
                .tableName(NAME)
                .keySchema(
                    List.of(
                        new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
                .shards(
                    List.of(
                        new Shard(
                            description.shards().get(0).shardId(),
                            new SequenceNumberRange("100000000000000000001", null),
                            null)))
                .build());
  }

  @Test
  void streamsAreListedInPagesAndByTable() {
    String arn = tables.create("KEYS_ONLY");
    for (int i = 0; i < 5; i++) {
      engine.call(Operations.CREATE_TABLE, StreamTables.table("Other" + i, "KEYS_ONLY"));
    }
    engine.call(Operations.CREATE_TABLE, StreamTables.table("Without", null));

    List<Stream> paged = new ArrayList<>();
    String last = null;
    do {
      ListStreamsOutput page =
          engine.call(Operations.LIST_STREAMS, new ListStreamsInput(null, 2, last));
      assertThat(page.streams()).hasSize(2);
      paged.addAll(page.streams());
      last = page.lastEvaluatedStreamArn();
    } while (last != null);

    assertThat(paged)
        .extracting(Stream::tableName)
        .containsExactly(NAME, "Other0", "Other1", "Other2", "Other3", "Other4");
    assertThat(paged.get(0)).isEqualTo(new Stream(arn, NAME, "2026-10-15T12:00:00.000"));
    assertThat(listed("Other3")).containsExactly(paged.get(4).streamArn());
    assertThat(listed("Without")).isEmpty();
  }

  @Test
  void aDisabledStreamIsReadableForADay(ManualTime time) {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    turn(null);
    tables.put(item("a", "1", 2));

    assertThat(tables.describe(arn).streamStatus()).isEqualTo("DISABLED");
    GetRecordsOutput all = tables.read(tables.first(arn));
    assertThat(all.records()).extracting(StreamTables::brief).containsExactly("INSERT 1");
    assertThat(all.nextShardIterator()).isNull();
    assertThat(tables.shards(arn).get(0).sequenceNumberRange())
        .isEqualTo(new SequenceNumberRange("100000000000000000001", "200000000000000000002"));

    time.advance(DAY);
    assertThat(listed(NAME)).containsExactly(arn);
    time.advance(Duration.ofMillis(1));
    assertThat(listed(NAME)).isEmpty();
    assertThat(codeOf(() -> tables.describe(arn))).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
    // AWS also reports the last stream after it was disabled.
    assertThat(tables.arn()).isEqualTo(arn);
  }

  @Test
  void aStreamThatIsTurnedOnAgainIsAnotherOne() {
    String first = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    turn(null);
    turn("KEYS_ONLY");
    tables.put(item("a", "1", 2));
    String second = tables.arn();

    assertThat(second).isNotEqualTo(first);
    assertThat(listed(NAME)).containsExactly(first, second);
    assertThat(tables.all(first)).extracting(Record::eventName).containsExactly("INSERT");
    assertThat(tables.all(second)).extracting(Record::eventName).containsExactly("MODIFY");
  }

  @Test
  void theStreamOfADeletedTableIsReadableForADay(ManualTime time) {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    deleteTable();
    String again = tables.create("NEW_IMAGE");

    assertThat(again).isNotEqualTo(arn);
    assertThat(listed(NAME)).containsExactly(arn, again);
    assertThat(tables.describe(arn).streamStatus()).isEqualTo("DISABLED");
    assertThat(tables.all(arn)).extracting(StreamTables::brief).containsExactly("INSERT 1");
    // Deleting a table writes no stream records.
    assertThat(tables.all(again)).isEmpty();

    time.advance(DAY.plusMillis(1));
    assertThat(listed(NAME)).containsExactly(again);
    assertThat(codeOf(() -> tables.describe(arn))).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
  }

  @Test
  void recordsAreTrimmedAfterADay(ManualTime time) {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    time.advance(Duration.ofHours(2));
    tables.put(item("a", "1", 2));
    String shard = tables.shards(arn).get(0).shardId();
    assertThat(tables.all(arn)).hasSize(2);

    time.advance(Duration.ofHours(22));
    assertThat(tables.all(arn)).hasSize(2);
    time.advance(Duration.ofMillis(1));

    assertThat(tables.all(arn)).extracting(StreamTables::brief).containsExactly("MODIFY 2");
    String first = "100000000000000000001";
    assertThat(codeOf(() -> tables.iterator(arn, shard, "AT_SEQUENCE_NUMBER", first)))
        .isEqualTo(ErrorCode.TRIMMED_DATA_ACCESS);
    assertThat(codeOf(() -> tables.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", first)))
        .isEqualTo(ErrorCode.TRIMMED_DATA_ACCESS);
  }

  @Test
  void anIteratorWhoseRecordsAreTrimmedBeforeItIsUsedIsOfNoUse(ManualTime time) {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    time.advance(DAY.minusMinutes(5));
    String shard = tables.shards(arn).get(0).shardId();
    String horizon = tables.iterator(arn, shard, "TRIM_HORIZON", null);
    String latest = tables.iterator(arn, shard, "LATEST", null);
    time.advance(Duration.ofMinutes(6));

    assertThat(codeOf(() -> tables.read(horizon))).isEqualTo(ErrorCode.TRIMMED_DATA_ACCESS);
    assertThat(tables.read(latest).records()).isEmpty();
  }

  @Test
  void aShardIsDeletedADayAfterItIsClosed(ManualTime time) {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    String first = tables.shards(arn).get(0).shardId();
    for (int hours = 0; hours < 48; hours += 4) {
      time.advance(Duration.ofHours(4));
    }

    List<Shard> shards = tables.shards(arn);
    // One for each four hours of the 24 that are retained; the first was closed exactly 24 hours
    // ago.
    assertThat(shards).hasSize(8);
    assertThat(shards).extracting(Shard::shardId).doesNotContain(first);
    assertThat(shards.get(0).parentShardId()).isNotNull();
    assertThat(codeOf(() -> tables.iterator(arn, first, "TRIM_HORIZON", null)))
        .isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
  }

  @Test
  void anIteratorIsGoodForAQuarterOfAnHour(ManualTime time) {
    String arn = tables.create("NEW_IMAGE");
    String iterator = tables.first(arn);
    time.advance(Duration.ofMinutes(15));
    GetRecordsOutput page = tables.read(iterator);
    time.advance(Duration.ofMillis(1));

    assertThat(codeOf(() -> tables.read(iterator))).isEqualTo(ErrorCode.EXPIRED_ITERATOR);
    assertThat(tables.read(page.nextShardIterator()).records()).isEmpty();
  }

  @Test
  void theFourTypesOfIteratorsBeginWhereTheySay() {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    tables.put(item("a", "1", 2));
    String shard = tables.shards(arn).get(0).shardId();
    String latest = tables.iterator(arn, shard, "LATEST", null);
    tables.put(item("a", "1", 3));
    String second = "200000000000000000002";

    assertThat(tables.read(latest).records())
        .extracting(StreamTables::brief)
        .containsExactly("MODIFY 3");
    assertThat(tables.read(tables.iterator(arn, shard, "TRIM_HORIZON", null)).records())
        .extracting(StreamTables::brief)
        .containsExactly("INSERT 1", "MODIFY 2", "MODIFY 3");
    assertThat(tables.read(tables.iterator(arn, shard, "AT_SEQUENCE_NUMBER", second)).records())
        .extracting(StreamTables::brief)
        .containsExactly("MODIFY 2", "MODIFY 3");
    assertThat(tables.read(tables.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", second)).records())
        .extracting(StreamTables::brief)
        .containsExactly("MODIFY 3");
  }

  @Test
  void anIteratorLooksAsOnAws() {
    String arn = tables.create("NEW_IMAGE");

    assertThat(tables.first(arn)).startsWith(arn + "|1|AAAAAAAAAAA");
  }

  @Test
  void aRestoreRestoresTheStreamAndItsNumbersContinue() {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    Snapshot snapshot = engine.snapshot();
    String shard = tables.shards(arn).get(0).shardId();
    tables.put(item("a", "1", 2));
    String iterator = tables.iterator(arn, shard, "LATEST", null);
    engine.restore(snapshot);
    tables.put(item("a", "1", 3));

    assertThat(tables.all(arn))
        .extracting(record -> record.dynamodb().sequenceNumber())
        .containsExactly("100000000000000000001", "300000000000000000003");
    assertThat(tables.read(iterator).records())
        .extracting(StreamTables::brief)
        .containsExactly("MODIFY 3");
  }

  @Test
  void aStreamIsTurnedOnAndOffOnlyOnce() {
    tables.create("NEW_IMAGE");

    assertThat(catchThrowableOfType(DynamoException.class, () -> turn("KEYS_ONLY")))
        .hasMessage("Table already has an enabled stream: TableName: " + NAME);
    turn(null);
    assertThat(catchThrowableOfType(DynamoException.class, () -> turn(null)))
        .hasMessage("Table has no stream to disable: TableName: " + NAME);
    assertThat(describe(engine::call, NAME).streamSpecification()).isNull();
  }
}
