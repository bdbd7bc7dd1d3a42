package dev.monotable.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.Condition;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.Get;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.StreamDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the data that observers receive of reads. */
class ObservedReadsTest extends ObserverFixture {
  @Test
  void getItem() {
    Item first = message(1, "hello");
    put(first);
    call(
        Operations.GET_ITEM,
        GetItemInput.builder()
            .tableName("Chat")
            .key(key(1))
            .consistentRead(true)
            .projectionExpression("#t, SK")
            .expressionAttributeNames(Map.of("#t", "text"))
            .build());
    assertThat(last())
        .isEqualTo(
            seen("GetItem", got(key(1), first, "text, SK", true, 1.0))
                .items(1, 1, first.size())
                .units(read(1)));
  }

  @Test
  void getItemOfNothing() {
    call(
        Operations.GET_ITEM,
        GetItemInput.builder()
            .tableName("Chat")
            .key(key(1))
            .attributesToGet(List.of("text"))
            .build());
    assertThat(last())
        .isEqualTo(seen("GetItem", got(key(1), null, "text", false, 0.5)).units(read(0.5)));
  }

  @Test
  void query() {
    for (int i = 1; i <= 5; i++) {
      put(message(i, i % 2 == 0 ? "even" : "odd"));
    }
    call(
        Operations.QUERY,
        QueryInput.builder()
            .tableName("Chat")
            .keyConditionExpression("PK = :room AND begins_with(#sk, :message)")
            .filterExpression("#t =   :odd")
            .projectionExpression("SK")
            .expressionAttributeNames(Map.of("#sk", "SK", "#t", "text"))
            .expressionAttributeValues(
                item("{':room':{'S':'ROOM#1'},':message':{'S':'MESSAGE#'},':odd':{'S':'odd'}}"))
            .limit(3)
            .scanIndexForward(false)
            .exclusiveStartKey(key(5))
            .build());
    long bytes = message(2, "even").size() * 2L + message(3, "odd").size();
    assertThat(last())
        .isEqualTo(
            seen(
                    "Query",
                    new SeenPage(
                        "Chat",
                        null,
                        new SeenPlan(
                            "[PK = \"ROOM#1\" and begins_with(SK, \"MESSAGE#\")]",
                            "text = \"odd\"",
                            "SK",
                            List.of(false, false, false, false)),
                        key(5),
                        key(2),
                        List.of(3, 3, 1, bytes, 0.5, 0.0)))
                .items(3, 1, bytes)
                .units(read(0.5))
                .rest(0, true, true, List.of()));
  }

  @Test
  void queryOfAnIndexByLegacyParameters() {
    Item indexed =
        item("{'PK':{'S':'U'},'SK':{'S':'1'},'GSI1PK':{'S':'G'},'GSI1SK':{'S':'7'},'n':{'N':'5'}}");
    put(indexed);
    call(
        Operations.QUERY,
        QueryInput.builder()
            .tableName("Chat")
            .indexName("GSI1")
            .keyConditions(
                Map.of(
                    "GSI1PK", new Condition(List.of(value("G")), "EQ"),
                    "GSI1SK", new Condition(List.of(value("1"), value("9")), "BETWEEN")))
            .queryFilter(Map.of("n", new Condition(List.of(number(3)), "GT")))
            .select("COUNT")
            .build());
    assertThat(last())
        .isEqualTo(
            seen(
                    "Query",
                    new SeenPage(
                        "Chat",
                        "GSI1",
                        new SeenPlan(
                            "[GSI1PK = \"G\" and GSI1SK between \"1\" and \"9\"]",
                            "n > 3",
                            null,
                            List.of(true, true, false, true)),
                        null,
                        null,
                        List.of("no limit", 1, 1, (long) indexed.size(), 0.5, 0.0)))
                .index("GSI1")
                .items(1, 1, indexed.size())
                .units(new ConsumedUnits("Chat", "GSI1", 0.5, 0)));
  }

  @Test
  void scan() {
    put(message(1, "a"));
    call(
        Operations.SCAN,
        ScanInput.builder()
            .tableName("arn:aws:dynamodb:us-east-1:000000000000:table/Chat")
            .consistentRead(true)
            .filterExpression("attribute_exists(nothing)")
            .build());
    long bytes = message(1, "a").size();
    assertThat(last())
        .isEqualTo(
            seen(
                    "Scan",
                    new SeenPage(
                        "Chat",
                        null,
                        new SeenPlan(
                            "[]",
                            "attribute_exists(nothing)",
                            null,
                            List.of(false, false, true, true)),
                        null,
                        null,
                        List.of("no limit", 1, 0, bytes, 1.0, 0.0)))
                .items(1, 0, bytes)
                .units(read(1)));
  }

  @Test
  void batchGetItem() {
    put(message(1, "a"));
    call(
        Operations.BATCH_GET_ITEM,
        BatchGetItemInput.builder()
            .requestItems(
                Map.of("Chat", KeysAndAttributes.builder().keys(List.of(key(1), key(2))).build()))
            .build());
    assertThat(last())
        .isEqualTo(
            seen(
                    "BatchGetItem",
                    got(key(1), message(1, "a"), null, false, 0.5),
                    got(key(2), null, null, false, 0.5))
                .items(1, 1, message(1, "a").size())
                .units(read(1)));
  }

  @Test
  void transactGetItems() {
    put(message(1, "a"));
    call(
        Operations.TRANSACT_GET_ITEMS,
        TransactGetItemsInput.builder()
            .transactItems(
                List.of(
                    new TransactGetItem(
                        Get.builder()
                            .tableName("Chat")
                            .key(key(1))
                            .projectionExpression("SK")
                            .build())))
            .build());
    assertThat(last())
        .isEqualTo(
            seen("TransactGetItems", got(key(1), message(1, "a"), "SK", true, 2.0))
                .items(1, 1, message(1, "a").size())
                .units(read(2)));
  }

  @Test
  void getRecords() {
    StreamDescription stream = stream();
    Item first = message(1, "a");
    put(first);
    String shard = stream.shards().get(0).shardId();
    String iterator =
        call(
                Operations.GET_SHARD_ITERATOR,
                GetShardIteratorInput.builder()
                    .streamArn(stream.streamArn())
                    .shardId(shard)
                    .shardIteratorType("TRIM_HORIZON")
                    .build())
            .shardIterator();
    call(Operations.GET_RECORDS, GetRecordsInput.builder().shardIterator(iterator).build());
    long bytes = (long) first.size() + key(1).size();
    assertThat(last())
        .isEqualTo(
            seen("GetRecords", new SeenRecords("Chat", stream.streamArn(), shard, 1, bytes))
                .items(1, 1, bytes));
  }

  private StreamDescription stream() {
    String arn =
        call(
                Operations.UPDATE_TABLE,
                UpdateTableInput.builder()
                    .tableName("Chat")
                    .streamSpecification(new StreamSpecification(true, "NEW_IMAGE"))
                    .build())
            .tableDescription()
            .latestStreamArn();
    return call(Operations.DESCRIBE_STREAM, DescribeStreamInput.builder().streamArn(arn).build())
        .streamDescription();
  }
}
