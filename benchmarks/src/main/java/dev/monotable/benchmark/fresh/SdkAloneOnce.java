package dev.monotable.benchmark.fresh;

import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The requests of {@link TablesOnce}, answered by recorded responses. */
class SdkAloneOnce {
  private static final DynamoDbClient CLIENT = RecordedTransport.client();

  @RepeatedTest(FreshRun.TESTS)
  void test() {
    TestWork.putAndQuery(CLIENT, 1);
  }
}
