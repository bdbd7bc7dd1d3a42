package com.example.designs.products;

import static com.example.designs.Attributes.item;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Products and their tags, in three tables, and as an adjacency list in one. */
public final class Catalog {
  private final DynamoDbClient dynamo;

  public Catalog(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  // ---- three tables

  public void putInThreeTables(String product, String tag) {
    put("Product", item("id", product));
    put("Tag", item("id", tag));
    put("Product_Tag", item("product_id", product, "tag_id", tag));
  }

  /** Returns the products of a tag: a Query for the relations, then a batch for the products. */
  public List<String> productsInThreeTables(String tag) {
    List<Map<String, AttributeValue>> keys =
        dynamo
            .query(
                r ->
                    r.tableName("Product_Tag")
                        .indexName("tag_id-index")
                        .keyConditionExpression("#tag_id = :tag_id")
                        .expressionAttributeNames(Map.of("#tag_id", "tag_id"))
                        .expressionAttributeValues(item(":tag_id", tag)))
            .items()
            .stream()
            .map(relation -> Map.of("id", relation.get("product_id")))
            .toList();
    return dynamo
        .batchGetItem(
            r -> r.requestItems(Map.of("Product", KeysAndAttributes.builder().keys(keys).build())))
        .responses()
        .get("Product")
        .stream()
        .map(product -> product.get("id").s())
        .sorted()
        .toList();
  }

  // ---- an adjacency list

  /** Writes the product, the tag and their relation, each as an item. */
  public void put(String product, String tag) {
    put("ProductTag", item("id", product, "relate_id", product));
    put("ProductTag", item("id", tag, "relate_id", tag));
    put("ProductTag", item("id", product, "relate_id", tag));
  }

  /** Returns the products of a tag. A filter removes the item of the tag itself. */
  public List<String> products(String tag) {
    return dynamo
        .query(
            r ->
                r.tableName("ProductTag")
                    .indexName("relate_id-index")
                    .keyConditionExpression("#relate_id = :relate_id")
                    .filterExpression("id <> :exclude_id")
                    .expressionAttributeNames(Map.of("#relate_id", "relate_id"))
                    .expressionAttributeValues(item(":relate_id", tag, ":exclude_id", tag)))
        .items()
        .stream()
        .map(relation -> relation.get("id").s())
        .sorted()
        .toList();
  }

  private void put(String table, Map<String, AttributeValue> item) {
    dynamo.putItem(r -> r.tableName(table).item(item));
  }
}
