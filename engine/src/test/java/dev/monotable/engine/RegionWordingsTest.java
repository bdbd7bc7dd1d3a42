package dev.monotable.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which operations the newer layer of validation parses in each Region, as recorded in
 * paritysuite/dynamodb-conformance {@code registry/splits.json} and {@code captures/} on 2026-10-07
 * and 2026-10-08.
 */
class RegionWordingsTest {
  private static final String SHORT =
      "1 validation error detected: Value at '%s' failed to satisfy constraint: Member must have"
          + " length greater than or equal to 1";
  private static final String EMPTY_LIST =
      "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint:"
          + " Member must have length greater than or equal to 1";

  private static <I extends Record, O extends Record> @Nullable String message(
      MonotableEngine engine, OperationSchema<I, O> operation, I request) {
    return catchThrowableOfType(DynamoException.class, () -> engine.call(operation, request))
        .getMessage();
  }

  /** Adds the name of an operation if its message is that of the newer layer. */
  private static void classify(
      List<String> newer,
      String operation,
      @Nullable String message,
      String newText,
      String oldText) {
    assertThat(message).isIn(newText, oldText);
    if (newText.equals(message)) {
      newer.add(operation);
    }
  }

  private static List<String> newerOperations(MonotableEngine engine) {
    List<String> newer = new ArrayList<>();
    classify(
        newer,
        "PutItem",
        message(
            engine,
            Operations.PUT_ITEM,
            PutItemInput.builder()
                .tableName("")
                .item(Item.of("pk", AttributeValue.string("a")))
                .returnValues("INVALID")
                .build()),
        String.format(SHORT, "TableName"),
        "2 validation errors detected: Value 'INVALID' at 'returnValues' failed to satisfy"
            + " constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD,"
            + " NONE, UPDATED_NEW]; Value '' at 'tableName' failed to satisfy constraint: Member"
            + " must have length greater than or equal to 1");
    classify(
        newer,
        "BatchGetItem",
        message(
            engine,
            Operations.BATCH_GET_ITEM,
            BatchGetItemInput.builder().requestItems(Map.of()).build()),
        String.format(SHORT, "RequestItems"),
        "The requestItems parameter is required for BatchGetItem");
    classify(
        newer,
        "Scan",
        message(engine, Operations.SCAN, ScanInput.builder().tableName("Music").limit(0).build()),
        "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must"
            + " have value greater than or equal to 1",
        "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member"
            + " must have value greater than or equal to 1");
    addNewerOfMany(newer, engine);
    return newer;
  }

  private static void addNewerOfMany(List<String> newer, MonotableEngine engine) {
    classify(
        newer,
        "BatchWriteItem",
        message(
            engine,
            Operations.BATCH_WRITE_ITEM,
            BatchWriteItemInput.builder().requestItems(Map.of()).build()),
        String.format(SHORT, "RequestItems"),
        "The requestItems parameter is required for BatchWriteItem");
    classify(
        newer,
        "TransactWriteItems",
        message(
            engine,
            Operations.TRANSACT_WRITE_ITEMS,
            TransactWriteItemsInput.builder().transactItems(List.of()).build()),
        String.format(SHORT, "TransactItems"),
        EMPTY_LIST);
    classify(
        newer,
        "TransactGetItems",
        message(
            engine,
            Operations.TRANSACT_GET_ITEMS,
            TransactGetItemsInput.builder().transactItems(List.of()).build()),
        String.format(SHORT, "TransactItems"),
        EMPTY_LIST);
  }

  @ParameterizedTest
  @CsvSource({
    "af-south-1, PutItem BatchGetItem Scan",
    "ap-east-1, PutItem BatchGetItem",
    "ap-east-2, PutItem BatchGetItem Scan BatchWriteItem",
    "ap-northeast-1, PutItem BatchGetItem",
    "ap-northeast-2, PutItem BatchGetItem Scan TransactWriteItems TransactGetItems",
    "ap-northeast-3, PutItem BatchGetItem",
    "ap-south-1, PutItem BatchGetItem",
    "ap-south-2, PutItem BatchGetItem",
    "ap-southeast-1, PutItem BatchGetItem Scan BatchWriteItem",
    "ap-southeast-2, PutItem BatchGetItem",
    "ap-southeast-3, PutItem BatchGetItem Scan",
    "ap-southeast-4, PutItem BatchGetItem Scan",
    "ap-southeast-5, PutItem BatchGetItem Scan",
    "ap-southeast-6, PutItem BatchGetItem",
    "ap-southeast-7, PutItem BatchGetItem",
    "ca-central-1, PutItem BatchGetItem",
    "ca-west-1, PutItem BatchGetItem",
    "eu-central-1, PutItem BatchGetItem Scan BatchWriteItem",
    "eu-central-2, PutItem BatchGetItem",
    "eu-north-1, PutItem BatchGetItem BatchWriteItem TransactWriteItems TransactGetItems",
    "eu-south-1, PutItem BatchGetItem",
    "eu-south-2, BatchGetItem",
    "eu-west-1, PutItem BatchGetItem",
    "eu-west-2, PutItem BatchGetItem Scan BatchWriteItem TransactWriteItems TransactGetItems",
    "eu-west-3, PutItem BatchGetItem",
    "il-central-1, PutItem BatchGetItem",
    "me-central-1, ''",
    "mx-central-1, PutItem BatchGetItem",
    "sa-east-1, PutItem BatchGetItem",
    "us-east-1, PutItem BatchGetItem",
    "us-east-2, PutItem BatchGetItem",
    "us-west-1, PutItem BatchGetItem Scan",
    "us-west-2, PutItem BatchGetItem",
    // Not recorded: as in us-east-1.
    "us-gov-east-1, PutItem BatchGetItem",
    "local, PutItem BatchGetItem"
  })
  void theNewerLayerParses(String region, String operations) {
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().region(region).build())) {
      assertThat(String.join(" ", newerOperations(engine))).isEqualTo(operations);
    }
  }

  /** Recorded in these four Regions: {@code tests/tier3/error-messages/valueLayers.test.ts}. */
  @ParameterizedTest
  @ValueSource(strings = {"us-east-1", "eu-west-1", "eu-west-2", "us-west-2"})
  void theOlderLayerChecksTheValuesOfABatchOfWrites(String region) {
    Item item = Item.parse("{\"pk\":{\"S\":\"a\"},\"n\":{\"NS\":[\"2\",\"1\",\"2\"]}}");
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().region(region).build())) {
      assertThat(
              message(
                  engine,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder()
                      .requestItems(
                          Map.of("Music", List.of(new WriteRequest(new PutRequest(item), null))))
                      .build()))
          .isEqualTo("Input collection contains duplicates");
    }
  }

  @Test
  void aWordingIsFoundByTheNameOfARegion() {
    assertThat(Wording.find("eu-north-1")).isSameAs(Wording.ofRegion("eu-north-1"));
    assertThat(Wording.find("eu-north-1")).hasToString("eu-north-1");
    assertThat(Wording.find("eu-west-2")).isSameAs(Wording.regional());
    assertThat(Wording.find("2026-10")).isSameAs(Wording.usEast1());
    assertThat(Wording.find("classic")).isSameAs(Wording.classic());
    assertThat(Wording.find("local")).isNull();
  }
}
