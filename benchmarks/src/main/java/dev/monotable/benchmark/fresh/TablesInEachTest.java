package dev.monotable.benchmark.fresh;

import dev.monotable.junit.MonotableTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests that create their tables themselves. */
@MonotableTest
class TablesInEachTest {
  @RepeatedTest(FreshRun.TESTS)
  void test(DynamoDbClient client, RepetitionInfo repetition) {
    TestWork.createTables(client);
    TestWork.putAndQuery(client, repetition.getCurrentRepetition());
  }
}
