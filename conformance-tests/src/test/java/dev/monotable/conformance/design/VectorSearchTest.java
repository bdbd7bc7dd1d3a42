package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.value;
import static dev.monotable.conformance.Tables.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateVectorIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.SearchResultItem;
import software.amazon.awssdk.services.dynamodb.model.SearchSchemaElement;
import software.amazon.awssdk.services.dynamodb.model.SearchSchemaElementType;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsRequest;
import software.amazon.awssdk.services.dynamodb.model.VectorDistanceFunction;
import software.amazon.awssdk.services.dynamodb.model.VectorIndex;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexUpdate;

/**
 * Tests vector indexes through the SDK: an index that a table is created with, and one that is
 * added to it. SearchVectors has no pages: {@code TopK} says how many items it returns.
 */
@Tag("slow")
class VectorSearchTest {
  private static final String TABLE = "Products";
  private static final String INDEX = "byMeaning";

  private static final VectorIndex BY_MEANING =
      VectorIndex.builder()
          .indexName(INDEX)
          .vectorAttribute(v -> v.attributeName("embedding"))
          .searchSchema(
              SearchSchemaElement.builder()
                  .attributeName("shop")
                  .searchSchemaElementType(SearchSchemaElementType.HASH)
                  .build(),
              SearchSchemaElement.builder()
                  .attributeName("color")
                  .searchSchemaElementType(SearchSchemaElementType.INLINE_FILTER)
                  .build())
          .projection(p -> p.projectionType(ProjectionType.INCLUDE).nonKeyAttributes("name"))
          .dimensions(2L)
          .distanceFunction(VectorDistanceFunction.EUCLIDEAN)
          .build();

  private static List<AttributeValue> vector(double... numbers) {
    List<AttributeValue> vector = new ArrayList<>();
    for (double number : numbers) {
      vector.add(AttributeValue.fromN(Double.toString(number)));
    }
    return vector;
  }

  private static Map<String, AttributeValue> product(
      String id, String shop, String color, double... embedding) {
    Map<String, AttributeValue> product =
        new HashMap<>(item("id", id, "shop", shop, "color", color, "name", "A " + id));
    product.put("embedding", AttributeValue.fromL(vector(embedding)));
    return product;
  }

  @BeforeEach
  void load(Dynamo dynamo) {
    dynamo.create(
        Tables.table(TABLE, key("id"), "id", "shop", "color").vectorIndexes(BY_MEANING).build());
    dynamo.put(
        TABLE,
        List.of(
            product("pot", "Ada", "red", 0, 1),
            product("cup", "Ada", "blue", 0, 2),
            product("can", "Ada", "red", 3, 4),
            product("box", "Bob", "red", 0, 0),
            item("id", "bag", "shop", "Ada")));
  }

  private static SearchVectorsRequest.Builder search(String condition, Object... values) {
    Map<String, AttributeValue> named = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      named.put((String) values[i], value(values[i + 1]));
    }
    return SearchVectorsRequest.builder()
        .tableName(TABLE)
        .indexName(INDEX)
        .searchVector(vector(0, 0))
        .topK(10)
        .searchConditionExpression(condition)
        .expressionAttributeValues(named);
  }

  private static SearchResultItem result(double score, Map<String, AttributeValue> item) {
    return SearchResultItem.builder().item(item).score(score).build();
  }

  private static Map<String, AttributeValue> projected(String id, String color) {
    return item("id", id, "shop", "Ada", "color", color, "name", "A " + id);
  }

  @OnEveryTarget
  void theNearestOfAPartitionAreFound(Dynamo dynamo) {
    assertThat(
            dynamo
                .client()
                .searchVectors(search("shop = :shop", ":shop", "Ada").topK(2).build())
                .searchResults())
        .containsExactly(result(1, projected("pot", "red")), result(2, projected("cup", "blue")));
    assertThat(
            dynamo
                .client()
                .searchVectors(
                    search("shop = :shop AND color = :color", ":shop", "Ada", ":color", "red")
                        .projectionExpression("id, embedding")
                        .build())
                .searchResults())
        .containsExactly(result(1, item("id", "pot")), result(5, item("id", "can")));
  }

  @OnEveryTarget
  void writesEnterAndLeaveTheIndex(Dynamo dynamo) {
    dynamo.client().deleteItem(r -> r.tableName(TABLE).key(item("id", "pot")));
    dynamo
        .client()
        .updateItem(
            r ->
                r.tableName(TABLE)
                    .key(item("id", "can"))
                    .updateExpression("SET embedding[0] = :zero")
                    .expressionAttributeValues(item(":zero", 0)));
    dynamo
        .client()
        .updateItem(
            r -> r.tableName(TABLE).key(item("id", "cup")).updateExpression("REMOVE embedding"));

    assertThat(
            dynamo
                .client()
                .searchVectors(search("shop = :shop", ":shop", "Ada").build())
                .searchResults())
        .containsExactly(result(4, projected("can", "red")));
  }

  @OnEveryTarget
  void anIndexIsAddedToATableWithItems(Dynamo dynamo) {
    CreateVectorIndexAction added =
        CreateVectorIndexAction.builder()
            .indexName("byAngle")
            .vectorAttribute(v -> v.attributeName("embedding"))
            .searchSchema(BY_MEANING.searchSchema())
            .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
            .dimensions(2L)
            .distanceFunction(VectorDistanceFunction.COSINE)
            .build();
    dynamo
        .client()
        .updateTable(
            r ->
                r.tableName(TABLE)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("shop")
                            .attributeType("S")
                            .build(),
                        AttributeDefinition.builder()
                            .attributeName("color")
                            .attributeType("S")
                            .build())
                    .vectorIndexUpdates(VectorIndexUpdate.builder().create(added).build()));

    assertThat(
            dynamo.client().describeTable(r -> r.tableName(TABLE)).table().vectorIndexes().stream()
                .map(VectorIndexDescription::itemCount))
        .containsExactlyInAnyOrder(4L, 4L);
    assertThat(
            dynamo
                .client()
                .searchVectors(
                    search("shop = :shop", ":shop", "Ada")
                        .indexName("byAngle")
                        .searchVector(vector(3, 4))
                        .topK(1)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build()))
        .satisfies(
            found -> {
              assertThat(found.searchResults())
                  .containsExactly(result(0, item("id", "can", "shop", "Ada", "color", "red")));
              assertThat(found.consumedCapacity().vectorSearchRequestBytes()).isEqualTo(1024.0);
            });
  }

  @OnEveryTarget
  void aVectorOfAnotherSizeIsRejected(Dynamo dynamo) {
    assertThatThrownBy(
            () ->
                dynamo
                    .client()
                    .searchVectors(
                        search("shop = :shop", ":shop", "Ada").searchVector(vector(1)).build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("dimension");
    assertThatThrownBy(
            () ->
                dynamo
                    .client()
                    .putItem(r -> r.tableName(TABLE).item(product("jar", "Ada", "red", 1, 2, 3))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("embedding");
  }
}
