package dev.monotable.benchmark.fresh;

import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The requests of {@link TablesInEachTest}, answered by recorded responses: what JUnit and the AWS
 * SDK cost on their own.
 */
class SdkAlone {
  private static final DynamoDbClient CLIENT = RecordedTransport.client();

  @RepeatedTest(FreshRun.TESTS)
  void test() {
    TestWork.createTables(CLIENT);
    TestWork.putAndQuery(CLIENT, 1);
  }
}
