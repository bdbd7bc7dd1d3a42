package dev.monotable.benchmark.fresh;

import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The requests of {@link ThreeTables}, answered by recorded responses. */
class ThreeTablesSdkAlone {
  private static final DynamoDbClient CLIENT = RecordedTransport.client();

  @RepeatedTest(FreshRun.TESTS)
  void test() {
    TestWork.useThreeTables(CLIENT);
  }
}
