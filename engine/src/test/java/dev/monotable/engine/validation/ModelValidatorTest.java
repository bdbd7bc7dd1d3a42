package dev.monotable.engine.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Violation;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Condition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.QueryInput;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.ScanInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UntagResourceInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelValidatorTest {
  private static final String NAME_PATTERN =
      "failed to satisfy constraint: Member must satisfy regular expression pattern:"
          + " [a-zA-Z0-9_.-]+";
  private static final String CAPACITY_ENUM =
      "Value 'INVALID' at 'returnConsumedCapacity' failed to satisfy constraint: Member must"
          + " satisfy enum value set: [INDEXES, TOTAL, NONE]";
  private static final String METRICS_ENUM =
      "Value 'INVALID' at 'returnItemCollectionMetrics' failed to satisfy constraint: Member must"
          + " satisfy enum value set: [SIZE, NONE]";
  private static final String NEW_RETURN_VALUES_ENUM =
      "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD,"
          + " ALL_NEW, UPDATE_NEW, NONE]";
  private static final String CLASSIC_RETURN_VALUES_ENUM =
      "Value 'INVALID' at 'returnValues' failed to satisfy constraint: Member must satisfy enum"
          + " value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]";

  private static final Item KEY = Item.of("pk", AttributeValue.string("a"));

  private static final ArnScope SCOPE = new ArnScope("us-east-1", "123456789012");
  private static final ModelValidator CURRENT = new ModelValidator(Wording.current(), SCOPE);
  private static final ModelValidator CLASSIC = new ModelValidator(Wording.classic(), SCOPE);

  private static List<Wording> wordings() {
    return Wording.all();
  }

  private static <I extends Record> String message(
      ModelValidator validator, OperationSchema<I, ?> operation, I request) {
    try {
      validator.validate(operation, request);
    } catch (FaultException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION);
      return Wording.current().message(e.fault());
    }
    throw new AssertionError("nothing violated: " + request);
  }

  private static <I extends Record> String message(
      Wording wording, OperationSchema<I, ?> operation, I request) {
    return message(wording == Wording.classic() ? CLASSIC : CURRENT, operation, request);
  }

  private static PutItemInput.Builder put() {
    return PutItemInput.builder().tableName("Music").item(KEY);
  }

  private static CreateTableInput.Builder createTable() {
    return CreateTableInput.builder()
        .tableName("Music")
        .attributeDefinitions(List.of(new AttributeDefinition("pk", "S")))
        .keySchema(List.of(new KeySchemaElement("pk", "HASH")));
  }

  /** Messages of the newer layer, as us-east-1 gave them in October 2026. */
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

  /** Messages as every region gave them before June 2026. */
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
                  Operations.QUERY,
                  QueryInput.builder().tableName("Music").conditionalOperator("XOR").build()))
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
    void anArnIsNoName(Wording wording) {
      ModelValidator validator = wording == Wording.classic() ? CLASSIC : CURRENT;
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

  @Nested
  class TablesAndIndexes {
    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void threeKeyElementsArePrintedAsJavaPrintsThem(Wording wording) {
      assertThat(
              message(
                  wording,
                  Operations.CREATE_TABLE,
                  createTable()
                      .keySchema(
                          List.of(
                              new KeySchemaElement("pk", "HASH"),
                              new KeySchemaElement("sk", "RANGE"),
                              new KeySchemaElement("extra", "RANGE")))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value '[KeySchemaElement(attributeName=pk,"
                  + " keyType=HASH), KeySchemaElement(attributeName=sk, keyType=RANGE),"
                  + " KeySchemaElement(attributeName=extra, keyType=RANGE)]' at 'keySchema' failed"
                  + " to satisfy constraint: Member must have length less than or equal to 2");
    }

    @Test
    void namesOfGlobalIndexesAreCheckedBeforeThoseOfLocalOnes() {
      Projection all = Projection.builder().projectionType("ALL").build();
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .localSecondaryIndexes(
                          List.of(
                              LocalSecondaryIndex.builder()
                                  .indexName("l1")
                                  .keySchema(List.of(new KeySchemaElement("pk", "HASH")))
                                  .projection(all)
                                  .build()))
                      .globalSecondaryIndexes(
                          List.of(
                              GlobalSecondaryIndex.builder()
                                  .indexName("g1")
                                  .keySchema(List.of(new KeySchemaElement("gh", "HASH")))
                                  .projection(all)
                                  .build()))
                      .build()))
          .isEqualTo(
              "2 validation errors detected: Value 'g1' at 'globalSecondaryIndexes.1.member.indexName'"
                  + " failed to satisfy constraint: Member must have length greater than or equal to"
                  + " 3; Value 'l1' at 'localSecondaryIndexes.1.member.indexName' failed to satisfy"
                  + " constraint: Member must have length greater than or equal to 3");
    }

    @Test
    void emptyStructuresMissTheirMembersInAwsOrder() {
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .attributeDefinitions(List.of(AttributeDefinition.builder().build()))
                      .build()))
          .isEqualTo(
              "2 validation errors detected: Value null at"
                  + " 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint:"
                  + " Member must not be null; Value null at"
                  + " 'attributeDefinitions.1.member.attributeName' failed to satisfy constraint:"
                  + " Member must not be null");
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .provisionedThroughput(ProvisionedThroughput.builder().build())
                      .build()))
          .isEqualTo(
              "2 validation errors detected: Value null at"
                  + " 'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint:"
                  + " Member must not be null; Value null at"
                  + " 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint:"
                  + " Member must not be null");
      assertThat(
              message(
                  CURRENT,
                  Operations.UPDATE_TIME_TO_LIVE,
                  new UpdateTimeToLiveInput("Music", TimeToLiveSpecification.builder().build())))
          .isEqualTo(
              "2 validation errors detected: Value null at 'timeToLiveSpecification.attributeName'"
                  + " failed to satisfy constraint: Member must not be null; Value null at"
                  + " 'timeToLiveSpecification.enabled' failed to satisfy constraint: Member must"
                  + " not be null");
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable().attributeDefinitions(null).keySchema(null).build()))
          .isEqualTo(
              "2 validation errors detected: Value null at 'keySchema' failed to satisfy"
                  + " constraint: Member must not be null; Value null at 'attributeDefinitions'"
                  + " failed to satisfy constraint: Member must not be null");
    }

    @Test
    void enumsArePrintedAsAwsPrintsThem() {
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .attributeDefinitions(List.of(new AttributeDefinition("pk", "INVALID")))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value 'INVALID' at"
                  + " 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint:"
                  + " Member must satisfy enum value set: [B, N, S]");
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .streamSpecification(new StreamSpecification(true, "new_image"))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value 'new_image' at"
                  + " 'streamSpecification.streamViewType' failed to satisfy constraint: Member"
                  + " must satisfy enum value set: [OLD_IMAGE, KEYS_ONLY, NEW_AND_OLD_IMAGES,"
                  + " NEW_IMAGE]");
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .sseSpecification(
                          SSESpecification.builder().sseType("KMS").kmsMasterKeyId("").build())
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value '' at 'sSESpecification.kMSMasterKeyId' failed to"
                  + " satisfy constraint: Member must have length greater than or equal to 1");
    }

    @Test
    void tagsAreLeftToTheirOwnRules() {
      CURRENT.validate(
          Operations.TAG_RESOURCE, new TagResourceInput(null, List.of(new Tag(null, null))));
      CURRENT.validate(Operations.UNTAG_RESOURCE, new UntagResourceInput("", List.of("")));
      CURRENT.validate(Operations.TAG_RESOURCE, new TagResourceInput("arn", null));
    }

    @Test
    void noMoreThanTenViolationsAreReported() {
      List<LocalSecondaryIndex> empty = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        empty.add(LocalSecondaryIndex.builder().build());
      }
      List<Violation> violations =
          CURRENT.violations(
              CreateTableInput.SCHEMA, createTable().localSecondaryIndexes(empty).build());
      assertThat(violations)
          .extracting(Violation::path)
          .containsExactly(
              "localSecondaryIndexes.1.member.indexName",
              "localSecondaryIndexes.1.member.keySchema",
              "localSecondaryIndexes.1.member.projection",
              "localSecondaryIndexes.2.member.indexName",
              "localSecondaryIndexes.2.member.keySchema",
              "localSecondaryIndexes.2.member.projection",
              "localSecondaryIndexes.3.member.indexName",
              "localSecondaryIndexes.3.member.keySchema",
              "localSecondaryIndexes.3.member.projection",
              "localSecondaryIndexes.4.member.indexName");
      assertThat(violations.get(0))
          .isEqualTo(
              new Violation(
                  Violation.Form.VALUE,
                  "localSecondaryIndexes.1.member.indexName",
                  "LocalSecondaryIndexes.1.member.IndexName",
                  null,
                  Violation.PlainDemand.NOT_NULL));
    }
  }

  @Nested
  class ListsAndMaps {
    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void twentySixWritesToATablePrintTheWholeRequest(Wording wording) {
      List<WriteRequest> requests = new ArrayList<>();
      StringBuilder printed = new StringBuilder("{Music=[");
      for (int i = 0; i < 26; i++) {
        requests.add(
            new WriteRequest(
                new PutRequest(Item.of("pk", AttributeValue.string("bw-" + i))), null));
        printed
            .append(i == 0 ? "" : ", ")
            .append("WriteRequest(putRequest=PutRequest(item={pk=AttributeValue(s=bw-")
            .append(i)
            .append(
                ", n=null, b=null, iNT=null, dECIMAL=null, dOUBLE=null, sS=null, nS=null, bS=null,"
                    + " iNTSET=null, dECIMALSET=null, dOUBLESET=null, m=null, l=null, nULL=null,"
                    + " bOOL=null)}, workloadProfileName=null), deleteRequest=null)");
      }
      printed.append("]}");
      assertThat(
              message(
                  wording,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder().requestItems(Map.of("Music", requests)).build()))
          .isEqualTo(
              "1 validation error detected: Value '"
                  + printed
                  + "' at 'requestItems' failed to satisfy constraint: Map value must satisfy"
                  + " constraint: [Member must have length less than or equal to 25, Member must"
                  + " have length greater than or equal to 1]");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void batchWriteItemWithoutRequestsIsReportedByASentence(Wording wording) {
      assertThat(
              message(
                  wording,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder().requestItems(Map.of()).build()))
          .isEqualTo("The requestItems parameter is required for BatchWriteItem");
    }

    @Test
    void namesOfTablesInABatchAreKeysOfAMap() {
      assertThat(
              message(
                  CURRENT,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder()
                      .requestItems(
                          Map.of("aa;", List.of(new WriteRequest(new PutRequest(null), null))))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value null at"
                  + " 'requestItems.aa;.member.1.member.putRequest.item' failed to satisfy"
                  + " constraint: Member must not be null");
      assertThat(
              message(
                  CLASSIC,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder()
                      .requestItems(
                          Map.of("aa;", List.of(new WriteRequest(new PutRequest(null), null))))
                      .build()))
          .isEqualTo(
              "2 validation errors detected: Value '{aa;=[WriteRequest(putRequest=PutRequest("
                  + "item=null, workloadProfileName=null), deleteRequest=null)]}' at 'requestItems'"
                  + " failed to satisfy constraint: Map keys must satisfy constraint: [Member must"
                  + " have length less than or equal to 255, Member must have length greater than"
                  + " or equal to 3, Member must satisfy regular expression pattern:"
                  + " [a-zA-Z0-9_.-]+]; Value null at"
                  + " 'requestItems.aa;.member.1.member.putRequest.item' failed to satisfy"
                  + " constraint: Member must not be null");
    }

    @Test
    void membersOfAMapsValuesAreReportedByItsKey() {
      assertThat(
              message(
                  CLASSIC,
                  Operations.QUERY,
                  QueryInput.builder()
                      .tableName("Music")
                      .keyConditions(Map.of("a", Condition.builder().build()))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value null at"
                  + " 'keyConditions.a.member.comparisonOperator' failed to satisfy constraint:"
                  + " Member must not be null");
      assertThat(
              message(
                  CLASSIC,
                  Operations.BATCH_GET_ITEM,
                  BatchGetItemInput.builder()
                      .requestItems(
                          Map.of("abc", KeysAndAttributes.builder().keys(List.of()).build()))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value '[]' at 'requestItems.abc.member.keys' failed to"
                  + " satisfy constraint: Member must have length greater than or equal to 1");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void anEmptyTransactionIsPrinted(Wording wording) {
      String expected =
          "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint:"
              + " Member must have length greater than or equal to 1";
      assertThat(
              message(
                  wording,
                  Operations.TRANSACT_WRITE_ITEMS,
                  TransactWriteItemsInput.builder().transactItems(List.of()).build()))
          .isEqualTo(expected);
      assertThat(
              message(
                  wording,
                  Operations.TRANSACT_GET_ITEMS,
                  TransactGetItemsInput.builder().transactItems(List.of()).build()))
          .isEqualTo(expected);
    }

    @Test
    void valuesArePrintedAsJavaPrintsThem() {
      Item item =
          Item.parse(
              "{'l':{'L':[{'N':'1.50'},{'BOOL':true},{'NULL':true}]},'m':{'M':{'b':{'B':'AQI='}}},"
                      .replace('\'', '"')
                  + "'s':{'SS':['x','y']},'n':{'NS':['1','2']},'b':{'BS':['AQ==']}}"
                      .replace('\'', '"'));
      String text =
          ValueText.of(Overlay.of(Wording.current()), PutRequest.SCHEMA, new PutRequest(item));
      assertThat(text.replaceAll("[a-zA-Z]+=null(, )?", ""))
          .isEqualTo(
              "PutRequest(item={l=AttributeValue(l=[AttributeValue(n=1.5, ), AttributeValue("
                  + "bOOL=true), AttributeValue(nULL=true, )], ), m=AttributeValue(m={b="
                  + "AttributeValue(b=java.nio.HeapByteBuffer[pos=0 lim=2 cap=2], )}, ),"
                  + " s=AttributeValue(sS=[x, y], ), n=AttributeValue(nS=[1, 2], ),"
                  + " b=AttributeValue(bS=[java.nio.HeapByteBuffer[pos=0 lim=1 cap=1]], )}, )");
    }

    @Test
    void ofAnItemThatHoldsNoValueNothingIsPrinted() {
      Item faulty = Item.parse("{\"a\":{}}");
      assertThat(faulty.fault()).isNotNull();
      assertThat(
              ValueText.of(
                  Overlay.of(Wording.current()), PutRequest.SCHEMA, new PutRequest(faulty)))
          .isEqualTo("PutRequest(item={}, workloadProfileName=null)");
    }

    @Test
    void anElementThatIsNullIsReported() {
      assertThat(
              message(
                  CURRENT,
                  Operations.CREATE_TABLE,
                  createTable()
                      .keySchema(Arrays.asList(new KeySchemaElement("pk", "HASH"), null))
                      .build()))
          .isEqualTo(
              "1 validation error detected: Value null at 'keySchema.2.member' failed to satisfy"
                  + " constraint: Member must not be null");
    }
  }

  @Test
  void aGoodRequestViolatesNothing() {
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
}
