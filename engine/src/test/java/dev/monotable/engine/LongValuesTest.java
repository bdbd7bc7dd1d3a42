package dev.monotable.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.ScanInput;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages repeat long parts of a request only up to a bound, in every wording. */
class LongValuesTest {
  private static final String LONG = "x".repeat(1_000_000);
  private static final String CUT = "x".repeat(Echo.MAX_CHARS) + "...";

  private static <I extends Record> String message(
      Wording wording, OperationSchema<I, ?> operation, I request) {
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().wording(wording).build())) {
      engine.call(operation, request);
    } catch (DynamoException e) {
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("accepted");
  }

  @Test
  void aTableNameIsCut() {
    for (Wording wording : Wording.all()) {
      PutItemInput put = PutItemInput.builder().tableName(LONG).item(Item.of("a", "b")).build();
      assertThat(message(wording, Operations.PUT_ITEM, put))
          .isEqualTo(
              "1 validation error detected: Value '"
                  + CUT
                  + "' at 'tableName' failed to satisfy constraint: Member must have length less"
                  + " than or equal to 255");
    }
  }

  @Test
  void anArnIsCut() {
    for (Wording wording : Wording.all()) {
      String arn = "arn:aws:dynamodb:" + LONG;
      assertThat(
              message(
                  wording,
                  Operations.LIST_TABLES,
                  ListTablesInput.builder().exclusiveStartTableName(arn).build()))
          .contains("...'")
          .hasSizeLessThan(200_000);
      assertThat(
              message(
                  wording,
                  Operations.TAG_RESOURCE,
                  TagResourceInput.builder()
                      .resourceArn(arn)
                      .tags(List.of(Tag.builder().key("k").value("v").build()))
                      .build()))
          .contains("...")
          .hasSizeLessThan(70_000);
      String stream = "arn:aws:dynamodb:us-east-1:000000000000:table/" + LONG + "/stream/1";
      assertThat(
              message(
                  wording,
                  Operations.DESCRIBE_STREAM,
                  DescribeStreamInput.builder().streamArn(stream).build()))
          .contains("...")
          .hasSizeLessThan(140_000);
    }
  }

  @Test
  void listsAndMapsOfStructuresAreCut() {
    Item item =
        Item.of(
            "a", LONG, "m", AttributeValue.list(Collections.nCopies(20_000, AttributeValue.nul())));
    List<WriteRequest> writes = new ArrayList<>();
    for (int i = 0; i < 26; i++) {
      writes.add(
          WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
    }
    List<Item> keys = Collections.nCopies(101, item);
    for (Wording wording : Wording.all()) {
      assertThat(
              message(
                  wording,
                  Operations.BATCH_WRITE_ITEM,
                  BatchWriteItemInput.builder().requestItems(Map.of("table", writes)).build()))
          .startsWith(
              "1 validation error detected: Value '{table=[WriteRequest(putRequest=PutRequest("
                  + "item={a=AttributeValue(s=xxx")
          .contains("...' at 'requestItems' failed to satisfy constraint: ")
          .hasSizeLessThan(70_000);
      assertThat(
              message(
                  wording,
                  Operations.BATCH_GET_ITEM,
                  BatchGetItemInput.builder()
                      .requestItems(Map.of("table", KeysAndAttributes.builder().keys(keys).build()))
                      .build()))
          .contains("failed to satisfy constraint: ")
          .hasSizeLessThan(70_000);
    }
  }

  @Test
  void pathsAndNamesAreCut() {
    Map<String, KeysAndAttributes> requests = new LinkedHashMap<>();
    requests.put(LONG, KeysAndAttributes.builder().keys(Collections.nCopies(20, null)).build());
    List<AttributeDefinition> definitions = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      definitions.add(
          AttributeDefinition.builder().attributeName("attribute" + i).attributeType("S").build());
    }
    CreateTableInput create =
        CreateTableInput.builder()
            .tableName("table")
            .attributeDefinitions(definitions)
            .keySchema(
                List.of(KeySchemaElement.builder().attributeName("pk").keyType("HASH").build()))
            .billingMode("PAY_PER_REQUEST")
            .build();
    Map<String, String> names = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      names.put("#name" + i, "n" + i);
    }
    for (Wording wording : Wording.all()) {
      assertThat(
              message(
                  wording,
                  Operations.BATCH_GET_ITEM,
                  BatchGetItemInput.builder().requestItems(requests).build()))
          .hasSizeLessThan(2_000_000);
      assertThat(message(wording, Operations.CREATE_TABLE, create))
          .contains("AttributeDefinitions: [attribute")
          .hasSizeLessThan(150_000);
      assertThat(
              message(
                  wording,
                  Operations.GET_ITEM,
                  GetItemInput.builder()
                      .tableName("table")
                      .key(Item.of("a", "b"))
                      .projectionExpression("a")
                      .expressionAttributeNames(names)
                      .build()))
          .contains("unused in expressions: keys: {")
          .endsWith("...}")
          .hasSizeLessThan(150_000);
    }
  }

  @Test
  void valuesOfExpressionsAndParametersAreCut() {
    String digits = "{\"N\":\"" + "9".repeat(1_000_000) + "\"}";
    String tiny = "{\"N\":\"0." + "0".repeat(1_000_000) + "1\"}";
    String text = "{\"N\":\"" + LONG + "\"}";
    String binaries = "{\"BS\":[" + "\"AAAA\",".repeat(50_000) + "\"AAAA\"]}";
    for (Wording wording : Wording.all()) {
      assertThat(parameter(wording, digits)).contains("overflow").hasSizeLessThan(200);
      assertThat(parameter(wording, tiny)).contains("underflow").hasSizeLessThan(200);
      assertThat(parameter(wording, text)).contains(CUT).hasSizeLessThan(Echo.MAX_CHARS + 1_000);
      assertThat(parameter(wording, binaries)).contains("...").hasSizeLessThan(150_000);
      for (String invalid : List.of(digits, tiny, text, binaries)) {
        ScanInput scan =
            ScanInput.builder()
                .tableName("table")
                .filterExpression("a = :v")
                .expressionAttributeValues(Item.parse("{\":v\":" + invalid + "}"))
                .build();
        assertThat(message(wording, Operations.SCAN, scan)).hasSizeLessThan(150_000);
      }
      ScanInput between =
          ScanInput.builder()
              .tableName("table")
              .filterExpression("a BETWEEN :v AND :w")
              .expressionAttributeValues(Item.of(":v", LONG, ":w", "b"))
              .build();
      assertThat(message(wording, Operations.SCAN, between))
          .contains("{S:" + CUT + "}, upper bound operand: AttributeValue: {S:b}")
          .hasSizeLessThan(Echo.MAX_CHARS + 1_000);
    }
  }

  private static String parameter(Wording wording, String value) {
    return message(
        wording,
        Operations.EXECUTE_STATEMENT,
        ExecuteStatementInput.builder()
            .statement("SELECT * FROM tab WHERE a = ?")
            .parameters(List.of(AttributeValue.parse(value)))
            .build());
  }
}
