package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.Operations;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests every member of every operation that accepts the ARN of a table, with valid and invalid
 * ARNs. These are the members whose shape in the service model is TableArn.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-iam-actions.html">Table
 *     name overloading</a>
 */
class ArnsTest {
  private static final String PREFIX = "arn:aws:dynamodb:us-east-1:000000000000:";
  private static final String NAME = "Music";
  private static final String MISSING = "Nowhere";

  /** The placeholder for the table in a request. */
  private static final String TABLE = "<table>";

  private static final String COUNTED = "1 validation error detected: ";
  private static final String FORMAT =
      COUNTED
          + "Valid ARN format is"
          + " 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where"
          + " Resource name must have length less than or equal to 255, Resource name must have"
          + " length greater than or equal to 3, Resource name must satisfy regular expression"
          + " pattern: [a-zA-Z0-9_.-]+";

  /** A request for each member that accepts an ARN. */
  private static final Map<String, List<String>> REQUESTS = new LinkedHashMap<>();

  static {
    REQUESTS.put(
        "GetItem",
        List.of("{'TableName': '<table>', 'Key': <key>, 'ReturnConsumedCapacity': 'INDEXES'}"));
    REQUESTS.put(
        "PutItem",
        List.of(
            "{'TableName': '<table>', 'Item': <key>, 'ReturnConsumedCapacity': 'INDEXES',"
                + " 'ReturnItemCollectionMetrics': 'SIZE'}"));
    REQUESTS.put(
        "UpdateItem",
        List.of("{'TableName': '<table>', 'Key': <key>, 'ReturnConsumedCapacity': 'TOTAL'}"));
    REQUESTS.put(
        "DeleteItem",
        List.of("{'TableName': '<table>', 'Key': <key>, 'ReturnConsumedCapacity': 'TOTAL'}"));
    REQUESTS.put(
        "Query",
        List.of(
            "{'TableName': '<table>', 'KeyConditionExpression': 'a = :a',"
                + " 'ExpressionAttributeValues': {':a': {'S': 'x'}}, 'IndexName': 'local',"
                + " 'ReturnConsumedCapacity': 'INDEXES'}"));
    REQUESTS.put("Scan", List.of("{'TableName': '<table>', 'ReturnConsumedCapacity': 'TOTAL'}"));
    REQUESTS.put(
        "BatchGetItem",
        List.of(
            "{'RequestItems': {'<table>': {'Keys': [<key>]}}, 'ReturnConsumedCapacity': 'TOTAL'}"));
    REQUESTS.put(
        "BatchWriteItem",
        List.of(
            "{'RequestItems': {'<table>': [{'PutRequest': {'Item': <key>}}]},"
                + " 'ReturnConsumedCapacity': 'TOTAL', 'ReturnItemCollectionMetrics': 'SIZE'}"));
    REQUESTS.put(
        "TransactGetItems",
        List.of(
            "{'TransactItems': [{'Get': {'TableName': '<table>', 'Key': <key>}}],"
                + " 'ReturnConsumedCapacity': 'TOTAL'}"));
    REQUESTS.put(
        "TransactWriteItems",
        List.of(
            "{'TransactItems': [{'Put': {'TableName': '<table>', 'Item': <key>}}],"
                + " 'ReturnConsumedCapacity': 'TOTAL', 'ReturnItemCollectionMetrics': 'SIZE'}",
            "{'TransactItems': [{'Delete': {'TableName': '<table>', 'Key': <key>}}],"
                + " 'ReturnConsumedCapacity': 'TOTAL'}",
            "{'TransactItems': [{'Update': {'TableName': '<table>', 'Key': <key>,"
                + " 'UpdateExpression': 'REMOVE x'}}], 'ReturnConsumedCapacity': 'TOTAL'}",
            "{'TransactItems': [{'ConditionCheck': {'TableName': '<table>', 'Key': <key>,"
                + " 'ConditionExpression': 'attribute_not_exists(x)'}}],"
                + " 'ReturnConsumedCapacity': 'TOTAL'}"));
    REQUESTS.put("DescribeTable", List.of("{'TableName': '<table>'}"));
    REQUESTS.put("CreateBackup", List.of("{'TableName': '<table>', 'BackupName': 'nightly'}"));
    REQUESTS.put("ListBackups", List.of("{'TableName': '<table>'}"));
    REQUESTS.put("DescribeContinuousBackups", List.of("{'TableName': '<table>'}"));
    REQUESTS.put(
        "UpdateContinuousBackups",
        List.of(
            "{'TableName': '<table>', 'PointInTimeRecoverySpecification':"
                + " {'PointInTimeRecoveryEnabled': true}}"));
    REQUESTS.put("DescribeContributorInsights", List.of("{'TableName': '<table>'}"));
    REQUESTS.put("ListContributorInsights", List.of("{'TableName': '<table>'}"));
    REQUESTS.put(
        "UpdateContributorInsights",
        List.of("{'TableName': '<table>', 'ContributorInsightsAction': 'ENABLE'}"));
    REQUESTS.put("DescribeKinesisStreamingDestination", List.of("{'TableName': '<table>'}"));
    REQUESTS.put(
        "EnableKinesisStreamingDestination",
        List.of(
            "{'TableName': '<table>', 'StreamArn':"
                + " 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'}"));
    REQUESTS.put("DeleteTable", List.of("{'TableName': '<table>'}"));
    REQUESTS.put(
        "UpdateTable", List.of("{'TableName': '<table>', 'DeletionProtectionEnabled': true}"));
    REQUESTS.put("DescribeTimeToLive", List.of("{'TableName': '<table>'}"));
    REQUESTS.put(
        "UpdateTimeToLive",
        List.of(
            "{'TableName': '<table>', 'TimeToLiveSpecification':"
                + " {'Enabled': true, 'AttributeName': 't'}}"));
    REQUESTS.put(
        "CreateTable",
        List.of(
            "{'TableName': '<table>', 'BillingMode': 'PAY_PER_REQUEST', 'AttributeDefinitions':"
                + " [{'AttributeName': 'a', 'AttributeType': 'S'}], 'KeySchema':"
                + " [{'AttributeName': 'a', 'KeyType': 'HASH'}]}"));
  }

  private static final String KEY = "{'a': {'S': 'x'}, 'b': {'S': 'y'}}";

  /** Operations whose errors contain the table name, and which never return an ARN for a name. */
  private static final Set<String> OF_TABLES =
      Set.of(
          "CreateBackup",
          "CreateTable",
          "DeleteTable",
          "DescribeContinuousBackups",
          "DescribeContributorInsights",
          "DescribeKinesisStreamingDestination",
          "DescribeTable",
          "DescribeTimeToLive",
          "EnableKinesisStreamingDestination",
          "ListContributorInsights",
          "UpdateContinuousBackups",
          "UpdateContributorInsights",
          "UpdateTable",
          "UpdateTimeToLive");

  /** Operations that accept only an ARN; their cases show their errors, which differ. */
  private static final Set<String> WITHOUT_NAME =
      Set.of("ExportTableToPointInTime", "ListExports", "ListImports", "RestoreTableToPointInTime");

  /** Operations that need more than a table; their cases have ARNs too. */
  private static final Set<String> WITH_MORE =
      Set.of(
          "DescribeTableReplicaAutoScaling",
          "DisableKinesisStreamingDestination",
          "SearchVectors",
          "StartBulkPutItems",
          "UpdateKinesisStreamingDestination",
          "UpdateTableReplicaAutoScaling");

  /** Operations that report a missing table by a TableNotFoundException. */
  private static final Set<String> OF_BACKUPS =
      Set.of("CreateBackup", "DescribeContinuousBackups", "UpdateContinuousBackups");

  /** Operations that succeed if the table does not exist. */
  private static final Set<String> WITHOUT_TABLE = Set.of("CreateTable", "ListBackups");

  private static final Fixture MUSIC =
      Fixture.of(
          json(
              "{'tables': [{'TableName': 'Music', 'BillingMode': 'PAY_PER_REQUEST',"
                  + " 'AttributeDefinitions': [{'AttributeName': 'a', 'AttributeType': 'S'},"
                  + " {'AttributeName': 'b', 'AttributeType': 'S'},"
                  + " {'AttributeName': 'c', 'AttributeType': 'S'}],"
                  + " 'KeySchema': [{'AttributeName': 'a', 'KeyType': 'HASH'},"
                  + " {'AttributeName': 'b', 'KeyType': 'RANGE'}],"
                  + " 'LocalSecondaryIndexes': [{'IndexName': 'local',"
                  + " 'KeySchema': [{'AttributeName': 'a', 'KeyType': 'HASH'},"
                  + " {'AttributeName': 'c', 'KeyType': 'RANGE'}],"
                  + " 'Projection': {'ProjectionType': 'KEYS_ONLY'}}]}]}"));

  /** An invalid ARN and the error for it. */
  private record Bad(String what, String arn, String error, String message) {}

  private static List<Bad> bad() {
    String otherRegion = "arn:aws:dynamodb:eu-west-1:000000000000:table/" + NAME;
    String otherPartition = "arn:aws-cn:dynamodb:us-east-1:000000000000:table/" + NAME;
    String stream = PREFIX + "table/" + NAME + "/stream/2026-10-10T10:00:00.000";
    String denied = "AccessDeniedException";
    String account = "arn:aws:dynamodb:us-east-1:111111111111:table/" + NAME;
    String elsewhere = "arn:aws:dynamodb:eu-west-1:111111111111:table/" + NAME;
    String bucket = PREFIX + "bucket/" + NAME;
    String invalid = "ValidationException";
    return List.of(
        new Bad(
            "another region",
            otherRegion,
            invalid,
            COUNTED + "Invalid AWS region in '" + otherRegion + "'"),
        new Bad("another account", account, denied, "Access is denied"),
        new Bad("another account and region", elsewhere, denied, "Access is denied"),
        new Bad(
            "another partition",
            otherPartition,
            invalid,
            COUNTED + "Invalid AWS partition in '" + otherPartition + "'"),
        new Bad(
            "another type", bucket, invalid, COUNTED + "Invalid resource type in '" + bucket + "'"),
        new Bad(
            "another service", "arn:aws:s3:us-east-1:000000000000:table/" + NAME, invalid, FORMAT),
        new Bad("an index", PREFIX + "table/" + NAME + "/index/local", invalid, FORMAT),
        new Bad("a stream", stream, invalid, FORMAT),
        new Bad("a short name", PREFIX + "table/ab", invalid, FORMAT),
        new Bad("a long name", PREFIX + "table/" + "a".repeat(256), invalid, FORMAT),
        new Bad("other characters", PREFIX + "table/a;b", invalid, FORMAT),
        new Bad("no resource", PREFIX, invalid, FORMAT),
        new Bad("no parts", "arn:", invalid, FORMAT));
  }

  @Test
  void everyOperationThatAcceptsAnArnAsANameIsTested() {
    Set<String> found = new TreeSet<>();
    try (Database database = Database.of(Fixture.EMPTY, Wording.usEast1())) {
      for (OperationSchema<?, ?> operation : Operations.all()) {
        int places = places(operation.input());
        if (operation.name().equals("CreateTable")) {
          places--; // GlobalTableSourceArn is not the name of the table
        }
        String type = database.send(operation.name(), "{}").body().path("__type").asText();
        if (places > 0
            && !WITHOUT_NAME.contains(operation.name())
            && !WITH_MORE.contains(operation.name())
            && !type.endsWith("#UnknownOperationException")) {
          found.add(operation.name() + ' ' + places);
        }
      }
    }
    Set<String> swept = new TreeSet<>();
    REQUESTS.forEach((operation, requests) -> swept.add(operation + ' ' + requests.size()));
    assertThat(found).isEqualTo(swept);
  }

  private static int places(ShapeSchema schema) {
    if (schema.name().equals("TableArn")) {
      return 1;
    }
    int places = 0;
    if (schema instanceof StructureSchema<?> structure) {
      for (Member member : structure.members()) {
        places += places(member.schema());
      }
    } else if (schema instanceof ListSchema list) {
      places = places(list.element());
    } else if (schema instanceof MapSchema map) {
      places = places(map.key()) + places(map.value());
    }
    return places;
  }

  @TestFactory
  Stream<DynamicTest> everyArnAtEveryPlace() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Wording wording : Wording.all()) {
      REQUESTS.forEach(
          (operation, requests) -> {
            for (int i = 0; i < requests.size(); i++) {
              String request = requests.get(i);
              String at = operation + (requests.size() > 1 ? " " + (i + 1) : "");
              String where = at + " [" + wording.label() + "]: ";
              tests.add(
                  DynamicTest.dynamicTest(
                      where + "its own", () -> requireGood(wording, operation, request)));
              if (!WITHOUT_TABLE.contains(operation)) {
                tests.add(
                    DynamicTest.dynamicTest(
                        where + "no such table",
                        () -> requireMissing(wording, operation, request)));
              }
              for (Bad bad : bad()) {
                tests.add(
                    DynamicTest.dynamicTest(
                        where + bad.what(), () -> requireBad(wording, operation, request, bad)));
              }
            }
          });
    }
    return tests.stream();
  }

  private static void requireGood(Wording wording, String operation, String request) {
    String name = operation.equals("CreateTable") ? "Made" : NAME;
    String arn = PREFIX + "table/" + name;
    Answer byName = answer(wording, operation, request, name);
    JsonNode expected =
        OF_TABLES.contains(operation) ? byName.body() : renamed(byName.body(), name, arn);
    assertThat(byName.status()).as("%s", byName).isEqualTo(200);
    assertThat(answer(wording, operation, request, arn)).isEqualTo(new Answer(200, expected));
  }

  private static void requireMissing(Wording wording, String operation, String request) {
    assertThat(answer(wording, operation, request, PREFIX + "table/" + MISSING))
        .isEqualTo(answer(wording, operation, request, MISSING))
        .extracting(answer -> answer.body().path("__type").asText())
        .isEqualTo(
            "com.amazonaws.dynamodb.v20120810#"
                + (OF_BACKUPS.contains(operation)
                    ? "TableNotFoundException"
                    : "ResourceNotFoundException"));
  }

  private static void requireBad(Wording wording, String operation, String request, Bad bad) {
    Answer answer = answer(wording, operation, request, bad.arn());
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().path("__type").asText()).endsWith('#' + bad.error());
    assertThat(answer.body().path("message").asText(answer.body().path("Message").asText()))
        .isEqualTo(bad.message());
  }

  private static Answer answer(Wording wording, String operation, String request, String table) {
    try (Database database = Database.of(MUSIC, wording)) {
      return database.send(
          operation, request.replace("<key>", KEY).replace('\'', '"').replace(TABLE, table));
    }
  }

  /** Returns a response with another name for the table. */
  private static JsonNode renamed(JsonNode node, String from, String to) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object
          .properties()
          .forEach(
              entry ->
                  copy.set(
                      entry.getKey().equals(from) ? to : entry.getKey(),
                      renamed(entry.getValue(), from, to)));
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = array.arrayNode();
      array.forEach(element -> copy.add(renamed(element, from, to)));
      return copy;
    }
    return node.isTextual() && node.textValue().equals(from)
        ? Database.JSON.getNodeFactory().textNode(to)
        : node;
  }

  private static JsonNode json(String text) {
    try {
      return Database.JSON.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
