package dev.monotable.benchmark.fresh;

import java.lang.reflect.Method;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Tests with a fresh DynamoDB Local in process each, as AWS documents it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html">Deploying
 *     DynamoDB locally</a>
 */
class DynamoDbEmbedded {
  @RepeatedTest(FreshRun.TESTS)
  void test(RepetitionInfo repetition) throws ReflectiveOperationException {
    Object local =
        Class.forName("software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded")
            .getMethod("create")
            .invoke(null);
    Class<?> type =
        Class.forName("software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal");
    Method client = type.getMethod("dynamoDbClient");
    Method shutdown = type.getMethod("shutdown");
    DynamoDbClient dynamo = (DynamoDbClient) client.invoke(local);
    try {
      TestWork.createTables(dynamo);
      TestWork.putAndQuery(dynamo, repetition.getCurrentRepetition());
    } finally {
      shutdown.invoke(local);
    }
  }
}
