package dev.monotable.benchmark.fresh;

import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The requests of {@link ThreeTables} to one server of DynamoDB Local in the JVM of the tests, as
 * AWS documents it for JUnit.
 */
class ThreeTablesServer {
  private static Object server;
  private static DynamoDbClient client;

  @BeforeAll
  static void start() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String[] arguments = {
      "-inMemory", "-sharedDb", "-disableTelemetry", "-port", Integer.toString(port)
    };
    server =
        Class.forName("software.amazon.dynamodb.services.local.main.ServerRunner")
            .getMethod("createServerFromCommandLineArgs", String[].class)
            .invoke(null, (Object) arguments);
    server.getClass().getMethod("start").invoke(server);
    client =
        DynamoDbClient.builder()
            .endpointOverride(URI.create("http://localhost:" + port))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
            .build();
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    server.getClass().getMethod("stop").invoke(server);
  }

  @RepeatedTest(FreshRun.TESTS)
  void test() {
    TestWork.useThreeTables(client);
  }
}
