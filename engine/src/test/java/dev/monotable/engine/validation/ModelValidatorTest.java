package dev.monotable.engine.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelValidatorTest extends ModelValidatorFixture {
  @Test
  void aValidRequestHasNoViolations() {
    PutItemInput request =
        put()
            .conditionExpression("attribute_not_exists(pk)")
            .expressionAttributeNames(Map.of("#a", "b"))
            .returnValues("ALL_OLD")
            .returnConsumedCapacity("TOTAL")
            .build();
    assertThat(CURRENT.violations(PutItemInput.SCHEMA, request)).isEmpty();
    CURRENT.validate(Operations.PUT_ITEM, request);
    assertThatThrownBy(
            () -> CURRENT.validate(Operations.PUT_ITEM, request.toBuilder().item(null).build()))
        .isInstanceOf(FaultException.class);
  }

  /** Messages of the newer layer, as us-east-1 returned them in October 2026. */
  @Nested
  class Edition2026 {
    @Test
    void aMissingTableNameKeepsTheClassicForm() {
      assertThat(message(CURRENT, Operations.PUT_ITEM, put().tableName(null).build()))
          .isEqualTo(
              "1 validation error detected: Value null at 'tableName' failed to satisfy"
                  + " constraint: Member must not be null");
    }

    @Test
    void anEmptyTableNameIsReportedAloneByItsWireName() {
      String expected =
          "1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member"
              + " must have length greater than or equal to 1";
      assertThat(message(CURRENT, Operations.PUT_ITEM, put().tableName("").build()))
          .isEqualTo(expected);
      assertThat(
              message(
                  CURRENT,
                  Operations.PUT_ITEM,
                  put().tableName("").returnValues("INVALID").item(Item.EMPTY).build()))
          .isEqualTo(expected);
      assertThat(
              message(
                  CURRENT,
                  Operations.UPDATE_ITEM,
                  UpdateItemInput.builder().tableName("").key(Item.EMPTY).build()))
          .isEqualTo(expected);
      assertThat(
              message(
                  CURRENT,
                  Operations.DELETE_ITEM,
                  DeleteItemInput.builder().tableName("").key(Item.EMPTY).build()))
          .isEqualTo(expected);
    }

    @Test
    void threeBadEnumsOfPutItemAreReportedInTheNewOrder() {
      assertThat(
              message(
                  CURRENT,
                  Operations.PUT_ITEM,
                  put()
                      .returnValues("INVALID")
                      .returnConsumedCapacity("INVALID")
                      .returnItemCollectionMetrics("INVALID")
                      .build()))
          .isEqualTo(
              "3 validation errors detected: "
                  + CAPACITY_ENUM
                  + "; "
                  + NEW_RETURN_VALUES_ENUM
                  + "; "
                  + METRICS_ENUM);
    }

    @Test
    void twoBadEnumsOfDeleteItemAreReportedInTheNewOrder() {
      assertThat(
              message(
                  CURRENT,
                  Operations.DELETE_ITEM,
                  DeleteItemInput.builder()
                      .tableName("Music")
                      .key(KEY)
                      .returnValues("INVALID")
                      .returnConsumedCapacity("INVALID")
                      .build()))
          .isEqualTo(
              "2 validation errors detected: " + CAPACITY_ENUM + "; " + NEW_RETURN_VALUES_ENUM);
    }

    @Test
    void ofTwoBadEnumsUpdateItemReportsOnlyReturnValues() {
      assertThat(
              message(
                  CURRENT,
                  Operations.UPDATE_ITEM,
                  UpdateItemInput.builder()
                      .tableName("Music")
                      .key(KEY)
                      .returnValues("INVALID")
                      .returnConsumedCapacity("INVALID")
                      .build()))
          .isEqualTo("1 validation error detected: " + NEW_RETURN_VALUES_ENUM);
    }

    @Test
    void batchGetItemWithoutRequestsIsReportedByTheMembersWireName() {
      assertThat(
              message(
                  CURRENT,
                  Operations.BATCH_GET_ITEM,
                  BatchGetItemInput.builder().requestItems(Map.of()).build()))
          .isEqualTo(
              "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint:"
                  + " Member must have length greater than or equal to 1");
    }

    @Test
    void theLimitOfQueryIsReportedByItsWireNameAndThatOfScanWithItsValue() {
      assertThat(
              message(
                  CURRENT,
                  Operations.QUERY,
                  QueryInput.builder().tableName("Music").limit(0).build()))
          .isEqualTo(
              "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member"
                  + " must have value greater than or equal to 1");
      assertThat(
              message(
                  CURRENT,
                  Operations.SCAN,
                  ScanInput.builder().tableName("Music").limit(0).build()))
          .isEqualTo(
              "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint:"
                  + " Member must have value greater than or equal to 1");
    }

    @Test
    void theConditionalOperatorOfQueryIsReportedBareAndAlone() {
      assertThat(
              message(
                  CURRENT,
                  Operations.QUERY,
                  QueryInput.builder()
                      .tableName("Music")
                      .conditionalOperator("XOR")
                      .select("BOGUS")
                      .build()))
          .isEqualTo("Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]");
    }
  }

  /** Messages as all Regions returned them before June 2026. */
  @Nested
  class ClassicEdition {
    @Test
    void anEmptyTableNameIsReportedWithItsValueAmongOthers() {
      assertThat(
              message(
                  CLASSIC,
                  Operations.PUT_ITEM,
                  put().tableName("").returnValues("INVALID").build()))
          .isEqualTo(
              "2 validation errors detected: "
                  + CLASSIC_RETURN_VALUES_ENUM
                  + "; Value '' at 'tableName' failed to satisfy constraint: Member must have"
                  + " length greater than or equal to 1");
    }

    @Test
    void threeBadEnumsOfPutItemComeInTheOrderOfAHashMap() {
      assertThat(
              message(
                  CLASSIC,
                  Operations.PUT_ITEM,
                  put()
                      .returnValues("INVALID")
                      .returnConsumedCapacity("INVALID")
                      .returnItemCollectionMetrics("INVALID")
                      .build()))
          .isEqualTo(
              "3 validation errors detected: "
                  + CLASSIC_RETURN_VALUES_ENUM
                  + "; "
                  + CAPACITY_ENUM
                  + "; "
                  + METRICS_ENUM);
    }

    @Test
    void badEnumsOfDeleteItemAndUpdateItemComeInDifferentOrders() {
      assertThat(
              message(
                  CLASSIC,
                  Operations.DELETE_ITEM,
                  DeleteItemInput.builder()
                      .tableName("Music")
                      .key(KEY)
                      .returnValues("INVALID")
                      .returnConsumedCapacity("INVALID")
                      .build()))
          .isEqualTo(
              "2 validation errors detected: " + CLASSIC_RETURN_VALUES_ENUM + "; " + CAPACITY_ENUM);
      assertThat(
              message(
                  CLASSIC,
                  Operations.UPDATE_ITEM,
                  UpdateItemInput.builder()
                      .tableName("Music")
                      .key(KEY)
                      .returnValues("INVALID")
                      .returnConsumedCapacity("INVALID")
                      .build()))
          .isEqualTo(
              "2 validation errors detected: " + CAPACITY_ENUM + "; " + CLASSIC_RETURN_VALUES_ENUM);
    }

    @Test
    void batchGetItemWithoutRequestsIsReportedByASentence() {
      assertThat(
              message(
                  CLASSIC,
                  Operations.BATCH_GET_ITEM,
                  BatchGetItemInput.builder()
                      .requestItems(Map.of())
                      .returnConsumedCapacity("INVALID")
                      .build()))
          .isEqualTo("The requestItems parameter is required for BatchGetItem");
    }

    @Test
    void theConditionalOperatorIsPrintedInItsOwnOrder() {
      assertThat(
              message(
                  CLASSIC,
                  Operations.SCAN,
                  ScanInput.builder().tableName("Music").conditionalOperator("XOR").build()))
          .isEqualTo(
              "1 validation error detected: Value 'XOR' at 'conditionalOperator' failed to satisfy"
                  + " constraint: Member must satisfy enum value set: [OR, AND]");
    }
  }

  @Nested
  class NamesOfTables {
    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void aLongNameAndABadNameAreReportedWithTheirValue(Wording wording) {
      String name = "a".repeat(256);
      assertThat(message(wording, Operations.PUT_ITEM, put().tableName(name).build()))
          .isEqualTo(
              "1 validation error detected: Value '"
                  + name
                  + "' at 'tableName' failed to satisfy constraint: Member must have length less"
                  + " than or equal to 255");
      assertThat(message(wording, Operations.PUT_ITEM, put().tableName("bad table!@#").build()))
          .isEqualTo(
              "1 validation error detected: Value 'bad table!@#' at 'tableName' " + NAME_PATTERN);
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void tableOperationsWantThreeCharacters(Wording wording) {
      assertThat(message(wording, Operations.CREATE_TABLE, createTable().tableName("ab").build()))
          .isEqualTo(
              "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy"
                  + " constraint: Member must have length greater than or equal to 3");
      assertThat(message(wording, Operations.DESCRIBE_TABLE, new DescribeTableInput("")))
          .isEqualTo(
              "2 validation errors detected: Value '' at 'tableName' failed to satisfy constraint:"
                  + " Member must have length greater than or equal to 3; Value '' at 'tableName' "
                  + NAME_PATTERN);
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void tableOperationsReportAMissingNameBeforeAnythingElse(Wording wording) {
      assertThat(message(wording, Operations.CREATE_TABLE, CreateTableInput.builder().build()))
          .isEqualTo("The parameter 'TableName' is required but was not present in the request");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void anArnIsNotAName(Wording wording) {
      ModelValidator validator = validator(wording);
      String arn = "arn:aws:dynamodb:us-east-1:123456789012:table/";
      validator.validate(
          Operations.GET_ITEM,
          GetItemInput.builder().tableName(arn + "a".repeat(255)).key(KEY).build());
      String tooLong = arn + "a".repeat(1024);
      assertThat(
              message(
                  validator,
                  Operations.GET_ITEM,
                  GetItemInput.builder().tableName(tooLong).key(KEY).build()))
          .isEqualTo(
              "1 validation error detected: Value '"
                  + tooLong
                  + "' at 'tableName' failed to satisfy constraint: Member must have length less"
                  + " than or equal to 1024");
    }

    @Test
    void listTablesReportsThePatternBeforeTheLength() {
      assertThat(message(CURRENT, Operations.LIST_TABLES, new ListTablesInput("a;", null)))
          .isEqualTo(
              "2 validation errors detected: Value 'a;' at 'exclusiveStartTableName' "
                  + NAME_PATTERN
                  + "; Value 'a;' at 'exclusiveStartTableName' failed to satisfy constraint: Member"
                  + " must have length greater than or equal to 3");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void aBadNameInATransactionIsReportedByItsPath(Wording wording) {
      assertThat(
              message(
                  wording,
                  Operations.TRANSACT_WRITE_ITEMS,
                  TransactWriteItemsInput.builder()
                      .transactItems(
                          List.of(
                              TransactWriteItem.builder()
                                  .put(Put.builder().tableName("Music").item(KEY).build())
                                  .build(),
                              TransactWriteItem.builder()
                                  .delete(Delete.builder().tableName("bad!name").key(KEY).build())
                                  .build()))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value 'bad!name' at"
                  + " 'transactItems.2.member.delete.tableName' "
                  + NAME_PATTERN);
    }
  }
}
