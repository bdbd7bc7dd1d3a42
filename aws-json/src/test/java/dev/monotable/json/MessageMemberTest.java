package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.Wording;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Tests how a failed condition spells its message: beside an item, as {@code Message} in the
 * wording of May 2026 and before (recorded on 2025-10-08), as {@code message} in us-east-1.
 */
class MessageMemberTest {
  private static final String TYPE =
      "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\",";
  private static final String TEXT = "\"The conditional request failed\"}";

  private static String failedPut(Wording wording, String more) {
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().wording(wording).build())) {
      Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
      send(
          exchange,
          "CreateTable",
          "{'TableName':'tab','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':"
              + "[{'AttributeName':'pk','AttributeType':'S'}],'KeySchema':"
              + "[{'AttributeName':'pk','KeyType':'HASH'}]}");
      send(exchange, "PutItem", "{'TableName':'tab','Item':{'pk':{'S':'a'}}}");
      return send(
          exchange,
          "PutItem",
          "{'TableName':'tab','Item':{'pk':{'S':'a'}},'ConditionExpression':"
              + "'attribute_not_exists(pk)'"
              + more
              + "}");
    }
  }

  private static String send(Exchange exchange, String operation, String json) {
    HttpReply reply = new HttpReply();
    exchange.handle(TestRequest.call(operation, json), reply);
    return new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
  }

  @Test
  void besideAnItem() {
    String more = ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'";
    String item = TYPE + "\"Item\":{\"pk\":{\"S\":\"a\"}},";
    assertThat(failedPut(Wording.usEast1(), more)).isEqualTo(item + "\"message\":" + TEXT);
    assertThat(failedPut(Wording.regional(), more)).isEqualTo(item + "\"message\":" + TEXT);
    assertThat(failedPut(Wording.classic(), more)).isEqualTo(item + "\"Message\":" + TEXT);
  }

  @Test
  void withoutAnItem() {
    for (Wording wording : Wording.all()) {
      assertThat(failedPut(wording, "")).isEqualTo(TYPE + "\"message\":" + TEXT);
    }
  }
}
