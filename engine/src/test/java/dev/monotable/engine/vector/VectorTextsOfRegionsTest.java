package dev.monotable.engine.vector;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.TransactionCanceledException;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorIndexUpdate;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests how the texts of invalid vectors begin in each Region, for every kind of fault and also in
 * a transaction: ExtendDB/extenddb pull request 306, reviewed on 2026-08-26.
 */
class VectorTextsOfRegionsTest {
  private static final String ONCE = "One or more parameter values were invalid. ";
  private static final String TWICE =
      "One or more parameter values are not valid. One or more parameter values were invalid . ";

  @ParameterizedTest
  @CsvSource({
    "us-east-1, false",
    "us-west-2, false",
    "eu-west-1, true",
    // Not recorded: as in us-east-1.
    "eu-central-1, false",
    "me-central-1, false",
  })
  void invalidVectorsAreReportedInTheWordsOfTheRegion(String region, boolean twice) {
    String beginning = twice ? TWICE : ONCE;
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().region(region).build())) {
      createTable(engine);
      assertThat(rejection(engine, AttributeValue.string("text")))
          .isEqualTo(
              beginning + "Invalid type for parameter v, Expected: L, Actual: S. IndexName: plain");
      assertThat(rejection(engine, list("1")))
          .isEqualTo(
              beginning + "Invalid size for parameter v, Expected: 2, Actual: 1. IndexName: plain");
      assertThat(
              rejection(
                  engine,
                  AttributeValue.list(
                      List.of(AttributeValue.number("1"), AttributeValue.string("oops")))))
          .isEqualTo(
              beginning
                  + "Invalid type for parameter v[1], Expected: 32-bit floating point number,"
                  + " Actual: S. IndexName: plain");
      assertThat(rejection(engine, list("1", "1e39")))
          .isEqualTo(
              beginning
                  + "Invalid value for parameter v[1], Value: 1.0E39 is outside valid range"
                  + " [-3.4028235E38, 3.4028235E38]. IndexName: plain");
      assertThat(reason(engine, list("1")))
          .isEqualTo(
              beginning + "Invalid size for parameter v, Expected: 2, Actual: 1. IndexName: plain");
    }
  }

  private static void createTable(MonotableEngine engine) {
    engine.call(Operations.CREATE_TABLE, table("Music", "PK").build());
    VectorIndexUpdate added =
        VectorIndexUpdate.builder()
            .create(
                new CreateVectorIndexAction(
                    "plain",
                    new VectorAttributeDefinition("v"),
                    null,
                    new Projection("KEYS_ONLY", null),
                    2L,
                    "EUCLIDEAN"))
            .build();
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder().tableName("Music").vectorIndexUpdates(List.of(added)).build());
  }

  private static AttributeValue list(String... numbers) {
    return AttributeValue.list(List.of(numbers).stream().map(AttributeValue::number).toList());
  }

  private static Item item(AttributeValue vector) {
    return Item.of("PK", "a", "v", vector);
  }

  private static String rejection(MonotableEngine engine, AttributeValue vector) {
    return catchThrowableOfType(
            DynamoException.class,
            () ->
                engine.call(
                    Operations.PUT_ITEM,
                    PutItemInput.builder().tableName("Music").item(item(vector)).build()))
        .getMessage();
  }

  private static String reason(MonotableEngine engine, AttributeValue vector) {
    DynamoException failure =
        catchThrowableOfType(
            DynamoException.class,
            () ->
                engine.call(
                    Operations.TRANSACT_WRITE_ITEMS,
                    TransactWriteItemsInput.builder()
                        .transactItems(
                            List.of(
                                TransactWriteItem.builder()
                                    .put(
                                        Put.builder().tableName("Music").item(item(vector)).build())
                                    .build()))
                        .build()));
    TransactionCanceledException canceled = (TransactionCanceledException) failure.detail();
    return Objects.requireNonNull(canceled.cancellationReasons()).get(0).message();
  }
}
