package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.CancellationReason;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.model.DescribeEndpointsResponse;
import dev.monotable.model.Endpoint;
import dev.monotable.model.TransactionCanceledException;
import dev.monotable.model.Unit;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP requests and replies, as recorded by architect/dynalite, {@code test/connection.js}. */
class ExchangeTest extends ExchangeFixture {
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
    void aJsonRequestGetsAJsonReply(String contentType) {
      HttpReply answer = send(TestRequest.bare().header("Content-Type", contentType).body("hi"));
      assertAnswer(answer, 400, "application/json", SERIALIZATION);
      assertThat(answer.crc32()).isEqualTo(3948637019L);
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, JSON + ";blahblah"})
    void anAwsJsonRequestGetsAnAwsJsonReply(String contentType) {
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
    void onlyTheRootIsRejectedInTheWayOfDynamoDbLocal() {
      Exchange exchange =
          new Exchange(
              new Answering(new DescribeEndpointsResponse(List.of())),
              ExchangeConfig.standard().withRootIsHealthy(false));
      assertAnswer(
          send(exchange, TestRequest.bare().method("GET").header("Accept", "text/html")),
          400,
          "application/json",
          "{\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\","
              + "\"message\":\"Request is missing Authentication Token\"}");
      assertThat(send(exchange, TestRequest.bare().method("GET").path("/health")).status())
          .isEqualTo(200);
    }

    @Test
    void aBrowserGetsAnHtmlPage() {
      HttpReply answer =
          send(TestRequest.bare().method("GET").header("Accept", "text/html,*/*;q=0.8"));
      assertThat(answer.contentType()).isEqualTo("text/html; charset=utf-8");
      assertThat(text(answer)).contains("Monotable is running");
    }
  }

  @Nested
  class Endpoints {
    private final Exchange exchange =
        new Exchange(
            new Answering(
                new DescribeEndpointsResponse(
                    List.of(new Endpoint("dynamodb.us-east-1.amazonaws.com", 1440L)))),
            ExchangeConfig.standard());

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8000", "127.0.0.1", "[::1]:8000", "db.test:1"})
    void haveTheAddressThatTheRequestCameTo(String host) {
      assertEndpoint(host, host);
    }

    @ParameterizedTest
    @NullAndEmptySource
    void haveTheAddressOfAwsIfTheirOwnIsNotKnown(@Nullable String host) {
      assertEndpoint(host, "dynamodb.us-east-1.amazonaws.com");
    }

    private void assertEndpoint(@Nullable String host, String address) {
      assertAnswer(
          send(exchange, TestRequest.call("DescribeEndpoints", "{}").header("Host", host)),
          200,
          HttpReply.JSON,
          "{\"Endpoints\":[{\"Address\":\"" + address + "\",\"CachePeriodInMinutes\":1440}]}");
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
    void malformedJsonIsReportedFirst() {
      assertAnswer(
          send(TestRequest.call("Nothing", "{").header("Authorization", null)),
          400,
          JSON,
          SERIALIZATION);
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
    void anErrorHasItsNamespace() {
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
    void anErrorHasItsAdditionalMembers() {
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
              + "\"message\":\"Monotable has no memory left for this: delete items, indexes or"
              + " tables, or start its JVM with a larger heap (-Xmx)\"}");
    }

    /** Asserts that the exception is logged exactly once, in addition to the reply. */
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
    void anOperationWithoutOutputReturnsAnEmptyBody() {
      Exchange exchange =
          new Exchange(new Answering(Unit.builder().build()), ExchangeConfig.standard());
      assertAnswer(send(exchange, TestRequest.call("TagResource", "{}")), 200, JSON, "");
    }

    @Test
    void requestIdsAreUniqueAndReproducibleBySeed() {
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
}
