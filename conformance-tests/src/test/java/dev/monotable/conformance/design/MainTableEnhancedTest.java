package dev.monotable.conformance.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;

/** Tests the first design with the enhanced client, which maps beans to items. */
@Tag("slow")
class MainTableEnhancedTest {
  private static final TableSchema<Row> SCHEMA = TableSchema.fromBean(Row.class);

  private static final QueryConditional OF_USER =
      QueryConditional.keyEqualTo(Key.builder().partitionValue("USER#123456789").build());

  private static final QueryConditional OF_DAY =
      QueryConditional.keyEqualTo(Key.builder().partitionValue("ORDER_DATE#20240625").build());

  private static final Row PROFILE = new Row("USER#123456789", "PROFILE", null, null);
  private static final Row ORDER_25 = order("USER#123456789", "20240625");
  private static final Row ORDER_26 = order("USER#123456789", "20240626");
  private static final Row OTHER_ORDER_25 = order("USER#987654321", "20240625");

  @BeforeEach
  void load(Dynamo dynamo) throws Exception {
    dynamo.create(MainTable.TABLE);
    for (Row row : List.of(PROFILE, ORDER_25, ORDER_26, OTHER_ORDER_25)) {
      if (dynamo.async()) {
        asyncTable(dynamo).putItem(row).get(240, TimeUnit.SECONDS);
      } else {
        table(dynamo).putItem(row);
      }
    }
  }

  @OnEveryTarget
  void allItemsOfAUserAreReadInOneRequest(Dynamo dynamo) throws Exception {
    List<Page<Row>> pages =
        dynamo.async()
            ? all(asyncTable(dynamo).query(OF_USER))
            : table(dynamo).query(OF_USER).stream().toList();

    assertThat(pages).hasSize(1);
    assertThat(pages.get(0).items()).containsExactly(ORDER_25, ORDER_26, PROFILE);
    assertThat(pages.get(0).lastEvaluatedKey()).isNull();
  }

  @OnEveryTarget
  void allItemsOfAUserAreReadInPages(Dynamo dynamo) throws Exception {
    QueryEnhancedRequest byOne =
        QueryEnhancedRequest.builder().queryConditional(OF_USER).limit(1).build();
    List<Page<Row>> pages =
        dynamo.async()
            ? all(asyncTable(dynamo).query(byOne))
            : table(dynamo).query(byOne).stream().toList();

    assertThat(pages.stream().map(Page::items))
        .containsExactly(List.of(ORDER_25), List.of(ORDER_26), List.of(PROFILE), List.of());
  }

  @OnEveryTarget
  void allOrdersOfOneDayComeFromTheIndex(Dynamo dynamo) throws Exception {
    List<Page<Row>> pages =
        dynamo.async()
            ? all(asyncTable(dynamo).index("GSI1").query(OF_DAY))
            : table(dynamo).index("GSI1").query(OF_DAY).stream().toList();

    assertThat(pages).hasSize(1);
    assertThat(pages.get(0).items()).containsExactlyInAnyOrder(ORDER_25, OTHER_ORDER_25);
  }

  @OnEveryTarget
  void anItemIsReadAndDeletedByItsKey(Dynamo dynamo) throws Exception {
    Key key = Key.builder().partitionValue("USER#123456789").sortValue("PROFILE").build();
    if (dynamo.async()) {
      DynamoDbAsyncTable<Row> table = asyncTable(dynamo);
      assertThat(table.getItem(key).get(240, TimeUnit.SECONDS)).isEqualTo(PROFILE);
      assertThat(table.deleteItem(key).get(240, TimeUnit.SECONDS)).isEqualTo(PROFILE);
      assertThat(table.getItem(key).get(240, TimeUnit.SECONDS)).isNull();
    } else {
      DynamoDbTable<Row> table = table(dynamo);
      assertThat(table.getItem(key)).isEqualTo(PROFILE);
      assertThat(table.deleteItem(key)).isEqualTo(PROFILE);
      assertThat(table.getItem(key)).isNull();
    }
  }

  private static Row order(String user, String day) {
    return new Row(user, "ORDER#" + day, "ORDER_DATE#" + day, "ORDER#" + day);
  }

  private static DynamoDbTable<Row> table(Dynamo dynamo) {
    return DynamoDbEnhancedClient.builder()
        .dynamoDbClient(dynamo.client())
        .build()
        .table(MainTable.NAME, SCHEMA);
  }

  private static DynamoDbAsyncTable<Row> asyncTable(Dynamo dynamo) {
    return DynamoDbEnhancedAsyncClient.builder()
        .dynamoDbClient(dynamo.asyncClient())
        .build()
        .table(MainTable.NAME, SCHEMA);
  }

  private static List<Page<Row>> all(SdkPublisher<Page<Row>> pages) throws Exception {
    List<Page<Row>> all = new ArrayList<>();
    pages.subscribe(all::add).get(240, TimeUnit.SECONDS);
    return all;
  }

  /** An item of the table, as a bean for the enhanced client. */
  @DynamoDbBean
  public static final class Row {
    private @Nullable String pk;
    private @Nullable String sk;
    private @Nullable String indexPk;
    private @Nullable String indexSk;

    public Row() {}

    Row(String pk, String sk, @Nullable String indexPk, @Nullable String indexSk) {
      this.pk = pk;
      this.sk = sk;
      this.indexPk = indexPk;
      this.indexSk = indexSk;
    }

    @DynamoDbPartitionKey
    @DynamoDbAttribute("PK")
    public @Nullable String getPk() {
      return pk;
    }

    public void setPk(@Nullable String pk) {
      this.pk = pk;
    }

    @DynamoDbSortKey
    @DynamoDbAttribute("SK")
    public @Nullable String getSk() {
      return sk;
    }

    public void setSk(@Nullable String sk) {
      this.sk = sk;
    }

    @DynamoDbSecondaryPartitionKey(indexNames = "GSI1")
    @DynamoDbAttribute("GSI1PK")
    public @Nullable String getIndexPk() {
      return indexPk;
    }

    public void setIndexPk(@Nullable String indexPk) {
      this.indexPk = indexPk;
    }

    @DynamoDbSecondarySortKey(indexNames = "GSI1")
    @DynamoDbAttribute("GSI1SK")
    public @Nullable String getIndexSk() {
      return indexSk;
    }

    public void setIndexSk(@Nullable String indexSk) {
      this.indexSk = indexSk;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Row row
          && Objects.equals(pk, row.pk)
          && Objects.equals(sk, row.sk)
          && Objects.equals(indexPk, row.indexPk)
          && Objects.equals(indexSk, row.indexSk);
    }

    @Override
    public int hashCode() {
      return Objects.hash(pk, sk, indexPk, indexSk);
    }

    @Override
    public String toString() {
      return pk + "/" + sk + "/" + indexPk + "/" + indexSk;
    }
  }
}
