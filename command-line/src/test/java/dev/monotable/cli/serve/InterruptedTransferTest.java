package dev.monotable.cli.serve;

import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.DescribeExportInput;
import dev.monotable.model.DescribeImportInput;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportTableToPointInTimeInput;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ImportTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ListExportsInput;
import dev.monotable.model.ListImportsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.S3BucketSource;
import dev.monotable.model.TableCreationParameters;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.testing.Calls;
import dev.monotable.testing.TestServer;
import dev.monotable.value.Item;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server with a data directory during an export and during an import: the next server ends
 * them. If that one has buckets in memory, they fail, because these have no objects.
 */
@Tag("slow")
@Timeout(600)
class InterruptedTransferTest {
  private static final String LOST =
      "FAILED S3NoSuchBucket The specified bucket does not exist (Service: Amazon S3; Status Code:"
          + " 404; Error Code: NoSuchBucket). Objects in memory are not kept when Monotable ends";

  @TempDir Path directory;

  /** The objects of the bucket, by their keys. */
  private final Map<String, byte[]> objects = new ConcurrentSkipListMap<>();

  /** A request waits here until the test has killed the server. */
  private final CountDownLatch open = new CountDownLatch(1);

  private final CountDownLatch arrived = new CountDownLatch(1);
  private TestServer buckets;
  private ServerProcess server;

  @BeforeEach
  void start() throws IOException {
    buckets = TestServer.handling(this::answer);
    server = startServer("--s3-endpoint", buckets.url());
  }

  @AfterEach
  void stop() {
    open.countDown();
    server.end();
    buckets.close();
  }

  private ServerProcess startServer(String... options) throws IOException {
    List<String> line = new ArrayList<>(List.of(options));
    line.addAll(
        List.of("--port", "0", "--data", directory.resolve("data").toString(), "--sync", "always"));
    return ServerProcess.start(line.toArray(String[]::new));
  }

  /** Answers as S3 does, after the first request of a server was interrupted. */
  private void answer(HttpExchange exchange) throws IOException {
    try {
      byte[] body = exchange.getRequestBody().readAllBytes();
      arrived.countDown();
      open.await();
      String key = exchange.getRequestURI().getPath().substring("/files/".length());
      byte[] found = objects.get(key);
      if (exchange.getRequestMethod().equals("PUT")) {
        objects.put(key, body);
        TestServer.send(exchange, 200, "");
      } else if (key.isEmpty()) {
        StringBuilder list = new StringBuilder("<L><IsTruncated>false</IsTruncated>");
        objects.forEach(
            (each, bytes) ->
                list.append("<Contents><Key>" + each + "</Key><Size>" + bytes.length)
                    .append("</Size><ETag>v</ETag></Contents>"));
        TestServer.send(exchange, 200, list.append("</L>").toString());
      } else {
        TestServer.send(exchange, 200, Objects.requireNonNull(found));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private EndpointClient client() {
    return EndpointClient.of(EndpointConfig.of(server.endpoint().toString()));
  }

  /**
   * Sends a request that does not end, kills the server while S3 has its first request, restarts.
   *
   * @param options of the second server
   */
  private void interrupt(Runnable request, String... options) throws Exception {
    Thread interrupted =
        new Thread(
            () -> {
              try {
                request.run();
              } catch (RuntimeException e) {
                // The server was killed.
              }
            });
    interrupted.setDaemon(true);
    interrupted.start();
    arrived.await();
    server.end();
    server.process().waitFor();
    open.countDown();
    server = startServer(options);
  }

  @Test
  void anExportEndsAfterTheRestart() throws Exception {
    ExportDescription export = interruptedExport("--s3-endpoint", buckets.url());

    assertThat(export.exportStatus()).as(export.failureMessage()).isEqualTo("COMPLETED");
    assertThat(export.itemCount()).isEqualTo(1);
    assertThat(objects).containsKey(String.valueOf(export.exportManifest()));
  }

  @Test
  void withoutTheObjectsAnExportFailsWithTheReason() throws Exception {
    ExportDescription export = interruptedExport();

    assertThat(export.exportStatus() + ' ' + export.failureCode() + ' ' + export.failureMessage())
        .isEqualTo(LOST);
  }

  @Test
  void withoutTheObjectsAnImportFailsWithTheReason() throws Exception {
    ImportTableDescription found = interruptedImport();

    assertThat(found.importStatus() + ' ' + found.failureCode() + ' ' + found.failureMessage())
        .isEqualTo(LOST);
  }

  /** Returns an export when it has ended, at a second server with these options. */
  private ExportDescription interruptedExport(String... options) throws Exception {
    EndpointClient before = client();
    before.call(Operations.CREATE_TABLE, table("Things", "PK").build());
    before.call(
        Operations.UPDATE_CONTINUOUS_BACKUPS,
        UpdateContinuousBackupsInput.builder()
            .tableName("Things")
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .build());
    put(before, "a");
    String table = Objects.requireNonNull(Calls.describe(before::call, "Things")).tableArn();
    interrupt(
        () ->
            before.call(
                Operations.EXPORT_TABLE_TO_POINT_IN_TIME,
                ExportTableToPointInTimeInput.builder()
                    .tableArn(String.valueOf(table))
                    .s3Bucket("files")
                    .build()),
        options);

    EndpointClient after = client();
    String arn =
        after
            .call(Operations.LIST_EXPORTS, ListExportsInput.builder().build())
            .exportSummaries()
            .get(0)
            .exportArn();
    ExportDescription export =
        after
            .call(Operations.DESCRIBE_EXPORT, new DescribeExportInput(String.valueOf(arn)))
            .exportDescription();
    while (export.exportStatus().equals("IN_PROGRESS")) {
      after.pause(1);
      export =
          after
              .call(Operations.DESCRIBE_EXPORT, new DescribeExportInput(String.valueOf(arn)))
              .exportDescription();
    }
    return export;
  }

  @Test
  void anImportEndsAfterTheRestart() throws Exception {
    ImportTableDescription found = interruptedImport("--s3-endpoint", buckets.url());

    assertThat(found.importStatus()).isEqualTo("COMPLETED");
    assertThat(scan(client()::call, "Things")).containsExactly(Item.of("PK", "a"));
  }

  /** Returns an import when it has ended, at a second server with these options. */
  private ImportTableDescription interruptedImport(String... options) throws Exception {
    objects.put("items.json", "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n".getBytes(UTF_8));
    EndpointClient before = client();
    interrupt(
        () ->
            before.call(
                Operations.IMPORT_TABLE,
                ImportTableInput.builder()
                    .s3BucketSource(new S3BucketSource(null, "files", ""))
                    .inputFormat("DYNAMODB_JSON")
                    .tableCreationParameters(
                        TableCreationParameters.builder()
                            .tableName("Things")
                            .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
                            .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
                            .billingMode("PAY_PER_REQUEST")
                            .build())
                    .build()),
        options);

    EndpointClient after = client();
    String arn =
        after
            .call(Operations.LIST_IMPORTS, ListImportsInput.builder().build())
            .importSummaryList()
            .get(0)
            .importArn();
    ImportTableDescription found = describe(after, String.valueOf(arn));
    while (found.importStatus().equals("IN_PROGRESS")) {
      after.pause(1);
      found = describe(after, String.valueOf(arn));
    }
    return found;
  }

  private static ImportTableDescription describe(EndpointClient client, String arn) {
    return client
        .call(Operations.DESCRIBE_IMPORT, new DescribeImportInput(arn))
        .importTableDescription();
  }

  private static void put(EndpointClient client, String key) {
    Calls.put(client::call, "Things", Item.of("PK", key));
  }
}
