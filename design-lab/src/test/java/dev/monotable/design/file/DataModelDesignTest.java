package dev.monotable.design.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.model.Design;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataModelDesignTest {
  private static final Path MODEL =
      Path.of("src/test/resources/dev/monotable/design/file/dynamodb_data_model.json");

  private static final String ORDERS =
      """
      {
        "tables": [
          {"TableName": "Orders",
           "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
           "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
           "BillingMode": "PAY_PER_REQUEST"}
        ],
        "items": {"Orders": [{"PutRequest": {"Item": {"id": {"S": "ORDER#1"}}}}]},
        "access_patterns": [
          {"pattern": "1", "dynamodb_operation": "GetItem", "rps": 5,
           "implementation": "COMMAND"}
        ]
      }
      """;

  private static final String GET =
      "aws dynamodb get-item --table-name Orders --key 'id={S=ORDER#1}'";

  @TempDir private Path directory;
  private final List<Notice> notices = new ArrayList<>();

  private static final String EXPECTED =
      """
      design: dynamodb_data_model
      tables:
        Shop:
          partitionKey: PK
          sortKey: SK
          indexes:
            OrdersByStatus:
              partitionKey: status
              sortKey: placed_at
              projection:
              - total
          entities:
            UserProfile:
              keys:
                PK: USER#{userId}
                SK: PROFILE
              attributes:
                email: S
                active: BOOL
              bytes: 46
            UserOrder:
              keys:
                PK: USER#{userId}
                SK: ORDER#{orderId}
                status: '{status}'
                placed_at: '{placedAt}'
              attributes:
                total: N
              bytes: 68
        Carts:
          partitionKey: user_id
          entities:
            Cart:
              keys:
                user_id: user_{userId}
              attributes:
                lines: L
              bytes: 23
      patterns:
        '1':
          description: Get the profile of a user
          operation: GetItem
          table: Shop
          key: PK = USER#{userId} and SK = PROFILE
          consistent: true
          frequency: 500/s
        '2':
          description: Newest orders of a user
          operation: Query
          table: Shop
          key: PK = USER#{userId} and begins_with(SK, ORDER#)
          filter: total > :total
          descending: true
          limit: 20
        '3':
          operation: Query
          table: Shop
          index: OrdersByStatus
          key: status = :status and placed_at between :placedAt and :placedAt2
          frequency: 2.5/s
        4-5 UpdateItem:
          description: Ship an order
          operation: UpdateItem
          table: Shop
          key: PK = USER#{userId} and SK = ORDER#{orderId}
          condition: status = :status
          update: SET status = :status
        4-5 DeleteItem:
          description: Ship an order
          operation: DeleteItem
          table: Carts
          key: user_id = user_{userId}
        '6':
          description: Place an order
          operation: TransactWriteItems
          actions:
          - action: Put
            table: Shop
            key: PK = USER#{userId} and SK = ORDER#{orderId}
            condition: attribute_not_exists(PK)
          - action: Delete
            table: Carts
            key: user_id = user_{userId}
        '7':
          description: Several profiles
          operation: BatchGetItem
          table: Shop
          key: PK = USER#{userId} and SK = PROFILE
          times: 2
        '8':
          operation: Scan
          table: Carts
        '9':
          operation: Query
          table: Shop
          index: OrdersByStatus
          key: status = :status and placed_at >= :since
      """;

  @Test
  void aDataModelHasTablesEntitiesAndPatterns() throws Exception {
    Design design = DesignFile.read(MODEL, notices::add);

    assertThat(DesignWriter.yaml(design)).isEqualTo(EXPECTED);
    assertThat(notices).isEmpty();
  }

  @Test
  void theDesignCanBeWrittenAsADesignFile() throws Exception {
    Design design = DesignFile.read(MODEL);
    Path file = directory.resolve("design.yaml");

    Files.writeString(file, DesignWriter.yaml(design));

    assertThat(DesignFile.read(file)).isEqualTo(design);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          `` ; it has no implementation
          curl localhost ; 'curl localhost' is not a command for DynamoDB
          aws s3 ls ; 'aws s3 ls' is not a command for DynamoDB
          aws dynamodb get-items --table-name Orders ; 'aws dynamodb get-items' is not a command for DynamoDB
          aws dynamodb describe-table --table-name Orders ; it reads and writes no items
          aws dynamodb get-item --table-name Orders --key 'id={S=ORDER#1} ; a single quote is not closed
          aws dynamodb get-item --table-name Orders --key 'id=ORDER#1' ; id must be an object such as {"S": "text"}, not 'ORDER#1'
          aws dynamodb get-item --table-name Orders --key '{id: [}' ; --key: not JSON: Unexpected character ('i' (code 105)): was expecting double-quote to start field name
          aws dynamodb get-item --table-name Orders --key '{id: {S: 1}' ; --key: not JSON: Unexpected character ('i' (code 105)): was expecting double-quote to start field name
          aws dynamodb get-item --table-name Orders --key file://key.json ; --key is in another file, file://key.json
          aws dynamodb get-item --table-name Orders --sort up ; GetItem has no option '--sort'
          aws dynamodb get-item --table-name Orders --key ; --key needs a value
          aws dynamodb get-item Orders ; 'Orders' is not an option
          aws dynamodb get-item --table-name Others --key 'id={S=1}' ; its request fails: Requested resource not found
          aws dynamodb get-item --table-name Orders --key 'ID={S=1}' ; its request fails: The provided key element does not match the schema
          aws dynamodb query --table-name Orders --limit ten ; Limit must be a whole number, not 'ten'
          aws dynamodb query --table-name Orders --key-condition-expression 'id > :id' --expression-attribute-values ':id={S=1}' ; its request fails: Query key condition not supported
          aws dynamodb scan --table-name Orders | jq . ; '|' outside of quotes is not supported
          """)
  void aPatternThatCannotBeReadIsReported(String command, String reason) throws Exception {
    Design design = read(ORDERS.replace("COMMAND", command));

    assertThat(design.patterns()).isEmpty();
    assertThat(notices)
        .hasToString(
            "[" + file() + ":11:24: access pattern '1' is not in the design: " + reason + "]");
  }

  @Test
  void commandsOneAfterTheOtherAreOnePattern() throws Exception {
    Design design = read(ORDERS.replace("COMMAND", GET + " && " + GET + "; " + GET));

    assertThat(design.patterns().get(0).requests())
        .hasToString(
            "[PatternRequest[shape=GetItem Orders id = ORDER#{orderId}, times=3.0, items=null]]");
    assertThat(notices).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "TableName": "Orders"        | "TableName": ["Orders"] | 3:19: TableName must be a string, not a list
          "KeyType": "HASH"            | "KeyType": "FIRST"      | 3:5: 1 validation error detected: Value 'FIRST' at 'keySchema.1.member.keyType' failed to satisfy constraint: Member must satisfy enum value set: [HASH, RANGE]
          "BillingMode"                | "Billing"               | 6:6: CreateTable has no member 'Billing'
          {"Orders": [                 | {"Others": [            | 8:48: the item cannot be written into table 'Others': Requested resource not found
          {"S": "ORDER#1"}             | {"S": ""}               | 8:48: the item cannot be written into table 'Orders': One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: id
          {"S": "ORDER#1"}             | {"N": "1"}              | 8:48: the item cannot be written into table 'Orders': One or more parameter values were invalid: Type mismatch for key id expected: S actual: N
          {"S": "ORDER#1"}             | {"X": "1"}              | 8:56: id has the unknown data type 'X'
          {"Item": {"id": {"S": "ORDER#1"}}} | {}                | 8:39: PutRequest needs Item
          "pattern": "1", | | 10:5: an access pattern needs pattern
          "rps": 5                     | "rps": "many"           | 10:62: rps must be a number, not 'many'
          "rps": 5                     | "rps": -1               | 10:62: a frequency must be at least 0
          [{"AttributeName": "id", "KeyType": "HASH"}] | []      | 3:5: 1 validation error detected: Value '[]' at 'keySchema' failed to satisfy constraint: Member must have length greater than or equal to 1
          """)
  void anErrorIsReportedAtItsPosition(String from, String to, String message) {
    String content = ORDERS.replace("COMMAND", GET);
    assertThat(content).contains(from);

    DataFileException e =
        catchThrowableOfType(
            DataFileException.class, () -> read(content.replace(from, to == null ? "" : to)));

    assertThat(e).hasMessage(file() + ":" + message);
  }

  @Test
  void aKeyValueThatNoItemHasIsAnExample() throws Exception {
    Design design =
        read(
            ORDERS
                .replace(
                    "{\"Item\": {\"id\": {\"S\": \"ORDER#1\"}}}",
                    "{\"Item\": {\"id\": {\"S\": \"MAIN\"}}}")
                .replace(
                    "COMMAND",
                    GET.replace("ORDER#1", "MAIN") + ";" + GET.replace("ORDER#1", "other")));

    assertThat(design.patterns().get(0).requests())
        .extracting(request -> request.shape().toString())
        .containsExactly("GetItem Orders id = MAIN", "GetItem Orders id = {id}");
  }

  @Test
  void whatIsNotReadIsReported() throws Exception {
    Design design =
        read(
            ORDERS
                .replace("{\n  \"tables\"", "{\n  \"version\": 1,\n  \"tables\"")
                .replace("\"rps\": 5", "\"latency\": 5")
                .replace(
                    "\"access_patterns\": [",
                    """
                    "access_patterns": [
                    {"pattern": "2", "reason": "OpenSearch finds it."},
                    {"pattern": "3", "dynamodb_operation": "PutItem"},
                    {"pattern": "4", "dynamodb_operation": "Scan", "table": "Others"},
                    {"pattern": "5", "dynamodb_operation": "Query", "table": "Orders",
                     "implementation": "#id = :id"},
                    {"pattern": "6", "dynamodb_operation": "Query", "table": "Orders",
                     "index": "ByDate", "implementation": "id = :id"},
                    {"pattern": "7", "dynamodb_operation": "Query", "table": "Orders",

                     "implementation": "id > :id"},
                    """
                        .stripTrailing())
                .replace("COMMAND", GET));

    assertThat(DesignWriter.yaml(design))
        .isEqualTo(
            """
            design: dynamodb_data_model
            tables:
              Orders:
                partitionKey: id
                entities:
                  Order:
                    keys:
                      id: ORDER#{orderId}
                    bytes: 9
            patterns:
              '1':
                operation: GetItem
                key: id = ORDER#{orderId}
            """);
    assertThat(notices.stream().map(Notice::toString).map(this::withoutPath))
        .containsExactly(
            "2:3: 'version' has no effect",
            "11:2: access pattern '2' is not in the design: OpenSearch finds it.",
            "12:2: access pattern '3' is not in the design: it has no implementation",
            "13:2: access pattern '4' is not in the design: there is no table 'Others'",
            "15:20: access pattern '5' is not in the design: '#id' is not one of the key attributes"
                + " [id]",
            "17:39: access pattern '6' is not in the design: table 'Orders' has no index 'ByDate'",
            "20:20: access pattern '7' is not in the design: the key needs a condition id = …",
            "21:55: 'latency' has no effect");
  }

  private String withoutPath(String text) {
    return text.replace(file() + ":", "");
  }

  private Path file() {
    return directory.resolve("dynamodb_data_model.json");
  }

  private Design read(String content) throws DataFileException, IOException {
    Files.writeString(file(), content);
    return DesignFile.read(file(), notices::add);
  }
}
