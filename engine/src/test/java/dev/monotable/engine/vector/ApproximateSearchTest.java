package dev.monotable.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.Snapshot;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.SearchResultItem;
import dev.monotable.model.SearchSchemaElement;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorDistanceFunction;
import dev.monotable.model.VectorIndex;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares searches of clusters with exact ones. */
class ApproximateSearchTest {
  private static final String TABLE = "Docs";
  private static final int DIMENSIONS = 16;
  private static final int MANY = 10_000;
  private static final int FOUND = 10;

  private static final Limits APPROXIMATE =
      Limits.builder().vector(limits -> limits.withMaxExactEntries(1)).build();

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  /** The middles of the clusters of random vectors. */
  private final float[][] centers =
      IntStream.range(0, 100)
          .mapToObj(i -> gaussian(new float[DIMENSIONS], 1))
          .toArray(float[][]::new);

  private static MonotableEngine engine(VectorDistanceFunction function, Limits limits) {
    MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().seed(1).limits(limits).build());
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(TABLE)
            .attributeDefinitions(
                List.of(
                    new AttributeDefinition("pk", "S"),
                    new AttributeDefinition("tenant", "S"),
                    new AttributeDefinition("kind", "N")))
            .keySchema(List.of(new KeySchemaElement("pk", "HASH")))
            .billingMode("PAY_PER_REQUEST")
            .vectorIndexes(
                List.of(
                    VectorIndex.builder()
                        .indexName("byVector")
                        .vectorAttribute(new VectorAttributeDefinition("v"))
                        .searchSchema(
                            List.of(
                                new SearchSchemaElement("tenant", "HASH"),
                                new SearchSchemaElement("kind", "INLINE_FILTER")))
                        .projection(new Projection("KEYS_ONLY", null))
                        .dimensions((long) DIMENSIONS)
                        .distanceFunction(function.wire())
                        .build()))
            .build());
    return engine;
  }

  private float[] gaussian(float[] middle, double width) {
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (middle[i] + width * random.nextGaussian());
    }
    return vector;
  }

  private float[] vector() {
    return gaussian(centers[random.nextInt(centers.length)], 0.5);
  }

  private static List<AttributeValue> numbers(float[] vector) {
    return IntStream.range(0, vector.length)
        .mapToObj(i -> AttributeValue.number(Float.toString(vector[i])))
        .toList();
  }

  private static void put(MonotableEngine engine, String key, String tenant, int kind, float[] v) {
    Item item =
        Item.of("pk", key, "tenant", tenant, "kind", kind, "v", AttributeValue.list(numbers(v)));
    engine.call(Operations.PUT_ITEM, PutItemInput.builder().tableName(TABLE).item(item).build());
  }

  private static void delete(MonotableEngine engine, String key) {
    engine.call(
        Operations.DELETE_ITEM,
        DeleteItemInput.builder().tableName(TABLE).key(Item.of("pk", key)).build());
  }

  private static SearchVectorsInput.Builder search(float[] vector, String tenant) {
    return SearchVectorsInput.builder()
        .tableName(TABLE)
        .indexName("byVector")
        .searchVector(numbers(vector))
        .searchConditionExpression("tenant = :t")
        .expressionAttributeValues(Item.of(":t", tenant))
        .topK(FOUND);
  }

  private static List<SearchResultItem> results(
      MonotableEngine engine, SearchVectorsInput.Builder request) {
    return engine.call(Operations.SEARCH_VECTORS, request.build()).searchResults();
  }

  private static Set<String> keys(List<SearchResultItem> results) {
    return results.stream()
        .map(result -> result.item().find("pk").string())
        .collect(Collectors.toSet());
  }

  private static double recall(
      MonotableEngine exact, MonotableEngine approximate, List<float[]> queries) {
    int found = 0;
    for (float[] query : queries) {
      Set<String> both = new HashSet<>(keys(results(exact, search(query, "mine"))));
      both.retainAll(keys(results(approximate, search(query, "mine"))));
      found += both.size();
    }
    return (double) found / queries.size() / FOUND;
  }

  @ParameterizedTest
  @EnumSource
  void mostOfTheNearestAreFoundAfterAnyWrites(VectorDistanceFunction function) {
    System.out.println("vectors of the seed " + seed);
    try (MonotableEngine exact = engine(function, Limits.AWS);
        MonotableEngine approximate = engine(function, APPROXIMATE)) {
      Map<String, float[]> vectors = new TreeMap<>();
      for (int i = 0; i < 2 * MANY; i++) {
        // From the first search on, each write changes the clusters; the later ones move entries.
        String key = "k" + random.nextInt(MANY);
        if (i < MANY || random.nextInt(3) > 0) {
          float[] vector = vector();
          vectors.put(key, vector);
          put(exact, key, "mine", i % 3, vector);
          put(approximate, key, "mine", i % 3, vector);
        } else {
          vectors.remove(key);
          delete(exact, key);
          delete(approximate, key);
        }
        if (i >= MANY && i % 100 == 0) {
          List<SearchResultItem> found = results(approximate, search(vector(), "mine"));
          assertThat(vectors.keySet()).as("seed " + seed).containsAll(keys(found));
        }
      }
      List<float[]> queries = IntStream.range(0, 100).mapToObj(i -> vector()).toList();
      assertThat(recall(exact, approximate, queries)).as("seed " + seed).isGreaterThan(0.95);
      Map<String, Double> scores =
          results(exact, search(queries.get(0), "mine").topK(100)).stream()
              .collect(
                  Collectors.toMap(
                      result -> result.item().find("pk").string(), SearchResultItem::score));
      assertThat(results(approximate, search(queries.get(0), "mine")))
          .isNotEmpty()
          .allSatisfy(
              result ->
                  assertThat(result.score())
                      .isEqualTo(scores.get(result.item().find("pk").string()), within(0.0)));
      if (function != VectorDistanceFunction.DOT_PRODUCT) {
        vectors.forEach(
            (key, vector) ->
                assertThat(keys(results(approximate, search(vector, "mine").topK(1))))
                    .as("seed " + seed)
                    .containsExactly(key));
      }
      Audit.check(approximate);
    }
  }

  @Test
  void aFilterThatFewPassFindsThemAll() {
    try (MonotableEngine exact = engine(VectorDistanceFunction.COSINE, Limits.AWS);
        MonotableEngine approximate = engine(VectorDistanceFunction.COSINE, APPROXIMATE)) {
      for (int i = 0; i < MANY; i++) {
        float[] vector = vector();
        put(exact, "k" + i, "mine", i % 40, vector);
        put(approximate, "k" + i, "mine", i % 40, vector);
      }
      SearchVectorsInput.Builder search =
          search(vector(), "mine")
              .searchConditionExpression("tenant = :t AND kind = :k")
              .expressionAttributeValues(Item.of(":t", "mine", ":k", 7));
      assertThat(results(approximate, search))
          .as("seed " + seed)
          .hasSize(FOUND)
          .isEqualTo(results(exact, search));
    }
  }

  @Test
  void aPartitionOfFewEntriesIsSearchedExactly() {
    try (MonotableEngine exact = engine(VectorDistanceFunction.EUCLIDEAN, Limits.AWS);
        MonotableEngine approximate = engine(VectorDistanceFunction.EUCLIDEAN, APPROXIMATE)) {
      for (int i = 0; i < MANY; i++) {
        float[] vector = vector();
        String tenant = i < 900 ? "small" : "mine";
        put(exact, "k" + i, tenant, 1, vector);
        put(approximate, "k" + i, tenant, 1, vector);
      }
      for (int i = 0; i < 100; i++) {
        float[] query = vector();
        assertThat(results(approximate, search(query, "small").topK(100)))
            .as("seed " + seed)
            .isEqualTo(results(exact, search(query, "small").topK(100)));
        assertThat(keys(results(approximate, search(query, "mine")))).hasSize(FOUND);
      }
    }
  }

  @Test
  void theSameRequestsFindTheSameInForksAndRestoredStates() {
    try (MonotableEngine engine = engine(VectorDistanceFunction.COSINE, APPROXIMATE)) {
      for (int i = 0; i < MANY; i++) {
        put(engine, "k" + i, "mine", 1, vector());
      }
      List<float[]> queries = IntStream.range(0, 20).mapToObj(i -> vector()).toList();
      List<List<SearchResultItem>> expected =
          queries.stream().map(query -> results(engine, search(query, "mine"))).toList();
      Snapshot before = engine.snapshot();
      float[] added = vector();
      try (MonotableEngine fork = engine.fork()) {
        put(fork, "forked", "mine", 1, added);
        put(engine, "added", "mine", 1, added);
        assertThat(keys(results(fork, search(added, "mine").topK(1)))).containsExactly("forked");
        assertThat(keys(results(engine, search(added, "mine").topK(1)))).containsExactly("added");
        delete(fork, "forked");
        assertThat(queries.stream().map(query -> results(fork, search(query, "mine"))).toList())
            .as("seed " + seed)
            .isEqualTo(expected);
      }
      for (int i = 0; i < MANY; i++) {
        delete(engine, "k" + i);
      }
      assertThat(keys(results(engine, search(added, "mine")))).containsExactly("added");
      engine.restore(before);
      assertThat(queries.stream().map(query -> results(engine, search(query, "mine"))).toList())
          .as("seed " + seed)
          .isEqualTo(expected);
    }
  }
}
