package dev.monotable.engine.stream;

import static dev.monotable.engine.stream.StreamTables.NAME;
import static dev.monotable.engine.stream.StreamTables.brief;
import static dev.monotable.engine.stream.StreamTables.item;
import static dev.monotable.engine.stream.StreamTables.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteRequest;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutRequest;
import dev.monotable.model.Record;
import dev.monotable.model.StreamRecord;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The content of stream records. */
@ExtendWith(EngineExtension.class)
class StreamRecordsTest {
  private static final String FIRST = "100000000000000000001";

  private StreamTables tables;

  @BeforeEach
  void open(MonotableEngine engine) {
    tables = new StreamTables(engine);
  }

  private static void update(MonotableEngine engine, Item key, long number) {
    Calls.update(engine::call, NAME, key, "SET n = {}", AttributeValue.number(number));
  }

  private static void delete(MonotableEngine engine, Item key) {
    Calls.delete(engine::call, NAME, key);
  }

  private List<StreamRecord> bodies(String arn) {
    return tables.all(arn).stream().map(Record::dynamodb).toList();
  }

  @Test
  void aRecordContainsTheEventTheKeysTheTimeAndTheRegion(ManualTime time) {
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    time.advance(Duration.ofMillis(1_999));
    tables.put(item("a", "1", 7));

    List<Record> records = tables.all(arn);

    assertThat(records)
        .containsExactly(
            new Record(
                records.get(0).eventID(),
                "INSERT",
                "1.1",
                "aws:dynamodb",
                "us-east-1",
                new StreamRecord(
                    EngineExtension.NOON.plusSeconds(1),
                    key("a", "1"),
                    item("a", "1", 7),
                    null,
                    FIRST,
                    // Keys: PK a SK 1; image: PK a SK 1 n 7.
                    6L + 9L,
                    "NEW_AND_OLD_IMAGES"),
                null));
    assertThat(records.get(0).eventID()).matches("[0-9a-f]{32}");
  }

  @Test
  void theSizeIsThatOfTheKeysAndTheImages() {
    // As AWS reports for an item whose only attribute is id = Hello world: 26 bytes with its new
    // image.
    String arn = tables.create("NEW_IMAGE");
    tables.put(key("Hello", "world"));

    assertThat(bodies(arn).get(0).sizeBytes()).isEqualTo(2 * (4 + 10));
  }

  @Test
  void newAndOldImagesHoldBoth(MonotableEngine engine) {
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    insertModifyRemove(engine);

    assertThat(bodies(arn))
        .extracting(StreamRecord::keys, StreamRecord::oldImage, StreamRecord::newImage)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(key("a", "1"), null, item("a", "1", 1)),
            org.assertj.core.groups.Tuple.tuple(
                key("a", "1"), item("a", "1", 1), item("a", "1", 2)),
            org.assertj.core.groups.Tuple.tuple(key("a", "1"), item("a", "1", 2), null));
    assertThat(tables.all(arn))
        .extracting(Record::eventName)
        .containsExactly("INSERT", "MODIFY", "REMOVE");
  }

  @Test
  void newImageContainsNoOldImage(MonotableEngine engine) {
    String arn = tables.create("NEW_IMAGE");
    insertModifyRemove(engine);

    assertThat(bodies(arn))
        .extracting(StreamRecord::oldImage)
        .containsExactly((Item) null, null, null);
    assertThat(bodies(arn))
        .extracting(StreamRecord::newImage)
        .containsExactly(item("a", "1", 1), item("a", "1", 2), null);
  }

  @Test
  void oldImageContainsNoNewImage(MonotableEngine engine) {
    String arn = tables.create("OLD_IMAGE");
    insertModifyRemove(engine);

    assertThat(bodies(arn))
        .extracting(StreamRecord::newImage)
        .containsExactly((Item) null, null, null);
    assertThat(bodies(arn))
        .extracting(StreamRecord::oldImage)
        .containsExactly(null, item("a", "1", 1), item("a", "1", 2));
  }

  @Test
  void keysOnlyContainsNoImage(MonotableEngine engine) {
    String arn = tables.create("KEYS_ONLY");
    insertModifyRemove(engine);

    assertThat(bodies(arn))
        .containsExactly(
            keysOnly("100000000000000000001"),
            keysOnly("200000000000000000002"),
            keysOnly("300000000000000000003"));
  }

  private static StreamRecord keysOnly(String sequenceNumber) {
    return new StreamRecord(
        EngineExtension.NOON, key("a", "1"), null, null, sequenceNumber, 6L, "KEYS_ONLY");
  }

  private void insertModifyRemove(MonotableEngine engine) {
    tables.put(item("a", "1", 1));
    update(engine, key("a", "1"), 2);
    delete(engine, key("a", "1"));
  }

  @Test
  void aWriteThatChangesNothingCreatesNoRecord(MonotableEngine engine) {
    String arn = tables.create("NEW_IMAGE");
    tables.put(item("a", "1", 1));
    tables.put(item("a", "1", 1));
    update(engine, key("a", "1"), 1);
    delete(engine, key("b", "1"));
    engine.call(
        Operations.PUT_ITEM,
        dev.monotable.model.PutItemInput.builder()
            .tableName(NAME)
            // The same item with its attributes in another order.
            .item(
                Item.of(
                    "n",
                    AttributeValue.number("1.0"),
                    "SK",
                    AttributeValue.string("1"),
                    "PK",
                    AttributeValue.string("a")))
            .build());

    assertThat(tables.all(arn)).extracting(StreamTables::brief).containsExactly("INSERT 1");
  }

  @Test
  void anUpdateThatCreatesTheItemIsAnInsert(MonotableEngine engine) {
    String arn = tables.create("NEW_IMAGE");
    update(engine, key("a", "1"), 5);

    assertThat(tables.all(arn)).extracting(StreamTables::brief).containsExactly("INSERT 5");
  }

  @Test
  void batchesAndTransactionsLeaveARecordForEachChange(MonotableEngine engine) {
    String arn = tables.create("NEW_AND_OLD_IMAGES");
    engine.call(
        Operations.BATCH_WRITE_ITEM,
        BatchWriteItemInput.builder()
            .requestItems(
                Map.of(
                    NAME,
                    List.of(
                        new WriteRequest(new PutRequest(item("a", "1", 1)), null),
                        new WriteRequest(new PutRequest(item("b", "1", 2)), null),
                        new WriteRequest(null, new DeleteRequest(key("c", "1"))))))
            .build());
    engine.call(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder()
            .transactItems(
                List.of(
                    TransactWriteItem.builder()
                        .put(Put.builder().tableName(NAME).item(item("c", "1", 3)).build())
                        .build(),
                    TransactWriteItem.builder()
                        .delete(Delete.builder().tableName(NAME).key(key("a", "1")).build())
                        .build()))
            .build());

    assertThat(tables.all(arn))
        .extracting(StreamTables::brief)
        .containsExactly("INSERT 1", "INSERT 2", "INSERT 3", "REMOVE 1");
  }

  @Test
  void aPageEndsAtItsLimitOrAtOneMegabyteAndCanBeContinued(MonotableEngine engine) {
    String arn = tables.create("NEW_IMAGE");
    String large = "x".repeat(300 * 1024);
    for (int i = 0; i < 8; i++) {
      engine.call(
          Operations.PUT_ITEM,
          dev.monotable.model.PutItemInput.builder()
              .tableName(NAME)
              .item(
                  Item.of(
                      "PK",
                      AttributeValue.string("a"),
                      "SK",
                      AttributeValue.string("" + i),
                      "n",
                      AttributeValue.number(i),
                      "large",
                      AttributeValue.string(large)))
              .build());
    }

    GetRecordsOutput first = tables.read(tables.first(arn));
    GetRecordsOutput second = tables.read(first.nextShardIterator());
    GetRecordsOutput one =
        engine.call(
            Operations.GET_RECORDS,
            new dev.monotable.model.GetRecordsInput(second.nextShardIterator(), 1));
    GetRecordsOutput last = tables.read(one.nextShardIterator());

    assertThat(first.records())
        .extracting(StreamTables::brief)
        .containsExactly("INSERT 0", "INSERT 1", "INSERT 2");
    assertThat(second.records())
        .extracting(StreamTables::brief)
        .containsExactly("INSERT 3", "INSERT 4", "INSERT 5");
    assertThat(one.records()).extracting(r -> brief(r)).containsExactly("INSERT 6");
    assertThat(last.records()).extracting(r -> brief(r)).containsExactly("INSERT 7");
    assertThat(tables.read(last.nextShardIterator()).records()).isEmpty();
  }
}
