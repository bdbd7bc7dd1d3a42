package dev.monotable.engine;

import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.describe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.vector.VectorIndexes;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateBackupInput;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.SearchResultItem;
import dev.monotable.model.SearchSchemaElement;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorDistanceFunction;
import dev.monotable.model.VectorIndex;
import dev.monotable.model.VectorIndexUpdate;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seed;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests vector indexes in process: against brute force, and that they are restored, forked, logged
 * and backed up like all indexes. What AWS answers is in the cases {@code SearchVectors.yaml} and
 * {@code VectorIndexes.yaml}.
 */
@Tag("seeds")
class VectorIndexTest {
  private static final String TABLE = "Docs";
  private static final String INDEX = "byVector";
  private static final int DIMENSIONS = 8;

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private final BlockLog log = new BlockLog();
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();
  private final MonotableEngine engine =
      MonotableEngine.create(config, MonotableEngine.create(config).snapshot(), log);

  private final long seed = Seed.any();
  private final Random random = new Random(seed);

  @AfterEach
  void audit() {
    Audit.check(engine);
    assertThat(StateText.of(log.replayed(config).state())).isEqualTo(StateText.of(engine));
    Audit.check(log.replayed(config).state());
    engine.close();
  }

  private static VectorIndex.Builder index(VectorDistanceFunction function) {
    return VectorIndex.builder()
        .indexName(INDEX)
        .vectorAttribute(new VectorAttributeDefinition("v"))
        .searchSchema(
            List.of(
                new SearchSchemaElement("tenant", "HASH"),
                new SearchSchemaElement("kind", "INLINE_FILTER")))
        .projection(new Projection("KEYS_ONLY", null))
        .dimensions((long) DIMENSIONS)
        .distanceFunction(function.wire());
  }

  private void createTable(VectorIndex... indexes) {
    List<AttributeDefinition> attributes =
        new ArrayList<>(List.of(new AttributeDefinition("pk", "S")));
    if (indexes.length > 0) {
      attributes.add(new AttributeDefinition("tenant", "S"));
      attributes.add(new AttributeDefinition("kind", "N"));
    }
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(TABLE)
            .attributeDefinitions(attributes)
            .keySchema(List.of(new KeySchemaElement("pk", "HASH")))
            .billingMode("PAY_PER_REQUEST")
            .vectorIndexes(indexes.length == 0 ? null : List.of(indexes))
            .build());
  }

  private float[] vector() {
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }

  private static List<AttributeValue> numbers(float[] vector) {
    return IntStream.range(0, vector.length)
        .mapToObj(i -> AttributeValue.number(Float.toString(vector[i])))
        .toList();
  }

  private static Item item(String key, String tenant, int kind, float[] vector) {
    return Item.of(
        "pk", key, "tenant", tenant, "kind", kind, "v", AttributeValue.list(numbers(vector)));
  }

  private void put(Item item) {
    Calls.put(engine::call, TABLE, item);
  }

  private static SearchVectorsInput.Builder search(String table, float[] vector, String tenant) {
    return SearchVectorsInput.builder()
        .tableName(table)
        .indexName(INDEX)
        .searchVector(numbers(vector))
        .searchConditionExpression("tenant = :t")
        .expressionAttributeValues(Item.of(":t", tenant))
        .topK(10);
  }

  private static List<SearchResultItem> results(
      MonotableEngine engine, SearchVectorsInput request) {
    return engine.call(Operations.SEARCH_VECTORS, request).searchResults();
  }

  private static double score(VectorDistanceFunction function, float[] a, float[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    double distance = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      aa += (double) a[i] * a[i];
      bb += (double) b[i] * b[i];
      distance += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
    }
    return switch (function) {
      case COSINE -> 1 - dot / Math.sqrt(aa * bb);
      case DOT_PRODUCT -> dot;
      case EUCLIDEAN -> Math.sqrt(distance);
    };
  }

  @ParameterizedTest
  @EnumSource
  void theNearestOfTenThousandAreThoseOfBruteForce(VectorDistanceFunction function) {
    System.out.println("vectors of the seed " + seed);
    createTable(index(function).build());
    Map<String, float[]> vectors = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      float[] vector = vector();
      String tenant = i % 4 == 0 ? "other" : "mine";
      put(item("k" + i, tenant, i % 3, vector));
      if (tenant.equals("mine") && i % 3 == 1) {
        vectors.put("k" + i, vector);
      }
    }
    for (int n = 0; n < 20; n++) {
      float[] query = vector();
      int sign = function == VectorDistanceFunction.DOT_PRODUCT ? -1 : 1;
      double[] expected =
          vectors.values().stream()
              .mapToDouble(each -> sign * score(function, query, each))
              .sorted()
              .limit(100)
              .map(each -> sign * each)
              .toArray();

      List<SearchResultItem> found =
          results(
              engine,
              search(TABLE, query, "mine")
                  .topK(100)
                  .searchConditionExpression("tenant = :t AND kind = :k")
                  .expressionAttributeValues(Item.of(":t", "mine", ":k", 1))
                  .build());

      // Scores are numbers of 32 bits: of those that are nearly equal, any can come first.
      assertThat(found)
          .as("seed " + seed)
          .hasSize(100)
          .extracting(result -> result.item().find("pk").string())
          .doesNotHaveDuplicates();
      for (int i = 0; i < expected.length; i++) {
        assertThat(found.get(i).score())
            .as("seed " + seed)
            .isCloseTo(expected[i], within(Math.ulp((float) expected[i]) * 2.0 + 1e-7));
      }
      assertThat(found)
          .allSatisfy(
              result -> {
                double exact =
                    score(function, query, vectors.get(result.item().find("pk").string()));
                assertThat(result.score())
                    .isCloseTo(exact, within(Math.ulp((float) exact) * 2.0 + 1e-7));
              });
    }
  }

  /** The audit reads what the log has of the table, which is shorter than a vector is long. */
  @Test
  void anIndexOfLongVectorsIsReadFromTheLog() {
    createTable(index(VectorDistanceFunction.COSINE).dimensions(4_096L).build());

    assertThat(StateText.of(log.replayed(config).state())).contains("4096");
  }

  @Test
  void equalScoresAreInTheOrderOfAScan() {
    createTable(index(VectorDistanceFunction.COSINE).build());
    float[] vector = vector();
    for (int i = 0; i < 50; i++) {
      put(item("k" + i, "t", 1, vector));
    }
    List<Item> first =
        results(engine, search(TABLE, vector, "t").build()).stream()
            .map(SearchResultItem::item)
            .toList();

    assertThat(
            results(engine, search(TABLE, vector, "t").topK(50).build()).stream()
                .map(SearchResultItem::item)
                .limit(10))
        .containsExactlyElementsOf(first);
    assertThat(results(engine, search(TABLE, vector, "t").build()))
        .allSatisfy(result -> assertThat(result.score()).isZero());
  }

  @Test
  void randomWritesKeepTheIndexEqualToItsTable() {
    createTable(index(VectorDistanceFunction.EUCLIDEAN).build());
    for (int i = 0; i < 2_000; i++) {
      String key = "k" + random.nextInt(100);
      switch (random.nextInt(4)) {
        case 0 -> delete(engine::call, TABLE, Item.of("pk", key));
        case 1 -> put(Item.of("pk", key, "v", AttributeValue.list(numbers(vector()))));
        default -> put(item(key, "t" + random.nextInt(3), 1, vector()));
      }
    }
  }

  @Test
  void anIndexOfAnExistingTableIsFilled() {
    createTable();
    float[] vector = vector();
    put(item("a", "t", 1, vector));
    put(Item.of("pk", "b", "tenant", "t", "v", "text"));
    put(
        Item.of(
            "pk", "c", "tenant", "t", "kind", "text", "v", AttributeValue.list(numbers(vector))));
    VectorIndex index = index(VectorDistanceFunction.COSINE).build();
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName(TABLE)
            .attributeDefinitions(
                List.of(
                    new AttributeDefinition("tenant", "S"), new AttributeDefinition("kind", "N")))
            .vectorIndexUpdates(
                List.of(
                    VectorIndexUpdate.builder()
                        .create(
                            new CreateVectorIndexAction(
                                index.indexName(),
                                index.vectorAttribute(),
                                index.searchSchema(),
                                index.projection(),
                                index.dimensions(),
                                index.distanceFunction()))
                        .build()))
            .build());

    assertThat(results(engine, search(TABLE, vector, "t").build()))
        .containsExactly(new SearchResultItem(Item.of("pk", "a", "tenant", "t", "kind", 1), 0.0));
  }

  @Test
  void aForkASnapshotAndABackupHaveTheirOwn() {
    createTable(index(VectorDistanceFunction.COSINE).build());
    float[] vector = vector();
    put(item("a", "t", 1, vector));
    String backup =
        engine
            .call(
                Operations.CREATE_BACKUP,
                CreateBackupInput.builder().tableName(TABLE).backupName("nightly").build())
            .backupDetails()
            .backupArn();
    Snapshot before = engine.snapshot();
    List<SearchResultItem> one = results(engine, search(TABLE, vector, "t").build());
    try (MonotableEngine fork = engine.fork()) {
      put(item("b", "t", 1, vector));
      assertThat(results(fork, search(TABLE, vector, "t").build())).isEqualTo(one);
    }
    assertThat(results(engine, search(TABLE, vector, "t").build())).hasSize(2);
    engine.call(
        Operations.RESTORE_TABLE_FROM_BACKUP,
        RestoreTableFromBackupInput.builder().targetTableName("Copy").backupArn(backup).build());
    assertThat(results(engine, search("Copy", vector, "t").build())).isEqualTo(one);
    engine.restore(before);
    assertThat(results(engine, search(TABLE, vector, "t").build())).isEqualTo(one);
  }

  @Test
  void aLogHasTheDefinition() {
    createTable(index(VectorDistanceFunction.DOT_PRODUCT).build());
    put(item("a", "t", 1, vector()));
    try (MonotableEngine replayed =
        MonotableEngine.create(config, log.replayed(config), new BlockLog())) {
      assertThat(describe(replayed::call, TABLE).vectorIndexes())
          .isEqualTo(describe(engine::call, TABLE).vectorIndexes());
    }
    assertThat(EngineConfig.INDEX_TYPES).contains(VectorIndexes.TYPE);
  }
}
