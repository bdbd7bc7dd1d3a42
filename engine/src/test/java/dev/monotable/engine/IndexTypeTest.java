package dev.monotable.engine;

import static dev.monotable.testing.Calls.delete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.sum.SumIndex;
import dev.monotable.engine.sum.SumIndexes;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.DeleteVectorIndexAction;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.SearchSchemaElement;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorCapacity;
import dev.monotable.model.VectorIndex;
import dev.monotable.model.VectorIndexDescription;
import dev.monotable.model.VectorIndexUpdate;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a new type of index is one package, here {@code sum}, and one line. */
class IndexTypeTest {
  private static final String TABLE = "Readings";
  private static final String INDEX = "bySum";

  private static final List<IndexRequests> TYPES =
      List.of(EngineConfig.INDEX_TYPES.get(0), EngineConfig.INDEX_TYPES.get(1), SumIndexes.TYPE);

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private final BlockLog log = new BlockLog();
  private MonotableEngine engine = engine(TYPES);

  private EngineConfig config(List<IndexRequests> types) {
    return EngineConfig.builder().clock(time).scheduler(time).seed(1).indexTypes(types).build();
  }

  private MonotableEngine engine(List<IndexRequests> types) {
    return MonotableEngine.create(
        config(types), MonotableEngine.create(config(types)).snapshot(), log);
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private static CreateTableInput.Builder table() {
    return Calls.table(TABLE, "PK");
  }

  private static CreateTableInput.Builder tableWithIndex() {
    return table()
        .vectorIndexes(
            List.of(
                VectorIndex.builder()
                    .indexName(INDEX)
                    .vectorAttribute(new VectorAttributeDefinition("values"))
                    .projection(new Projection("KEYS_ONLY", null))
                    .dimensions(2L)
                    .distanceFunction("EUCLIDEAN")
                    .build()));
  }

  private static Item reading(String name, long... values) {
    return Item.of(
        "PK",
        name,
        "values",
        AttributeValue.list(Arrays.stream(values).mapToObj(AttributeValue::number).toList()));
  }

  private void put(Item item) {
    Calls.put(engine::call, TABLE, item);
  }

  private static SumIndex index(MonotableEngine engine) {
    TableState table = engine.state().findTable(TABLE);
    return (SumIndex) table.index(table.layout().findIndex(INDEX));
  }

  private TableDescription describe() {
    return Calls.describe(engine::call, TABLE);
  }

  /** Returns the database that the log has. */
  private Snapshot replayed() {
    return log.replayed(config(TYPES));
  }

  private void assertReplayedEqually() {
    assertThat(StateText.of(replayed().state())).isEqualTo(StateText.of(engine));
    Audit.check(replayed().state());
  }

  private static VectorIndexDescription.Builder description() {
    return VectorIndexDescription.builder()
        .indexName(INDEX)
        .vectorAttribute(new VectorAttributeDefinition("values"))
        .dimensions(2L)
        .projection(new Projection("KEYS_ONLY", null));
  }

  @Test
  void aTableIsCreatedWithIt() {
    TableDescription answer =
        engine.call(Operations.CREATE_TABLE, tableWithIndex().build()).tableDescription();

    assertThat(answer.vectorIndexes())
        .containsExactly(
            description().indexStatus("CREATING").indexSizeBytes(0L).itemCount(0L).build());
    assertThat(describe().vectorIndexes())
        .containsExactly(
            description().indexStatus("ACTIVE").indexSizeBytes(0L).itemCount(0L).build());
    assertReplayedEqually();
  }

  @Test
  void itFollowsEachWrite() {
    engine.call(Operations.CREATE_TABLE, tableWithIndex().build());
    put(reading("a", 1, 2));
    put(reading("b", -9, 4));
    put(reading("c", 100, 1));
    put(reading("three", 1, 2, 3));
    put(Item.of("PK", "text", "values", "none"));
    assertThat(index(engine).atLeast(-5))
        .containsExactly(reading("b", -9, 4), reading("a", 1, 2), reading("c", 100, 1));

    put(reading("a", 200, 2));
    put(reading("three", 7, 7));
    engine.call(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(TABLE)
            .key(Item.of("PK", "b"))
            .updateExpression("REMOVE #v")
            .expressionAttributeNames(Map.of("#v", "values"))
            .build());
    delete(engine::call, TABLE, Item.of("PK", "c"));

    assertThat(index(engine).atLeast(Long.MIN_VALUE))
        .containsExactly(reading("three", 7, 7), reading("a", 200, 2));
    int bytes = reading("three", 7, 7).size() + reading("a", 200, 2).size();
    assertThat(describe().vectorIndexes())
        .containsExactly(
            description().indexStatus("ACTIVE").indexSizeBytes((long) bytes).itemCount(2L).build());
    assertReplayedEqually();
  }

  @Test
  void anExistingTableGetsItFilledAndLosesIt() {
    engine.call(Operations.CREATE_TABLE, table().build());
    put(reading("a", 1, 2));
    put(reading("three", 1, 2, 3));
    TableDescription answer =
        engine
            .call(
                Operations.UPDATE_TABLE,
                UpdateTableInput.builder()
                    .tableName(TABLE)
                    .attributeDefinitions(List.of(new AttributeDefinition("room", "S")))
                    .vectorIndexUpdates(
                        List.of(
                            VectorIndexUpdate.builder()
                                .create(
                                    CreateVectorIndexAction.builder()
                                        .indexName(INDEX)
                                        .vectorAttribute(new VectorAttributeDefinition("values"))
                                        .searchSchema(
                                            List.of(
                                                new SearchSchemaElement("room", "INLINE_FILTER")))
                                        .projection(new Projection("KEYS_ONLY", null))
                                        .dimensions(2L)
                                        .distanceFunction("EUCLIDEAN")
                                        .build())
                                .build()))
                    .build())
            .tableDescription();

    assertThat(answer.vectorIndexes())
        .containsExactly(
            description()
                .indexStatus("CREATING")
                .backfilling(false)
                .indexSizeBytes(0L)
                .itemCount(0L)
                .build());
    assertThat(index(engine).atLeast(0)).containsExactly(reading("a", 1, 2));
    assertThat(describe().vectorIndexes().get(0).indexStatus()).isEqualTo("ACTIVE");
    assertThat(describe().attributeDefinitions())
        .containsExactly(new AttributeDefinition("PK", "S"), new AttributeDefinition("room", "S"));
    assertReplayedEqually();

    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName(TABLE)
            .vectorIndexUpdates(
                List.of(
                    VectorIndexUpdate.builder().delete(new DeleteVectorIndexAction(INDEX)).build()))
            .build());

    assertThat(describe().vectorIndexes()).isNull();
    assertThat(describe().attributeDefinitions())
        .containsExactly(new AttributeDefinition("PK", "S"));
    assertReplayedEqually();
  }

  @Test
  void aForkAndASnapshotHaveTheirOwn() {
    engine.call(Operations.CREATE_TABLE, tableWithIndex().build());
    put(reading("a", 1, 2));
    Snapshot before = engine.snapshot();
    try (MonotableEngine fork = engine.fork()) {
      put(reading("b", 3, 4));
      assertThat(index(fork).atLeast(0)).containsExactly(reading("a", 1, 2));
    }
    assertThat(index(engine).atLeast(0)).containsExactly(reading("a", 1, 2), reading("b", 3, 4));
    engine.restore(before);
    assertThat(index(engine).atLeast(0)).containsExactly(reading("a", 1, 2));
    assertReplayedEqually();
  }

  @Test
  void itsCapacityIsReportedInItsOwnWay() {
    engine.call(Operations.CREATE_TABLE, tableWithIndex().build());
    assertThat(
            engine
                .call(
                    Operations.PUT_ITEM,
                    PutItemInput.builder()
                        .tableName(TABLE)
                        .item(reading("a", 1, 2))
                        .returnConsumedCapacity("INDEXES")
                        .build())
                .consumedCapacity()
                .vectorIndexes())
        .isEqualTo(Map.of(INDEX, VectorCapacity.builder().vectorWriteRequestBytes(1024.0).build()));
  }

  @Test
  void noScanReadsIt() {
    engine.call(Operations.CREATE_TABLE, tableWithIndex().build());
    ScanInput scan = ScanInput.builder().tableName(TABLE).indexName(INDEX).build();
    assertThatThrownBy(() -> engine.call(Operations.SCAN, scan))
        .isInstanceOf(DynamoException.class)
        .hasMessage("Scan operation not supported on this index type");
  }

  @Test
  void aDatabaseWithoutTheTypeRejectsIt() {
    engine.call(Operations.CREATE_TABLE, tableWithIndex().build());
    SnapshotReader reader = new SnapshotReader(EngineConfig.DEFAULT);
    byte[] block = log.blocks().get(0);
    assertThatThrownBy(() -> reader.read(block, 0, block.length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an unknown type of index: 100");
  }
}
