package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.reversed;
import static dev.monotable.conformance.Items.value;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.local;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Tests a many-to-many relation of products and tags: in three tables, in one table, and in one
 * table with a local secondary index.
 */
@Tag("slow")
class ProductTagTest {
  private static final Map<String, AttributeValue> PRODUCT_1 =
      item("id", "product1", "name", "Tea pot");
  private static final Map<String, AttributeValue> PRODUCT_2 =
      item("id", "product2", "name", "Tea cup");

  @Nested
  class Relational {
    @BeforeEach
    void load(Dynamo dynamo) {
      dynamo.create(table("Product", key("id"), "id").build());
      dynamo.create(table("Tag", key("id"), "id").build());
      dynamo.create(
          table("Product_Tag", key("product_id", "tag_id"), "product_id", "tag_id")
              .globalSecondaryIndexes(global("tag_id-index", key("tag_id")))
              .build());
      dynamo.put(
          "Product", List.of(PRODUCT_1, PRODUCT_2, item("id", "product3", "name", "Kettle")));
      dynamo.put("Tag", List.of(item("id", "tag1", "name", "tea"), item("id", "tag2")));
      dynamo.put(
          "Product_Tag",
          List.of(
              item("product_id", "product1", "tag_id", "tag1"),
              item("product_id", "product2", "tag_id", "tag1"),
              item("product_id", "product3", "tag_id", "tag2")));
    }

    @OnEveryTarget
    void theProductsOfATagTakeAQueryAndABatch(Dynamo dynamo) {
      Page relations =
          dynamo.query(
              QueryRequest.builder()
                  .tableName("Product_Tag")
                  .indexName("tag_id-index")
                  .keyConditionExpression("#tag_id = :tag_id")
                  .expressionAttributeNames(Map.of("#tag_id", "tag_id"))
                  .expressionAttributeValues(Map.of(":tag_id", value("tag1")))
                  .build());

      assertThat(relations.items())
          .containsExactlyInAnyOrder(
              item("product_id", "product1", "tag_id", "tag1"),
              item("product_id", "product2", "tag_id", "tag1"));
      assertThat(relations.count()).isEqualTo(2);
      assertThat(relations.scannedCount()).isEqualTo(2);
      assertThat(relations.lastEvaluatedKey()).isEmpty();

      List<Map<String, AttributeValue>> keys = new ArrayList<>();
      for (Map<String, AttributeValue> relation : relations.items()) {
        keys.add(Map.of("id", relation.get("product_id")));
      }
      BatchGetItemResponse products =
          dynamo
              .client()
              .batchGetItem(
                  r ->
                      r.requestItems(
                          Map.of("Product", KeysAndAttributes.builder().keys(keys).build())));

      assertThat(products.responses().keySet()).containsExactly("Product");
      assertThat(products.responses().get("Product"))
          .containsExactlyInAnyOrder(PRODUCT_1, PRODUCT_2);
      assertThat(products.unprocessedKeys()).isEmpty();
    }
  }

  @Nested
  class AdjacencyList {
    private static final QueryRequest PRODUCTS_OF_TAG =
        QueryRequest.builder()
            .tableName("ProductTag")
            .indexName("relate_id-index")
            .keyConditionExpression("#relate_id = :relate_id")
            .filterExpression("id <> :exclude_id")
            .expressionAttributeNames(Map.of("#relate_id", "relate_id"))
            .expressionAttributeValues(
                Map.of(":relate_id", value("tag1"), ":exclude_id", value("tag1")))
            .build();

    @BeforeEach
    void load(Dynamo dynamo) {
      dynamo.create(
          table("ProductTag", key("id", "relate_id"), "id", "relate_id")
              .globalSecondaryIndexes(global("relate_id-index", key("relate_id")))
              .build());
      dynamo.put(
          "ProductTag",
          List.of(
              edge("product1", "product1"),
              edge("product2", "product2"),
              edge("tag1", "tag1"),
              edge("product1", "tag1"),
              edge("product2", "tag1")));
    }

    @OnEveryTarget
    void theProductsOfATagTakeOneQueryThatFiltersTheTagItself(Dynamo dynamo) {
      Page page = dynamo.query(PRODUCTS_OF_TAG);

      assertThat(page.items())
          .containsExactlyInAnyOrder(edge("product1", "tag1"), edge("product2", "tag1"));
      assertThat(page.count()).isEqualTo(2);
      assertThat(page.scannedCount()).isEqualTo(3);
      assertThat(page.lastEvaluatedKey()).isEmpty();
    }

    @OnEveryTarget
    void aLimitCountsItemsBeforeTheFilter(Dynamo dynamo) {
      List<Page> pages = dynamo.pages(PRODUCTS_OF_TAG.toBuilder().limit(1).build());

      assertThat(pages.stream().map(Page::scannedCount)).containsExactly(1, 1, 1, 0);
      assertThat(Page.join(pages)).containsExactlyElementsOf(dynamo.query(PRODUCTS_OF_TAG).items());
    }

    @OnEveryTarget
    void aProductAndItsTagsAreOneItemCollection(Dynamo dynamo) {
      Page page =
          dynamo.query(
              QueryRequest.builder()
                  .tableName("ProductTag")
                  .keyConditionExpression("id = :id")
                  .expressionAttributeValues(Map.of(":id", value("product1")))
                  .build());

      assertThat(page)
          .isEqualTo(Page.whole(List.of(edge("product1", "product1"), edge("product1", "tag1"))));
    }
  }

  @Nested
  class WithLocalIndex {
    private static final QueryRequest BY_CREATION =
        QueryRequest.builder()
            .tableName("ProductTag")
            .indexName("created_at-index")
            .keyConditionExpression("id = :id")
            .expressionAttributeValues(Map.of(":id", value("product1")))
            .consistentRead(true)
            .build();

    private static final Map<String, AttributeValue> FIRST = created("tag3", "2024-06-01");
    private static final Map<String, AttributeValue> TIED_1 = created("tag1", "2024-06-02");
    private static final Map<String, AttributeValue> TIED_2 = created("tag2", "2024-06-02");
    private static final Map<String, AttributeValue> LAST = created("product1", "2024-06-03");

    @BeforeEach
    void load(Dynamo dynamo) {
      dynamo.create(
          table("ProductTag", key("id", "relate_id"), "id", "relate_id", "created_at")
              .globalSecondaryIndexes(global("relate_id-index", key("relate_id")))
              .localSecondaryIndexes(local("created_at-index", key("id", "created_at")))
              .build());
      dynamo.put(
          "ProductTag", List.of(LAST, TIED_2, TIED_1, FIRST, edge("product1", "without a time")));
    }

    @OnEveryTarget
    void aCollectionIsSortedByItsTimeAndTwoItemsMayShareBothKeys(Dynamo dynamo) {
      Page page = dynamo.query(BY_CREATION);

      assertThat(page.items()).hasSize(4).startsWith(FIRST).endsWith(LAST);
      assertThat(page.items().subList(1, 3)).containsExactlyInAnyOrder(TIED_1, TIED_2);
      assertThat(page).isEqualTo(Page.whole(page.items()));
    }

    @OnEveryTarget
    void theIndexIsReadBackwardsAndInPages(Dynamo dynamo) {
      List<Map<String, AttributeValue>> whole = dynamo.query(BY_CREATION).items();
      List<Page> backwards =
          dynamo.pages(BY_CREATION.toBuilder().scanIndexForward(false).limit(1).build());

      assertThat(Page.join(backwards)).isEqualTo(reversed(whole));
      assertThat(backwards).hasSize(5);
    }

    @OnEveryTarget
    void aTimeIsFoundByBothKeys(Dynamo dynamo) {
      Page page =
          dynamo.query(
              BY_CREATION.toBuilder()
                  .keyConditionExpression("id = :id AND created_at = :time")
                  .expressionAttributeValues(
                      Map.of(":id", value("product1"), ":time", value("2024-06-02")))
                  .build());

      assertThat(page.items()).containsExactlyInAnyOrder(TIED_1, TIED_2);
      assertThat(page).isEqualTo(Page.whole(page.items()));
    }
  }

  private static Map<String, AttributeValue> edge(String id, String relateId) {
    return item("id", id, "relate_id", relateId);
  }

  private static Map<String, AttributeValue> created(String relateId, String createdAt) {
    return item("id", "product1", "relate_id", relateId, "created_at", createdAt);
  }
}
