package dev.monotable.design.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.ReadMode;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.model.Traffic;
import dev.monotable.design.scenario.Scenario;
import dev.monotable.text.DataFileException;
import dev.monotable.value.AttributeType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DesignFileTest {
  private static final String FILE =
      """
      design: Rooms
      description: A chat.
      tables:
        Chat:
          partitionKey: PK
          sortKey: {SK: N}
          provisioned: {readUnits: 10, writeUnits: 5_000}
          timeToLive: ttl
          stream: NEW_IMAGE
          infrequentAccess: true
          pointInTimeRecovery: true
          regions: 2
          indexes:
            GSI1: {partitionKey: [a, {b: N}], sortKey: c, projection: [x, y]}
            LSI1: {local: true, sortKey: at, projection: KEYS_ONLY}
          entities:
            Message:
              description: What a user writes.
              keys:
                PK: ROOM#{room}
                SK: '{sentAt}'
              attributes:
                text: {type: S, bytes: 100}
                read: [SS, "NULL"]
                flags: {required: false}
                kind: {value: message}
              count: 1_000_000
              perCollection: 2.5
              bytes: 400
              lifetime: 1d
      patterns:
        newest:
          description: The newest messages.
          operation: Query
          key: PK = ROOM#{room} and SK between {from} and {to}
          filter: kind = {}
          projection: text
          consistent: true
          descending: true
          limit: 10
          items: 9.5
          frequency: 2/min
          distribution: zipf(1.5) over 1_000
          day: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3]
          budget: {maxReadUnits: 2, maxWriteUnits: 3, maxRequests: 1, maxDiscarded: 0.2, noScan: true}
        both:
          requests:
            - operation: Scan
              index: GSI1
              countOnly: true
            - operation: TransactWriteItems
              actions:
                - {action: ConditionCheck, key: "PK = ROOM#{room} and SK = 0", condition: attribute_exists(PK)}
                - {action: Update, key: "PK = ROOM#{room} and SK = {at}", update: "SET x = {}", times: 2}
      accepted:
        - {finding: scan, subject: both, reason: It runs once a year.}
      scenarios:
        a large room:
          tenant: {variable: room, times: 100, of: 2_000}
        launch:
          launch: {times: 20, hours: 6, pattern: newest}
        import:
          bulkLoad: {entity: Message, items: 5_000_000, duration: 2h}
        import in bulk:
          bulkLoad: {table: Chat, entity: Message, items: 1, duration: 30m, by: StartBulkPutItems}
        three years:
          growth: {times: 1.5}
      """;

  @TempDir private Path directory;

  @Test
  void everyMemberIsRead() throws Exception {
    assertThat(read(FILE)).isEqualTo(design());
  }

  /** Values have names as in code; the table of a pattern is written once. */
  @Test
  void valuesAndTablesAreWrittenAsInCode() throws Exception {
    String asInCode =
        FILE.replace("SK between {from} and {to}", "SK between :from and :to")
            .replace("kind = {}", "kind = :kind")
            .replace("SK = {at}", "SK = :at")
            .replace("SET x = {}", "SET x = :x")
            .replace("    requests:", "    table: Chat\n    requests:");

    assertThat(asInCode).contains(":from", ":kind", ":at", ":x", "table: Chat");
    assertThat(read(asInCode)).isEqualTo(design());
    String constant = FILE.replace("SK = 0", "SK = ':at'").replace("PK)}", "aws:rep)}");
    Design design = read(constant);
    assertThat(DesignWriter.yaml(design))
        .contains("SK = \":at\"", "attribute_exists(aws:rep)", "SK = :at", "SET x = :x");
    assertThat(read(DesignWriter.yaml(design))).isEqualTo(design);
  }

  @Test
  void theTableOfAPatternIsThatOfItsRequests() throws Exception {
    String two =
        """
        design: Shop
        tables:
          Carts: {partitionKey: id}
          Orders: {partitionKey: id}
        patterns:
          order:
            table: Orders
            requests:
              - {operation: GetItem, key: "id = :id"}
              - operation: TransactWriteItems
                actions:
                  - {action: Put, key: "id = :id"}
                  - {action: Delete, table: Carts, key: "id = :id"}
          move:
            operation: TransactWriteItems
            table: Orders
            actions:
              - {action: Put, key: "id = :id"}
              - {action: Delete, key: "id = :other"}
        """;
    Design design = read(two);

    assertThat(design.patterns())
        .flatExtracting(pattern -> pattern.requests())
        .extracting(request -> request.shape().toString())
        .containsExactly(
            "GetItem Orders id = {id}",
            "TransactWriteItems Put Orders id = {id}",
            "TransactWriteItems Delete Carts id = {id}",
            "TransactWriteItems Put Orders id = {id}",
            "TransactWriteItems Delete Orders id = {other}");
    assertThat(DesignWriter.yaml(design))
        .endsWith(
            """
              move:
                table: Orders
                operation: TransactWriteItems
                actions:
                - action: Put
                  key: id = :id
                - action: Delete
                  key: id = :other
            """);
    assertThat(read(DesignWriter.yaml(design))).isEqualTo(design);
  }

  @Test
  void aModelOfWorkbenchShowsItsEntities() throws Exception {
    Design design =
        read(
            """
            {"ModelName": "Chat", "ModelMetadata": {"Description": "A chat"},
             "DataModel": [{
               "TableName": "chat",
               "KeyAttributes": {
                 "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
                 "SortKey": {"AttributeName": "SK", "AttributeType": "S"}},
               "TableData": [
                 {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#1"}, "body": {"S": "hello"}},
                 {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#2"}, "body": {"S": "world"}},
                 {"PK": {"S": "ROOM#1"}, "SK": {"S": "METADATA"}}]}]}
            """);

    assertThat(DesignWriter.yaml(design))
        .isEqualTo(
            """
            design: Chat
            description: A chat
            tables:
              chat:
                partitionKey: PK
                sortKey: SK
                entities:
                  RoomMetadata:
                    keys:
                      PK: ROOM#{roomId}
                      SK: METADATA
                    count: 1
                    bytes: 18
                  RoomMsg:
                    keys:
                      PK: ROOM#{roomId}
                      SK: MSG#{msgId}
                    attributes:
                      body: S
                    count: 2
                    bytes: 24
            """);
  }

  private static Design design() {
    DeclaredKey key =
        new DeclaredKey(
            List.of(DeclaredKeyAttribute.string("PK")),
            List.of(new DeclaredKeyAttribute("SK", AttributeType.N)));
    DeclaredIndex global =
        new DeclaredIndex(
            "GSI1",
            true,
            new DeclaredKey(
                List.of(
                    DeclaredKeyAttribute.string("a"),
                    new DeclaredKeyAttribute("b", AttributeType.N)),
                List.of(DeclaredKeyAttribute.string("c"))),
            new DeclaredProjection(DeclaredProjection.Kind.INCLUDE, List.of("x", "y")));
    DeclaredIndex local =
        new DeclaredIndex("LSI1", false, DeclaredKey.of("PK", "at"), DeclaredProjection.KEYS_ONLY);
    Entity message =
        new Entity(
            "Message",
            "What a user writes.",
            Map.of("PK", KeyTemplate.parse("ROOM#{room}"), "SK", KeyTemplate.parse("{sentAt}")),
            Map.of(
                "text", new AttributeSpec(Set.of(AttributeType.S), true, null, 100),
                "read",
                    new AttributeSpec(
                        Set.of(AttributeType.SS, AttributeType.NULL), true, null, null),
                "flags", AttributeSpec.ANY,
                "kind", new AttributeSpec(Set.of(), true, "message", null)),
            new EntityEstimate(1_000_000L, 2.5, 400, Duration.ofDays(1)));
    DesignTable table =
        new DesignTable(
            "Chat",
            key,
            List.of(global, local),
            List.of(message),
            new TableSettings(
                new TableSettings.Provisioned(10, 5_000), "ttl", "NEW_IMAGE", true, true, 2));
    return new Design(
        "Rooms",
        "A chat.",
        List.of(table),
        List.of(newest(), both()),
        List.of(new AcceptedFinding("scan", "both", "It runs once a year.")),
        List.of(
            new Scenario.Tenant("a large room", "room", 100, 2_000),
            new Scenario.Launch("launch", 20, 6, "newest"),
            new Scenario.BulkLoad(
                "import", "Chat", "Message", 5_000_000, Duration.ofHours(2), false),
            new Scenario.BulkLoad(
                "import in bulk", "Chat", "Message", 1, Duration.ofMinutes(30), true),
            new Scenario.Growth("three years", 1.5, 3)));
  }

  private static DeclaredPattern newest() {
    List<Double> day = new java.util.ArrayList<>(Collections.nCopies(23, 1.0));
    day.add(3.0);
    return new DeclaredPattern(
        "newest",
        "The newest messages.",
        List.of(
            new PatternRequest(
                new Shape(
                    "Query",
                    Action.QUERY,
                    "Chat",
                    null,
                    KeyConditionTemplate.parse("PK = ROOM#{room} and SK between {from} and {to}"),
                    new ShapeExpressions("kind = {}", "text", null, null),
                    new ReadMode(true, false, 10, false)),
                1,
                9.5)),
        new Traffic(new Frequency(2, Frequency.Period.MINUTE), Distribution.zipf(1_000, 1.5), day),
        new Budget(2.0, 3.0, 1, 0.2, true));
  }

  private static DeclaredPattern both() {
    return new DeclaredPattern(
        "both",
        null,
        List.of(
            new PatternRequest(
                new Shape(
                    "Scan",
                    Action.SCAN,
                    "Chat",
                    "GSI1",
                    null,
                    ShapeExpressions.NONE,
                    new ReadMode(false, true, null, true)),
                1,
                null),
            new PatternRequest(
                new Shape(
                    "TransactWriteItems",
                    Action.CONDITION_CHECK,
                    "Chat",
                    null,
                    KeyConditionTemplate.parse("PK = ROOM#{room} and SK = 0"),
                    new ShapeExpressions(null, null, "attribute_exists(PK)", null),
                    ReadMode.DEFAULT),
                1,
                null),
            new PatternRequest(
                new Shape(
                    "TransactWriteItems",
                    Action.UPDATE,
                    "Chat",
                    null,
                    KeyConditionTemplate.parse("PK = ROOM#{room} and SK = {at}"),
                    new ShapeExpressions(null, null, null, "SET x = {}"),
                    ReadMode.DEFAULT),
                2,
                null)),
        Traffic.UNKNOWN,
        Budget.UNLIMITED);
  }

  static List<Arguments> anErrorIsReportedAtItsPosition() {
    return List.of(
        wrong("design: Rooms", "name: Rooms", "1:1: a design file needs design"),
        wrong("timeToLive: ttl", "ttl: ttl", "8:5: table 'Chat' has no member 'ttl'"),
        wrong("NEW_IMAGE", "NEW", "9:13: stream must be one of KEYS_ONLY, NEW_IMAGE, OLD_IMAGE"),
        wrong("regions: 2", "regions: 0", "12:14: regions must be at least 1"),
        wrong("{b: N}", "{b: BOOL}", "14:36: the type of a key attribute must be S, N or B"),
        wrong(
            "projection: KEYS_ONLY",
            "projection: SOME",
            "15:52: projection must be ALL, KEYS_ONLY or a list of attributes, not 'SOME'"),
        wrong(
            "PK: ROOM#{room}",
            "PK: ROOM#{room",
            "20:15: '{' without '}' in the key template ROOM#{room"),
        wrong(
            "SK: '{sentAt}'",
            "SK: {sentAt}",
            "21:15: a key template that begins with a brace needs quotes"),
        wrong(
            "SK: '{sentAt}'",
            "XK: '{sentAt}'",
            "21:11: 'XK' is not a key attribute of table 'Chat' or its indexes"),
        wrong("type: S", "type: T", "23:24: 'T' is not a type"),
        wrong("count: 1_000_000", "count: -1", "27:16: count must be a whole number of at least 0"),
        wrong(
            "lifetime: 1d",
            "lifetime: 1 day",
            "30:19: lifetime must be a duration such as 2h, 30s or PT2H"),
        wrong(
            "SK between {from} and {to}",
            "SK is {from}",
            "35:10: 'SK is {from}' is not a condition on a key"),
        wrong("PK = ROOM#{room} and SK between", "SK between", "35:10: the key needs a condition"),
        wrong("2/min", "often", "42:16: 'often' is not a frequency such as 100/s"),
        wrong("zipf(1.5) over", "normal over", "43:19: distribution must be such as"),
        wrong("day: [1,", "day: [", "44:10: a day must have 24 numbers"),
        wrong(
            "maxDiscarded: 0.2",
            "maxDiscarded: 20",
            "45:13: maxDiscarded must be between 0 and 1, not 20.0"),
        wrong(
            "maxReadUnits: 2",
            "maxReadUnits: -2",
            "45:13: maxReadUnits must be at least 0, not -2.0"),
        wrong("index: GSI1", "index: GSI9", "49:16: table 'Chat' has no index 'GSI9'"),
        wrong("action: Update", "action: Change", "54:22: action must be one of Get, Query"),
        wrong(
            "reason: It runs once a year.",
            "reason: ' '",
            "56:5: an accepted finding must have an id and a reason"));
  }

  static List<Arguments> anErrorInAScenarioIsReportedAtItsPosition() {
    return List.of(
        wrong("tenant: {", "tenants: {", "59:5: scenario 'a large room' has no member 'tenants'"),
        wrong(
            "growth: {times: 1.5}",
            "description: none",
            "67:5: scenario 'three years' has no member 'description'"),
        wrong(
            "growth: {times: 1.5}",
            "{}",
            "67:5: scenario 'three years' needs one of tenant, launch, bulkLoad and growth"),
        wrong(
            "growth: {times: 1.5}",
            "growth: {times: 1.5}\n    launch: {times: 2, hours: 1}",
            "67:5: scenario 'three years' needs one of tenant, launch, bulkLoad and growth"),
        wrong("variable: room,", "variable: user,", "59:24: no key of an entity has {user}"),
        wrong("of: 2_000", "of: 0", "59:13: of must be at least 1"),
        wrong(", of: 2_000", "", "59:13: tenant needs of"),
        wrong("times: 100,", "times: 0,", "59:13: times must be more than 0, and at most 1000000"),
        wrong("hours: 6", "hours: 745", "61:13: hours must be from 1 to 744"),
        wrong("pattern: newest}", "pattern: oldest}", "61:44: there is no access pattern 'oldest'"),
        wrong("{entity: Message", "{entity: User", "63:24: there is no entity 'User'"),
        wrong("{table: Chat,", "{table: Talk,", "65:37: there is no entity 'Message' in Talk"),
        wrong("duration: 2h", "duration: soon", "63:61: duration must be a duration such as 2h"),
        wrong("duration: 2h", "duration: 40d", "63:15: duration must be from 1s to 31d"),
        wrong("items: 5_000_000", "items: 0", "63:15: items must be at least 1"),
        wrong("by: StartBulkPutItems", "by: PutItem", "65:75: by must be BatchWriteItem or"),
        wrong("times: 1.5", "times: 1.5, years: 11", "67:13: years must be from 1 to 10"),
        wrong("times: 1.5", "times: 1.5, months: 11", "67:26: growth has no member 'months'"));
  }

  private static Arguments wrong(String from, String to, String message) {
    return Arguments.of(from, to, message);
  }

  @ParameterizedTest
  @MethodSource({"anErrorIsReportedAtItsPosition", "anErrorInAScenarioIsReportedAtItsPosition"})
  void anErrorIsReportedAtItsPosition(String from, String to, String message) {
    assertThat(FILE).contains(from);

    DataFileException e =
        catchThrowableOfType(DataFileException.class, () -> read(FILE.replace(from, to)));

    assertThat(e).hasMessageStartingWith(directory.resolve("design.yaml") + ":" + message);
  }

  @Test
  void aDesignHasTwentyScenariosAtMost() throws Exception {
    StringBuilder more = new StringBuilder(FILE);
    for (int i = 6; i <= 20; i++) {
      more.append("  growth ").append(i).append(": {growth: {times: 2, years: 1}}\n");
    }
    assertThat(read(more.toString()).scenarios()).hasSize(20);
    more.append("  growth 21: {growth: {times: 2}}\n");
    assertThatThrownBy(() -> read(more.toString()))
        .hasMessage(directory.resolve("design.yaml") + ":58:3: a design has at most 20 scenarios");
  }

  @Test
  void aDesignHasThirtyYearsOfGrowthAtMost() throws Exception {
    String more =
        "  more: {growth: {times: 2, years: 10}}\n  most: {growth: {times: 2, years: 10}}\n";
    assertThat(read(FILE + more + "  last: {growth: {times: 2, years: 7}}\n").scenarios())
        .hasSize(8);
    assertThatThrownBy(() -> read(FILE + more + "  last: {growth: {times: 2, years: 8}}\n"))
        .hasMessage(
            directory.resolve("design.yaml")
                + ":58:3: the scenarios of a design have at most 30 years of growth");
  }

  private Design read(String content) throws DataFileException, IOException {
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, content);
    return DesignFile.read(file);
  }
}
