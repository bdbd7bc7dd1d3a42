package dev.monotable.engine.vector;

import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Database;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.SearchResultItem;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorIndexDescription;
import dev.monotable.model.VectorIndexUpdate;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that each replica of a global table has the vector indexes of the table, with the items
 * that were written in any Region.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/VectorSearchGlobalTables.html">Using
 *     vector indexes with global tables</a>
 */
class ReplicatedVectorsTest {
  private static final String TABLE = "Music";
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";
  private static final List<AttributeValue> QUERY = vector(0);

  private final Database home = Database.create(EngineConfig.builder().seed(1).build());

  @BeforeEach
  void create() {
    home.engine().call(Operations.CREATE_TABLE, table(TABLE, "PK").build());
  }

  @AfterEach
  void close() {
    home.regions().forEach(database -> Audit.check(database.engine()));
    home.close();
  }

  private MonotableEngine in(String region) {
    return Objects.requireNonNull(home.find(region)).engine();
  }

  private void replicate() {
    home.engine()
        .call(
            Operations.UPDATE_TABLE,
            UpdateTableInput.builder()
                .tableName(TABLE)
                .replicaUpdates(
                    List.of(
                        ReplicationGroupUpdate.builder()
                            .create(
                                CreateReplicationGroupMemberAction.builder().regionName(EU).build())
                            .build()))
                .build());
  }

  private static List<AttributeValue> vector(int first) {
    return List.of(AttributeValue.number("" + first), AttributeValue.number("0"));
  }

  private void addIndex(String region) {
    VectorIndexUpdate added =
        VectorIndexUpdate.builder()
            .create(
                new CreateVectorIndexAction(
                    "byVector",
                    new VectorAttributeDefinition("v"),
                    null,
                    new Projection("KEYS_ONLY", null),
                    2L,
                    "EUCLIDEAN"))
            .build();
    in(region)
        .call(
            Operations.UPDATE_TABLE,
            UpdateTableInput.builder().tableName(TABLE).vectorIndexUpdates(List.of(added)).build());
  }

  private void put(String region, String key, int first) {
    Calls.put(in(region)::call, TABLE, Item.of("PK", key, "v", AttributeValue.list(vector(first))));
  }

  private List<SearchResultItem> search(String region) {
    return in(region)
        .call(
            Operations.SEARCH_VECTORS,
            SearchVectorsInput.builder()
                .tableName(TABLE)
                .indexName("byVector")
                .searchVector(QUERY)
                .topK(10)
                .build())
        .searchResults();
  }

  private static SearchResultItem result(String key, double score) {
    return new SearchResultItem(Item.of("PK", key), score);
  }

  private VectorIndexDescription index(String region) {
    List<VectorIndexDescription> all =
        Objects.requireNonNull(describe(in(region)::call, TABLE).vectorIndexes());
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void aNewReplicaHasTheIndexAndItsItems() {
    addIndex(US);
    put(US, "a", 1);
    replicate();
    put(US, "b", 2);
    put(EU, "c", 3);
    List<SearchResultItem> expected = List.of(result("a", 1), result("b", 2), result("c", 3));

    assertThat(search(EU)).isEqualTo(expected);
    assertThat(search(US)).isEqualTo(expected);
    assertThat(index(EU).indexArn())
        .isEqualTo("arn:aws:dynamodb:eu-west-1:000000000000:table/Music/index/byVector");
    assertThat(index(EU).toBuilder().indexArn(null).build())
        .isEqualTo(index(US).toBuilder().indexArn(null).build());
  }

  @Test
  void anIndexThatIsAddedLaterIsFilledInEachReplica() {
    replicate();
    put(US, "a", 1);
    put(EU, "b", 2);
    addIndex(EU);
    delete(in(US)::call, TABLE, Item.of("PK", "a"));
    put(US, "c", 3);

    assertThat(search(EU)).containsExactly(result("b", 2), result("c", 3));
    assertThat(search(US)).isEqualTo(search(EU));
  }
}
