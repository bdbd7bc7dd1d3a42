package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.monotable.model.GetItemOutput;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The credentials and bodies that an exchange accepts. */
class ExchangeRequestTest extends ExchangeFixture {
  private static final String NEEDS = "Authorization header requires '";
  private static final String DATE =
      "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  private static final String QUERY = "AWS query-string parameters must include '";
  private static final String GOOD =
      "AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=host;x-amz-date, Signature=b";

  static Stream<Arguments> authorizations() {
    return Stream.of(incompleteHeaders(), queryParameters(), invalidHeaders())
        .flatMap(arguments -> arguments);
  }

  private static Stream<Arguments> incompleteHeaders() {
    return Stream.of(
        arguments(
            "/",
            "AWS4-",
            null,
            "IncompleteSignatureException",
            NEEDS
                + "Credential' parameter. "
                + NEEDS
                + "Signature' parameter. "
                + NEEDS
                + "SignedHeaders' parameter. "
                + DATE
                + "Authorization=AWS4-"),
        arguments(
            "/",
            "AWS4- Signature=b Credential=a",
            "20240101T000000Z",
            "IncompleteSignatureException",
            NEEDS + "SignedHeaders' parameter. Authorization=AWS4- Signature=b Credential=a"),
        arguments(
            "/",
            "AWS4- Signature=b,Credential=a",
            "20240101T000000Z",
            "IncompleteSignatureException",
            NEEDS + "SignedHeaders' parameter. Authorization=AWS4- Signature=b,Credential=a"),
        arguments(
            "/",
            "AWS4- Signature=b, Credential=a",
            "20240101T000000Z",
            "IncompleteSignatureException",
            NEEDS + "SignedHeaders' parameter. Authorization=AWS4- Signature=b, Credential=a"),
        arguments(
            "/",
            GOOD.formatted(" " + TestRequest.CREDENTIAL),
            "20240101T000000Z",
            "IncompleteSignatureException",
            "'"
                + TestRequest.CREDENTIAL
                + "' not a valid key=value pair (missing equal-sign) in Authorization header: '"
                + GOOD.formatted(" " + TestRequest.CREDENTIAL)
                + "'."),
        arguments(
            "/",
            GOOD.formatted(TestRequest.CREDENTIAL),
            null,
            "IncompleteSignatureException",
            DATE + "Authorization=" + GOOD.formatted(TestRequest.CREDENTIAL)));
  }

  private static Stream<Arguments> queryParameters() {
    return Stream.of(
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
            QUERY
                + "X-Amz-Algorithm'. "
                + QUERY
                + "X-Amz-Credential'. "
                + QUERY
                + "X-Amz-Signature'. "
                + QUERY
                + "X-Amz-SignedHeaders'. "
                + QUERY
                + "X-Amz-Date'. Re-examine the query-string parameters."),
        arguments(
            "/?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d",
            null,
            null,
            "IncompleteSignatureException",
            QUERY + "X-Amz-SignedHeaders'. Re-examine the query-string parameters."));
  }

  private static Stream<Arguments> invalidHeaders() {
    return Stream.of(
        arguments(
            "/",
            GOOD.formatted(TestRequest.CREDENTIAL),
            "201",
            "IncompleteSignatureException",
            "Date must be in ISO-8601 'basic format'. Got '201'. See"
                + " http://en.wikipedia.org/wiki/ISO_8601"),
        arguments(
            "/",
            GOOD.formatted(TestRequest.CREDENTIAL).replace("host;", ""),
            "20240101T000000Z",
            "InvalidSignatureException",
            "'Host' must be a 'SignedHeader' in the AWS Authorization."),
        arguments(
            "/",
            GOOD.formatted(TestRequest.CREDENTIAL).replace("256", "25"),
            "20240101T000000Z",
            "IncompleteSignatureException",
            "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). "),
        arguments(
            "/",
            GOOD.formatted("a/b/c/d"),
            "20240101T000000Z",
            "IncompleteSignatureException",
            "Credential must have exactly 5 slash-delimited elements, e.g."
                + " keyid/date/region/service/term, got 'a/b/c/d'"),
        arguments(
            "/",
            GOOD.formatted("a/20240102/c/d/e"),
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
    void anUnsignedRequestIsRejected(String header) {
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
    void queryParametersWithoutTheAlgorithmAreIgnored() {
      assertThat(
              text(
                  send(
                      TestRequest.call("ListTables", "{}")
                          .header("Authorization", null)
                          .path("/?X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-Date=d"))))
          .contains("MissingAuthenticationTokenException");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.json.ExchangeRequestTest#authorizations")
    void anInvalidSignatureIsRejected(
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
    void anyWellFormedSignatureIsAccepted(String authorization) {
      assertAnswer(
          send(TestRequest.call("ListTables", "{}").header("Authorization", authorization)),
          200,
          JSON,
          "{\"TableNames\":[\"a\"]}");
    }

    @Test
    void aPresignedRequestIsAccepted() {
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
    void anEmptyBodyIsInvalid() {
      assertAnswer(send(TestRequest.call("ListTables", "")), 400, JSON, SERIALIZATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "'x'", "null", "true", "{} {}", "{'a':}"})
    void aBodyThatIsNotAnObjectIsInvalid(String body) {
      assertAnswer(send(TestRequest.call("ListTables", body)), 400, JSON, SERIALIZATION);
    }

    @Test
    void aWrongTypeIsReportedInTheMemberMessageWithACapitalLetter() {
      assertAnswer(
          send(TestRequest.call("ListTables", "{'Limit':'x'}")),
          400,
          JSON,
          "{\"__type\":\"com.amazon.coral.service#SerializationException\",\"Message\":"
              + "\"STRING_VALUE cannot be converted to Integer\"}");
    }

    @Test
    void aBodyOverTheLimitIsTooLarge() {
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
    void aCompressedBodyIsDecompressed(String encoding) throws IOException {
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
    void aCorruptCompressedBodyIsAnInternalError() throws IOException {
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
              500,
              JSON,
              "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
                  + "\"message\":\"Internal server error\"}");
        }
      }
    }

    @Test
    void aDecompressionBombIsTooLarge() throws IOException {
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
    void aLongReplyIsCompressedIfTheClientAcceptsIt() throws IOException {
      Item item = Item.of("pk", AttributeValue.string("x".repeat(5_000)));
      Exchange exchange =
          new Exchange(
              new Answering(GetItemOutput.builder().item(item).build()), ExchangeConfig.standard());
      TestRequest request = TestRequest.call("GetItem", "{}");
      String plain = "{\"Item\":" + item + "}";
      assertAnswer(send(exchange, request), 200, JSON, plain);
      for (String none : new String[] {"identity", "x-gzip", "gzip;q=0", "br, gzip;q=0.0"}) {
        assertAnswer(send(exchange, request.header("Accept-Encoding", none)), 200, JSON, plain);
      }
      for (String some : new String[] {"gzip", "deflate;q=0.4, GZIP;q=0.5", "gzip, deflate"}) {
        HttpReply answer = send(exchange, request.header("Accept-Encoding", some));
        assertThat(answer.contentEncoding()).isEqualTo("gzip");
        assertThat(answer.bodyLength()).isLessThan(500);
        assertThat(gunzip(answer)).isEqualTo(plain);
      }
      HttpReply answer = send(exchange, request.header("Accept-Encoding", "deflate"));
      assertThat(answer.contentEncoding()).isEqualTo("deflate");
      try (InflaterInputStream inflated =
          new InflaterInputStream(
              new ByteArrayInputStream(answer.body(), 0, answer.bodyLength()))) {
        assertThat(inflated.readAllBytes()).asString().isEqualTo(plain);
      }
    }

    @Test
    void aShortReplyIsNotCompressed() {
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
}
