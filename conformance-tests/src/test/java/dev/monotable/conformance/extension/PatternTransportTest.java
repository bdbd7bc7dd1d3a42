package dev.monotable.conformance.extension;

import static dev.monotable.conformance.Items.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import dev.monotable.junit.AccessPattern;
import dev.monotable.junit.Isolation;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Contracts count the requests of each client in process and over HTTP. */
@Tag("slow")
@Timeout(600)
class PatternTransportTest {
  private static final Map<String, AttributeValue> KEY = item("id", "0");

  @Nested
  @MonotableTest
  class InProcess extends EveryClient {}

  @Nested
  @MonotableTest(transport = Transport.HTTP)
  class OverHttp extends EveryClient {}

  @Table(Task.class)
  abstract static class EveryClient {
    @BeforeEach
    void write(DynamoDbClient client) {
      client.putItem(r -> r.tableName("Task").item(item("id", "0", "by", "the set-up")));
    }

    @Test
    @AccessPattern(value = "a task", maxRequests = 2, maxReadUnits = 1, noScan = true)
    void theRequestsOfBothClientsKeepTheLimits(DynamoDbClient client, DynamoDbAsyncClient async) {
      assertThat(client.getItem(r -> r.tableName("Task").key(KEY)).hasItem()).isTrue();
      assertThat(async.getItem(r -> r.tableName("Task").key(KEY)).join().hasItem()).isTrue();
    }

    @Test
    void theRequestsOfBothClientsExceedALimit(
        DynamoDbClient client, DynamoDbAsyncClient async, Monotable db) {
      assertThatThrownBy(
              () ->
                  db.pattern("a task")
                      .maxRequests(1)
                      .run(
                          () -> {
                            client.getItem(r -> r.tableName("Task").key(KEY));
                            async
                                .getItem(r -> r.tableName("Task").key(KEY).consistentRead(true))
                                .join();
                          }))
          .hasMessage(
              """
              The access pattern "a task" breaks its contract:
                2 requests, at most 1 allowed
                  GetItem Task id = "0": 1 item, 15 bytes, 0.5 read units
                  GetItem Task id = "0" consistent: 1 item, 15 bytes, 1 read unit\
              """);
    }
  }

  @Nested
  @MonotableTest(isolation = Isolation.PER_CLASS)
  @Execution(ExecutionMode.CONCURRENT)
  class InProcessInParallel extends SharedDatabase {}

  @Nested
  @MonotableTest(isolation = Isolation.PER_CLASS, transport = Transport.HTTP)
  @Execution(ExecutionMode.CONCURRENT)
  class OverHttpInParallel extends SharedDatabase {}

  @Table(Task.class)
  abstract static class SharedDatabase {
    @RepeatedTest(8)
    @AccessPattern(value = "a task", maxRequests = 30)
    void requestsOfOtherTestsDoNotCount(
        DynamoDbClient client, DynamoDbAsyncClient async, Monotable db) {
      for (int i = 0; i < 10; i++) {
        client.getItem(r -> r.tableName("Task").key(KEY));
        async.getItem(r -> r.tableName("Task").key(KEY)).join();
        db.pattern("one task")
            .maxRequests(1)
            .run(() -> client.getItem(r -> r.tableName("Task").key(KEY)));
      }
    }
  }
}
