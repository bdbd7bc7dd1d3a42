package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.ListBackupsInput;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ScanInput;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestDecoderTest {
  private final RequestDecoder decoder = new RequestDecoder(Wording.usEast1());

  private <T extends Record> T decode(StructureSchema<T> schema, String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return decoder.decode(schema, bytes, 0, bytes.length);
  }

  @Test
  void readsEveryKindOfMember() {
    PutItemInput input =
        decode(
            PutItemInput.SCHEMA,
            " { 'TableName' : 't', 'Item' : { 'pk' : { 'S' : 'a' }, 'n': {'N':'012.50'} },"
                + "'ReturnValues':'NOPE','ExpressionAttributeNames':{'#a':'b','#c':'d'},"
                + "'ExpressionAttributeValues':{':v':{'BOOL':true}}}");
    assertThat(input)
        .isEqualTo(
            PutItemInput.builder()
                .tableName("t")
                .item(Item.of("pk", AttributeValue.string("a"), "n", AttributeValue.number("12.5")))
                .returnValues("NOPE")
                .expressionAttributeNames(Map.of("#a", "b", "#c", "d"))
                .expressionAttributeValues(Item.of(":v", AttributeValue.bool(true)))
                .build());
  }

  @Test
  void ignoresUnknownMembers() {
    assertThat(
            decode(
                ScanInput.SCHEMA,
                "{'x':{'y':[1,{'z':null}]},'TableName':'t','tableName':5,'__type':'Scan','Limit':3}"))
        .isEqualTo(ScanInput.builder().tableName("t").limit(3).build());
  }

  @Test
  void treatsNullAsAbsent() {
    assertThat(decode(ScanInput.SCHEMA, "{'TableName':null,'Limit':null,'ScanFilter':null}"))
        .isEqualTo(ScanInput.builder().build());
  }

  @Test
  void keepsNullsInLists() {
    assertThat(decode(ScanInput.SCHEMA, "{'AttributesToGet':['a',null]}"))
        .isEqualTo(ScanInput.builder().attributesToGet(Arrays.asList("a", null)).build());
  }

  @Test
  void keepsTheLastOfRepeatedMembers() {
    assertThat(decode(ScanInput.SCHEMA, "{'TableName':'a','Limit':1,'TableName':'b'}"))
        .isEqualTo(ScanInput.builder().tableName("b").limit(1).build());
  }

  @Test
  void keepsTheLastOfRepeatedAttributesAndTypes() {
    assertThat(decode(PutItemInput.SCHEMA, "{'Item':{'a':{'S':'x'},'a':{'N':'1','N':'2'}}}").item())
        .isEqualTo(Item.of("a", AttributeValue.number("2")));
  }

  @Test
  void readsNamesAndTypesWithEscapes() {
    assertThat(
            decode(
                PutItemInput.SCHEMA,
                "{'Table\\u004eame':'\\u0074','Item':{'\\u0070k':{'\\u0053':'a\\u0062'},"
                    + "'n':{'N':'\\u0031'},'b':{'B':'\\u0061bc\\/'}}}"))
        .isEqualTo(
            PutItemInput.builder()
                .tableName("t")
                .item(
                    Item.of(
                        "pk",
                        AttributeValue.string("ab"),
                        "n",
                        AttributeValue.number("1"),
                        "b",
                        AttributeValue.binary(new byte[] {0x69, (byte) 0xb7, 0x3f})))
                .build());
  }

  @Test
  void readsNestedStructures() {
    assertThat(
            decode(
                BatchGetItemInput.SCHEMA,
                "{'RequestItems':{'t':{'Keys':[{'a':{'S':'x'}},{'a':{'S':'y'}}]}}}"))
        .isEqualTo(
            BatchGetItemInput.builder()
                .requestItems(
                    Map.of(
                        "t",
                        dev.monotable.model.KeysAndAttributes.builder()
                            .keys(
                                List.of(
                                    Item.of("a", AttributeValue.string("x")),
                                    Item.of("a", AttributeValue.string("y"))))
                            .build()))
                .build());
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5",
    "-7, -7",
    "0, 0",
    "5.9, 5",
    "-5.9, -5",
    "1e2, 100",
    "2147483647, 2147483647",
    "2147483648, 2147483647",
    "-2147483649, -2147483648",
    "99999999999, 2147483647",
    "1E999999999, 2147483647",
    "-1E999999999, -2147483648",
    "1E-999999999, 0",
    "9223372036854775808, 2147483647"
  })
  void readsWholeNumbersOutOfRangeAsTheNearest(String text, int value) {
    assertThat(decode(ScanInput.SCHEMA, "{'Limit':" + text + "}").limit()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "1577836800, 2020-01-01T00:00:00Z",
    "1.5778368005E9, 2020-01-01T00:00:00.500Z",
    "0.0019, 1970-01-01T00:00:00.001Z",
    "-1, 1969-12-31T23:59:59Z"
  })
  void readsTimes(String text, Instant value) {
    assertThat(
            decode(ListBackupsInput.SCHEMA, "{'TimeRangeLowerBound':" + text + "}")
                .timeRangeLowerBound())
        .isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"1E999999999", "1E16", "1E-999999999", "1E99999999999"})
  void rejectsTimesOutOfRange(String text) {
    assertThatThrownBy(
            () -> decode(ListBackupsInput.SCHEMA, "{'TimeRangeLowerBound':" + text + "}"))
        .isInstanceOf(DynamoException.class);
  }

  @Test
  void rejectsANumberWithTooManyDigits() {
    assertThatThrownBy(() -> decode(ScanInput.SCHEMA, "{'Limit':" + "9".repeat(100_000) + "}"))
        .isInstanceOf(DynamoException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "true, true",
    "false, false",
    "'\"TRUE\"', true",
    "'\"t\"', true",
    "'\"Yes\"', true",
    "'\"y\"', true",
    "'\"1\"', true",
    "'\"False\"', false",
    "'\"F\"', false",
    "'\"no\"', false",
    "'\"N\"', false",
    "'\"0\"', false"
  })
  void readsBooleansAndTheirNames(String text, boolean value) {
    assertThat(decode(ScanInput.SCHEMA, "{'ConsistentRead':" + text + "}").consistentRead())
        .isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"on", "10", "yess", "''", "\\u0011"})
  void rejectsOtherWordsForBooleans(String word) {
    assertThatThrownBy(() -> decode(ScanInput.SCHEMA, "{'ConsistentRead':'" + word + "'}"))
        .isInstanceOf(DynamoException.class)
        .hasMessage("Unexpected token received from parser");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'v':{'N':'abc'},'w':{'BOOL':'no'}} | NOT_A_NUMBER | true",
        "{'w':{'BOOL':'no'},'v':{'N':'abc'}} | NOT_A_NUMBER | true",
        "{'v':{'N':'abc'},'w':{'BOOL':true}} | NOT_A_NUMBER | false",
        "{'v':{'NULL':'no'}} | NULL_FALSE | true",
        "{'v':{'NULL':false}} | NULL_FALSE | false",
        "{'v':{'N':'abc','SS':[]}} | EMPTY_SET | true",
        "{'v':{'NULL':'no','N':'abc'}} | NOT_A_NUMBER | true",
        "{'u':{'S':'x'},'v':{'NULL':'no','N':'abc'}} | NOT_A_NUMBER | true",
        "{'v':{'S':'x','N':'1'},'w':{'SS':[]}} | SEVERAL_TYPES | true",
        "{'u':{'NULL':false},'v':{'N':'abc','SS':[]}} | NULL_FALSE | true"
      })
  void marksTheFaultsOfUnusualRequests(String item, ValueFault.Kind kind, boolean unusual) {
    assertThat(decode(PutItemInput.SCHEMA, "{'TableName':'t','Item':" + item + "}").item().fault())
        .extracting(ValueFault::kind, ValueFault::unusual)
        .containsExactly(kind, unusual);
  }

  @Test
  void leavesInvalidValuesToValidation() {
    assertThat(fault("{'N':'1x'}")).isEqualTo(ValueFault.Kind.NOT_A_NUMBER);
    assertThat(fault("{}")).isEqualTo(ValueFault.Kind.EMPTY_VALUE);
    assertThat(fault("{'T':'x'}")).isEqualTo(ValueFault.Kind.EMPTY_VALUE);
    assertThat(fault("{'S':'a','N':'1'}")).isEqualTo(ValueFault.Kind.SEVERAL_TYPES);
    assertThat(fault("{'SS':[]}")).isEqualTo(ValueFault.Kind.EMPTY_SET);
    assertThat(fault("{'SS':['a','a']}")).isEqualTo(ValueFault.Kind.DUPLICATES_IN_SET);
    assertThat(fault("{'NULL':false}")).isEqualTo(ValueFault.Kind.NULL_FALSE);
    assertThat(fault("{'S':'a','N':null}")).isNull();
    assertThat(fault("{'L':".repeat(33).replace("{'L':", "{'L':[") + "{'S':'a'}" + "]}".repeat(33)))
        .isEqualTo(ValueFault.Kind.NESTING_TOO_DEEP);
  }

  private ValueFault.Kind fault(String value) {
    Item item = decode(PutItemInput.SCHEMA, "{'Item':{'a':" + value + "}}").item();
    return item.fault() == null ? null : item.fault().kind();
  }

  @Test
  void rejectsDeepNesting() {
    String open = "{'M':{'a':".repeat(100_000);
    assertThatThrownBy(() -> decode(PutItemInput.SCHEMA, "{'Item':{'a':" + open))
        .isInstanceOf(DynamoException.class);
    String list = "{'L':[".repeat(1_000_000);
    assertThatThrownBy(() -> decode(PutItemInput.SCHEMA, "{'Item':{'a':" + list))
        .isInstanceOf(DynamoException.class);
  }

  @Test
  void worksAfterAnEarlierFailure() {
    assertThatThrownBy(() -> decode(PutItemInput.SCHEMA, "{'Item':{'a':{'L':[{'M':{'b':{'N':'1'"))
        .isInstanceOf(DynamoException.class);
    assertThat(decode(PutItemInput.SCHEMA, "{'Item':{'a':{'S':'x'}}}").item())
        .isEqualTo(Item.of("a", AttributeValue.string("x")));
  }
}
