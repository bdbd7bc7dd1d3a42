package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Short methods that create on-demand tables, with keys of type string and indexes that project all
 * attributes.
 */
public final class Tables {
  private Tables() {}

  /**
   * Returns a request for a table with these attributes of type string.
   *
   * @param attributes the partition key, the sort key if the table has one, and the keys of indexes
   */
  public static CreateTableRequest.Builder table(
      String name, List<KeySchemaElement> keys, String... attributes) {
    List<AttributeDefinition> definitions = new ArrayList<>();
    for (String attribute : attributes) {
      definitions.add(define(attribute, ScalarAttributeType.S));
    }
    return CreateTableRequest.builder()
        .tableName(name)
        .keySchema(keys)
        .attributeDefinitions(definitions)
        .billingMode(BillingMode.PAY_PER_REQUEST);
  }

  public static AttributeDefinition define(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  /** Returns a key schema with a partition key only. */
  public static List<KeySchemaElement> key(String partitionKey) {
    return List.of(element(partitionKey, KeyType.HASH));
  }

  /** Returns a key schema with a partition key and a sort key. */
  public static List<KeySchemaElement> key(String partitionKey, String sortKey) {
    return List.of(element(partitionKey, KeyType.HASH), element(sortKey, KeyType.RANGE));
  }

  public static GlobalSecondaryIndex global(String name, List<KeySchemaElement> keys) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys)
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
  }

  public static LocalSecondaryIndex local(String name, List<KeySchemaElement> keys) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys)
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
