package dev.monotable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.serve.ServerProcess;
import dev.monotable.control.model.FaultName;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import dev.monotable.testing.TestServer;
import dev.monotable.text.RecordCodec;
import dev.monotable.value.Item;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the commands that control a running server, with one. */
@Tag("slow")
@Timeout(600)
class ControlCommandsTest {
  private static final String TABLE =
      """
      {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
       "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
       "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]}
      """;

  private static ServerProcess server;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> environment = new LinkedHashMap<>();

  /** The ID of the database of this test. */
  private String db = "";

  @BeforeAll
  static void start() throws IOException {
    server = ServerProcess.start("--port", "0");
  }

  @AfterAll
  static void stop() {
    server.end();
  }

  @BeforeEach
  void create() throws IOException {
    environment.put("MONOTABLE_ENDPOINT", url());
    Path schema = Files.writeString(directory.resolve("things.json"), TABLE);
    Path seed = Files.writeString(directory.resolve("Things.json"), "[{\"PK\": \"a\"}]");
    assertThat(execute("database", "create", "--schema=" + schema, "--seed=" + seed)).isZero();
    db = out.toString().strip();
    assertThat(db).matches("MTDB[A-Z2-7]{16}");
  }

  private static String url() {
    return server.endpoint().toString();
  }

  // ---- databases ----

  @Test
  void databasesAreListedAndDropped() {
    assertThat(output("database", "create", "--name=orders", "--expire-after=30m"))
        .matches("MTDB[A-Z2-7]{16}\n");
    String orders = out.toString().strip();
    assertThat(output("database", "create", "--name=orders")).isEqualTo(orders + "\n");
    assertThat(output("database", "list"))
        .startsWith("default\t\tus-east-1\t\n")
        .contains(orders + "\torders\tus-east-1\t30m\n");
    assertThat(output("database", "drop", orders)).isEmpty();
    assertThat(output("database", "list")).doesNotContain("orders");
    assertFails(
        2,
        "URL: UnknownDatabase: There is no database '" + orders + "', or it has ended",
        "database",
        "show",
        orders);
  }

  @Test
  void aTemplateGetsItsParameters() throws IOException {
    String table = TABLE.replace("\"Things\"", "{\"Ref\": \"N\"}");
    String text = "{'Parameters': {'N': {'Type': 'String'}}, 'Resources': {'T': {'Type':";
    text = text.replace('\'', '"') + "\"AWS::DynamoDB::Table\", \"Properties\": " + table + "}}}";
    String file = Files.writeString(directory.resolve("template.json"), text).toString();
    String id = output("database", "create", "--schema", file, "--parameter", "N=Named").strip();
    assertThat(output("database", "show", id)).contains("Named");
  }

  @Test
  void aForkIsADatabaseOfItsOwn() {
    output("snapshot", "empty", "--database=" + db);
    put("b");
    String fork = output("database", "fork", db).strip();
    assertThat(output("database", "show", fork)).isEqualTo("Things\t2\t6\n");
    String earlier = output("database", "fork", db, "--snapshot=empty").strip();
    assertThat(output("database", "show", earlier)).isEqualTo("Things\t1\t3\n");
    assertThat(output("database", "show", "--json", earlier))
        .isEqualTo(
            "{\"id\":\""
                + earlier
                + "\",\"region\":\"us-east-1\",\"tables\":[{\"name\":\"Things\",\"items\":1,"
                + "\"bytes\":3}]}\n");
    assertThat(execute("database", "diff", earlier, "--database", fork)).isEqualTo(1);
    assertThat(out.toString()).isEqualTo("+ Things {\"PK\":{\"S\":\"b\"}}\n");
  }

  @Test
  void theVariablesOfTheAwsCliArePrinted() {
    String lines = output("database", "fork", db, "--env");
    assertThat(lines.replaceAll("=MTDB[A-Z2-7]{16}\n", "=DB\n").replaceAll("KEY=.*", "KEY=..."))
        .isEqualTo(
            """
            export AWS_ENDPOINT_URL_DYNAMODB=URL
            export AWS_ENDPOINT_URL_DYNAMODB_STREAMS=URL
            export AWS_ACCESS_KEY_ID=DB
            export AWS_SECRET_ACCESS_KEY=...
            export AWS_REGION=us-east-1
            export AWS_DEFAULT_REGION=us-east-1
            """);
  }

  @Test
  void snapshotsAreKeptComparedAndRestored() {
    String option = "--database=" + db;
    output("clock", "freeze", "2026-01-01T00:00:00Z", option);
    assertThat(output("snapshot", "before", option)).isEmpty();
    assertThat(output("snapshot", option)).isEqualTo("before\t2026-01-01T00:00:00Z\n");
    assertThat(output("snapshot", option, "--json"))
        .isEqualTo("{\"snapshots\":[{\"name\":\"before\",\"taken\":\"2026-01-01T00:00:00Z\"}]}\n");
    assertThat(output("database", "diff", "before", option)).isEmpty();
    put("b");
    Calls.put(this::call, "Things", Item.of("PK", "a", "x", "1"));
    assertThat(execute("database", "diff", "before", option)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactlyInAnyOrder(
            "+ Things {\"PK\":{\"S\":\"b\"}}",
            "~ Things {\"PK\":{\"S\":\"a\"}} -> {\"PK\":{\"S\":\"a\"},\"x\":{\"S\":\"1\"}}");
    assertThat(output("restore", "before", option)).isEmpty();
    assertThat(output("database", "diff", "before", option)).isEmpty();
    assertThat(output("snapshot", "before", "--delete", option)).isEmpty();
    assertThat(output("snapshot", option)).isEmpty();
    assertFails(
        2,
        "URL: UnknownSnapshot: The database has no snapshot 'before'",
        "restore",
        "before",
        option);
    assertFails(
        2,
        "URL: UnknownSnapshot: There is neither a snapshot nor a database 'before'",
        "database",
        "diff",
        "before",
        option);
  }

  @Test
  void aDatabaseIsReset() {
    put("b");
    assertThat(output("database", "reset", db)).isEmpty();
    assertThat(output("database", "show", db)).isEqualTo("Things\t1\t3\n");
  }

  @Test
  void whatIsDroppedOrResetIsNamed() {
    assertFails(2, "Missing required parameter: 'ID'", "database", "reset");
    assertFails(2, "needs the IDs of databases, or --all", "database", "drop");
    assertFails(
        2,
        "URL: NotDroppable: The database 'default' belongs to all access keys; POST .../reset"
            + " empties it",
        "database",
        "drop",
        "default");
    assertFails(
        3,
        "URL: Forbidden: This concerns all databases, so it needs a token; start the server with"
            + " the environment variable MONOTABLE_CONTROL_TOKEN",
        "database",
        "drop",
        "--all");
  }

  // ---- time and faults ----

  @Test
  void theClockIsSetAndAdvanced() {
    String option = "--database=" + db;
    assertThat(output("clock", option, "freeze", "2026-01-01T00:00:00Z"))
        .isEqualTo("2026-01-01T00:00:00Z (frozen)\n");
    assertThat(output("clock", "advance", "40d", option))
        .isEqualTo("2026-02-10T00:00:00Z (frozen)\n");
    assertThat(output("clock", option, "--json"))
        .isEqualTo("{\"now\":\"2026-02-10T00:00:00Z\",\"frozen\":true}\n");
    assertThat(output("clock", option, "run")).matches("2026-02-10T00:00:0.*Z\n");
    assertThat(output("clock", option, "set", "2027-01-01T00:00:00Z"))
        .startsWith("2027-01-01T00:00:0");
    assertFails(
        2,
        "Invalid value for 'DURATION': '40 days' is not a duration such as 2h, 30s or PT2H",
        "clock",
        "advance",
        "40 days",
        option);
    assertFails(
        2,
        "URL: InvalidRequest: 'set' is invalid: 'today'; a time such as 2026-01-01T00:00:00Z is"
            + " needed",
        "clock",
        "set",
        "today",
        option);
    assertThat(output("expire", option)).isEqualTo("0\n");
  }

  @Test
  void faultsAreAddedListedAndRemoved() {
    String option = "--database=" + db;
    assertThat(
            output(
                "fault",
                "add",
                "throttle",
                "--operation=PutItem",
                "--times=1",
                "--key={\"PK\":{\"S\":\"b\"}}",
                option))
        .isEqualTo("1\n");
    assertThat(output("fault", "add", "serverError", "--table=Other", option)).isEqualTo("2\n");
    put("b"); // which is throttled and repeated
    assertThat(output("fault", "list", option))
        .isEqualTo(
            "1\t2\t1\tPutItem, key {\"PK\":{\"S\":\"b\"}}, 1 time: Throttle[limit=null]\n"
                + "2\t0\t0\tall operations, table Other: ServerError[applied=false]\n");
    assertThat(output("fault", "remove", "2", option)).isEmpty();
    assertThat(output("fault", "remove", "--all", option)).isEmpty();
    assertThat(output("fault", "list", option)).isEmpty();
    assertFails(
        2,
        "URL: InvalidRequest: The fault latency needs 'duration'",
        "fault",
        "add",
        "latency",
        option);
    assertFails(
        2,
        "URL: InvalidRequest: 'key' must be an object, not 'b'",
        "fault",
        "add",
        "throttle",
        "--key=b",
        option);
  }

  @Test
  void theHelpNamesEachFault() {
    assertThat(execute("fault", "add", "--help")).isZero();
    String help = out.toString().replaceAll("\\s+", " ");
    for (FaultName name : FaultName.values()) {
      assertThat(help).containsPattern("[ ,]" + RecordCodec.STRICT.name(name) + "[ ,.]");
    }
  }

  // ---- requests ----

  @Test
  void requestsAreListed() {
    String option = "--database=" + db;
    output("clock", "freeze", "2026-01-01T00:00:00Z", option);
    assertThat(output("requests", option)).isEmpty();
    put("b");
    get("b");
    assertThatThrownBy(() -> get("")).isInstanceOf(EndpointException.class);
    assertThat(output("requests", option).replaceAll("[0-9.]+ ms", "MS"))
        .isEqualTo(
            """
            1 2026-01-01T00:00:00Z PutItem Things b: 1 write unit, MS
            2 2026-01-01T00:00:00Z GetItem Things b: 1 of 1 items, 3 bytes, 0.5 read units, MS
            3 2026-01-01T00:00:00Z GetItem Things: ValidationException, MS: One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: PK
            """);
    assertThat(output("requests", option, "--error=any", "--count=1"))
        .startsWith("3 2026")
        .hasLineCount(1);
    assertThat(output("requests", option, "--operation=PutItem", "--json"))
        .startsWith("{\"requests\":[{\"number\":1,")
        .hasLineCount(1);
    assertThat(output("report", option))
        .startsWith("Observed requests\nThis design has nothing to fix: its first limit is")
        .contains("\n\n  2 access patterns observed, none declared, 1 undeclared request\n");
    assertThat(output("requests", "--clear", option)).isEmpty();
    assertThat(output("requests", option)).isEmpty();
    assertFails(
        2,
        "--clear and --follow exclude each other and the options that select requests",
        "requests",
        "--clear",
        "--table=Things",
        option);
  }

  @Test
  void moreRequestsThanAPageAreListed() {
    String option = "--database=" + db;
    output("requests", option);
    for (int i = 0; i < 250; i++) {
      get("a");
    }
    assertThat(output("requests", option).lines().map(line -> line.split(" ")[0]))
        .startsWith("1", "2")
        .endsWith("250")
        .hasSize(250);
    assertThat(output("requests", option, "--after=100", "--count=20").lines()).hasSize(20);
  }

  @Test
  void requestsAreFollowedUntilTheServerEnds() throws Exception {
    ServerProcess followed = ServerProcess.start("--port=0");
    String endpoint = followed.endpoint().toString();
    PipedReader printed = new PipedReader();
    CommandLines following = commands("requests", "--follow", "--json", "--endpoint=" + endpoint);
    following.parser().setOut(new PrintWriter(new PipedWriter(printed), true));
    CompletableFuture<Integer> code = CompletableFuture.supplyAsync(following::execute);
    EndpointClient client = EndpointClient.of(EndpointConfig.of(endpoint));
    try (BufferedReader lines = new BufferedReader(printed)) {
      while (!lines.ready() && !code.isDone()) {
        client.call(Operations.LIST_TABLES, ListTablesInput.builder().build());
      }
      assertThat(lines.readLine())
          .startsWith("{\"number\":")
          .contains("\"operation\":\"ListTables\"");
    } finally {
      followed.end();
    }
    assertThat(code.get()).isEqualTo(3);
    assertThat(err.toString().replace("\r\n", "\n"))
        .isEqualTo("monotable: " + endpoint + ": the server has ended the connection\n");
  }

  @Test
  void theReportOfAServerIsWrittenInEachFormat() throws IOException {
    String option = "--database=" + db;
    output("requests", option);
    get("a");
    Path json = directory.resolve("report.json");
    assertThat(output("report", option, "-o", json.toString())).isEmpty();
    assertThat(output("report", option)).isEqualTo(output("report", json.toString()));
    Path page = directory.resolve("report.html");
    assertThat(output("report", option, "-o", page.toString())).isEmpty();
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
    assertFails(
        2, "--prices needs a recording or --design", "report", option, "--prices=prices.yaml");
  }

  // ---- streams ----

  @Test
  void recordsAreDeliveredToAFunction() throws IOException {
    String option = "--database=" + db;
    AtomicInteger status = new AtomicInteger(200);
    try (TestServer function =
        TestServer.answering((exchange, event) -> TestServer.send(exchange, status.get(), ""))) {
      String url = function.url();
      String mapping =
          output(
                  "event-source-mapping",
                  "create",
                  "Things",
                  url,
                  "--stream-view-type=KEYS_ONLY",
                  "--batch-size=2",
                  "--maximum-retry-attempts=1",
                  "--bisect-batch-on-function-error",
                  "--filter={\"eventName\":[\"INSERT\"]}",
                  option)
              .strip();
      put("b");
      put("b");
      put("c");
      assertThat(output("event-source-mapping", "drain", mapping, option))
          .isEqualTo("1 invocations\n");
      assertThat(function.bodies)
          .singleElement()
          .asString()
          .contains("INSERT")
          .doesNotContain("MODIFY");
      assertThat(output("event-source-mapping", "list", option))
          .isEqualTo(mapping + "\tThings\t" + url + "\t1\t0\n");
      assertThat(output("event-source-mapping", "list", "--json", option))
          .contains("\"batchSize\":2", "\"bisectBatchOnFunctionError\":true", "KEYS_ONLY");
      status.set(500);
      put("d");
      assertThat(execute("event-source-mapping", "drain", mapping, option)).isEqualTo(1);
      assertThat(plain(out)).isEqualTo("2 invocations\n");
      assertThat(plain(err))
          .startsWith(
              "monotable: discarded 1 records after 2 invocations (RetryAttemptsExhausted): ")
          .hasLineCount(1);
      assertThat(output("event-source-mapping", "delete", mapping, option)).isEmpty();
      assertThat(output("event-source-mapping", "list", option)).isEmpty();
    }
  }

  // ---- servers ----

  @Test
  void aServerThatOthersCanReachNeedsAToken() throws IOException {
    ServerProcess open =
        ServerProcess.start(
            "--port=0", "--host=0.0.0.0", "--control", "--control-token=secret-token");
    try {
      String endpoint = "--endpoint=" + open.endpoint();
      assertFails(
          2,
          open.endpoint()
              + ": TokenRequired: The header x-monotable-token is needed; the server prints its"
              + " token when it starts, or takes it from MONOTABLE_CONTROL_TOKEN",
          "database",
          "list",
          endpoint);
      assertThat(output("database", "list", endpoint, "--token=secret-token"))
          .startsWith("default\t");
      environment.put("MONOTABLE_CONTROL_TOKEN", "secret-token");
      assertThat(output("database", "list", endpoint)).startsWith("default\t");
      assertThat(output("database", "drop", "--all", endpoint)).isEmpty();
      assertFails(
          2,
          "Invalid value for option '--token': it cannot be sent in a header",
          "database",
          "list",
          "--token=a\nb");
    } finally {
      open.end();
    }
  }

  @Test
  void aServerThatOthersCanReachNeedsControl() throws IOException {
    ServerProcess closed = ServerProcess.start("--port=0", "--host=0.0.0.0");
    try {
      assertFails(
          3,
          closed.endpoint()
              + ": Forbidden: Other machines can reach this server, so the control API needs"
              + " --control and a token",
          "database",
          "list",
          "--endpoint=" + closed.endpoint());
    } finally {
      closed.end();
    }
  }

  @Test
  void whatDoesNotAnswerIsReported() {
    assertFails(
        3,
        "http://127.0.0.1:1 cannot be reached: the connection was refused",
        "clock",
        "--endpoint=http://127.0.0.1:1");
    assertFails(
        2, "'ftp://x' is not a URL such as http://127.0.0.1:8000", "clock", "--endpoint=ftp://x");
  }

  @Test
  void serversOfAnotherKindAreReported() throws IOException {
    assertOther(404, "nothing", ": it returned status 404; is it a Monotable server?");
    assertOther(
        400,
        "{\"__type\":\"x#MissingAuthenticationToken\"}",
        ": it returned status 400; is it a Monotable server?");
    assertOther(200, "<html>", ": its response is not a JSON object; is it a Monotable server?");
    assertOther(200, "{\"a\":1", ": its response is not a JSON object; is it a Monotable server?");
    assertOther(200, "{}", ": its response has no 'frozen'; is it a Monotable server?");
    assertOther(302, "", ": it returned status 302; is it a Monotable server?");
  }

  private void assertOther(int status, String body, String message) throws IOException {
    try (TestServer other = TestServer.returning(status, body)) {
      assertFails(3, other.url() + message, "clock", "--endpoint=" + other.url());
    }
  }

  // ---- running ----

  private EndpointClient client() {
    return EndpointClient.of(
        new EndpointConfig(
            url(),
            null,
            null,
            null,
            Map.of("AWS_ACCESS_KEY_ID", db, "AWS_SECRET_ACCESS_KEY", "any")));
  }

  private <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    return client().call(operation, request);
  }

  private void put(String key) {
    Calls.put(this::call, "Things", Item.of("PK", key));
  }

  private void get(String key) {
    Calls.get(this::call, "Things", Item.of("PK", key));
  }

  private CommandLines commands(String... line) {
    CommandLines commands = CommandLines.of(line, environment);
    commands
        .parser()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return commands;
  }

  private int execute(String... line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return commands(line).execute();
  }

  /** Runs a command that succeeds; returns what it prints, with names instead of what varies. */
  private String output(String... line) {
    int code = execute(line);
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    return plain(out);
  }

  private void assertFails(int code, String message, String... line) {
    assertThat(execute(line)).as(err.toString()).isEqualTo(code);
    assertThat(plain(err)).isEqualTo("monotable: " + message + "\n");
    assertThat(out.toString()).isEmpty();
  }

  private static String plain(StringWriter text) {
    return text.toString().replace("\r\n", "\n").replace(url(), "URL");
  }
}
