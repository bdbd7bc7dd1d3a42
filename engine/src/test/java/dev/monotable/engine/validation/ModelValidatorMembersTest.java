package dev.monotable.engine.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.Violation;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Condition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.QueryInput;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UntagResourceInput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.WriteRequest;
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

/** The constraints of tables, indexes, lists and maps. */
class ModelValidatorMembersTest extends ModelValidatorFixture {
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
    void batchWriteItemWithoutRequestsIsReportedByASentenceOfTheOlderLayer(Wording wording) {
      assertThat(
              message(
                  wording,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder().requestItems(Map.of()).build()))
          .isEqualTo(
              wording == Wording.regional()
                  ? "1 validation error detected: Value at 'RequestItems' failed to satisfy"
                      + " constraint: Member must have length greater than or equal to 1"
                  : "The requestItems parameter is required for BatchWriteItem");
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
              "1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to"
                  + " satisfy constraint: Member must have length greater than or equal to 1");
    }

    @ParameterizedTest
    @MethodSource("dev.monotable.engine.validation.ModelValidatorTest#wordings")
    void anEmptyTransactionIsPrintedByTheOlderLayer(Wording wording) {
      String value =
          wording == Wording.regional()
              ? "Value at 'TransactItems'"
              : "Value '[]' at 'transactItems'";
      String expected =
          "1 validation error detected: "
              + value
              + " failed to satisfy constraint: Member must have length greater than or equal to 1";
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
          ValueText.of(Overlay.of(Wording.usEast1()), PutRequest.SCHEMA, new PutRequest(item));
      assertThat(text.replaceAll("[a-zA-Z]+=null(, )?", ""))
          .isEqualTo(
              "PutRequest(item={l=AttributeValue(l=[AttributeValue(n=1.5, ), AttributeValue("
                  + "bOOL=true), AttributeValue(nULL=true, )], ), m=AttributeValue(m={b="
                  + "AttributeValue(b=java.nio.HeapByteBuffer[pos=0 lim=2 cap=2], )}, ),"
                  + " s=AttributeValue(sS=[x, y], ), n=AttributeValue(nS=[1, 2], ),"
                  + " b=AttributeValue(bS=[java.nio.HeapByteBuffer[pos=0 lim=1 cap=1]], )}, )");
    }

    @Test
    void anItemWithoutValuesIsNotPrinted() {
      Item faulty = Item.parse("{\"a\":{}}");
      assertThat(faulty.fault()).isNotNull();
      assertThat(
              ValueText.of(
                  Overlay.of(Wording.usEast1()), PutRequest.SCHEMA, new PutRequest(faulty)))
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
}
