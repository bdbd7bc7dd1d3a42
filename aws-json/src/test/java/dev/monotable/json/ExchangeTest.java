package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.CancellationReason;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.model.GetItemOutput;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.model.TransactionCanceledException;
import dev.monotable.model.Unit;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is on the wire. The recorded facts are architect/dynalite's, {@code test/connection.js}. */
class ExchangeTest {
  private static final String JSON = "application/x-amz-json-1.0";
  private static final String SERIALIZATION =
      "{\"__type\":\"com.amazon.coral.service#SerializationException\"}";
  private static final String UNKNOWN_OPERATION =
      "{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}";

  /** Answers with what it was made with: a record, or the exception to throw. */
  private static final class Answering implements OperationCaller {
    private final Object answer;

    Answering(Object answer) {
      this.answer = answer;
    }

    @Override
    public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
      if (answer instanceof RuntimeException exception) {
        throw exception;
      }
      if (answer instanceof Error error) {
        throw error;
      }
      return operation.output().recordClass().cast(answer);
    }
  }

  private static final Exchange LISTING =
      new Exchange(
          new Answering(ListTablesOutput.builder().tableNames(List.of("a")).build()),
          ExchangeConfig.standard());

  private final HttpReply reply = new HttpReply();

  private HttpReply send(TestRequest request) {
    return send(LISTING, request);
  }

  private HttpReply send(Exchange exchange, TestRequest request) {
    exchange.handle(request, reply);
    CRC32 crc = new CRC32();
    crc.update(reply.body(), 0, reply.bodyLength());
    assertThat(reply.crc32()).isEqualTo(crc.getValue());
    assertThat(reply.requestId()).matches("[0-9A-Z]{52}");
    return reply;
  }

  private static String text(HttpReply reply) {
    return new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
  }

  private void assertAnswer(HttpReply answer, int status, String contentType, String body) {
    assertThat(text(answer)).isEqualTo(body);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo(contentType);
    assertThat(answer.contentEncoding()).isNull();
  }

  @Nested
  class MethodsAndContentTypes {
    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS"})
    void otherMethodsAreNotFound(String method) {
      HttpReply answer = send(TestRequest.bare().method(method));
      assertAnswer(answer, 404, null, "<UnknownOperationException/>\n");
      assertThat(answer.crc32()).isEqualTo(3552371480L);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "whatever",
          "application/x-amz-json-1.1",
          "application/jsonasdf",
          "application/cbor"
        })
    void otherContentTypesAreNotFound(String contentType) {
      assertAnswer(
          send(TestRequest.bare().header("Content-Type", contentType).body("hi")),
          404,
          null,
          "<UnknownOperationException/>\n");
    }

    @Test
    void aBodyWithoutContentTypeIsNotFound() {
      assertAnswer(
          send(TestRequest.bare().body("hi")), 404, null, "<UnknownOperationException/>\n");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/json",
          "application/json;",
          "  application/json  ;   asfd",
          "application/json;blahblah"
        })
    void jsonIsAnsweredWithJson(String contentType) {
      HttpReply answer = send(TestRequest.bare().header("Content-Type", contentType).body("hi"));
      assertAnswer(answer, 400, "application/json", SERIALIZATION);
      assertThat(answer.crc32()).isEqualTo(3948637019L);
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, JSON + ";blahblah"})
    void awsJsonIsAnsweredWithAwsJson(String contentType) {
      HttpReply answer = send(TestRequest.bare().header("Content-Type", contentType).body("hi"));
      assertAnswer(answer, 400, JSON, SERIALIZATION);
      assertThat(answer.crc32()).isEqualTo(3948637019L);
    }

    @Test
    void getIsHealthy() {
      assertAnswer(
          send(TestRequest.bare().method("GET")),
          200,
          "text/plain",
          "healthy: dynamodb.us-east-1.amazonaws.com ");
    }

    @Test
    void aBrowserGetsAPage() {
      HttpReply answer =
          send(TestRequest.bare().method("GET").header("Accept", "text/html,*/*;q=0.8"));
      assertThat(answer.contentType()).isEqualTo("text/html; charset=utf-8");
      assertThat(text(answer)).contains("Monotable is running");
    }
  }

  @Nested
  class Cors {
    @Test
    void preflightIsAnswered() {
      HttpReply answer =
          send(
              TestRequest.bare()
                  .method("OPTIONS")
                  .header("Origin", "whatever")
                  .header("Access-Control-Request-Headers", "a, b, c")
                  .header("Access-Control-Request-Method", "d"));
      assertAnswer(answer, 200, null, "");
      assertThat(answer.extraHeaders())
          .containsExactly(
              Map.entry("Access-Control-Allow-Origin", "*"),
              Map.entry("Access-Control-Allow-Headers", "a, b, c"),
              Map.entry("Access-Control-Allow-Methods", "d"),
              Map.entry("Access-Control-Max-Age", "172800"));
    }

    @Test
    void anOriginMayReadTheAnswer() {
      HttpReply answer = send(TestRequest.bare().header("Origin", "whatever"));
      assertAnswer(answer, 400, "application/json", UNKNOWN_OPERATION);
      assertThat(answer.extraHeaders()).contains(Map.entry("Access-Control-Allow-Origin", "*"));
    }
  }

  @Nested
  class Targets {
    @Test
    void aMissingTargetIsUnknown() {
      HttpReply answer = send(TestRequest.bare());
      assertAnswer(answer, 400, "application/json", UNKNOWN_OPERATION);
      assertThat(answer.crc32()).isEqualTo(1368724161L);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "whatever",
          "",
          ".",
          "DynamoDB_20120810",
          "DynamoDB_20120810.",
          "ListTables",
          "DynamoDB_20120810.ListTable",
          "DynamoDB_20120810.listTables",
          "DynamoDB_20120810.ListTables.x",
          "DynamoDB_20120810.ListStreams",
          "DynamoDBStreams_20120810.ListTables",
          "DynamoDB_20111205.ListTables"
        })
    void anotherTargetIsUnknown(String target) {
      assertAnswer(
          send(TestRequest.call("", "{}").header("X-Amz-Target", target)),
          400,
          JSON,
          UNKNOWN_OPERATION);
    }

    @Test
    void aBodyThatIsNotJsonIsFoundFirst() {
      assertAnswer(
          send(TestRequest.call("Nothing", "{").header("Authorization", null)),
          400,
          JSON,
          SERIALIZATION);
    }
  }

  static Stream<Arguments> authorizations() {
    String needs = "Authorization header requires '";
    String date =
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    String query = "AWS query-string parameters must include '";
    String good = "AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=host;x-amz-date, Signature=b";
    return Stream.of(
        arguments(
            "/",
            "AWS4-",
            null,
            "IncompleteSignatureException",
            needs
                + "Credential' parameter. "
                + needs
                + "Signature' parameter. "
                + needs
                + "SignedHeaders' parameter. "
                + date
                + "Authorization=AWS4-"),
        arguments(
            "/",
            "AWS4- Signature=b Credential=a",
            "20240101T000000Z",
            "IncompleteSignatureException",
            needs + "SignedHeaders' parameter. Authorization=AWS4- Signature=b Credential=a"),
        arguments(
            "/",
            "AWS4- Signature=b,Credential=a",
            "20240101T000000Z",
            "IncompleteSignatureException",
            needs + "SignedHeaders' parameter. Authorization=AWS4- Signature=b,Credential=a"),
        arguments(
            "/",
            "AWS4- Signature=b, Credential=a",
            "20240101T000000Z",
            "IncompleteSignatureException",
            needs + "SignedHeaders' parameter. Authorization=AWS4- Signature=b, Credential=a"),
        arguments(
            "/",
            good.formatted(" " + TestRequest.CREDENTIAL),
            "20240101T000000Z",
            "IncompleteSignatureException",
            "'"
                + TestRequest.CREDENTIAL
                + "' not a valid key=value pair (missing equal-sign) in Authorization header: '"
                + good.formatted(" " + TestRequest.CREDENTIAL)
                + "'."),
        arguments(
            "/",
            good.formatted(TestRequest.CREDENTIAL),
            null,
            "IncompleteSignatureException",
            date + "Authorization=" + good.formatted(TestRequest.CREDENTIAL)),
        arguments(
            "/?X-Amz-Algorithm",
            "X",
            null,
            "InvalidSignatureException",
            "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP"
                + " header."),
        arguments(
            "/?X-Amz-Algorithm",
            null,
            null,
            "IncompleteSignatureException",
            query
                + "X-Amz-Algorithm'. "
                + query
                + "X-Amz-Credential'. "
                + query
                + "X-Amz-Signature'. "
                + query
                + "X-Amz-SignedHeaders'. "
                + query
                + "X-Amz-Date'. Re-examine the query-string parameters."),
        arguments(
            "/?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d",
            null,
            null,
            "IncompleteSignatureException",
            query + "X-Amz-SignedHeaders'. Re-examine the query-string parameters."),
        arguments(
            "/",
            good.formatted(TestRequest.CREDENTIAL),
            "201",
            "IncompleteSignatureException",
            "Date must be in ISO-8601 'basic format'. Got '201'. See"
                + " http://en.wikipedia.org/wiki/ISO_8601"),
        arguments(
            "/",
            good.formatted(TestRequest.CREDENTIAL).replace("host;", ""),
            "20240101T000000Z",
            "InvalidSignatureException",
            "'Host' must be a 'SignedHeader' in the AWS Authorization."),
        arguments(
            "/",
            good.formatted(TestRequest.CREDENTIAL).replace("256", "25"),
            "20240101T000000Z",
            "IncompleteSignatureException",
            "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). "),
        arguments(
            "/",
            good.formatted("a/b/c/d"),
            "20240101T000000Z",
            "IncompleteSignatureException",
            "Credential must have exactly 5 slash-delimited elements, e.g."
                + " keyid/date/region/service/term, got 'a/b/c/d'"),
        arguments(
            "/",
            good.formatted("a/20240102/c/d/e"),
            "20240101T000000Z",
            "InvalidSignatureException",
            "Credential should be scoped to correct service: 'dynamodb'. Credential should be"
                + " scoped with a valid terminator: 'aws4_request', not 'e'. Date in Credential"
                + " scope does not match YYYYMMDD from ISO-8601 version of date from HTTP:"
                + " '20240102' != '20240101', from '20240101T000000Z'."));
  }

  @Nested
  class Authorizations {
    @ParameterizedTest
    @ValueSource(strings = {"", "AWS4", "X", "Basic abc"})
    void aRequestThatIsNotSignedIsRefused(String header) {
      HttpReply answer =
          send(
              TestRequest.bare()
                  .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
                  .header("Authorization", header.isEmpty() ? null : header));
      assertAnswer(
          answer,
          400,
          "application/json",
          "{\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\","
              + "\"message\":\"Request is missing Authentication Token\"}");
      assertThat(answer.crc32()).isEqualTo(2088342776L);
    }

    @Test
    void parametersInTheQueryWithoutTheAlgorithmDoNotCount() {
      assertThat(
              text(
                  send(
                      TestRequest.call("ListTables", "{}")
                          .header("Authorization", null)
                          .path("/?X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-Date=d"))))
          .contains("MissingAuthenticationTokenException");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.json.ExchangeTest#authorizations")
    void aBadSignatureIsRefused(
        String path, String authorization, String date, String type, String message) {
      assertAnswer(
          send(
              TestRequest.call("ListTables", "{}")
                  .path(path)
                  .header("Authorization", authorization)
                  .header("X-Amz-Date", date)),
          400,
          JSON,
          "{\"__type\":\"com.amazon.coral.service#" + type + "\",\"message\":\"" + message + "\"}");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          TestRequest.AUTHORIZATION,
          "AWS4-HMAC-SHA256 SignedHeaders=Host, Signature=b,Credential=" + TestRequest.CREDENTIAL,
          "AWS4-HMAC-SHA256 Credential=any/20240101/mars-1/dynamodb/aws4_request,"
              + " SignedHeaders=host;x-amz-date, Signature=b"
        })
    void anyWellFormedSignatureWillDo(String authorization) {
      assertAnswer(
          send(TestRequest.call("ListTables", "{}").header("Authorization", authorization)),
          200,
          JSON,
          "{\"TableNames\":[\"a\"]}");
    }

    @Test
    void aPresignedRequestWillDo() {
      assertAnswer(
          send(
              TestRequest.call("ListTables", "{}")
                  .header("Authorization", null)
                  .path(
                      "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential="
                          + TestRequest.CREDENTIAL.replace("/", "%2F")
                          + "&X-Amz-Signature=b&X-Amz-SignedHeaders=host%3Bx"
                          + "&X-Amz-Date=20240101T000000Z")),
          200,
          JSON,
          "{\"TableNames\":[\"a\"]}");
    }
  }

  @Nested
  class Bodies {
    @Test
    void anEmptyBodyIsNoRequest() {
      assertAnswer(send(TestRequest.call("ListTables", "")), 400, JSON, SERIALIZATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "'x'", "null", "true", "{} {}", "{'a':}"})
    void aBodyThatIsNoObjectIsNoRequest(String body) {
      assertAnswer(send(TestRequest.call("ListTables", body)), 400, JSON, SERIALIZATION);
    }

    @Test
    void aWrongTypeIsNamedInACapitalMessage() {
      assertAnswer(
          send(TestRequest.call("ListTables", "{'Limit':'x'}")),
          400,
          JSON,
          "{\"__type\":\"com.amazon.coral.service#SerializationException\",\"Message\":"
              + "\"STRING_VALUE cannot be converted to Integer\"}");
    }

    @Test
    void aBodyBeyondTheLimitIsTooLarge() {
      Exchange small =
          new Exchange(
              new Answering(ListTablesOutput.builder().build()),
              ExchangeConfig.standard().withMaxBodyBytes(100));
      assertThat(send(small, TestRequest.call("ListTables", " ".repeat(98) + "{}")).status())
          .isEqualTo(200);
      assertThat(send(small, TestRequest.call("ListTables", " ".repeat(99) + "{}")).status())
          .isEqualTo(413);
    }
  }

  @Nested
  class Compressed {
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "GZIP", "identity"})
    void aCompressedBodyIsRead(String encoding) throws IOException {
      byte[] json = "{\"Limit\":5}".getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      if (encoding.equalsIgnoreCase("gzip")) {
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
          gzip.write(json);
        }
      } else if (encoding.equals("deflate")) {
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(bytes)) {
          deflate.write(json);
        }
      } else {
        bytes.write(json);
      }
      assertAnswer(
          send(
              TestRequest.call("ListTables", "")
                  .header("Content-Encoding", encoding)
                  .body(bytes.toByteArray())),
          200,
          JSON,
          "{\"TableNames\":[\"a\"]}");
    }

    @Test
    void aBrokenBodyIsNoRequest() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write("{\"Limit\":5}".getBytes(StandardCharsets.UTF_8));
      }
      byte[] whole = bytes.toByteArray();
      for (int length = 0; length < whole.length; length++) {
        byte[] broken = Arrays.copyOf(whole, length);
        for (String encoding : new String[] {"gzip", "deflate"}) {
          assertAnswer(
              send(
                  TestRequest.call("ListTables", "")
                      .header("Content-Encoding", encoding)
                      .body(broken)),
              400,
              JSON,
              SERIALIZATION);
        }
      }
    }

    @Test
    void aBombIsTooLarge() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        byte[] spaces = new byte[1 << 20];
        Arrays.fill(spaces, (byte) ' ');
        for (int i = 0; i < 17; i++) {
          gzip.write(spaces);
        }
      }
      HttpReply answer =
          send(
              TestRequest.call("ListTables", "")
                  .header("Content-Encoding", "gzip")
                  .body(bytes.toByteArray()));
      assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void aLongAnswerIsCompressedForWhoAsks() throws IOException {
      Item item = Item.of("pk", AttributeValue.string("x".repeat(5_000)));
      Exchange exchange =
          new Exchange(
              new Answering(GetItemOutput.builder().item(item).build()), ExchangeConfig.standard());
      TestRequest request = TestRequest.call("GetItem", "{}");
      String plain = "{\"Item\":" + item + "}";
      assertAnswer(send(exchange, request), 200, JSON, plain);
      for (String none : new String[] {"identity", "deflate", "gzip;q=0", "br, gzip;q=0.0"}) {
        assertAnswer(send(exchange, request.header("Accept-Encoding", none)), 200, JSON, plain);
      }
      for (String some : new String[] {"gzip", "deflate, GZIP;q=0.5", "gzip, deflate, br"}) {
        HttpReply answer = send(exchange, request.header("Accept-Encoding", some));
        assertThat(answer.contentEncoding()).isEqualTo("gzip");
        assertThat(answer.bodyLength()).isLessThan(500);
        assertThat(gunzip(answer)).isEqualTo(plain);
      }
    }

    @Test
    void aShortAnswerIsNot() {
      assertAnswer(
          send(TestRequest.call("ListTables", "{}").header("Accept-Encoding", "gzip")),
          200,
          JSON,
          "{\"TableNames\":[\"a\"]}");
    }

    private String gunzip(HttpReply answer) {
      try (GZIPInputStream gzip =
          new GZIPInputStream(new ByteArrayInputStream(answer.body(), 0, answer.bodyLength()))) {
        return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Nested
  class Answers {
    private void assertError(Throwable thrown, int status, String body) {
      assertAnswer(
          send(
              new Exchange(new Answering(thrown), ExchangeConfig.standard()),
              TestRequest.call("GetItem", "{}")),
          status,
          JSON,
          body);
    }

    @Test
    void anErrorHasItsNameSpace() {
      assertError(
          DynamoException.validation("No \"key\""),
          400,
          "{\"__type\":\"com.amazon.coral.validate#ValidationException\","
              + "\"message\":\"No \\\"key\\\"\"}");
      assertError(
          new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found"),
          400,
          "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException\","
              + "\"message\":\"Requested resource not found\"}");
    }

    @Test
    void anErrorHasItsOtherMembers() {
      Item item = Item.of("pk", AttributeValue.string("a"));
      assertError(
          new DynamoException(
              ErrorCode.CONDITIONAL_CHECK_FAILED,
              "The conditional request failed",
              ConditionalCheckFailedException.builder().message("not this").item(item).build()),
          400,
          "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
              + "\"Item\":{\"pk\":{\"S\":\"a\"}},\"message\":\"The conditional request failed\"}");
      assertError(
          new DynamoException(
              ErrorCode.TRANSACTION_CANCELED,
              "cancelled",
              TransactionCanceledException.builder()
                  .cancellationReasons(
                      List.of(
                          CancellationReason.builder().code("None").build(),
                          CancellationReason.builder()
                              .code("ConditionalCheckFailed")
                              .message("The conditional request failed")
                              .item(item)
                              .build()))
                  .build()),
          400,
          "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
              + "\"CancellationReasons\":[{\"Code\":\"None\"},{\"Item\":{\"pk\":{\"S\":\"a\"}},"
              + "\"Code\":\"ConditionalCheckFailed\","
              + "\"Message\":\"The conditional request failed\"}],\"Message\":\"cancelled\"}");
    }

    @Test
    void anInternalErrorRevealsNothing() {
      String body =
          "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
              + "\"message\":\"Internal server error\"}";
      assertLoggedError(new IllegalStateException("secret"), body);
      assertLoggedError(new StackOverflowError(), body);
    }

    @Test
    void exhaustedMemoryIsReported() {
      assertError(
          new OutOfMemoryError(),
          500,
          "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
              + "\"message\":\"Monotable has no memory left for this: delete something, or start"
              + " its JVM with a larger heap (-Xmx)\"}");
    }

    /** Asserts that the bug is logged, once and whole, besides being answered. */
    private void assertLoggedError(Throwable bug, String body) {
      List<LogRecord> logged = new ArrayList<>();
      Handler handler =
          new Handler() {
            @Override
            public void publish(LogRecord logRecord) {
              logged.add(logRecord);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
          };
      Logger logger = Logger.getLogger(Exchange.class.getName());
      logger.addHandler(handler);
      logger.setUseParentHandlers(false);
      try {
        assertError(bug, 500, body);
      } finally {
        logger.setUseParentHandlers(true);
        logger.removeHandler(handler);
      }
      assertThat(logged).singleElement().extracting(LogRecord::getThrown).isSameAs(bug);
      assertThat(logged.get(0).getMessage()).contains(reply.requestId());
    }

    @Test
    void anOperationWithoutOutputAnswersNothing() {
      Exchange exchange =
          new Exchange(new Answering(Unit.builder().build()), ExchangeConfig.standard());
      assertAnswer(send(exchange, TestRequest.call("TagResource", "{}")), 200, JSON, "");
    }

    @Test
    void requestIdsDifferAndRepeatWithTheSeed() {
      Set<String> ids = new HashSet<>();
      for (long seed : new long[] {1, 2, 1}) {
        RequestIds generator = new RequestIds(seed);
        byte[] id = new byte[RequestIds.LENGTH];
        for (int i = 0; i < 1_000; i++) {
          generator.next(id);
          ids.add(new String(id, StandardCharsets.US_ASCII));
        }
      }
      assertThat(ids)
          .hasSize(2_000)
          .allMatch(id -> id.matches("[0-9A-V]{26}VV4KQNSO5AEMVJF66Q9ASUAAJG"));
    }
  }

  @Nested
  class Databases {
    private final Exchange split =
        Exchange.splitByCredentials(
            name ->
                new Answering(
                    ListTablesOutput.builder()
                        .tableNames(List.of(name.accessKey() + "@" + name.region()))
                        .build()),
            ExchangeConfig.standard().withMaxDatabases(2));

    private String list(String key, String region) {
      String credential = key + "/20240101/" + region + "/dynamodb/aws4_request";
      return text(
          send(
              split,
              TestRequest.call("ListTables", "{}")
                  .header(
                      "Authorization",
                      "AWS4-HMAC-SHA256 Credential="
                          + credential
                          + ", SignedHeaders=host;x-amz-date, Signature=b")));
    }

    @Test
    void eachKeyAndRegionHasItsOwnUpToALimit() {
      assertThat(list("k", "us-east-1")).isEqualTo("{\"TableNames\":[\"k@us-east-1\"]}");
      assertThat(list("k", "eu-west-1")).isEqualTo("{\"TableNames\":[\"k@eu-west-1\"]}");
      assertThat(list("k", "us-east-1")).isEqualTo("{\"TableNames\":[\"k@us-east-1\"]}");
      assertThat(list("l", "us-east-1")).contains("LimitExceededException");
    }
  }
}
