package dev.monotable.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.access.signature.AccessKey;
import dev.monotable.cli.endpoint.BucketEndpoint;
import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.control.bucket.BucketService;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.http.MonotableServer;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.DescribeImportInput;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ImportTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.S3BucketSource;
import dev.monotable.model.TableCreationParameters;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the buckets that a server has by default, with the client of {@code --s3-endpoint}. */
@Timeout(600)
class BucketServerTest {
  private static final byte[] ITEM = "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n".getBytes(UTF_8);

  @TempDir private Path directory;
  private final List<MonotableServer> servers = new ArrayList<>();
  private URI endpoint;

  @AfterEach
  void close() {
    servers.forEach(MonotableServer::close);
  }

  private void start(String... line) throws Exception {
    ServeCommand command = new ServeCommand();
    new CommandLine(command).parseArgs(line);
    command.options().port = 0;
    MonotableServer server = ServerLauncher.start(command.options());
    servers.add(server);
    endpoint = server.endpoint();
  }

  private static Map<String, String> environment(String id, String secret) {
    return Map.of(
        "AWS_ACCESS_KEY_ID", id, "AWS_SECRET_ACCESS_KEY", secret, "AWS_REGION", "us-east-1");
  }

  private BucketEndpoint buckets(String id, String secret) {
    return BucketEndpoint.of(endpoint + BucketService.PATH, environment(id, secret));
  }

  private BucketEndpoint buckets() {
    return buckets(AccessKey.EXAMPLE.id(), AccessKey.EXAMPLE.secret());
  }

  private static void put(BucketEndpoint buckets, String key, byte[] bytes)
      throws IOException, TransferException {
    try (OutputStream out = buckets.write("files", key)) {
      out.write(bytes);
    }
  }

  private static byte[] get(BucketEndpoint buckets, String key)
      throws IOException, TransferException {
    try (InputStream in = buckets.read("files", key)) {
      return in.readAllBytes();
    }
  }

  private static List<String> keys(BucketEndpoint buckets, String prefix) throws TransferException {
    return buckets.list("files", prefix, 10).stream().map(StoredObject::key).toList();
  }

  private ImportTableDescription importTable() {
    AccessKey key = AccessKey.EXAMPLE;
    EndpointClient client =
        EndpointClient.of(
            new EndpointConfig(
                endpoint.toString(), "us-east-1", null, null, environment(key.id(), key.secret())));
    String arn =
        client
            .call(
                Operations.IMPORT_TABLE,
                ImportTableInput.builder()
                    .s3BucketSource(new S3BucketSource(null, "files", "items"))
                    .inputFormat("DYNAMODB_JSON")
                    .tableCreationParameters(
                        TableCreationParameters.builder()
                            .tableName("Things")
                            .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
                            .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
                            .billingMode("PAY_PER_REQUEST")
                            .build())
                    .build())
            .importTableDescription()
            .importArn();
    ImportTableDescription ended =
        client
            .call(Operations.DESCRIBE_IMPORT, new DescribeImportInput(String.valueOf(arn)))
            .importTableDescription();
    if (ended.importStatus().equals("COMPLETED")) {
      assertThat(Calls.scan(client::call, "Things")).containsExactly(Item.of("PK", "a"));
    }
    return ended;
  }

  @Test
  void signedObjectsAreReadByAnImport() throws Exception {
    start("--auth=sigv4", "--example-key");
    byte[] large = new byte[20 << 20];
    Arrays.fill(large, (byte) 'x');
    put(buckets(), "a b/ü+1", large); // in three parts
    put(buckets(), "items.json", ITEM);

    assertThat(get(buckets(), "a b/ü+1")).isEqualTo(large);
    assertThat(keys(buckets(), "")).isEqualTo(List.of("a b/ü+1", "items.json"));
    assertThat(importTable().importStatus()).isEqualTo("COMPLETED");
  }

  private static String failure(BucketEndpoint buckets) {
    return failure(buckets, "items.json");
  }

  private static String failure(BucketEndpoint buckets, String key) {
    TransferException failure =
        catchThrowableOfType(
            TransferException.class,
            () -> {
              try (InputStream in = buckets.read("files", key)) {
                byte[] unused = in.readAllBytes();
              }
            });
    return failure.code() + ' ' + failure.getMessage();
  }

  @Test
  void invalidSignaturesAreRejected() throws Exception {
    start("--auth=sigv4", "--example-key");

    assertThat(failure(buckets("AKID", "x")))
        .startsWith(
            "S3InvalidAccessKeyId The AWS Access Key Id you provided does not exist in our"
                + " records.");
    assertThat(failure(buckets(AccessKey.EXAMPLE.id(), "x")))
        .startsWith("S3SignatureDoesNotMatch The request signature we calculated does not match");
    assertThat(failure(buckets())).startsWith("S3NoSuchBucket ");
  }

  private String policy(String action) throws IOException {
    return Files.writeString(
            directory.resolve("policy.json"),
            "{\"Version\": \"2012-10-17\", \"Statement\": [{\"Effect\": \"Allow\", \"Action\": \""
                + action
                + "\", \"Resource\": \"arn:aws:s3:::files/items*\"}, {\"Effect\": \"Allow\","
                + " \"Action\": \"s3:ListBucket\", \"Resource\": \"arn:aws:s3:::files\","
                + " \"Condition\": {\"StringEquals\": {\"s3:prefix\": \"items\"}}}]}")
        .toString();
  }

  @Test
  void policiesDecideAboutObjects() throws Exception {
    start("--policies", "ALICE=" + policy("s3:*Object"));
    BucketEndpoint alice = buckets("ALICE", "any");
    put(alice, "items.json", ITEM);

    assertThat(get(alice, "items.json")).isEqualTo(ITEM);
    assertThat(keys(alice, "items")).isEqualTo(List.of("items.json"));
    assertThat(failure(alice, "other.json"))
        .startsWith(
            "S3AccessDenied User: arn:aws:iam::000000000000:user/ALICE is not authorized to"
                + " perform: s3:GetObject on resource: \"arn:aws:s3:::files/other.json\" because no"
                + " identity-based policy allows the s3:GetObject action");
    TransferException listed =
        catchThrowableOfType(TransferException.class, () -> keys(alice, "other"));
    assertThat(listed.code()).isEqualTo("S3AccessDenied");
    assertThat(failure(buckets("BOB", "any"))).startsWith("S3AccessDenied ");
  }

  @Test
  void aDeniedRequestCreatesNoDatabase() throws Exception {
    start(
        "--split-by-credentials",
        "--max-databases=1",
        "--policies",
        "ALICE=" + policy("s3:PutObject"));
    for (String other : List.of("BOB", "CAROL", "DAVE")) {
      assertThat(failure(buckets(other, "any"))).startsWith("S3AccessDenied ");
    }

    put(buckets("ALICE", "any"), "items.json", ITEM);
    assertThat(failure(buckets("ALICE", "any"))).startsWith("S3AccessDenied ");
  }

  @Test
  void credentialsHaveTheirOwnBuckets() throws Exception {
    start("--split-by-credentials");
    put(buckets("A", "any"), "items.json", ITEM);

    assertThat(get(buckets("A", "any"), "items.json")).isEqualTo(ITEM);
    assertThat(failure(buckets("B", "any"))).startsWith("S3NoSuchBucket ");
  }

  @Test
  void foldersAreNotServed() throws Exception {
    Files.createDirectories(directory.resolve("files"));
    Files.write(directory.resolve("files/items.json"), ITEM);
    start("--s3", directory.toString());

    assertThat(failure(buckets())).doesNotContain("S3NoSuch").contains("404");
    assertThat(importTable().importStatus()).isEqualTo("COMPLETED");
  }
}
