package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.Operations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends every wrong JSON type at every kind of position, and checks AWS's messages, as recorded by
 * architect/dynalite {@code assertType} (classic), floci-io/floci {@code DynamoDbRequestShapesTest}
 * (2026).
 */
class SerializationTest {
  private static final String STRUCTURE = "Start of structure or map found where not expected";
  private static final String FIELD = "Unexpected field type";
  private static final String ELEMENT = "Unexpected value type in payload";
  private static final String BYTES = "only base-64-encoded strings are convertible to bytes";
  private static final String CAST =
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class"
          + " java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and"
          + " java.lang.Class are in module java.base of loader 'bootstrap')";
  private static final String MODEL = "com.amazonaws.dynamodb.v20120810.";
  private static final String ATTRIBUTES =
      "java.util.Map<java.lang.String, " + MODEL + "AttributeValue>";

  /** The positions: operation, request with {@code ?}, kind, the class in the classic message. */
  private static final String[][] PLACES = {
    {"GetItem", "{'TableName':?}", "String", ""},
    {"GetItem", "{'ConsistentRead':?}", "Boolean", ""},
    {"Scan", "{'Limit':?}", "Integer", ""},
    {"UpdateTable", "{'ProvisionedThroughput':{'ReadCapacityUnits':?}}", "Long", ""},
    {"Scan", "{'AttributesToGet':?}", "List", ""},
    {"Scan", "{'AttributesToGet':[?]}", "String", ""},
    {"PutItem", "{'Item':?}", "Map", ATTRIBUTES},
    {
      "PutItem",
      "{'ExpressionAttributeNames':?}",
      "Map",
      "java.util.Map<java.lang.String, java.lang.String>"
    },
    {"PutItem", "{'ExpressionAttributeNames':{'#a':?}}", "String", ""},
    {
      "PutItem",
      "{'Expected':?}",
      "Map",
      "java.util.Map<java.lang.String, " + MODEL + "ExpectedAttributeValue>"
    },
    {"PutItem", "{'Expected':{'a':?}}", "ValueStruct", "class " + MODEL + "ExpectedAttributeValue"},
    {
      "PutItem",
      "{'Expected':{'a':{'Value':?}}}",
      "FieldStruct",
      "class " + MODEL + "AttributeValue"
    },
    {
      "PutItem",
      "{'Expected':{'a':{'AttributeValueList':[?]}}}",
      "ValueStruct",
      "class " + MODEL + "AttributeValue"
    },
    {"PutItem", "{'Item':{'a':?}}", "ValueStruct", "class " + MODEL + "AttributeValue"},
    {"PutItem", "{'Item':{'a':{'S':?}}}", "String", ""},
    {"PutItem", "{'Item':{'a':{'N':?}}}", "String", ""},
    {"PutItem", "{'Item':{'a':{'B':?}}}", "Blob", ""},
    {"PutItem", "{'Item':{'a':{'BOOL':?}}}", "Boolean", ""},
    {"PutItem", "{'Item':{'a':{'NULL':?}}}", "Boolean", ""},
    {"PutItem", "{'Item':{'a':{'SS':?}}}", "List", ""},
    {"PutItem", "{'Item':{'a':{'SS':['x',?]}}}", "String", ""},
    {"PutItem", "{'Item':{'a':{'NS':?}}}", "List", ""},
    {"PutItem", "{'Item':{'a':{'NS':[?]}}}", "String", ""},
    {"PutItem", "{'Item':{'a':{'BS':?}}}", "List", ""},
    {"PutItem", "{'Item':{'a':{'BS':[?]}}}", "Blob", ""},
    {"PutItem", "{'Item':{'a':{'L':?}}}", "List", ""},
    {"PutItem", "{'Item':{'a':{'L':[?]}}}", "ValueStruct", "class " + MODEL + "AttributeValue"},
    {"PutItem", "{'Item':{'a':{'L':[{'BS':[?]}]}}}", "Blob", ""},
    {"PutItem", "{'Item':{'a':{'M':?}}}", "Map", ATTRIBUTES},
    {"PutItem", "{'Item':{'a':{'M':{'b':?}}}}", "ValueStruct", "class " + MODEL + "AttributeValue"},
    {"PutItem", "{'Item':{'a':{'M':{'b':{'L':?}}}}}", "List", ""},
    {"Query", "{'ExclusiveStartKey':{'a':{'S':?}}}", "String", ""},
    {"CreateTable", "{'KeySchema':[?]}", "ValueStruct", "class " + MODEL + "KeySchemaElement"},
    {
      "CreateTable",
      "{'ProvisionedThroughput':?}",
      "FieldStruct",
      "class " + MODEL + "ProvisionedThroughput"
    },
    {
      "BatchGetItem",
      "{'RequestItems':?}",
      "Map",
      "java.util.Map<java.lang.String, " + MODEL + "KeysAndAttributes>"
    },
    {
      "BatchGetItem",
      "{'RequestItems':{'t':?}}",
      "ValueStruct",
      "class " + MODEL + "KeysAndAttributes"
    },
    {"BatchGetItem", "{'RequestItems':{'t':{'Keys':?}}}", "List", ""},
    {"BatchGetItem", "{'RequestItems':{'t':{'Keys':[?]}}}", "ParameterizedMap", ATTRIBUTES},
    {
      "BatchWriteItem",
      "{'RequestItems':?}",
      "Map",
      "java.util.Map<java.lang.String, java.util.List<" + MODEL + "WriteRequest>>"
    },
    {"BatchWriteItem", "{'RequestItems':{'t':?}}", "ParameterizedList", ""},
    {
      "BatchWriteItem",
      "{'RequestItems':{'t':[?]}}",
      "ValueStruct",
      "class " + MODEL + "WriteRequest"
    },
    {
      "BatchWriteItem",
      "{'RequestItems':{'t':[{'PutRequest':?}]}}",
      "FieldStruct",
      "class " + MODEL + "PutRequest"
    },
    {"TransactWriteItems", "{'TransactItems':[{'Put':{'Item':?}}]}", "Map", ATTRIBUTES},
    {"ListBackups", "{'TimeRangeLowerBound':?}", "Date", ""},
    {
      "UpdateTableReplicaAutoScaling",
      "{'ProvisionedWriteCapacityAutoScalingUpdate':{'ScalingPolicyUpdate':"
          + "{'TargetTrackingScalingPolicyConfiguration':{'TargetValue':?}}}}",
      "Double",
      ""
    }
  };

  /** The value sent, its name in messages, and the message for each kind; null for no message. */
  static Stream<Arguments> wrongTypes() {
    List<Arguments> cases = new ArrayList<>();
    for (String[] place : PLACES) {
      String kind = place[2];
      for (String[] value :
          new String[][] {
            {"'23'", "STRING_VALUE"},
            {"true", "TRUE_VALUE"},
            {"false", "FALSE_VALUE"},
            {"23", "NUMBER_VALUE"},
            {"-2147483648", "NUMBER_VALUE"},
            {"2147483648", "NUMBER_VALUE"},
            {"34.56", "DECIMAL_VALUE"},
            {"1e3", "DECIMAL_VALUE"},
            {"[]", "LIST"},
            {"{}", "OBJECT"}
          }) {
        for (Wording wording : Wording.all()) {
          String expected = expected(kind, value[1], wording, place[3]);
          if (!expected.equals("fine")) {
            cases.add(
                arguments(
                    wording,
                    place[0],
                    place[1].replace("?", value[0]),
                    expected.isEmpty() ? null : expected));
          }
        }
      }
    }
    return cases.stream();
  }

  private static String expected(String kind, String found, Wording wording, String javaClass) {
    boolean scalar = !found.equals("LIST") && !found.equals("OBJECT");
    if (found.equals("OBJECT")) {
      return kind.contains("Map") || kind.contains("Struct") ? "fine" : STRUCTURE;
    }
    if (found.equals("LIST")) {
      if (kind.contains("List")) {
        return "fine";
      }
      String name =
          switch (kind) {
            case "Blob" -> "class java.nio.ByteBuffer";
            case "Date" -> "class java.util.Date";
            case "String", "Boolean", "Integer", "Long", "Double" -> "class java.lang." + kind;
            default -> javaClass;
          };
      return wording == Wording.classic() ? "Unrecognized collection type " + name : "";
    }
    assertThat(scalar).isTrue();
    return switch (kind) {
      case "String" ->
          found.equals("STRING_VALUE") ? "fine" : found + " cannot be converted to String";
      case "Boolean" ->
          found.equals("STRING_VALUE")
              ? "Unexpected token received from parser"
              : found.startsWith("TRUE") || found.startsWith("FALSE")
                  ? "fine"
                  : found + " cannot be converted to Boolean";
      case "Integer", "Long", "Double", "Date" ->
          found.equals("NUMBER_VALUE") || found.equals("DECIMAL_VALUE")
              ? "fine"
              : found + " cannot be converted to " + kind;
      case "Blob" ->
          found.equals("STRING_VALUE")
              ? "Base64 encoded length is expected a multiple of 4 bytes but found: 2"
              : BYTES;
      case "List", "Map", "FieldStruct" -> FIELD;
      case "ValueStruct" -> ELEMENT;
      case "ParameterizedList", "ParameterizedMap" -> wording == Wording.classic() ? CAST : "";
      default -> throw new AssertionError(kind);
    };
  }

  @ParameterizedTest
  @MethodSource("wrongTypes")
  void namesTheWrongType(Wording wording, String operation, String json, String message) {
    DynamoException thrown =
        catchThrowableOfType(DynamoException.class, () -> decode(wording, operation, json));
    assertThat(thrown).as(json).isNotNull();
    assertThat(thrown.code()).isEqualTo(ErrorCode.SERIALIZATION);
    assertThat(thrown.getMessage()).isEqualTo(message);
  }

  @Test
  void theTableHasAPositionOfEveryKind() {
    assertThat(Arrays.stream(PLACES).map(place -> place[2]).distinct())
        .containsExactlyInAnyOrder(
            "String",
            "Boolean",
            "Integer",
            "Long",
            "Double",
            "Date",
            "Blob",
            "List",
            "Map",
            "ValueStruct",
            "FieldStruct",
            "ParameterizedList",
            "ParameterizedMap");
  }

  static Stream<Arguments> badBase64() {
    return Stream.of(
        arguments("23456", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"),
        arguments("=+/=", "Invalid last non-pad Base64 character dectected"),
        arguments("+/+=", "Invalid last non-pad Base64 character dectected"),
        arguments("ab*d", "Invalid Base64 character: '*'"));
  }

  @ParameterizedTest
  @MethodSource("badBase64")
  void reportsInvalidBase64(String text, String message) {
    for (String value : new String[] {"{'B':'" + text + "'}", "{'BS':['" + text + "']}"}) {
      DynamoException thrown =
          catchThrowableOfType(
              DynamoException.class,
              () -> decode(Wording.usEast1(), "PutItem", "{'Item':{'a':" + value + "}}"));
      assertThat(thrown).as(value).isNotNull();
      assertThat(thrown.getMessage()).isEqualTo(message);
    }
  }

  @Test
  void reportsTheFirstInvalidMemberInTheOrderOfTheText() {
    assertThat(message("Scan", "{'Limit':'5','IndexName':5}"))
        .isEqualTo("STRING_VALUE cannot be converted to Integer");
    assertThat(message("Scan", "{'IndexName':5,'Limit':'5'}"))
        .isEqualTo("NUMBER_VALUE cannot be converted to String");
  }

  private static String message(String operation, String json) {
    DynamoException thrown =
        catchThrowableOfType(
            DynamoException.class, () -> decode(Wording.usEast1(), operation, json));
    return thrown.getMessage();
  }

  private static Record decode(Wording wording, String operation, String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return new RequestDecoder(wording)
        .decode(Objects.requireNonNull(Operations.find(operation)).input(), bytes, 0, bytes.length);
  }
}
