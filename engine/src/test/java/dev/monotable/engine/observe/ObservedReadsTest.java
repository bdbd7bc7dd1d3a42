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

/** What observers receive of reads. */
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
            new Seen(
                "GetItem",
                null,
                List.of("Chat"),
                null,
                List.of(new SeenItem("Chat", key(1), first, "text, SK", List.of(true, 1.0))),
                new SeenCost(List.of(1L, 1L, (long) first.size()), List.of(read(1))),
                NOTHING_LEFT));
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
        .isEqualTo(
            new Seen(
                "GetItem",
                null,
                List.of("Chat"),
                null,
                List.of(new SeenItem("Chat", key(1), null, "text", List.of(false, 0.5))),
                new SeenCost(List.of(0L, 0L, 0L), List.of(read(0.5))),
                NOTHING_LEFT));
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
            new Seen(
                "Query",
                null,
                List.of("Chat"),
                null,
                List.of(
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
                        List.of(3, 3, 1, bytes, 0.5, 0.0))),
                new SeenCost(List.of(3L, 1L, bytes), List.of(read(0.5))),
                List.of(0, true, true, List.of())));
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
            new Seen(
                "Query",
                null,
                List.of("Chat"),
                "GSI1",
                List.of(
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
                        List.of("no limit", 1, 1, (long) indexed.size(), 0.5, 0.0))),
                new SeenCost(
                    List.of(1L, 1L, (long) indexed.size()),
                    List.of(new ConsumedUnits("Chat", "GSI1", 0.5, 0))),
                NOTHING_LEFT));
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
            new Seen(
                "Scan",
                null,
                List.of("Chat"),
                null,
                List.of(
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
                        List.of("no limit", 1, 0, bytes, 1.0, 0.0))),
                new SeenCost(List.of(1L, 0L, bytes), List.of(read(1))),
                NOTHING_LEFT));
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
            new Seen(
                "BatchGetItem",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenItem("Chat", key(1), message(1, "a"), null, List.of(false, 0.5)),
                    new SeenItem("Chat", key(2), null, null, List.of(false, 0.5))),
                new SeenCost(List.of(1L, 1L, (long) message(1, "a").size()), List.of(read(1))),
                NOTHING_LEFT));
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
            new Seen(
                "TransactGetItems",
                null,
                List.of("Chat"),
                null,
                List.of(new SeenItem("Chat", key(1), message(1, "a"), "SK", List.of(true, 2.0))),
                new SeenCost(List.of(1L, 1L, (long) message(1, "a").size()), List.of(read(2))),
                NOTHING_LEFT));
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
            new Seen(
                "GetRecords",
                null,
                List.of("Chat"),
                null,
                List.of(new SeenRecords("Chat", stream.streamArn(), shard, 1, bytes)),
                new SeenCost(List.of(1L, 1L, bytes), List.of()),
                NOTHING_LEFT));
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
