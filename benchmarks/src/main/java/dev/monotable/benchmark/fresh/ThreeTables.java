package dev.monotable.benchmark.fresh;

import dev.monotable.junit.MonotableTest;
import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests that create three tables, call them and delete them: 13 requests. */
@MonotableTest
class ThreeTables {
  @RepeatedTest(FreshRun.TESTS)
  void test(DynamoDbClient client) {
    TestWork.useThreeTables(client);
  }
}
