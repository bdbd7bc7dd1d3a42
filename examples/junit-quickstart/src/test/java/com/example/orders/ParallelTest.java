package com.example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.monotable.junit.MonotableTest;
import java.net.URI;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Each test has its own database, so tests can run in parallel. */
@MonotableTest
@Execution(ExecutionMode.CONCURRENT)
class ParallelTest {
  @RepeatedTest(8)
  void doesNotSeeTheOrdersOfParallelTests(DynamoDbClient dynamo) {
    OrderRepository repository = new OrderRepository(dynamo);
    repository.createTable();
    for (int i = 0; i < 20; i++) {
      repository.place("ada", "order-" + i, 100);
    }

    assertEquals(20, repository.orders("ada").size());
  }

  /**
   * A {@code URI} parameter opens an HTTP endpoint, for code that accepts nothing but an endpoint.
   * This test uses it with the asynchronous client of the AWS SDK and its Netty HTTP client.
   */
  @Test
  void acceptsRequestsOverHttp(URI endpoint, DynamoDbClient dynamo) {
    new OrderRepository(dynamo).createTable();

    try (DynamoDbAsyncClient overHttp =
        DynamoDbAsyncClient.builder()
            .endpointOverride(endpoint)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
            .build()) {
      assertEquals(1, overHttp.listTables().join().tableNames().size());
    }
  }
}
