package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.formats.item.SeedFile;
import dev.monotable.http.MonotableServer;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests over a socket that a server has the tables and items of its files. */
@Timeout(600)
class SchemaAndSeedTest {
  private static final String SCAN =
      "{\"Items\":[{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"},"
          + "\"tags\":{\"L\":[{\"S\":\"x\"}]}}],\"Count\":1,\"ScannedCount\":1}";

  @TempDir Path directory;
  private final ServeOptions options = new ServeOptions();

  @BeforeEach
  void writeFiles() throws Exception {
    Path schema =
        Files.writeString(
            directory.resolve("serverless.yml"),
            """
            service: things
            provider: {name: aws, stage: dev}
            resources:
              Resources:
                Things:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    TableName: things-${sls:stage}
                    BillingMode: PAY_PER_REQUEST
                    AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                    KeySchema: [{AttributeName: PK, KeyType: HASH}]
            """);
    Path seed =
        Files.writeString(
            directory.resolve("seed.json"), "[{\"PK\": \"a\", \"n\": 1, \"tags\": [\"x\"]}]");
    options.port = 0;
    options.schemas = List.of(schema);
    options.seeds = List.of(SeedFile.of(seed));
    options.parameters = Map.of("stage", "prod");
  }

  @Test
  void theServerHasTheTablesAndItems() throws Exception {
    try (MonotableServer server = ServerLauncher.start(options);
        RawConnection connection = RawConnection.open(server.endpoint())) {
      assertThat(connection.send(ThingRequests.operation("ListTables", "{}")).read().text())
          .isEqualTo("{\"TableNames\":[\"things-prod\"]}");
      assertThat(scan(connection, "key")).isEqualTo(SCAN);
    }
  }

  @Test
  void eachDatabaseHasTheTablesAndItems() throws Exception {
    options.splitByCredentials = true;
    try (MonotableServer server = ServerLauncher.start(options);
        RawConnection connection = RawConnection.open(server.endpoint())) {
      for (String key : List.of("a", "b")) {
        assertThat(scan(connection, key)).isEqualTo(SCAN);
      }
    }
  }

  private static String scan(RawConnection connection, String accessKey) throws Exception {
    return connection
        .send(
            ThingRequests.operation("Scan", "{\"TableName\":\"things-prod\"}")
                .replace("Credential=key/", "Credential=" + accessKey + "/"))
        .read()
        .text();
  }
}
