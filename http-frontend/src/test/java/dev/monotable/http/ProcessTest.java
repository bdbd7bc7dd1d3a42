package dev.monotable.http;

import static dev.monotable.http.Requests.getItem;
import static dev.monotable.http.Requests.putItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.http.RawConnection.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
  private final List<Process> started = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPartialRequestCompletesAfterSigterm() throws Exception {
    Process process = start("--port", "0");
    URI endpoint = endpoint(process);
    RawConnection busy = RawConnection.open(endpoint);
    assertThat(busy.send(Requests.CREATE_TABLE).read().status()).isEqualTo(200);
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
        RawConnection.open(endpoint(start("--port", "0", "--schema", file.toString())))) {
      assertThat(connection.send(putItem("a", "1")).read().text()).isEqualTo("{}");
      assertThat(connection.send(getItem("a")).read().text()).isEqualTo(Requests.found("a", "1"));
    }
  }

  @Test
  void aFullHeapRejectsOnlyRequestsThatAddData() throws Exception {
    Process process = start(List.of("-Xmx64m", "-XX:+UseSerialGC"), "--port", "0");
    String value = "x".repeat(300_000);
    try (RawConnection connection = RawConnection.open(endpoint(process))) {
      assertThat(connection.send(Requests.CREATE_TABLE).read().status()).isEqualTo(200);
      int items = 0;
      Answer answer = connection.send(putItem("0", value)).read();
      while (answer.status() == 200 && items < 1_000) {
        items++;
        answer = connection.send(putItem(Integer.toString(items), value)).read();
      }

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.text())
          .isEqualTo(
              "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\",\"message\":"
                  + "\"Monotable's memory is full: delete a table or items, or start it with a"
                  + " larger heap (JAVA_OPTS=-Xmx...)\"}");
      for (int i = 0; i < items; i++) {
        String key = Integer.toString(i);
        assertThat(connection.send(getItem(key)).read().text())
            .isEqualTo(Requests.found(key, value));
      }
      assertThat(connection.send(Requests.DELETE_TABLE).read().status()).isEqualTo(200);
      assertThat(connection.send(Requests.CREATE_TABLE).read().status()).isEqualTo(200);
      assertThat(connection.send(putItem("again", value)).read().text()).isEqualTo("{}");
    }
  }

  /** Bodies that do not fit into the heap must not leave other requests without an answer. */
  @Test
  void requestsThatExhaustTheHeapAreAnsweredOrClosedAtOnce() throws Exception {
    URI endpoint = endpoint(start(List.of("-Xmx64m", "-XX:+UseSerialGC"), "--port", "0"));
    String request =
        Requests.operation("PutItem", Requests.putItemBody("a", "x".repeat(9_700_000)));
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
      assertThat(connection.send(Requests.operation("ListTables", "{}")).read().text())
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

  private Process start(String... options) throws IOException {
    return start(List.of(), options);
  }

  private Process start(List<String> jvmOptions, String... options) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(jvmOptions);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of(options));
    Process process =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started.add(process);
    return process;
  }

  private static URI endpoint(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).startsWith("Monotable listens on http://127.0.0.1:");
    return URI.create(line.substring(line.indexOf("http:")));
  }

  /** Connects repeatedly until the process, which has been sent a signal, rejects connections. */
  private static void awaitRejection(URI endpoint) {
    assertThatThrownBy(
            () -> {
              while (true) {
                RawConnection.open(endpoint).close();
              }
            })
        .isInstanceOf(ConnectException.class);
  }
}
