package dev.monotable.stream;

import static dev.monotable.testing.Calls.delete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.monotable.stream.http.HttpFunction;
import dev.monotable.testing.TestServer;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Functions behind a URL, with the rules of event source mappings and a real server. */
class HttpFunctionTest extends ChatStream {
  private static final Pattern ID =
      Pattern.compile("\"Keys\":\\{[^}]*\\},\"id\":\\{\"N\":\"(\\d+)");

  /** Returns the IDs of the messages of each event. */
  private static List<List<Integer>> batches(TestServer server) {
    List<List<Integer>> batches = new ArrayList<>();
    for (String body : server.bodies) {
      List<Integer> ids = new ArrayList<>();
      Matcher matcher = ID.matcher(body);
      while (matcher.find()) {
        ids.add(Integer.parseInt(matcher.group(1)));
      }
      batches.add(ids);
    }
    return batches;
  }

  /** Returns a URL whose host is a name. */
  private static URI url(TestServer server) {
    return URI.create("http://localhost:" + server.port());
  }

  private static HttpFunction function(TestServer server) {
    return HttpFunction.at(url(server));
  }

  @Nested
  class Events {
    @Test
    void theEventHasAllPartsOfTheRecords() {
      List<Record> records = new ArrayList<>();
      db.stream().onBatch(records::addAll);
      try (TestServer server = TestServer.returning(200, "null")) {
        db.stream().onJson(function(server));
        db.put("a", 1, "old");
        db.put("a", 1, "né\\\"w");
        delete(db::call, "Chat", ChatDatabase.key("a", 1));

        db.stream().awaitDrained();

        String old = "{\"room\":{\"S\":\"a\"},\"id\":{\"N\":\"1\"},\"text\":{\"S\":\"old\"}}";
        String now = "{\"room\":{\"S\":\"a\"},\"id\":{\"N\":\"1\"},\"text\":{\"S\":\"né\\\"w\"}}";
        assertThat(server.bodies)
            .containsExactly(
                "{\"Records\":["
                    + record(records.get(0), "INSERT", "\"NewImage\":" + old)
                    + ","
                    + record(
                        records.get(1), "MODIFY", "\"NewImage\":" + now + ",\"OldImage\":" + old)
                    + ","
                    + record(records.get(2), "REMOVE", "\"OldImage\":" + now)
                    + "]}");
      }
    }

    private String record(Record record, String name, String images) {
      return "{\"eventID\":\""
          + record.eventID()
          + "\",\"eventName\":\""
          + name
          + "\",\"eventVersion\":\"1.1\",\"eventSource\":\"aws:dynamodb\",\"awsRegion\":\"us-east-1\","
          + "\"dynamodb\":{\"ApproximateCreationDateTime\":"
          + START.getEpochSecond()
          + ",\"Keys\":{\"room\":{\"S\":\"a\"},\"id\":{\"N\":\"1\"}},"
          + images
          + ",\"SequenceNumber\":\""
          + record.dynamodb().sequenceNumber()
          + "\",\"SizeBytes\":"
          + record.dynamodb().sizeBytes()
          + ",\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"},\"eventSourceARN\":\""
          + db.streamArn()
          + "\"}";
    }

    @Test
    void eachTypeIsWritten() {
      String all =
          "\"all\":{\"M\":{\"s\":{\"S\":\"text\"},\"n\":{\"N\":\"-12.5\"},\"b\":{\"B\":\"AQID\"},"
              + "\"bool\":{\"BOOL\":true},\"null\":{\"NULL\":true},"
              + "\"ss\":{\"SS\":[\"x\",\"y\"]},\"ns\":{\"NS\":[\"1\",\"2\"]},"
              + "\"bs\":{\"BS\":[\"CQ==\"]},"
              + "\"l\":{\"L\":[{\"S\":\"e\"},{\"N\":\"7\"}]}}}}";
      try (TestServer server = TestServer.returning(200, "")) {
        db.stream().onJson(function(server));
        db.put(Item.parse("{\"room\":{\"S\":\"a\"},\"id\":{\"N\":\"1\"}," + all));

        db.stream().awaitDrained();

        assertThat(server.bodies)
            .singleElement()
            .asString()
            .contains("\"NewImage\":{\"room\":{\"S\":\"a\"},\"id\":{\"N\":\"1\"}," + all + ",");
      }
    }

    @Test
    void theRequestIsThatOfTheRuntimeInterfaceEmulator() {
      List<String> requests = new ArrayList<>();
      try (TestServer server =
          TestServer.answering(
              (exchange, body) -> {
                requests.add(
                    exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + exchange.getRequestHeaders().get("Content-Type")
                        + exchange.getRequestHeaders().get("Host"));
                TestServer.send(exchange, 200, "");
              })) {
        db.stream().onJson(function(server));
        db.stream().onJson(HttpFunction.at(url(server).resolve("/on%20write?a=b%2Fc")));
        db.put("a", 1);

        db.stream().awaitDrained();

        String headers = " [application/json][127.0.0.1:" + server.port() + "]";
        assertThat(requests)
            .containsExactly(
                "POST /2015-03-31/functions/function/invocations" + headers,
                "POST /on%20write?a=b%2Fc" + headers);
      }
    }

    @Test
    void theStateOfAWindowGoesThroughTheFunction() {
      AtomicInteger calls = new AtomicInteger();
      try (TestServer server =
          TestServer.answering(
              (exchange, body) ->
                  TestServer.send(
                      exchange,
                      200,
                      "{\"state\":{\"calls\":"
                          + calls.incrementAndGet()
                          + ",\"all\":[1.50,\"x\",true,null,{}]}}"))) {
        db.stream().batchSize(2).tumblingWindow(Duration.ofMinutes(1)).onJson(function(server));
        db.putAll("a", 3);

        db.stream().awaitDrained();

        String shard = server.bodies.get(0).replaceFirst(".*\"shardId\":\"([^\"]*)\".*", "$1");
        List<String> ends = new ArrayList<>();
        for (String body : server.bodies) {
          ends.add(body.substring(body.indexOf("],\"window\":") + 2));
        }
        assertThat(batches(server)).containsExactly(List.of(1, 2), List.of(3), List.of());
        assertThat(ends)
            .containsExactly(
                window("{}", shard, false),
                window("{\"calls\":1,\"all\":[1.50,\"x\",true,null,{}]}", shard, false),
                window("{\"calls\":2,\"all\":[1.50,\"x\",true,null,{}]}", shard, true));
      }
    }

    private String window(String state, String shard, boolean isFinal) {
      return "\"window\":{\"start\":\"2026-01-01T00:00:00Z\",\"end\":\"2026-01-01T00:01:00Z\"},"
          + "\"state\":"
          + state
          + ",\"shardId\":\""
          + shard
          + "\",\"eventSourceARN\":\""
          + db.streamArn()
          + "\",\"isFinalInvokeForWindow\":"
          + isFinal
          + ",\"isWindowTerminatedEarly\":false}";
    }

    @Test
    void aStateThatIsTooLargeEndsTheWindow() {
      String state = "{\"state\":{\"x\":\"" + "x".repeat(1 << 20) + "\"}}";
      try (TestServer server = TestServer.returning(200, state)) {
        db.stream().tumblingWindow(Duration.ofMinutes(1)).onJson(function(server));
        db.put("a", 1);

        db.stream().awaitDrained();

        assertThat(server.bodies)
            .extracting(body -> body.substring(body.lastIndexOf("\"isFinalInvoke")))
            .containsExactly(
                "\"isFinalInvokeForWindow\":false,\"isWindowTerminatedEarly\":false}",
                "\"isFinalInvokeForWindow\":true,\"isWindowTerminatedEarly\":true}");
      }
    }
  }

  @Nested
  class Responses {
    @Test
    void theRecordsThatFailedAreRetried() {
      try (TestServer server =
          TestServer.answering(
              (exchange, body) ->
                  TestServer.send(
                      exchange, 200, body.contains("\"text of 1\"") ? failure(body, 2) : "{}"))) {
        db.stream().reportBatchItemFailures().onJson(function(server));
        db.putAll("a", 3);

        db.stream().awaitDrained();

        assertThat(batches(server)).containsExactly(List.of(1, 2, 3), List.of(2, 3));
      }
    }

    /** Returns a response that reports one of the records of an event. */
    private String failure(String event, int record) {
      Matcher numbers = Pattern.compile("\"SequenceNumber\":\"(\\d+)\"").matcher(event);
      for (int i = 0; i < record; i++) {
        assertThat(numbers.find()).isTrue();
      }
      return "{\"batchItemFailures\":[{\"itemIdentifier\":\"" + numbers.group(1) + "\"}]}";
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          " ",
          "null",
          "{}",
          "\"text\"",
          "[1]",
          "{\"batchItemFailures\":null}",
          "{\"batchItemFailures\":[]}"
        })
    void aResponseWithoutFailuresIsASuccess(String response) {
      try (TestServer server = TestServer.returning(200, response)) {
        EventSourceMapping mapping =
            db.stream().maximumRetryAttempts(0).reportBatchItemFailures().onJson(function(server));
        db.put("a", 1);

        mapping.awaitDrained();

        assertThat(mapping.invocations()).isEqualTo(1);
        assertThat(mapping.discarded()).isEmpty();
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"batchItemFailures\":[{}]}",
          "{\"batchItemFailures\":[null]}",
          "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
          "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
          "{\"batchItemFailures\":[{\"itemIdentifier\":\"0\"}]}"
        })
    void anInvalidIdentifierFailsTheWholeBatch(String response) {
      try (TestServer server = TestServer.returning(200, response)) {
        EventSourceMapping mapping =
            db.stream().maximumRetryAttempts(0).reportBatchItemFailures().onJson(function(server));
        db.putAll("a", 2);

        mapping.awaitDrained();

        assertThat(mapping.discarded())
            .extracting(batch -> batch.batchInfo().batchSize() + " " + batch.error())
            .containsExactly("2 null");
      }
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        textBlock =
            """
            {"errorType":"Error","errorMessage":"no room","trace":[]} | the function has failed with Error: no room
            {"errorMessage":"no room"}                                | the function has failed: no room
            {"errorType":"Runtime.ExitError"}                         | the function has failed with Runtime.ExitError
            Task timed out after 3.00 seconds                         | the response is not valid, response:1:1: not JSON: Unrecognized token 'Task': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false'): Task timed out after 3.00 seconds
            {} {}                                                     | the response is not valid, response:1:4: more follows after the end of the value: {} {}
            {"batchItemFailures":1}                                   | batchItemFailures of the response is not a list: 1
            {"a":1e99999999999}                                       | the response is not valid, response:1:6: the number is too large: {"a":1e99999999999}
            """)
    void anErrorOfTheFunctionFailsTheBatch(String response, String message) {
      try (TestServer server = TestServer.returning(200, response)) {
        assertThat(errorOf(function(server))).hasMessage(message);
      }
    }

    @Test
    void aStateThatIsNotAnObjectFailsTheBatch() {
      try (TestServer server = TestServer.returning(200, "{\"state\":[]}")) {
        EventSourceMapping mapping =
            db.stream().tumblingWindow(Duration.ofMinutes(1)).onJson(function(server));
        db.put("a", 1);

        assertThatThrownBy(mapping::awaitDrained)
            .isInstanceOf(StreamNotDrainedException.class)
            .hasRootCauseMessage("the state of the response is not an object");
      }
    }

    @Test
    void aResponseThatIsTooDeepFailsTheBatch() {
      String deep = "[".repeat(100_000) + "]".repeat(100_000);
      try (TestServer server = TestServer.returning(200, deep)) {
        assertThat(errorOf(function(server)))
            .hasMessageStartingWith("the response is not valid, response:1:202: nested more than");
      }
    }

    @Test
    void theHeaderOfAFunctionErrorFailsTheBatch() {
      try (TestServer server =
          TestServer.answering(
              (exchange, body) -> {
                exchange.getResponseHeaders().add("X-Amz-Function-Error", "Unhandled");
                TestServer.send(exchange, 200, "{\"batchItemFailures\":[]}");
              })) {
        assertThat(errorOf(function(server)))
            .isInstanceOf(FunctionErrorException.class)
            .hasMessage("the function has failed with Unhandled: {\"batchItemFailures\":[]}");
      }
    }
  }

  /** Delivers a record to a function that fails, and returns why its batch was discarded. */
  private Throwable errorOf(HttpFunction function) {
    EventSourceMapping mapping =
        db.stream().maximumRetryAttempts(1).reportBatchItemFailures().onJson(function);
    db.put("a", 1);

    mapping.awaitDrained();

    assertThat(mapping.invocations()).isEqualTo(2);
    assertThat(mapping.discarded()).hasSize(1);
    return mapping.discarded().get(0).error();
  }

  @Nested
  class Transport {
    @ParameterizedTest
    @CsvSource({
      "400, ''",
      "404, ''",
      "500, ''",
      "502, ''",
      "302, ; redirects are not followed",
    })
    void anotherStatusFailsTheBatch(int status, String hint) {
      try (TestServer server =
          TestServer.answering(
              (exchange, body) -> {
                exchange.getResponseHeaders().add("Location", "/elsewhere");
                TestServer.send(exchange, status, "{}");
              })) {
        assertThat(errorOf(function(server)))
            .isInstanceOf(IOException.class)
            .hasMessage(
                url(server)
                    + "/2015-03-31/functions/function/invocations has answered with status "
                    + status
                    + hint);
        assertThat(server.bodies).hasSize(2);
      }
    }

    @Test
    void aFunctionThatRecoversReceivesItsBatchAgain() {
      AtomicInteger calls = new AtomicInteger();
      try (TestServer server =
          TestServer.answering(
              (exchange, body) ->
                  TestServer.send(exchange, calls.incrementAndGet() < 3 ? 503 : 200, ""))) {
        EventSourceMapping mapping = db.stream().onJson(function(server));
        db.putAll("a", 2);

        mapping.awaitDrained();

        assertThat(batches(server)).containsExactly(List.of(1, 2), List.of(1, 2), List.of(1, 2));
        assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(1 + 2));
      }
    }

    @Test
    void aSlowFunctionTimesOut() {
      timesOut(exchange -> {});
    }

    @Test
    void aSlowResponseTimesOut() {
      timesOut(
          exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
          });
    }

    /** The beginning of an answer whose rest does not arrive. */
    @FunctionalInterface
    private interface Beginning {
      void send(HttpExchange exchange) throws IOException;
    }

    private void timesOut(Beginning beginning) {
      CountDownLatch end = new CountDownLatch(1);
      try (TestServer server =
          TestServer.answering(
              (exchange, body) -> {
                beginning.send(exchange);
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              })) {
        assertThat(errorOf(function(server).timeout(Duration.ofMillis(300))))
            .isInstanceOf(HttpTimeoutException.class)
            .hasMessage(
                url(server)
                    + "/2015-03-31/functions/function/invocations has not answered within PT0.3S");
        end.countDown();
      }
    }

    @Test
    void aResponseThatIsTooLargeIsNotReadToItsEnd() {
      int most = 1 << 30;
      AtomicInteger written = new AtomicInteger();
      try (TestServer server =
          TestServer.answering(
              (exchange, body) -> {
                exchange.sendResponseHeaders(200, 0);
                byte[] part = new byte[1 << 16];
                OutputStream out = exchange.getResponseBody();
                while (written.addAndGet(part.length) < most) {
                  out.write(part);
                }
              })) {
        assertThat(errorOf(function(server)))
            .isInstanceOf(IOException.class)
            .hasMessage(
                "the invocation of "
                    + url(server)
                    + "/2015-03-31/functions/function/invocations has failed:"
                    + " the response has more than 6291456 bytes");
        assertThat(written.get()).isLessThan(most);
      }
    }

    @Test
    void aClosedPortFailsTheBatch() throws IOException {
      try (Socket silent = new Socket()) { // has the port, but does not listen
        silent.bind(new InetSocketAddress(0));
        int port = silent.getLocalPort();
        assertThat(errorOf(HttpFunction.at(URI.create("http://localhost:" + port + "/f"))))
            .isInstanceOf(ConnectException.class)
            .hasMessage("cannot connect to http://localhost:" + port + "/f");
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "192.0.2.1",
          "3221225985",
          "0.0.0.0",
          "169.254.169.254",
          "[2001:db8::1]",
          "[::]"
        })
    void anAddressOfAnotherMachineIsNotConnected(String host) {
      assertThat(errorOf(HttpFunction.at(URI.create("http://" + host + ":9/f"))))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("http://" + host + ":9/f does not lead to this machine, but to ");
    }

    @Test
    void anyAddressLeavesTheUrlAsItIs() {
      List<String> hosts = new ArrayList<>();
      try (TestServer server =
          TestServer.answering(
              (exchange, body) -> {
                hosts.add(exchange.getRequestHeaders().getFirst("Host"));
                TestServer.send(exchange, 200, "");
              })) {
        db.stream().onJson(function(server).anyAddress());
        db.put("a", 1);

        db.stream().awaitDrained();

        assertThat(hosts).containsExactly("localhost:" + server.port());
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "localhost:9000",
          "/invocations",
          "ftp://localhost/",
          "http:///path",
          "http://user@localhost/",
          "http://localhost/#part",
          "http://localhost:0/",
          "http://localhost:65536/",
          "file:///etc/passwd"
        })
    void anInvalidUrlIsRejected(String url) {
      assertThatThrownBy(() -> HttpFunction.at(URI.create(url)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the URL of a function is not one such as"
                  + " http://localhost:9000/2015-03-31/functions/function/invocations");
    }

    @Test
    void aUrlThatIsTooLongIsRejected() {
      URI url = URI.create("http://localhost/" + "x".repeat(2_048));
      assertThatThrownBy(() -> HttpFunction.at(url)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT15M0.001S"})
    void anInvalidTimeoutIsRejected(Duration timeout) {
      HttpFunction function = HttpFunction.at(URI.create("http://localhost"));
      assertThatThrownBy(() -> function.timeout(timeout))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the timeout is not positive and at most 15 minutes: " + timeout);
    }
  }
}
