package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.reversed;
import static dev.monotable.conformance.Items.value;
import static dev.monotable.conformance.design.MainTable.ORDER_25;
import static dev.monotable.conformance.design.MainTable.ORDER_26;
import static dev.monotable.conformance.design.MainTable.OTHER_ORDER_25;
import static dev.monotable.conformance.design.MainTable.PROFILE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Page;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tests user profiles and orders in one table with a sparse index, whose keys are not unique. */
@Tag("slow")
class MainTableTest {
  private static final QueryRequest OF_USER =
      QueryRequest.builder()
          .tableName(MainTable.NAME)
          .keyConditionExpression("PK = :pk")
          .expressionAttributeValues(Map.of(":pk", value("USER#123456789")))
          .build();

  private static final QueryRequest OF_DAY =
      QueryRequest.builder()
          .tableName(MainTable.NAME)
          .indexName("GSI1")
          .keyConditionExpression("GSI1PK = :date")
          .expressionAttributeValues(Map.of(":date", value("ORDER_DATE#20240625")))
          .build();

  @BeforeEach
  void load(Dynamo dynamo) {
    dynamo.create(MainTable.TABLE);
    dynamo.put(MainTable.NAME, MainTable.ITEMS);
  }

  @OnEveryTarget
  void theTableIsDescribedAsCreated(Dynamo dynamo) {
    TableDescription table =
        dynamo.client().describeTable(r -> r.tableName(MainTable.NAME)).table();

    assertThat(table.tableName()).isEqualTo(MainTable.NAME);
    assertThat(table.tableStatusAsString()).isEqualTo("ACTIVE");
    assertThat(table.keySchema()).isEqualTo(MainTable.TABLE.keySchema());
    assertThat(table.attributeDefinitions())
        .containsExactlyInAnyOrderElementsOf(MainTable.TABLE.attributeDefinitions());
    assertThat(table.billingModeSummary().billingModeAsString()).isEqualTo("PAY_PER_REQUEST");
    assertThat(table.globalSecondaryIndexes())
        .singleElement()
        .satisfies(
            index -> {
              assertThat(index.indexName()).isEqualTo("GSI1");
              assertThat(index.indexStatusAsString()).isEqualTo("ACTIVE");
              assertThat(index.keySchema())
                  .isEqualTo(MainTable.TABLE.globalSecondaryIndexes().get(0).keySchema());
              assertThat(index.projection().projectionTypeAsString()).isEqualTo("ALL");
            });
    assertThat(dynamo.client().listTables().tableNames()).contains(MainTable.NAME);
  }

  @OnEveryTarget
  void allItemsOfAUserAreReadInOneRequestWithOrdersBeforeTheProfile(Dynamo dynamo) {
    assertThat(dynamo.query(OF_USER)).isEqualTo(Page.whole(List.of(ORDER_25, ORDER_26, PROFILE)));
  }

  @OnEveryTarget
  void allItemsOfAUserCanBeReadBackwards(Dynamo dynamo) {
    QueryRequest backwards = OF_USER.toBuilder().scanIndexForward(false).build();

    assertThat(dynamo.query(backwards)).isEqualTo(Page.whole(List.of(PROFILE, ORDER_26, ORDER_25)));
  }

  @OnEveryTarget
  void aLimitEndsThePageAndItsLastKeyBeginsTheNext(Dynamo dynamo) {
    List<Page> pages = dynamo.pages(OF_USER.toBuilder().limit(2).build());

    Map<String, AttributeValue> lastKey = item("PK", "USER#123456789", "SK", "ORDER#20240626");
    assertThat(pages)
        .containsExactly(
            new Page(List.of(ORDER_25, ORDER_26), 2, 2, lastKey), Page.whole(List.of(PROFILE)));
  }

  @OnEveryTarget
  void allOrdersOfADayAreFoundAcrossUsersWithEqualIndexKeys(Dynamo dynamo) {
    Page page = dynamo.query(OF_DAY);

    assertThat(page.items()).containsExactlyInAnyOrder(ORDER_25, OTHER_ORDER_25);
    assertThat(page.count()).isEqualTo(2);
    assertThat(page.scannedCount()).isEqualTo(2);
    assertThat(page.lastEvaluatedKey()).isEmpty();
  }

  @OnEveryTarget
  void ordersThatShareBothIndexKeysArePagedOneByOne(Dynamo dynamo) {
    List<Map<String, AttributeValue>> whole = dynamo.query(OF_DAY).items();
    List<Page> pages = dynamo.pages(OF_DAY.toBuilder().limit(1).build());

    assertThat(Page.join(pages)).isEqualTo(whole);
    assertThat(pages).hasSize(3);
    assertThat(pages.get(0).lastEvaluatedKey()).isEqualTo(whole.get(0));
    assertThat(pages.get(1).lastEvaluatedKey()).isEqualTo(whole.get(1));
    assertThat(pages.get(2)).isEqualTo(Page.whole(List.of()));
  }

  @OnEveryTarget
  void ordersThatShareBothIndexKeysComeBackwardsInTheReverseOrder(Dynamo dynamo) {
    List<Map<String, AttributeValue>> forwards = dynamo.query(OF_DAY).items();
    Page backwards = dynamo.query(OF_DAY.toBuilder().scanIndexForward(false).build());

    assertThat(backwards).isEqualTo(Page.whole(reversed(forwards)));
  }

  @OnEveryTarget
  void aProfileHasNoIndexKeysAndIsNotInTheIndex(Dynamo dynamo) {
    Page index = Page.of(dynamo.client().scan(r -> r.tableName(MainTable.NAME).indexName("GSI1")));
    Page table = Page.of(dynamo.client().scan(r -> r.tableName(MainTable.NAME)));

    assertThat(index.items()).containsExactlyInAnyOrder(ORDER_25, ORDER_26, OTHER_ORDER_25);
    assertThat(index.count()).isEqualTo(3);
    assertThat(index.scannedCount()).isEqualTo(3);
    assertThat(table.items()).containsExactlyInAnyOrderElementsOf(MainTable.ITEMS);
  }
}
