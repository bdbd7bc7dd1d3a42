package dev.monotable.json;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the data that observers receive of requests that do not reach the engine, and injected
 * faults on the wire.
 */
class ObservedExchangeTest extends ExchangeFixture {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
  private final List<ObservedRequest> observed = new ArrayList<>();

  @AfterEach
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"not JSON", "{\"TableName\":1}", ""})
  void aRequestThatCannotBeDecodedIsObserved(String body) {
    engine.observe(observed::add);
    send(exchange, TestRequest.call("GetItem", body));
    assertThat(observed).hasSize(1);
    ObservedRequest event = observed.get(0);
    assertThat(event.operation()).isSameAs(Operations.GET_ITEM);
    assertThat(event.request()).isNull();
    assertThat(event.error().code()).isEqualTo(ErrorCode.SERIALIZATION);
  }

  @Test
  void anOrdinaryRequestIsObservedOnce() {
    engine.observe(observed::add);
    send(exchange, TestRequest.call("ListTables", "{}"));
    assertThat(observed).hasSize(1);
    assertThat(observed.get(0).error()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders of a day | orders of a day",
        "orders%20of%20a%20day | orders of a day",
        "%e2%82%ac 100%25 sure | € 100% sure",
        "50 % off% | 50 % off%",
        "%20 |",
      })
  void aHeaderNamesTheAccessPattern(String header, String pattern) {
    assertThat(pattern(request -> request.header("X-Monotable-Pattern", header)))
        .isEqualTo(pattern);
  }

  /** The user agents of the AWS SDKs for Java, JavaScript, Python and Go, shortened. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aws-sdk-java/2.42.1 md/io#sync ua/2.1 api/DynamoDB#2.42.1 m/E,D monotable-pattern/getUser"
            + " | getUser",
        "aws-sdk-js/3.900.0 ua/2.1 os/linux monotable-pattern/orders%20of%20a%20day m/E"
            + " | orders of a day",
        "Boto3/1.43.11 md/Botocore#1.43.11 ua/2.1 md/monotable-pattern#getUser | getUser",
        "monotable-pattern/first aws-sdk-go-v2/1.39 monotable-pattern/second | first",
        "aws-sdk-java/2.42.1 not-monotable-pattern/getUser |",
        "aws-sdk-java/2.42.1 monotable-pattern |",
        "aws-sdk-java/2.42.1 monotable-pattern/ |",
      })
  void aUserAgentNamesTheAccessPattern(String agent, String pattern) {
    assertThat(pattern(request -> request.header("User-Agent", agent))).isEqualTo(pattern);
  }

  @Test
  void theHeaderPrecedesTheUserAgentAndANameIsBounded() {
    assertThat(
            pattern(
                request ->
                    request
                        .header("X-Monotable-Pattern", "one")
                        .header("User-Agent", "monotable-pattern/two")))
        .isEqualTo("one");
    assertThat(pattern(request -> request.header("X-Monotable-Pattern", "x".repeat(100_000))))
        .isEqualTo("x".repeat(200));
    assertThat(pattern(request -> request.header("X-Monotable-Pattern", "%e2%82%ac".repeat(300))))
        .isEqualTo("€".repeat(200));
    assertThat(pattern(request -> request)).isNull();
  }

  /** Sends one request, and returns the access pattern that its observer receives. */
  @SuppressWarnings("try")
  private @Nullable String pattern(UnaryOperator<TestRequest> headers) {
    observed.clear();
    RequestObserver.Registration registration = engine.observe(observed::add);
    send(exchange, headers.apply(TestRequest.call("ListTables", "{}")));
    registration.close();
    assertThat(observed).hasSize(1);
    return observed.get(0).pattern();
  }

  @Test
  void aDroppedConnectionHasNoReply() {
    engine
        .faults()
        .add(
            FaultRule.on(Operations.LIST_TABLES)
                .times(1)
                .inject(new InjectedFault.DroppedConnection(false)));
    exchange.handle(TestRequest.call("ListTables", "{}"), reply);
    assertThat(reply.dropped()).isTrue();
    HttpReply next = send(exchange, TestRequest.call("ListTables", "{}"));
    assertThat(next.dropped()).isFalse();
    assertAnswer(next, 200, JSON, "{\"TableNames\":[]}");
  }

  @Test
  void throttlingHasItsReasons() {
    engine.call(Operations.CREATE_TABLE, table("Chat", "PK").build());
    engine.faults().add(FaultRule.on().inject(new InjectedFault.Throttle(null)));
    assertAnswer(
        send(
            exchange,
            TestRequest.call("GetItem", "{\"TableName\":\"Chat\",\"Key\":{\"PK\":{\"S\":\"a\"}}}")),
        400,
        JSON,
        "{\"__type\":\"com.amazon.coral.service#ThrottlingException\",\"throttlingReasons\":[{"
            + "\"reason\":\"TableReadKeyRangeThroughputExceeded\",\"resource\":"
            + "\"arn:aws:dynamodb:us-east-1:000000000000:table/Chat\"}],\"message\":\"Throughput"
            + " exceeds the current capacity of your table or index. DynamoDB is automatically"
            + " scaling your table or index so please try again shortly. If exceptions persist,"
            + " check if you have a hot key:"
            + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html\"}");
  }
}
