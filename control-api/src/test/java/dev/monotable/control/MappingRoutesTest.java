package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.control.TestFunction.Invocation;
import dev.monotable.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingRoutesTest extends ControlFixture {
  private static final String EMULATOR = "/2015-03-31/functions/function/invocations";
  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

  private String key;
  private String mappings;
  private TestFunction function = TestFunction.start();

  @BeforeEach
  void createDatabase() throws Exception {
    key = create("{}");
    mappings = "/databases/" + key + "/event-source-mappings";
    createTable(key);
  }

  @AfterEach
  void stopFunction() {
    function.close();
  }

  private void use(TestFunction other) {
    function.close();
    function = other;
  }

  /** Creates a mapping with additional settings, such as {@code ,"batchSize":1}. */
  private String map(String settings) throws Exception {
    Answer answer = post(mappings, "{" + base() + settings + "}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return id(answer);
  }

  private String base() {
    return "\"table\":\"Things\",\"url\":\""
        + function.url()
        + "\",\"streamViewType\":\"KEYS_ONLY\"";
  }

  private static String id(Answer answer) {
    Matcher id = ID.matcher(answer.body());
    assertThat(id.find()).as(answer.body()).isTrue();
    return id.group(1);
  }

  private Answer drain(String id) throws Exception {
    return post(mappings + "/" + id + "/drain", null);
  }

  private static Answer drained(int invocations) {
    return new Answer(200, "{\"invocations\":" + invocations + ",\"discarded\":[]}");
  }

  private static Invocation invocation(String... keys) {
    return new Invocation(EMULATOR, List.of(keys));
  }

  @Test
  void aDrainDeliversTheRecordsToTheFunction() throws Exception {
    String id = map(",\"batchSize\":2");
    putThing(key, "a");
    putThing(key, "b");
    putThing(key, "c");

    assertThat(drain(id)).isEqualTo(drained(2));
    assertThat(function.taken()).containsExactly(invocation("a", "b"), invocation("c"));
    assertThat(drain(id)).isEqualTo(drained(0));
  }

  @Test
  void aMappingIsDescribedListedAndDeleted() throws Exception {
    String settings =
        base()
            + ",\"batchSize\":1,\"maximumBatchingWindowInSeconds\":5,\"parallelizationFactor\":2,"
            + "\"startingPosition\":\"LATEST\",\"maximumRetryAttempts\":3,"
            + "\"maximumRecordAgeInSeconds\":60,\"bisectBatchOnFunctionError\":true,"
            + "\"functionResponseTypes\":[\"ReportBatchItemFailures\"],"
            + "\"tumblingWindowInSeconds\":0,\"filterCriteria\":{\"filters\":[{\"pattern\":"
            + "\"{\\\"eventName\\\":[\\\"INSERT\\\"]}\"}]},\"functionName\":\"audit\","
            + "\"timeout\":\"PT30S\",\"automatic\":false";
    Answer created = post(mappings, "{" + settings + "}");
    String id = id(created);
    String description = "{\"id\":\"" + id + "\",\"settings\":{" + settings + "},";
    assertThat(created).isEqualTo(new Answer(201, description + counts(0)));
    putThing(key, "a");
    dynamo(key, "DeleteItem", "{\"TableName\":\"Things\",\"Key\":" + item("a") + "}");
    assertThat(drain(id)).isEqualTo(drained(1));

    assertThat(get(mappings + "/" + id)).isEqualTo(new Answer(200, description + counts(1)));
    assertThat(get(mappings))
        .isEqualTo(new Answer(200, "{\"eventSourceMappings\":[" + description + counts(1) + "]}"));
    assertThat(delete(mappings + "/" + id)).isEqualTo(new Answer(204, ""));
    assertThat(delete(mappings + "/" + id)).isEqualTo(new Answer(204, ""));
    Answer unknown =
        new Answer(
            404,
            error("UnknownEventSourceMapping", "There is no event source mapping '" + id + "'"));
    assertThat(get(mappings + "/" + id)).isEqualTo(unknown);
    assertThat(drain(id)).isEqualTo(unknown);
    assertThat(get(mappings)).isEqualTo(new Answer(200, "{\"eventSourceMappings\":[]}"));
  }

  private static String counts(int invocations) {
    return "\"invocations\":"
        + invocations
        + ",\"discarded\":0,\"lag\":{\"records\":0,\"complete\":true,\"retried\":[]},"
        + "\"lastDiscarded\":[]}";
  }

  @Test
  void aDrainReturnsWhatWasDiscarded() throws Exception {
    use(TestFunction.returning(500, "no"));
    String id = map(",\"maximumRetryAttempts\":2");
    putThing(key, "a");
    putThing(key, "b");

    assertThat(masked(drain(id).body()))
        .isEqualTo(
            "{\"invocations\":3,\"discarded\":[{\"condition\":\"RetryAttemptsExhausted\","
                + "\"approximateInvokeCount\":3,\"shardId\":\"SHARD\","
                + "\"startSequenceNumber\":\"NUMBER\",\"endSequenceNumber\":\"NUMBER\","
                + "\"batchSize\":2,\"error\":\""
                + function.url()
                + EMULATOR
                + " has answered with status 500\"}]}");
    assertThat(masked(get(mappings + "/" + id).body()))
        .endsWith(
            "\"invocations\":3,\"discarded\":1,\"lag\":{\"records\":0,\"complete\":true,"
                + "\"retried\":[]},\"lastDiscarded\":[{\"condition\":\"RetryAttemptsExhausted\","
                + "\"approximateInvokeCount\":3,\"shardId\":\"SHARD\","
                + "\"startSequenceNumber\":\"NUMBER\",\"endSequenceNumber\":\"NUMBER\","
                + "\"batchSize\":2,\"error\":\""
                + function.url()
                + EMULATOR
                + " has answered with status 500\"}]}");
    assertThat(drain(id)).isEqualTo(drained(0));
  }

  private static String masked(String body) {
    return body.replaceAll("shardId-[0-9a-f-]+", "SHARD")
        .replaceAll("\"[0-9]{21,}\"", "\"NUMBER\"");
  }

  @Test
  void whatIsStillToBeDeliveredIsCountedAndARetryIsDescribed() throws Exception {
    use(TestFunction.returning(500, "no"));
    String id = map(",\"batchSize\":2");
    putThing(key, "a");
    putThing(key, "b");
    putThing(key, "c");

    assertThat(get(mappings + "/" + id).body())
        .endsWith(
            "\"invocations\":0,\"discarded\":0,\"lag\":{\"records\":3,\"complete\":true,"
                + "\"oldest\":\"2026-01-01T00:00:00Z\",\"retried\":[]},\"lastDiscarded\":[]}");

    assertThat(drain(id).status()).isEqualTo(409);
    putThing(key, "d");

    assertThat(masked(get(mappings + "/" + id).body()))
        .containsPattern(
            "\"lag\":\\{\"records\":4,\"complete\":true,\"oldest\":\"2026-01-01T00:00:00Z\","
                + "\"retried\":\\[\\{\"shardId\":\"SHARD\",\"batchSize\":2,"
                + "\"startSequenceNumber\":\"NUMBER\",\"approximateInvokeCount\":10,\"nextAttempt\":\"2026-01-01T00:0[0-9:.]+Z\",\"error\":\"http[^\"]+"
                + " has answered with status 500\"\\}\\]\\}");
  }

  @Test
  void aDrainThatCannotEndSaysWhy() throws Exception {
    use(TestFunction.returning(302, ""));
    String id = map("");
    putThing(key, "a");

    Answer answer = drain(id);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.body())
        .startsWith(
            "{\"error\":\"NotDrained\",\"message\":\"the stream of table Things is not drained: the"
                + " handler has failed 10 times for 1 record of shard ")
        .endsWith(
            function.url()
                + EMULATOR
                + " has answered with status 302; redirects are not followed\"}");
  }

  @Test
  void aTooLargeResponseIsAnError() throws Exception {
    use(TestFunction.returning(200, "x".repeat((6 << 20) + 1)));
    String id = map(",\"maximumRetryAttempts\":0");
    putThing(key, "a");

    assertThat(drain(id).body()).contains("the response has more than 6291456 bytes");
  }

  @Test
  void mappingsContinueAfterAResetAndARestore() throws Exception {
    assertThat(put("/databases/" + key + "/snapshots/empty").status()).isEqualTo(200);
    String id = map("");
    putThing(key, "a");
    assertThat(drain(id)).isEqualTo(drained(1));
    putThing(key, "lost");

    assertThat(post("/databases/" + key + "/snapshots/empty/restore", null).status())
        .isEqualTo(204);
    enableStream();
    putThing(key, "b");
    assertThat(drain(id)).isEqualTo(drained(1));

    assertThat(post("/databases/" + key + "/reset", null).status()).isEqualTo(204);
    createTable(key);
    enableStream();
    putThing(key, "c");
    assertThat(drain(id)).isEqualTo(drained(1));
    assertThat(function.taken()).containsExactly(invocation("a"), invocation("b"), invocation("c"));
  }

  private void enableStream() throws Exception {
    assertThat(
            dynamo(
                    key,
                    "UpdateTable",
                    "{\"TableName\":\"Things\",\"StreamSpecification\":{\"StreamEnabled\":true,"
                        + "\"StreamViewType\":\"KEYS_ONLY\"}}")
                .status())
        .isEqualTo(200);
  }

  @Test
  void mappingsEndWithTheirDatabase() throws Exception {
    String id = map(",\"automatic\":true");
    assertThat(delete("/databases/" + key).status()).isEqualTo(204);

    assertThat(drain(id))
        .isEqualTo(
            new Answer(
                404,
                error("UnknownDatabase", "There is no database '" + key + "', or it has ended")));
  }

  @Test
  void aMappingCanDeliverInTheBackground() throws Exception {
    map(",\"automatic\":true");
    putThing(key, "a");

    assertThat(function.invocations.poll(60, TimeUnit.SECONDS)).isEqualTo(invocation("a"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"batchSize\":0|batchSize is not between 1 and 10000: 0",
        "\"maximumBatchingWindowInSeconds\":301|maximumBatchingWindow is not between 0 and 300"
            + " whole seconds: PT5M1S",
        "\"parallelizationFactor\":11|parallelizationFactor is not between 1 and 10: 11",
        "\"maximumRetryAttempts\":-2|maximumRetryAttempts is not between -1 and 10000: -2",
        "\"maximumRecordAgeInSeconds\":1|maximumRecordAge is not between 60 and 604800 whole"
            + " seconds: PT1S",
        "\"startingPosition\":\"AT\"|'startingPosition' must be TRIM_HORIZON, LATEST or"
            + " AT_TIMESTAMP, not 'AT'",
        "\"startingPosition\":\"AT_TIMESTAMP\"|startingPosition AT_TIMESTAMP and"
            + " startingPositionTimestamp need each other",
        "\"startingPositionTimestamp\":\"2026-01-01T00:00:00Z\"|startingPosition AT_TIMESTAMP and"
            + " startingPositionTimestamp need each other",
        "\"startingPosition\":\"AT_TIMESTAMP\",\"startingPositionTimestamp\":\"2999-01-01T00:00:00Z\"|startingPositionTimestamp"
            + " is in the future: 2999-01-01T00:00:00Z",
        "\"functionResponseTypes\":[\"A\"]|'functionResponseTypes' must be empty, or"
            + " [\"ReportBatchItemFailures\"]",
        "\"functionName\":\"a/b\"|'functionName' must be 1 to 64 letters, digits, hyphens and"
            + " underscores",
        "\"timeout\":\"PT16M\"|the timeout is not positive and at most 15 minutes: PT16M",
        "\"filterCriteria\":{\"filters\":[{\"pattern\":\"1\"}]}|invalid filter pattern:1:1: a"
            + " filter pattern must be an object, not '1': 1",
        "\"streamViewType\":\"NEW_IMAGE\"|the stream of the table Things cannot be enabled: Table"
            + " already has an enabled stream: TableName: Things",
        "\"table\":\"None\"|the table None cannot be described: Requested resource not found:"
            + " Table: None not found"
      })
  void anInvalidSettingIsAnError(String setting, String message) throws Exception {
    enableStream();
    String body =
        setting.contains("\"table\"")
            ? "{\"url\":\"http://localhost:1\"," + setting + "}"
            : "{\"table\":\"Things\",\"url\":\"http://localhost:1\"," + setting + "}";

    assertThat(post(mappings, body))
        .isEqualTo(new Answer(400, error("InvalidRequest", message.replace("\"", "\\\""))));
    assertThat(get(mappings)).isEqualTo(new Answer(200, "{\"eventSourceMappings\":[]}"));
  }

  @Test
  void aTableNeedsAStream() throws Exception {
    assertThat(post(mappings, "{\"table\":\"Things\",\"url\":\"http://localhost:1\"}"))
        .isEqualTo(
            new Answer(
                400,
                error(
                    "InvalidRequest",
                    "the table Things has no stream: create it with a StreamSpecification, or"
                        + " enable it first")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:1",
        "http://127.0.0.1:1/",
        "http://127.9.9.9:1/f?a=b",
        "http://[::1]:1/f",
        "http://[::ffff:127.0.0.1]:1/f",
        "HTTPS://LOCALHOST:1/f"
      })
  void aFunctionOfThisMachineIsAccepted(String url) throws Exception {
    enableStream();
    assertThat(post(mappings, "{\"table\":\"Things\",\"url\":\"" + url + "\"}").status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://10.0.0.1/",
        "http://0.0.0.0:80/",
        "http://[::]:80/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:10.0.0.1]/",
        "http://[fe80::1]/",
        "http://3232235521/",
        "http://localhost:80@10.0.0.1/",
        "http://user:secret@localhost/",
        "http://localhost.:1#@10.0.0.1/",
        "http://does-not-exist.invalid/",
        "http:///path",
        "http://localhost:0/",
        "http://localhost:65536/",
        "http://local host/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "//localhost/",
        "localhost:9000",
        ""
      })
  void anotherFunctionIsRejected(String url) throws Exception {
    enableStream();
    Answer answer = post(mappings, "{\"table\":\"Things\",\"url\":\"" + url + "\"}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"error\":\"InvalidRequest\",\"message\":\"");
    assertThat(get(mappings)).isEqualTo(new Answer(200, "{\"eventSourceMappings\":[]}"));
  }

  @Test
  void theNumberOfMappingsIsBounded() throws Exception {
    for (int i = 0; i < 100; i++) {
      map("");
    }

    assertThat(post(mappings, "{" + base() + "}"))
        .isEqualTo(
            new Answer(
                409,
                error(
                    "LimitExceeded",
                    "the database has 100 event source mappings, which is the maximum")));
  }

  /** Nothing is left of drains whose clients have gone, although their functions do not answer. */
  @Test
  void drainsEndWithTheirClients() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
      List<String> drains = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        String database = create("{}");
        createTable(database);
        String all = "/databases/" + database + "/event-source-mappings";
        String url = "http://127.0.0.1:" + silent.getLocalPort();
        String mapping =
            "{\"table\":\"Things\",\"streamViewType\":\"KEYS_ONLY\",\"url\":\"" + url + "\"}";
        drains.add(all + "/" + id(post(all, mapping)) + "/drain");
        putThing(database, "a");
      }
      List<Socket> clients = new ArrayList<>();
      List<Socket> invocations = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        clients.add(startDrain(drains.get(i % 10)));
        if (i < 10) {
          invocations.add(silent.accept());
        }
      }
      await("all drains have begun", () -> threads("monotable-drain") == 64);
      for (int i = 0; i < 6; i++) { // more than there may be at a time
        Socket another = startDrain(drains.get(i));
        clients.add(another);
        byte[] status = another.getInputStream().readNBytes(12);
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 409");
      }

      for (Socket client : clients) {
        client.close(); // without a reset: the server only reads the end of the stream
      }

      for (Socket invocation : invocations) {
        invocation.setSoTimeout(240_000);
        InputStream received = invocation.getInputStream();
        while (received.read() >= 0) {
          // The request.
        }
        invocation.close();
      }
      await("the threads end", () -> threads("monotable-drain", "monotable-function") == 0);
    }
  }

  private Socket startDrain(String path) throws IOException {
    Socket client = new Socket(endpoint().getHost(), endpoint().getPort());
    client
        .getOutputStream()
        .write(
            ("POST "
                    + ControlApi.PATH
                    + path
                    + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private static long threads(String... names) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> List.of(names).contains(thread.getName()))
        .count();
  }

  private static void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - start).as(what).isLessThan(TimeUnit.MINUTES.toNanos(4));
      Thread.onSpinWait();
    }
  }

  @Test
  void aDrainHoldsNoThreadOfOtherRequestsAndEndsWithItsClient() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    use(
        new TestFunction(
            (exchange, event) -> {
              try {
                release.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                ended.countDown();
              }
              TestServer.send(exchange, 200, "");
            }));
    String id = map("");
    putThing(key, "a");
    String path = ControlApi.PATH + mappings + "/" + id + "/drain";

    try (Socket client = new Socket(endpoint().getHost(), endpoint().getPort())) {
      client.setSoLinger(true, 0); // closes with a reset: else the client could still read
      client
          .getOutputStream()
          .write(
              ("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(function.invocations.poll(60, TimeUnit.SECONDS)).isEqualTo(invocation("a"));
      List<CompletableFuture<Answer>> others = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        others.add(CompletableFuture.supplyAsync(this::describeDatabase));
      }
      for (CompletableFuture<Answer> other : others) {
        assertThat(other.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
      }
    }

    // The drain of the client that has gone does not hold back the next one.
    CompletableFuture<Answer> next =
        CompletableFuture.supplyAsync(() -> unchecked(() -> drain(id)));
    assertThat(function.invocations.poll(60, TimeUnit.SECONDS)).isEqualTo(invocation("a"));
    release.countDown();
    assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(drained(1));
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private Answer describeDatabase() {
    return unchecked(() -> get("/databases/" + key));
  }

  private interface Request {
    Answer send() throws Exception;
  }

  private static Answer unchecked(Request request) {
    try {
      return request.send();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
