package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.endpoint.KinesisStandIn;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that write changes to Kinesis, and go on where they were when they were killed. */
@Tag("slow")
@Timeout(600)
class KinesisServerTest {
  private static final String ARN = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";
  private static final Pattern NEW_IMAGE =
      Pattern.compile("\"NewImage\":\\{\"PK\":\\{\"S\":\"(\\w+)\"},\"n\":\\{\"N\":\"(\\d+)\"}}");

  @TempDir private Path directory;

  private final KinesisStandIn kinesis = new KinesisStandIn();
  private final HttpClient client = HttpClient.newHttpClient();
  private ServerProcess server;

  KinesisServerTest() throws IOException {}

  @AfterEach
  void stop() {
    if (server != null) {
      server.end();
    }
    kinesis.close();
  }

  private void start() throws IOException {
    server =
        ServerProcess.start(
            "--port",
            "0",
            "--data",
            directory.resolve("data").toString(),
            "--kinesis-endpoint",
            kinesis.url());
  }

  private String call(String operation, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.endpoint())
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0")
            .header("X-Amz-Date", "20260101T000000Z")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  private String control(String method, String path) throws Exception {
    URI uri = server.endpoint().resolve("/_monotable/v1/databases/default/" + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET")
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private void createTable() throws Exception {
    call(
        "CreateTable",
        "{\"TableName\":\"Chat\",\"BillingMode\":\"PAY_PER_REQUEST\","
            + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
            + "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}]}");
  }

  private String put(int number) throws Exception {
    return call(
        "PutItem",
        "{\"TableName\":\"Chat\",\"Item\":{\"PK\":{\"S\":\"k"
            + number % 3
            + "\"},\"n\":{\"N\":\""
            + number
            + "\"}}}");
  }

  /** Returns the numbers that were accepted, by the partition keys of their items. */
  private Map<String, List<Integer>> received() {
    Map<String, List<Integer>> received = new TreeMap<>();
    synchronized (kinesis.accepted) {
      for (String data : kinesis.accepted) {
        Matcher image = NEW_IMAGE.matcher(data);
        assertThat(image.find()).as(data).isTrue();
        received
            .computeIfAbsent(image.group(1), none -> new ArrayList<>())
            .add(Integer.valueOf(image.group(2)));
      }
    }
    return received;
  }

  @Test
  void aServerThatWasKilledGoesOnWhereItWas() throws Exception {
    start();
    createTable();
    call(
        "EnableKinesisStreamingDestination",
        "{\"TableName\":\"Chat\",\"StreamArn\":\"" + ARN + "\"}");
    kinesis.fail("{\"__type\":\"InternalFailure\",\"message\":\"not now\"}");
    for (int i = 0; i < 30; i++) {
      put(i);
    }
    assertThat(control("GET", "kinesis-destinations"))
        .contains("\"table\":\"Chat\"", "\"status\":\"ACTIVE\"", "\"waiting\":30");
    server.end();
    server.process().waitFor();

    start();
    for (int i = 30; i < 60; i++) {
      put(i);
    }
    kinesis.fail("");
    assertThat(control("POST", "kinesis-destinations/drain")).contains("\"written\":");

    Map<String, List<Integer>> expected = new LinkedHashMap<>();
    for (int i = 0; i < 60; i++) {
      expected.computeIfAbsent("k" + i % 3, none -> new ArrayList<>()).add(i);
    }
    assertThat(received()).isEqualTo(expected);
    assertThat(control("GET", "kinesis-destinations")).contains("\"waiting\":0");
  }

  @Test
  void aStreamThatDoesNotExistCannotBeADestination() throws Exception {
    start();
    createTable();
    call(
        "EnableKinesisStreamingDestination",
        "{\"TableName\":\"Chat\",\"StreamArn\":\"" + ARN.replace("changes", "missing") + "\"}");

    assertThat(call("DescribeKinesisStreamingDestination", "{\"TableName\":\"Chat\"}"))
        .contains("\"DestinationStatus\":\"ENABLE_FAILED\"");
  }
}
