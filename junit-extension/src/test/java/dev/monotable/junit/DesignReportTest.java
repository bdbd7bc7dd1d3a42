package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Monotable;
import dev.monotable.model.Operations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The reports that a test run writes. */
@Timeout(600)
class DesignReportTest {
  private static final String DESIGN = "dev/monotable/junit/designs/chat.yaml";

  @TempDir private Path directory;

  @MonotableTest
  @Schema("schemas/create-table.json")
  static class First {
    @BeforeAll
    static void send(DynamoDbClient client) {
      new Messages(client).send("a", 1);
    }

    @Test
    void reads(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
    }

    @Test
    void readsTwice(DynamoDbClient client, Monotable db) {
      db.pattern("messages of a room", () -> new Messages(client).ofRoom("a"));
      db.pattern("messages of a room")
          .run(
              () -> {
                new Messages(client).ofRoom("a");
                new Messages(client).ofRoom("b");
              });
    }
  }

  @MonotableTest
  @Schema("schemas/create-table.json")
  static class Second {
    @BeforeEach
    void send(DynamoDbClient client) {
      new Messages(client).send("b", 2);
    }

    @Test
    void scans(DynamoDbClient client) {
      new Messages(client).all();
    }
  }

  @MonotableTest
  @Schema("schemas/create-table.json")
  static class WithFaults {
    @Test
    void misspellsATable(DynamoDbClient client, Monotable db) {
      db.faults().on(Operations.PUT_ITEM).table("Caht").times(2).throttle();
      db.faults().on(Operations.PUT_ITEM).table("Chat").times(2).throttle();
      new Messages(client).send("a", 1);
    }
  }

  @MonotableTest(isolation = Isolation.PER_CLASS)
  @Schema("schemas/create-table.json")
  static class WithFaultsOfTheClass {
    @BeforeAll
    static void addRules(Monotable db) {
      for (int i = 0; i < 101; i++) {
        db.faults().on(Operations.DELETE_ITEM).after(i).serverError();
      }
    }

    @Test
    void sends(DynamoDbClient client) {
      new Messages(client).send("a", 1);
    }
  }

  @Test
  void theReportNamesFaultRulesThatNeverMatched() throws IOException {
    TestRun run =
        TestRun.of(
            Map.of("monotable.report", directory.toString()),
            WithFaults.class,
            WithFaultsOfTheClass.class);

    assertThat(run.results()).allSatisfy(result -> assertThat(result).endsWith(": SUCCESSFUL"));
    List<String> notes =
        Files.readAllLines(directory.resolve("report.md")).stream()
            .filter(line -> line.contains("fault rule"))
            .toList();
    assertThat(notes)
        .hasSize(101)
        .contains(
            "- No request matched a fault rule of DesignReportTest.WithFaults.misspellsATable:"
                + " PutItem, table Caht, 2 times: Throttle\\[limit=null\\].",
            "- At most 100 fault rules that no request matched are named; left out: 2 rules.")
        .noneMatch(note -> note.contains("table Chat"));
  }

  /** Acts under a policy, of which two tests use different parts. */
  @MonotableTest
  static class UnderAPolicy {
    private static final String POLICY =
        """
        {"Version": "2012-10-17", "Statement": {"Sid": "Tables", "Effect": "Allow",
          "Action": ["dynamodb:ListTables", "dynamodb:DescribeTable", "dynamodb:DeleteTable"],
          "Resource": "*"}}
        """;

    @Test
    void lists(Monotable db) {
      try (Monotable tester = db.as(POLICY)) {
        tester.client().listTables();
      }
    }

    @Test
    void describes(Monotable db) {
      Monotable tester = db.as(POLICY);
      assertThatThrownBy(() -> tester.client().describeTable(r -> r.tableName("missing")))
          .isInstanceOf(ResourceNotFoundException.class);
    }
  }

  @Test
  void theReportHasWhatNoTestUsed() throws IOException {
    TestRun run = TestRun.of(Map.of("monotable.report", directory.toString()), UnderAPolicy.class);

    assertThat(run.results()).allSatisfy(result -> assertThat(result).endsWith(": SUCCESSFUL"));
    assertThat(Files.readString(directory.resolve("report.json")).replaceAll("\\s+", " "))
        .contains(
            "\"access\": [ { \"principal\": \"arn:aws:iam::000000000000:user/tester\","
                + " \"statement\": \"statement Tables at policy:1:40\","
                + " \"actions\": [ \"dynamodb:DeleteTable\" ] } ]");
    assertThat(Files.readString(directory.resolve("report.md"))).contains("Allowed and never used");
  }

  private Map<String, String> parameters(String design) {
    return Map.of("monotable.design", design, "monotable.report", directory.toString());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> Files.isRegularFile(file) && !file.endsWith(".worker"))
          .map(file -> directory.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  @Test
  void oneReportIsWrittenForAllClasses() throws IOException {
    TestRun run = TestRun.of(parameters(DESIGN), First.class, Second.class);

    assertThat(run.results())
        .containsExactly(
            "reads(DynamoDbClient): SUCCESSFUL",
            "readsTwice(DynamoDbClient, Monotable): The access pattern \"messages of a room\""
                + " breaks its contract:\n"
                + "  1 read unit, at most 0.5 allowed\n"
                + "    Query Chat PK = \"ROOM#a\" and begins_with(SK, \"MSG#\"): 1 item, 32 bytes,"
                + " 0.5 read units\n"
                + "    Query Chat PK = \"ROOM#b\" and begins_with(SK, \"MSG#\"): 0 items, 0 bytes,"
                + " 0.5 read units\n"
                + "  2 requests, at most 1 allowed\n"
                + "    Query Chat PK = \"ROOM#a\" and begins_with(SK, \"MSG#\"): 1 item, 32 bytes,"
                + " 0.5 read units\n"
                + "    Query Chat PK = \"ROOM#b\" and begins_with(SK, \"MSG#\"): 0 items, 0 bytes,"
                + " 0.5 read units",
            "scans(DynamoDbClient): SUCCESSFUL");
    assertThat(files()).containsExactly("report.html", "report.json", "report.md");
    String json = Files.readString(directory.resolve("report.json"));
    assertContracts(json);
    assertThat(all(json, "\"test\": *\"([^\"]*)\""))
        .contains(
            "DesignReportTest.First", "DesignReportTest.Second", "DesignReportTest.Second.scans");
    assertThat(run.output())
        .isEqualTo(
            "Monotable's report: "
                + directory.resolve("report.html").toUri()
                + System.lineSeparator());
  }

  private static void assertContracts(String json) {
    int contracts = json.indexOf("  \"contracts\": [");
    assertThat(json.substring(contracts, json.indexOf("\n  ],", contracts)))
        .isEqualTo(
            """
            "contracts": [
              {
                "pattern": "messages of a room",
                "test": "DesignReportTest.First.readsTwice",
                "kept": false,
                "statement": "1 read unit, at most 0.5 allowed; 2 requests, at most 1 allowed",
                "evidence": [
                  {
                    "text": "Query Chat PK = \\"ROOM#a\\" and begins_with(SK, \\"MSG#\\"): 1 item, 32 bytes, 0.5 read units",
                    "test": "DesignReportTest.First.readsTwice"
                  },
                  {
                    "text": "Query Chat PK = \\"ROOM#b\\" and begins_with(SK, \\"MSG#\\"): 0 items, 0 bytes, 0.5 read units",
                    "test": "DesignReportTest.First.readsTwice"
                  }
                ]
              },
              {
                "pattern": "messages of a room",
                "test": "DesignReportTest.First.reads",
                "kept": true,
                "statement": "1 use in the budget",
                "evidence": [ ]
              },
              {
                "pattern": "messages of a room",
                "test": "DesignReportTest.First.readsTwice",
                "kept": true,
                "statement": "1 request, 0.5 read units",
                "evidence": [ ]
              }\
            """
                .indent(2)
                .stripTrailing());
  }

  private static List<String> all(String text, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  static class OfAField {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .schema("schemas/create-table.json")
            .design("designs/other.yaml")
            .build();

    @Test
    void reads() {
      new Messages(db.client()).ofRoom("a");
    }
  }

  @MonotableTest
  @Schema("schemas/create-table.json")
  static class WithAFork {
    @Test
    void readsTheOriginalAndAFork(Monotable db) {
      try (Monotable fork = db.fork()) {
        new Messages(fork.client()).ofRoom("a");
        new Messages(fork.client()).all();
      }
      new Messages(db.client()).ofRoom("a");
    }
  }

  @Test
  void requestsToAForkAreReported() throws IOException {
    TestRun run = TestRun.of(parameters(DESIGN), WithAFork.class);

    assertThat(run.results()).containsExactly("readsTheOriginalAndAFork(Monotable): SUCCESSFUL");
    String json = Files.readString(directory.resolve("report.json"));
    assertThat(all(json, "\"requests\": ([0-9]+),\\s+\"tests\"")).containsExactly("3");
    assertThat(all(json, "\"statement\": \"([^\"]* in the budget)\""))
        .containsExactly("2 uses in the budget");
    assertThat(all(json, "\"id\": \"(scan)\"")).isNotEmpty();
  }

  @Test
  void eachDesignHasItsOwnDirectory() throws IOException {
    TestRun.of(parameters(DESIGN), Second.class, OfAField.class);

    assertThat(files())
        .containsExactly(
            "chat/report.html",
            "chat/report.json",
            "chat/report.md",
            "other-chat/report.html",
            "other-chat/report.json",
            "other-chat/report.md");
  }

  static class OfADesignWithTheSameName {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .schema("schemas/create-table.json")
            .design("designs/chat-again.yaml")
            .build();

    @Test
    void reads() {
      new Messages(db.client()).ofRoom("a");
    }
  }

  @Test
  void designsWithTheSameNameAreNumbered() throws IOException {
    TestRun.of(parameters(DESIGN), Second.class, OfADesignWithTheSameName.class);

    assertThat(files())
        .containsExactly(
            "chat-2/report.html",
            "chat-2/report.json",
            "chat-2/report.md",
            "chat/report.html",
            "chat/report.json",
            "chat/report.md");
  }

  @Test
  void theDirectoryMayBeRelative() throws IOException {
    Path relative = Path.of("").toAbsolutePath().relativize(directory.toAbsolutePath());

    TestRun.of(Map.of("monotable.report", relative.toString()), Second.class);

    assertThat(files()).containsExactly("report.html", "report.json", "report.md");
  }

  @Test
  void aReportNeedsNoDesign() throws IOException {
    TestRun.of(Map.of("monotable.report", directory.toString()), Second.class);

    assertThat(files()).containsExactly("report.html", "report.json", "report.md");
  }

  @Test
  void noReportIsWrittenIfItIsTurnedOff() {
    TestRun run =
        TestRun.of(Map.of("monotable.design", DESIGN, "monotable.report", "false"), Second.class);

    assertThat(run.results()).containsExactly("scans(DynamoDbClient): SUCCESSFUL");
    assertThat(run.output()).isEmpty();
  }

  @MonotableTest(design = "designs/missing.yaml")
  static class Missing {
    @Test
    void unused() {}
  }

  @Test
  void aMissingDesignFailsTheClass() {
    assertThat(TestRun.of(Missing.class).results())
        .singleElement()
        .asString()
        .startsWith(
            "Missing: the design of dev.monotable.junit.DesignReportTest$Missing:"
                + " designs/missing.yaml: there is neither a resource 'designs/missing.yaml' in the"
                + " package dev.monotable.junit or at the root of the class path nor a file ");
  }
}
