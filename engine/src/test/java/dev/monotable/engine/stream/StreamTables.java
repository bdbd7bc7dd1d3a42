package dev.monotable.engine.stream;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.model.Shard;
import dev.monotable.model.StreamDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table with a stream, and shorthand for writing to it and reading its stream. */
final class StreamTables {
  static final String NAME = "Changes";

  private final MonotableEngine engine;

  StreamTables(MonotableEngine engine) {
    this.engine = engine;
  }

  /** Returns a table with the string keys PK and SK. */
  static CreateTableInput table(String name, @Nullable String view) {
    return Calls.table(name, "PK, SK")
        .streamSpecification(view == null ? null : new StreamSpecification(true, view))
        .build();
  }

  /** Creates the table; returns the ARN of its stream. */
  String create(String view) {
    engine.call(Operations.CREATE_TABLE, table(NAME, view));
    return arn();
  }

  String arn() {
    return Calls.describe(engine::call, NAME).latestStreamArn();
  }

  static Item key(String pk, String sk) {
    return Item.of("PK", AttributeValue.string(pk), "SK", AttributeValue.string(sk));
  }

  static Item item(String pk, String sk, long number) {
    return Item.of(
        "PK",
        AttributeValue.string(pk),
        "SK",
        AttributeValue.string(sk),
        "n",
        AttributeValue.number(number));
  }

  void put(Item item) {
    Calls.put(engine::call, NAME, item);
  }

  StreamDescription describe(String arn) {
    return engine
        .call(Operations.DESCRIBE_STREAM, DescribeStreamInput.builder().streamArn(arn).build())
        .streamDescription();
  }

  /** Returns all shards, from all pages. */
  List<Shard> shards(String arn) {
    List<Shard> shards = new ArrayList<>();
    String last = null;
    do {
      StreamDescription page =
          engine
              .call(
                  Operations.DESCRIBE_STREAM,
                  DescribeStreamInput.builder().streamArn(arn).exclusiveStartShardId(last).build())
              .streamDescription();
      shards.addAll(page.shards());
      last = page.lastEvaluatedShardId();
    } while (last != null);
    return shards;
  }

  String iterator(String arn, String shard, String type, @Nullable String sequenceNumber) {
    return engine
        .call(
            Operations.GET_SHARD_ITERATOR,
            new GetShardIteratorInput(arn, shard, type, sequenceNumber, null))
        .shardIterator();
  }

  String first(String arn) {
    return iterator(arn, shards(arn).get(0).shardId(), "TRIM_HORIZON", null);
  }

  GetRecordsOutput read(String iterator) {
    return engine.call(Operations.GET_RECORDS, new GetRecordsInput(iterator, null));
  }

  /** Returns all records of all shards, each shard after its parent. */
  List<Record> all(String arn) {
    List<Record> records = new ArrayList<>();
    for (Shard shard : shards(arn)) {
      records.addAll(read(iterator(arn, shard.shardId(), "TRIM_HORIZON", null)).records());
    }
    return records;
  }

  /**
   * Returns the event name and the number in the new image, or in the old one if there is no new
   * one.
   */
  static String brief(Record record) {
    Item image = record.dynamodb().newImage();
    return record.eventName()
        + " "
        + (image == null ? record.dynamodb().oldImage() : image).find("n").number();
  }
}
