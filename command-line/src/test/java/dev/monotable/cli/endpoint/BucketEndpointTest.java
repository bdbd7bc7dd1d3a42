package dev.monotable.cli.endpoint;

import static dev.monotable.testing.TestServer.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.ObjectFailure;
import dev.monotable.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests endpoints of S3 that fail, are slow, or answer what S3 does not. */
@Timeout(300)
class BucketEndpointTest {
  private static final int PART = 8 << 20;
  private static final Map<String, String> ENVIRONMENT =
      Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret");

  /** Answers a request. */
  private interface Answer {
    void to(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch end = new CountDownLatch(1);
  private TestServer server;
  private Answer answer = exchange -> {};

  @BeforeEach
  void start() {
    server =
        TestServer.handling(
            exchange -> {
              requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
              exchange.getRequestBody().readAllBytes();
              try {
                answer.to(exchange);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.close();
  }

  private BucketEndpoint endpoint() {
    return endpoint(Duration.ofSeconds(60));
  }

  private BucketEndpoint endpoint(Duration timeout) {
    return BucketEndpoint.of(url(), ENVIRONMENT, timeout);
  }

  private String url() {
    return server.url();
  }

  private static void assertFailure(ThrowingCallable call, String code, String message) {
    TransferException failure = catchThrowableOfType(TransferException.class, call);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.message()).isEqualTo(message);
  }

  // ---- errors

  @Test
  void anErrorIsTheFailureOfTheTransfer() {
    answer =
        exchange ->
            send(
                exchange,
                404,
                "<?xml version=\"1.0\"?><Error><Code>NoSuchBucket</Code>"
                    + "<Message>The specified bucket does not exist</Message></Error>");
    String message =
        "The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code:"
            + " NoSuchBucket)";

    assertFailure(() -> endpoint().list("missing", "", 10), "S3NoSuchBucket", message);
    assertFailure(() -> endpoint().read("missing", "key"), "S3NoSuchBucket", message);
    assertThatThrownBy(() -> endpoint().write("missing", "key").close())
        .isInstanceOf(ObjectFailure.class)
        .satisfies(
            e -> assertThat(((ObjectFailure) e).failure().code()).isEqualTo("S3NoSuchBucket"));
    assertThat(requests)
        .containsExactly(
            "GET /missing/?list-type=2&encoding-type=url&max-keys=11&prefix=",
            "GET /missing/key",
            "PUT /missing/key");
  }

  @Test
  void anErrorOfAProxyHasItsStatusAndIsRepeated() {
    answer = exchange -> send(exchange, 503, "<html><p>busy</html>");

    assertFailure(
        () -> endpoint().read("files", "key"),
        "S3Status503",
        "The endpoint has answered with status 503 (Service: Amazon S3; Status Code: 503; Error"
            + " Code: Status503)");
    assertThat(requests).hasSize(3);
  }

  @Test
  void theTextOfAnErrorIsBounded() {
    answer =
        exchange ->
            send(
                exchange,
                403,
                "<Error><Code>AccessDenied</Code><Message>"
                    + "x".repeat(100_000)
                    + "</Message></Error>");

    TransferException failure =
        catchThrowableOfType(TransferException.class, () -> endpoint().read("files", "key"));

    assertThat(failure.code()).isEqualTo("S3AccessDenied");
    assertThat(failure.message()).hasSizeLessThan(600);
  }

  @Test
  void anEndpointThatCannotBeReachedIsReported() {
    server.close();

    TransferException failure =
        catchThrowableOfType(TransferException.class, () -> endpoint().read("files", "key"));

    assertThat(failure.code()).isEqualTo("S3ServiceUnavailable");
    assertThat(failure.message()).startsWith(url() + " cannot be reached: ");
  }

  @Test
  void anInvalidUrlIsAnError() {
    assertThatThrownBy(() -> BucketEndpoint.of("ftp://files", ENVIRONMENT))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("'ftp://files' is not a URL such as http://127.0.0.1:8000");
  }

  // ---- slow and large responses

  @Test
  void aResponseThatDoesNotEndInTimeIsReportedAndNotRepeated() {
    answer =
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write(1);
          exchange.getResponseBody().flush();
          end.await();
        };

    assertFailure(
        () -> endpoint(Duration.ofMillis(500)).read("files", "key"),
        "S3ServiceUnavailable",
        url() + " cannot be reached: no complete response in 0.5 s");
    assertThat(requests).hasSize(1);
  }

  @Test
  void aResponseWithoutEndTakesBoundedMemory() {
    answer =
        exchange -> {
          exchange.sendResponseHeaders(206, 0);
          OutputStream out = exchange.getResponseBody();
          while (end.getCount() > 0) {
            out.write(new byte[1 << 16]);
          }
        };

    TransferException failure =
        catchThrowableOfType(TransferException.class, () -> endpoint().read("files", "key"));

    assertThat(failure.code()).isEqualTo("S3ServiceUnavailable");
    assertThat(failure.message()).isEqualTo(url() + ": the response has more than 9437184 bytes");
  }

  // ---- listing

  private static String page(int keys, boolean truncated) {
    return "<ListBucketResult><IsTruncated>"
        + truncated
        + "</IsTruncated>"
        + "<Contents><Key>a%2Fb+c</Key><Size>5</Size><ETag>\"v\"</ETag></Contents>".repeat(keys)
        + (truncated ? "<NextContinuationToken>t</NextContinuationToken>" : "")
        + "</ListBucketResult>";
  }

  @Test
  void aListWithoutEndIsCutOff() throws Exception {
    answer = exchange -> send(exchange, 200, page(1000, true));

    assertThat(endpoint().list("files", "a/", 2500))
        .hasSize(3000)
        .contains(new StoredObject("a/b c", 5, "\"v\""));
    assertThat(requests).hasSize(3);
  }

  @Test
  void aListThatDoesNotEndAsThatOfS3IsInvalid() {
    for (String body :
        new String[] {
          page(0, true),
          page(1001, false),
          "<a/>",
          "not XML",
          "<a>".repeat(100_000),
          "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>%zz</Key></Contents>"
              + "</ListBucketResult>"
        }) {
      answer = exchange -> send(exchange, 200, body);

      TransferException failure =
          catchThrowableOfType(TransferException.class, () -> endpoint().list("files", "", 100));

      assertThat(failure.code()).isEqualTo("S3InvalidResponse");
    }
  }

  // ---- objects

  @Test
  void anObjectIsReadInPartsOfOneVersion() throws Exception {
    byte[] content = new byte[PART + 5];
    content[PART] = 7;
    answer =
        exchange -> {
          String range = exchange.getRequestHeaders().getFirst("Range");
          String match = exchange.getRequestHeaders().getFirst("If-Match");
          int from = range.startsWith("bytes=0-") ? 0 : PART;
          assertThat(match).isEqualTo(from == 0 ? null : "\"v\"");
          int to = from == 0 ? PART : content.length;
          exchange.getResponseHeaders().set("ETag", "\"v\"");
          exchange
              .getResponseHeaders()
              .set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + content.length);
          send(exchange, 206, Arrays.copyOfRange(content, from, to));
        };

    try (InputStream in = endpoint().read("files", "a b/ü+%/../x")) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
    assertThat(requests)
        .containsExactly(
            "GET /files/a%20b/%C3%BC%2B%25/%2E%2E/x", "GET /files/a%20b/%C3%BC%2B%25/%2E%2E/x");
  }

  @Test
  void anEmptyObjectHasNoRange() throws Exception {
    answer = exchange -> send(exchange, 416, "<Error><Code>InvalidRange</Code></Error>");

    try (InputStream in = endpoint().read("files", "_started")) {
      assertThat(in.readAllBytes()).isEmpty();
    }
  }

  /** An endpoint reports a change by status 412, or ignores the condition. */
  @Test
  void anObjectThatHasChangedSinceItWasListedIsReported() throws Exception {
    List<String> conditions = new ArrayList<>();
    StoredObject listed = new StoredObject("key", 3, "\"v\"");
    for (String[] present :
        new String[][] {
          {"206", "\"v\"", "abc"},
          {"412", "", ""},
          {"206", "\"w\"", "abc"},
          {"206", "\"v\"", "abcd"}
        }) {
      answer =
          exchange -> {
            conditions.add(exchange.getRequestHeaders().getFirst("If-Match"));
            exchange.getResponseHeaders().set("ETag", present[1]);
            int size = present[2].length();
            exchange
                .getResponseHeaders()
                .set("Content-Range", "bytes 0-" + (size - 1) + "/" + size);
            send(exchange, Integer.parseInt(present[0]), present[2]);
          };
      if (conditions.isEmpty()) {
        try (InputStream in = endpoint().read("files", listed)) {
          assertThat(in.readAllBytes()).isEqualTo("abc".getBytes(StandardCharsets.UTF_8));
        }
      } else {
        assertFailure(
            () -> endpoint().read("files", listed),
            "S3ObjectModified",
            "The object 'key' has changed since it was listed");
      }
    }
    assertThat(conditions).hasSize(4).containsOnly("\"v\"");
  }

  @Test
  void aPartThatIsNotTheRequestedOneIsInvalid() {
    for (String range :
        new String[] {
          "bytes 1-3/100", "bytes 0-3/100", "bytes 0-2/99999999999999999999", "bytes 0-2/*", ""
        }) {
      answer =
          exchange -> {
            exchange.getResponseHeaders().set("Content-Range", range);
            send(exchange, 206, "abc");
          };

      TransferException failure =
          catchThrowableOfType(TransferException.class, () -> endpoint().read("files", "key"));

      assertThat(failure.code()).isEqualTo("S3InvalidResponse");
    }
  }

  @Test
  void aFailedPartRemovesTheOthers() throws Exception {
    answer =
        exchange -> {
          switch (exchange.getRequestMethod()) {
            case "POST" ->
                send(
                    exchange,
                    200,
                    "<InitiateMultipartUploadResult><UploadId>u</UploadId>"
                        + "</InitiateMultipartUploadResult>");
            case "PUT" ->
                send(
                    exchange,
                    400,
                    "<Error><Code>EntityTooSmall</Code><Message>small</Message></Error>");
            default -> send(exchange, 204, "");
          }
        };

    OutputStream out = endpoint().write("files", "key");
    assertThatThrownBy(() -> out.write(new byte[PART + 1])).isInstanceOf(ObjectFailure.class);
    out.close();

    assertThat(requests)
        .containsExactly(
            "POST /files/key?uploads",
            "PUT /files/key?partNumber=1&uploadId=u",
            "DELETE /files/key?uploadId=u");
  }

  @Test
  void aFailureAfterTheBeginningOfASuccessfulResponseIsReported() throws Exception {
    answer =
        exchange -> {
          String query = String.valueOf(exchange.getRequestURI().getQuery());
          exchange.getResponseHeaders().set("ETag", "\"p\"");
          switch (exchange.getRequestMethod()) {
            case "POST" ->
                send(
                    exchange,
                    200,
                    query.equals("uploads")
                        ? "<R><UploadId>u</UploadId></R>"
                        : "<Error><Code>InternalError</Code><Message>late</Message></Error>");
            default -> send(exchange, 200, "");
          }
        };

    OutputStream out = endpoint().write("files", "key");
    out.write(new byte[PART + 1]);

    assertThatThrownBy(out::close)
        .isInstanceOf(ObjectFailure.class)
        .satisfies(
            e -> assertThat(((ObjectFailure) e).failure().code()).isEqualTo("S3InternalError"));
    assertThat(requests).endsWith("POST /files/key?uploadId=u", "DELETE /files/key?uploadId=u");
  }
}
