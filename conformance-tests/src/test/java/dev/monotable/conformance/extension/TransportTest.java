package dev.monotable.conformance.extension;

import static dev.monotable.conformance.Items.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The same tests with clients in process and with clients that use HTTP. */
@Tag("slow")
@Timeout(600)
class TransportTest {
  @Nested
  @MonotableTest
  class InProcess extends EveryClient {}

  @Nested
  @MonotableTest(transport = Transport.HTTP)
  class OverHttp extends EveryClient {
    @Test
    void requestsPassTheEndpoint(DynamoDbClient client, URI endpoint) {
      assertThat(client.serviceClientConfiguration().endpointOverride()).contains(endpoint);
    }
  }

  @Table(Task.class)
  abstract static class EveryClient {
    @BeforeAll
    static void write(DynamoDbClient client) {
      client.putItem(r -> r.tableName("Task").item(item("id", "0", "by", "the class")));
    }

    @RepeatedTest(3)
    void eachTestStartsFromTheDataOfTheClass(
        DynamoDbClient client, DynamoDbTable<Task> tasks, Monotable db) {
      assertThat(tasks.scan().items()).containsExactly(Task.of("0", "the class"));

      client.putItem(r -> r.tableName("Task").item(item("id", "1", "by", "this test")));

      assertThat(db.client()).isSameAs(client);
      assertThat(db.requests())
          .extracting(request -> request.operation().name())
          .containsExactly("Scan", "PutItem");
    }

    @Test
    void everyClientReadsTheWritesOfTheOthers(
        DynamoDbClient client,
        DynamoDbAsyncClient async,
        DynamoDbEnhancedClient enhanced,
        DynamoDbEnhancedAsyncClient enhancedAsync,
        DynamoDbAsyncTable<Task> tasks)
        throws Exception {
      TableSchema<Task> schema = TableSchema.fromBean(Task.class);
      client.putItem(r -> r.tableName("Task").item(item("id", "1", "by", "client")));
      async
          .putItem(r -> r.tableName("Task").item(item("id", "2", "by", "async")))
          .get(240, TimeUnit.SECONDS);
      enhanced.table("Task", schema).putItem(Task.of("3", "enhanced"));
      enhancedAsync
          .table("Task", schema)
          .putItem(Task.of("4", "enhanced async"))
          .get(240, TimeUnit.SECONDS);
      tasks.putItem(Task.of("5", "table")).get(240, TimeUnit.SECONDS);

      assertThat(client.scanPaginator(r -> r.tableName("Task").limit(1)).items())
          .containsExactlyInAnyOrder(
              item("id", "0", "by", "the class"),
              item("id", "1", "by", "client"),
              item("id", "2", "by", "async"),
              item("id", "3", "by", "enhanced"),
              item("id", "4", "by", "enhanced async"),
              item("id", "5", "by", "table"));
      assertThat(enhanced.table("Task", schema).getItem(Key.builder().partitionValue("2").build()))
          .isEqualTo(Task.of("2", "async"));
    }

    @Test
    void errorsAreExceptionsOfTheSdk(DynamoDbClient client) {
      assertThatExceptionOfType(ConditionalCheckFailedException.class)
          .isThrownBy(
              () ->
                  client.putItem(
                      r ->
                          r.tableName("Task")
                              .item(item("id", "0"))
                              .conditionExpression("attribute_not_exists(id)")));
    }

    @Test
    void streamsAreRead(
        DynamoDbClient client, DynamoDbStreamsClient streams, DynamoDbStreamsAsyncClient async)
        throws Exception {
      String arn =
          client
              .updateTable(
                  r ->
                      r.tableName("Task")
                          .streamSpecification(
                              s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)))
              .tableDescription()
              .latestStreamArn();
      Map<String, AttributeValue> task = item("id", "1", "by", "client");
      client.putItem(r -> r.tableName("Task").item(task));

      String shard =
          streams
              .describeStream(r -> r.streamArn(arn))
              .streamDescription()
              .shards()
              .get(0)
              .shardId();
      String iterator =
          streams
              .getShardIterator(
                  r ->
                      r.streamArn(arn)
                          .shardId(shard)
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      assertThat(
              async.getRecords(r -> r.shardIterator(iterator)).get(240, TimeUnit.SECONDS).records())
          .extracting(record -> record.dynamodb().newImage())
          .isEqualTo(List.of(task));
    }

    @Test
    void aForkHasClientsOfItsOwn(DynamoDbClient client, Monotable db) {
      try (Monotable fork = db.fork()) {
        fork.client().deleteItem(r -> r.tableName("Task").key(item("id", "0")));

        assertThat(fork.client().scan(r -> r.tableName("Task")).count()).isZero();
        assertThat(client.scan(r -> r.tableName("Task")).count()).isEqualTo(1);
      }
    }
  }
}
