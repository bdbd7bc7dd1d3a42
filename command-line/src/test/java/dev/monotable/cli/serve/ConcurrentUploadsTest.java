package dev.monotable.cli.serve;

import static dev.monotable.testing.ThingRequests.found;
import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.putItem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import dev.monotable.testing.ThingRequests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen clients that upload files of 12 MB to a server with a heap of 200 MB. */
@Tag("slow")
@Timeout(600)
class ConcurrentUploadsTest {
  private static final int CLIENTS = 16;
  private static final int UPLOADS = 48;
  private static final int BYTES = 12_000_000;
  private static final String API = "/_monotable/v1/databases";
  private static final Pattern ID = Pattern.compile("\"id\":\"(MTDB[A-Z2-7]{16})\"");

  /** The threads of the clients, and one that waits for them. */
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);

  private final String body = body();
  private ServerProcess server;

  /** A body with a table and its items. */
  private static String body() {
    String schema =
        "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
            + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
            + "\"BillingMode\":\"PAY_PER_REQUEST\"}";
    StringBuilder body = new StringBuilder(BYTES + 1_000);
    body.append("{\"schema\":{\"things.json\":\"").append(schema.replace("\"", "\\\""));
    body.append("\"},\"seed\":{\"Things.json\":\"");
    String value = "x".repeat(900);
    for (int i = 0; body.length() < BYTES; i++) {
      body.append("{\\\"PK\\\":\\\"").append(i).append("\\\",\\\"V\\\":\\\"").append(value);
      body.append("\\\"}\\n");
    }
    return body.append("\"}}").toString();
  }

  @BeforeEach
  void start() throws IOException {
    server = ServerProcess.start(List.of("-Xmx200m"), "--port", "0");
    try (RawConnection writer = RawConnection.open(server.endpoint())) {
      assertThat(writer.send(ThingRequests.CREATE_TABLE).read().status()).isEqualTo(200);
      assertThat(writer.send(putItem("a", "1")).read().status()).isEqualTo(200);
    }
  }

  @AfterEach
  void end() {
    clients.shutdownNow();
    server.end();
  }

  private Answer call(String method, String path, String content) throws IOException {
    String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: ";
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      connection.send(head + content.length() + "\r\n\r\n");
      return connection.send(content.getBytes(StandardCharsets.US_ASCII)).read();
    }
  }

  /** Uploads the files at the same time; returns the databases that were created. */
  private List<String> upload() throws Exception {
    List<Callable<Answer>> uploads = new ArrayList<>();
    for (int i = 0; i < UPLOADS; i++) {
      uploads.add(() -> call("POST", API, body));
    }
    List<String> created = new ArrayList<>();
    for (Future<Answer> upload : clients.invokeAll(uploads)) {
      Answer answer = upload.get();
      if (answer.status() == 201) {
        Matcher id = ID.matcher(answer.text());
        assertThat(id.find()).isTrue();
        created.add(id.group(1));
      } else {
        assertThat(answer.text())
            .startsWith("{\"error\":\"Unavailable\",\"message\":\"The server's memory is full: ");
        assertThat(Map.entry(answer.status(), answer.headers().get("Retry-After")))
            .isEqualTo(Map.entry(503, "1"));
      }
    }
    return created;
  }

  @Test
  void areLoadedOrRejectedForATime() throws Exception {
    Future<List<String>> first = clients.submit(this::upload);
    try (RawConnection reader = RawConnection.open(server.endpoint())) {
      while (!first.isDone()) {
        assertThat(reader.send(getItem("a")).read().text()).isEqualTo(found("a", "1"));
      }
    }
    List<String> created = first.get();
    assertThat(created).hasSizeBetween(1, UPLOADS - 1);

    for (String id : created) {
      assertThat(call("DELETE", API + "/" + id, "").status()).isEqualTo(204);
    }

    // The memory of those that have ended is free again, if not at once.
    Answer next = call("POST", API, body);
    for (int i = 0; next.status() == 503 && i < 1_000; i++) {
      next = call("POST", API, body);
    }
    for (int i = 0; i < 10; i++) {
      assertThat(next.status()).as(next.text()).isEqualTo(201);
      Matcher id = ID.matcher(next.text());
      assertThat(id.find()).isTrue();
      assertThat(call("DELETE", API + "/" + id.group(1), "").status()).isEqualTo(204);
      next = call("POST", API, body);
    }
  }
}
