package dev.monotable.benchmark.vector;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorIndexUpdate;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A table of vectors in an engine. */
final class VectorTable implements AutoCloseable {
  private static final String TABLE = "Docs";
  private static final String INDEX = "byVector";

  private final MonotableEngine engine;

  private VectorTable(MonotableEngine engine) {
    this.engine = engine;
  }

  /** Creates a table with an item for each vector, without an index. */
  static VectorTable of(float[][] vectors) {
    MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(TABLE)
            .attributeDefinitions(List.of(new AttributeDefinition("pk", "S")))
            .keySchema(List.of(new KeySchemaElement("pk", "HASH")))
            .billingMode("PAY_PER_REQUEST")
            .build());
    VectorTable table = new VectorTable(engine);
    for (int i = 0; i < vectors.length; i++) {
      table.put(i, vectors[i]);
    }
    return table;
  }

  void put(int number, float[] vector) {
    engine.call(
        Operations.PUT_ITEM,
        PutItemInput.builder()
            .tableName(TABLE)
            .item(
                Item.of("pk", "" + number, "v", AttributeValue.list(RandomVectors.numbers(vector))))
            .build());
  }

  void addIndex(int dimensions) {
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName(TABLE)
            .vectorIndexUpdates(
                List.of(
                    VectorIndexUpdate.builder()
                        .create(
                            new CreateVectorIndexAction(
                                INDEX,
                                new VectorAttributeDefinition("v"),
                                null,
                                new Projection("KEYS_ONLY", null),
                                (long) dimensions,
                                "COSINE"))
                        .build()))
            .build());
  }

  /** Returns the numbers of the items in the order in which a Scan returns them. */
  List<Integer> order() {
    List<Integer> order = new ArrayList<>();
    Item start = null;
    do {
      ScanOutput page = page(start);
      Objects.requireNonNull(page.items()).forEach(item -> order.add(number(item)));
      start = page.lastEvaluatedKey();
    } while (start != null);
    return order;
  }

  private ScanOutput page(@Nullable Item start) {
    return engine.call(
        Operations.SCAN,
        ScanInput.builder()
            .tableName(TABLE)
            .projectionExpression("pk")
            .exclusiveStartKey(start)
            .build());
  }

  private static int number(Item item) {
    return Integer.parseInt(Objects.requireNonNull(item.find("pk")).string());
  }

  static SearchVectorsInput request(float[] vector, int most) {
    return SearchVectorsInput.builder()
        .tableName(TABLE)
        .indexName(INDEX)
        .searchVector(RandomVectors.numbers(vector))
        .topK(most)
        .build();
  }

  /** Returns the numbers of the items that a search finds. */
  List<Integer> search(SearchVectorsInput request) {
    return Objects.requireNonNull(engine.call(Operations.SEARCH_VECTORS, request).searchResults())
        .stream()
        .map(result -> number(Objects.requireNonNull(result.item())))
        .toList();
  }

  @Override
  public void close() {
    engine.close();
  }
}
