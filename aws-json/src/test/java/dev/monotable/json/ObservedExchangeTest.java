package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What observers receive of requests that do not reach the engine, and injected faults on the wire.
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
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName("Chat")
            .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
            .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
            .billingMode("PAY_PER_REQUEST")
            .build());
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
