package dev.monotable.recipes;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sessions that expire, in the table {@code Session}. */
final class Sessions {
  private final DynamoDbClient dynamo;
  private final InstantSource clock;

  Sessions(DynamoDbClient dynamo, InstantSource clock) {
    this.dynamo = dynamo;
    this.clock = clock;
  }

  void createTable() {
    dynamo.createTable(
        r ->
            r.tableName("Session")
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  void enableTimeToLive() {
    dynamo.updateTimeToLive(
        r ->
            r.tableName("Session")
                .timeToLiveSpecification(t -> t.attributeName("expiresAt").enabled(true)));
  }

  void start(String id, Duration lifetime) {
    long expiresAt = clock.instant().plus(lifetime).getEpochSecond();
    dynamo.putItem(
        r ->
            r.tableName("Session")
                .item(
                    Map.of(
                        "id", AttributeValue.fromS(id),
                        "expiresAt", AttributeValue.fromN(Long.toString(expiresAt)))));
  }

  /** Does not rely on the deletion of expired items, which can take days. */
  boolean isActive(String id) {
    Map<String, AttributeValue> item =
        dynamo
            .getItem(r -> r.tableName("Session").key(Map.of("id", AttributeValue.fromS(id))))
            .item();
    return item.containsKey("expiresAt")
        && Long.parseLong(item.get("expiresAt").n()) > clock.instant().getEpochSecond();
  }
}
