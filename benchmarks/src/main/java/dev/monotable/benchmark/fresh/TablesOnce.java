package dev.monotable.benchmark.fresh;

import dev.monotable.junit.MonotableTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests that start from the tables of their class. */
@MonotableTest
class TablesOnce {
  @BeforeAll
  static void createTables(DynamoDbClient client) {
    TestWork.createTables(client);
  }

  @RepeatedTest(FreshRun.TESTS)
  void test(DynamoDbClient client, RepetitionInfo repetition) {
    TestWork.putAndQuery(client, repetition.getCurrentRepetition());
  }
}
