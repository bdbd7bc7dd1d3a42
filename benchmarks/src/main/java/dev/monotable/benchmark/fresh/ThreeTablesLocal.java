package dev.monotable.benchmark.fresh;

import java.lang.reflect.Method;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The requests of {@link ThreeTables} to one DynamoDB Local in process, which all tests share. */
class ThreeTablesLocal {
  private static Object local;
  private static DynamoDbClient client;

  @BeforeAll
  static void start() throws ReflectiveOperationException {
    local =
        Class.forName("software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded")
            .getMethod("create")
            .invoke(null);
    client = (DynamoDbClient) method("dynamoDbClient").invoke(local);
  }

  @AfterAll
  static void stop() throws ReflectiveOperationException {
    method("shutdown").invoke(local);
  }

  private static Method method(String name) throws ReflectiveOperationException {
    return Class.forName(
            "software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal")
        .getMethod(name);
  }

  @RepeatedTest(FreshRun.TESTS)
  void test() {
    TestWork.useThreeTables(client);
  }
}
