package dev.monotable.cli.serve;

import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.putItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.cli.capture.RequestCapture;
import dev.monotable.design.DesignLab;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import dev.monotable.testing.ThingRequests;
import dev.monotable.text.DataFileException;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the server as a separate process, as the start script runs it. */
@Tag("slow")
@Timeout(600)
class ProcessTest {
  private final List<ServerProcess> started = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void end() {
    started.forEach(ServerProcess::end);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPartialRequestCompletesAfterSigterm() throws Exception {
    ServerProcess server = start("--port", "0");
    Process process = server.process();
    URI endpoint = server.endpoint();
    RawConnection busy = RawConnection.open(endpoint);
    assertThat(busy.send(ThingRequests.CREATE_TABLE).read().status()).isEqualTo(200);
    String request = putItem("a", "1");
    String half = request.substring(0, request.length() - 10);
    // The response to the first request shows that half of the second one has been read too.
    assertThat(busy.send(getItem("a") + half).read().text()).isEqualTo("{}");

    process.destroy();
    awaitRejection(endpoint);
    Answer answer = busy.send(request.substring(half.length())).read();

    assertThat(answer.text()).isEqualTo("{}");
    assertThat(answer.headers()).containsEntry("Connection", "close");
    assertThat(busy.closedByServer()).isTrue();
    assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 15);
  }

  @Test
  void tablesOfASchemaExistWhenTheServerIsReady() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("app.yaml"),
            """
            Resources:
              T:
                Type: AWS::DynamoDB::Table
                Properties:
                  TableName: Things
                  BillingMode: PAY_PER_REQUEST
                  AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                  KeySchema: [{AttributeName: PK, KeyType: HASH}]
            """);
    try (RawConnection connection =
        RawConnection.open(start("--port", "0", "--schema", file.toString()).endpoint())) {
      assertThat(connection.send(putItem("a", "1")).read().text()).isEqualTo("{}");
      assertThat(connection.send(getItem("a")).read().text())
          .isEqualTo(ThingRequests.found("a", "1"));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFullDiskIsReportedInOneLine() throws Exception {
    for (String option : List.of("--record", "--capture")) {
      Path file = directory.resolve("requests" + option);
      Path err = directory.resolve("err" + option);
      // The largest size of a file, in blocks of 512 bytes.
      ServerProcess server =
          ServerProcess.start("ulimit -f 20", err, "--port", "0", option, file.toString());
      started.add(server);
      Random random = new Random(1);
      try (RawConnection connection = RawConnection.open(server.endpoint())) {
        assertThat(connection.send(ThingRequests.CREATE_TABLE).read().status()).isEqualTo(200);
        for (int i = 0; i < 500; i++) {
          String key = Long.toHexString(random.nextLong()).repeat(5) + random.nextLong();
          assertThat(connection.send(putItem(key, "1")).read().text()).isEqualTo("{}");
        }
      }
      server.process().destroy();
      assertThat(server.process().waitFor(240, TimeUnit.SECONDS)).isTrue();

      assertThat(Files.readAllLines(err))
          .isNotEmpty()
          .allMatch(line -> line.matches("monotable: .*(requests|Requests) .*: File too large"))
          .hasSizeLessThan(3);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void tooManyOpenFilesAreReportedInOneLine() throws Exception {
    Path err = directory.resolve("err");
    ServerProcess server = ServerProcess.start("ulimit -n 100", err, "--port", "0");
    started.add(server);
    String listTables = ThingRequests.operation("ListTables", "{}");
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      // So its classes are loaded: their files cannot be opened later, while connections are
      // closed.
      assertThat(connection.send(listTables).read().status()).isEqualTo(200);
    }
    List<RawConnection> connections = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      connections.add(RawConnection.open(server.endpoint()));
    }
    while (Files.size(err) == 0) {
      Thread.onSpinWait();
    }
    for (RawConnection connection : connections) {
      connection.close();
    }
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      assertThat(connection.send(listTables).read().status()).isEqualTo(200);
    }

    assertThat(Files.readString(err))
        .isEqualTo(
            "WARN dev.monotable.http.AcceptErrors: connections cannot be accepted: Too many open"
                + " files\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void requestsAreRecordedUntilSigterm() throws Exception {
    Path file = directory.resolve("requests.gz");
    ServerProcess server = start("--port", "0", "--record", file.toString());
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      assertThat(connection.send(ThingRequests.CREATE_TABLE).read().status()).isEqualTo(200);
      assertThat(connection.send(putItem("a", "1")).read().text()).isEqualTo("{}");
      assertThat(connection.send(getItem("a")).read().text())
          .isEqualTo(ThingRequests.found("a", "1"));
    }
    server.process().destroy();
    assertThat(server.process().waitFor(240, TimeUnit.SECONDS)).isTrue();

    try (DesignLab lab = DesignLab.of(null)) {
      assertThat(lab.replay(file)).isEmpty();
      assertThat(lab.ledger().entries())
          .extracting(entry -> entry.shape().toString())
          .containsExactly("CreateTable Things", "PutItem Things PK = a", "GetItem Things PK = a");
    }
  }

  @Test
  void aServerEndsWhenItsLeaseIsNotRenewed() throws Exception {
    ServerProcess server = start("--port", "0", "--lease", "5");

    assertThat(server.process().waitFor(240, TimeUnit.SECONDS)).isTrue();
    assertThat(server.process().exitValue()).isZero();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aServerEndsWithTheProcessThatStartedIt() throws Exception {
    Path err = directory.resolve("err");
    // The shell waits for the end of its input, which is the end of the test.
    ServerProcess server =
        ServerProcess.startBelow("\"$@\" & read line", err, "--port", "0", "--exit-with-parent");
    started.add(server);
    ProcessHandle child = server.process().children().findFirst().orElseThrow();

    server.process().destroyForcibly();

    assertThat(child.onExit().get(240, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  @Test
  void theCommandLineOfDynamoDbLocalStartsAServer() throws Exception {
    ServerProcess server =
        start("-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb", "-port", "0");
    // Testcontainers' modules wait for these lines (Rust) or for this status (.NET).
    assertThat(server.firstLines())
        .containsExactly(
            "Initializing DynamoDB Local with the following configuration:",
            "Port:\t0",
            "InMemory:\ttrue",
            "DbPath:\tnull",
            "SharedDb:\ttrue",
            "shouldDelayTransientStatuses:\tfalse",
            "CorsParams:\tnull",
            "");
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      assertThat(connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read().status())
          .isEqualTo(400);
    }
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      assertThat(connection.send(ThingRequests.CREATE_TABLE).read().status()).isEqualTo(200);
      assertThat(
              connection
                  .send(
                      ThingRequests.operation("ListTables", "{}")
                          .replace("Credential=key/", "Credential=another/"))
                  .read()
                  .text())
          .isEqualTo("{\"TableNames\":[\"Things\"]}");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void requestsAreCapturedUntilSigterm() throws Exception {
    Path file = directory.resolve("requests.gz");
    ServerProcess server = start("--port", "0", "--capture", file.toString());
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      assertThat(connection.send(putItem("a", "1")).read().status()).isEqualTo(400);
      assertThat(connection.send(getItem("a")).read().status()).isEqualTo(400);
    }
    // A second server must not truncate the file of this one.
    assertThatThrownBy(() -> RequestCapture.create(file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            file
                + ": the requests cannot be captured: another server captures requests in this"
                + " file");
    server.process().destroy();
    assertThat(server.process().waitFor(240, TimeUnit.SECONDS)).isTrue();

    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(
              "{\"capture\":1}\n{\"operation\":\"PutItem\",\"request\":"
                  + ThingRequests.putItemBody("a", "1")
                  + ",\"error\":\"ResourceNotFoundException\"}\n"
                  + "{\"operation\":\"GetItem\",\"request\":"
                  + ThingRequests.getItemBody("a")
                  + ",\"error\":\"ResourceNotFoundException\"}\n");
    }
  }

  /** Bodies that do not fit into the heap must not leave other requests without an answer. */
  @Test
  void requestsThatExhaustTheHeapAreAnsweredOrClosedAtOnce() throws Exception {
    ServerProcess server = ServerProcess.start(List.of("-Xmx64m"), "--port", "0");
    started.add(server);
    URI endpoint = server.endpoint();
    String request =
        ThingRequests.operation("PutItem", ThingRequests.putItemBody("a", "x".repeat(9_700_000)));
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CompletableFuture<Integer> answer = new CompletableFuture<>();
      answers.add(answer);
      new Thread(() -> answer.complete(status(endpoint, request))).start();
    }

    for (CompletableFuture<Integer> answer : answers) {
      // 400: the item is too large; 500: no memory; 0: closed. Not 408: it was not read in time.
      assertThat(answer.get(240, TimeUnit.SECONDS)).isIn(400, 500, 0);
    }
    try (RawConnection connection = RawConnection.open(endpoint)) {
      assertThat(connection.send(ThingRequests.operation("ListTables", "{}")).read().text())
          .isEqualTo("{\"TableNames\":[]}");
    }
  }

  /** Returns the status of the response, or 0 if the connection was closed without one. */
  private static int status(URI endpoint, String request) {
    try (RawConnection connection = RawConnection.open(endpoint)) {
      return connection.send(request).read().status();
    } catch (IOException e) {
      return 0;
    }
  }

  private ServerProcess start(String... options) throws IOException {
    ServerProcess server = ServerProcess.start(options);
    started.add(server);
    return server;
  }

  /** Connects repeatedly until the process, which has been sent a signal, rejects connections. */
  private static void awaitRejection(URI endpoint) {
    assertThatThrownBy(
            () -> {
              while (true) {
                RawConnection.open(endpoint).close();
              }
            })
        .isInstanceOf(SocketException.class); // it is refused or, if it was in the queue, reset
  }
}
