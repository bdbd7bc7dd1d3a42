package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.http.MonotableServer;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(600)
class ConsoleOptionsTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** The notes of an engine about a GetItem for any observer. */
  private static final String OBSERVED = " dev.monotable.engine.operation.read.GetItemPart ";

  private static final String GET = "{\"TableName\":\"Things\",\"Key\":{\"PK\":{\"S\":\"a\"}}}";

  private static HttpResponse<String> get(URI endpoint, String path) throws Exception {
    URI local = URI.create(endpoint.toString().replace("//0.0.0.0:", "//127.0.0.1:"));
    return CLIENT.send(
        HttpRequest.newBuilder(local.resolve(path)).build(), BodyHandlers.ofString());
  }

  private static MonotableServer start(String... line) throws Exception {
    ServeCommand command = new ServeCommand();
    new CommandLine(command).parseArgs(line);
    command.options().port = 0;
    return ServerLauncher.start(command.options());
  }

  @Test
  void theConsoleIsServedUnlessItIsTurnedOff() throws Exception {
    try (MonotableServer server = start()) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).startsWith("<!DOCTYPE html>");
      assertThat(get(server.endpoint(), "/_monotable/settings.json").body())
          .isEqualTo("{\"readOnly\":false,\"needsToken\":false}");
    }
    try (MonotableServer server = start("--no-console")) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).doesNotContain("<html");
      assertThat(get(server.endpoint(), "/_monotable/v1/health").statusCode()).isEqualTo(200);
    }
    try (MonotableServer server = start("--console", "read-only")) {
      assertThat(get(server.endpoint(), "/_monotable/settings.json").body())
          .isEqualTo("{\"readOnly\":true,\"needsToken\":false}");
    }
  }

  @Test
  void noClassOfItIsLoadedBeforeItsPageIsOpened(@TempDir Path directory) throws Exception {
    Path log = directory.resolve("classes.txt");
    ServerProcess server =
        ServerProcess.start(List.of("-Xlog:class+load:file=" + log), "--port", "0");
    try {
      assertThat(get(server.endpoint(), "/").statusCode()).isEqualTo(200);
      assertThat(Files.readAllLines(log))
          .filteredOn(line -> line.contains(" dev.monotable."))
          .hasSizeGreaterThan(100)
          .noneMatch(line -> line.contains(" dev.monotable.console."))
          .noneMatch(line -> line.contains(" dev.monotable.design."));

      assertThat(get(server.endpoint(), "/_monotable/").body()).startsWith("<!DOCTYPE html>");

      assertThat(Files.readAllLines(log))
          .anyMatch(line -> line.contains(" dev.monotable.console.ConsolePages "))
          .noneMatch(line -> line.contains(" dev.monotable.design."));
    } finally {
      server.end();
    }
  }

  /** Requests to a server without observers cost what they cost without a console. */
  @Test
  void noRequestIsObservedBeforeItIsOpened(@TempDir Path directory) throws Exception {
    Path log = directory.resolve("classes.txt");
    ServerProcess server =
        ServerProcess.start(List.of("-Xlog:class+load:file=" + log), "--port", "0");
    try {
      send(
          server.endpoint(),
          "CreateTable",
          "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
              + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
              + "\"BillingMode\":\"PAY_PER_REQUEST\"}");
      get(server.endpoint(), "/_monotable/");
      get(server.endpoint(), "/_monotable/v1/databases");
      send(server.endpoint(), "GetItem", GET);
      assertThat(Files.readAllLines(log)).noneMatch(line -> line.contains(OBSERVED));

      get(server.endpoint(), "/_monotable/settings.json"); // which its pages ask for first
      send(server.endpoint(), "GetItem", GET);

      assertThat(Files.readAllLines(log)).anyMatch(line -> line.contains(OBSERVED));
      assertThat(requests(server.endpoint()))
          .matches(
              "\\{\"requests\":\\[\\{\"number\":1,[^{]*}],\"dropped\":0,\"since\":\"[^\"]+\"}");
    } finally {
      server.end();
    }
  }

  @Test
  void requestsAreKeptFromTheStartIfTheirNumberIsGiven() throws Exception {
    try (MonotableServer server = start("--requests", "2")) {
      for (int i = 0; i < 5; i++) {
        send(server.endpoint(), "ListTables", "{}");
      }
      assertThat(requests(server.endpoint()))
          .matches(
              "\\{\"requests\":\\[\\{\"number\":4,[^{]*},\\{\"number\":5,[^{]*}],\"dropped\":3}");
    }
  }

  private static String requests(URI endpoint) throws Exception {
    return get(endpoint, "/_monotable/v1/databases/default/requests").body();
  }

  private static void send(URI endpoint, String operation, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.resolve("/"))
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0")
            .POST(BodyPublishers.ofString(body))
            .build();
    assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  @Test
  void itIsServedWhereTheControlApiAnswers() throws Exception {
    try (MonotableServer server = start("--host", "0.0.0.0")) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).doesNotContain("<html");
    }
    try (MonotableServer server = start("--host", "0.0.0.0", "--control")) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).startsWith("<!DOCTYPE html>");
      assertThat(get(server.endpoint(), "/_monotable/v1/databases").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void anotherModeIsInvalid() {
    assertThatThrownBy(() -> start("--console", "none"))
        .hasMessage("Invalid value for option '--console': must be full or read-only");
  }

  /** Starts a server, and returns the address of the console after that of the server. */
  private static String printed(String... options) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.monotable.cli.Main",
                "--port",
                "0"));
    line.addAll(List.of(options));
    Process process = new ProcessBuilder(line).redirectErrorStream(false).start();
    try (BufferedReader out = process.inputReader()) {
      String first = out.readLine();
      assertThat(first).startsWith("Monotable listens on http://127.0.0.1:");
      String second = out.readLine();
      String before = first.replace("Monotable listens on", "The console is at");
      assertThat(second).startsWith(before);
      return second.substring(before.length());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theServerPrintsTheAddressInItsSecondLine(@TempDir Path directory) throws Exception {
    String policy =
        Files.writeString(
                directory.resolve("policy.json"),
                "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Action\":"
                    + " \"dynamodb:ListTables\", \"Resource\": \"*\"}}")
            .toString();

    assertThat(printed()).isEqualTo("/_monotable/");
    assertThat(printed("--policies", policy)).matches("/_monotable/#token=[0-9a-f]{32}");
    assertThat(printed("--policies", policy, "--control-token=mine-mine"))
        .isEqualTo("/_monotable/");
    try (MonotableServer server = start("--policies", policy)) {
      assertThat(get(server.endpoint(), "/_monotable/settings.json").body())
          .isEqualTo("{\"readOnly\":false,\"needsToken\":true}");
      assertThat(get(server.endpoint(), "/_monotable/v1/databases").statusCode()).isEqualTo(200);
    }
  }
}
