package dev.monotable.cli;

import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.cli.endpoint.KinesisStandIn;
import dev.monotable.cli.serve.ServerProcess;
import dev.monotable.design.DesignTables;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.recording.Recording;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.testing.TestServer;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Tests the exit code of each command with real servers, by the rows of {@code exit-codes.txt}. A
 * command without a row for each code of its help fails the test.
 */
@Tag("slow")
@Timeout(600)
class ExitCodesTest {
  private static final String DEAD = "http://127.0.0.1:1";
  private static final Pattern CODE = Pattern.compile("(?:: |, )([0-9]) ");

  @TempDir private static Path directory;
  private static final String GET =
      "dynamo GetItem '{\"TableName\":\"Things\",\"Key\":{\"PK\":{\"S\":\"a\"}}}'\n";

  private static final Map<String, String> NAMES = new HashMap<>();
  private static final Map<String, String> ENVIRONMENT = new HashMap<>();

  private static ServerProcess server;
  private static ServerProcess other;
  private static KinesisStandIn kinesis;
  private static TestServer functions;
  private static ServerSocket taken;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  // ---- servers and files ----

  @BeforeAll
  static void start() throws Exception {
    taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    kinesis = new KinesisStandIn();
    functions =
        TestServer.answering(
            (exchange, event) ->
                TestServer.send(
                    exchange,
                    exchange.getRequestURI().getPath().equals("/working") ? 200 : 500,
                    ""));
    writeFiles();
    server =
        ServerProcess.start(
            "--port=0", "--schema=" + NAMES.get("schema"), "--kinesis-endpoint=" + kinesis.url());
    other = ServerProcess.start("--port=0");
    NAMES.put("taken", String.valueOf(taken.getLocalPort()));
    NAMES.put("dead", DEAD);
    NAMES.put("server", server.endpoint().toString());
    NAMES.put("other", other.endpoint().toString());
    NAMES.put("directory", directory.toString());
    NAMES.put("missing", directory.resolve("missing").toString());
    String function = functions.url();
    NAMES.put("function", function + "/working");
    ENVIRONMENT.put("MONOTABLE_ENDPOINT", server.endpoint().toString());
    ENVIRONMENT.put("MONOTABLE_DATABASE", "default");
    NAMES.put("empty", created("database", "create", "--schema=" + NAMES.get("schema")));
    String view = "--stream-view-type=KEYS_ONLY";
    String create = "event-source-mapping";
    NAMES.put("delivering", created(create, "create", "Things", function + "/working", view));
    NAMES.put(
        "failing",
        created(create, "create", "Things", function + "/failing", "--maximum-retry-attempts=0"));
    prepare(EndpointClient.of(EndpointConfig.of(server.endpoint().toString())));
  }

  /** Writes an item that neither a function nor Kinesis has received. */
  private static void prepare(EndpointClient client) {
    client.call(
        Operations.UPDATE_CONTRIBUTOR_INSIGHTS,
        UpdateContributorInsightsInput.builder()
            .tableName("Things")
            .contributorInsightsAction("ENABLE")
            .build());
    client.call(
        Operations.ENABLE_KINESIS_STREAMING_DESTINATION,
        KinesisStreamingDestinationInput.builder()
            .tableName("Things")
            .streamArn("arn:aws:kinesis:us-east-1:000000000000:stream/changes")
            .build());
    kinesis.fail("{\"__type\":\"InternalFailure\",\"message\":\"failing\"}");
    put(client::call, "Things", Item.of("PK", "z"));
  }

  private static void writeFiles() throws Exception {
    write(
        "schema",
        """
        {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
         "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
         "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]}
        """);
    write("seed", "[{\"PK\": \"a\"}]");
    write("wrong", "[{\"PK\": 1}]");
    NAMES.put("piece", ShellPiece.write(directory, "piece.sh", GET));
    write("invalid", "{\"a\": [");
    String design =
        """
        design: Things
        tables:
          Things:
            partitionKey: PK
        patterns:
          read a thing:
            operation: GetItem
            table: Things
            key: PK = THING#{id}
            budget: {maxReadUnits: 0.5}
        """;
    write("design", design);
    write("strict", design.replace("0.5", "0.1"));
    String policy =
        """
        {"Statement": {"Effect": "Allow", "Action": ["dynamodb:PutItem", "dynamodb:GetItem"],
         "Resource": "arn:aws:dynamodb:us-east-1:000000000000:table/Things"}}
        """;
    write("policy", policy);
    write("wide", policy.replace("GetItem", "GetItem\", \"dynamodb:DeleteItem"));
    write("misspelt", policy.replace("GetItem", "GetItm"));
    Path recorded = directory.resolve("recording.gz");
    NAMES.put("recording", recorded.toString());
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        Recording recording = Recording.create(recorded, 1 << 20, () -> RequestContext.NONE)) {
      DesignTables.create(DesignFile.read(Path.of(name("design"))), engine);
      recording.listenTo(engine);
      Item key = Item.of("PK", "THING#1");
      put(engine::call, "Things", key);
      get(engine::call, "Things", key);
    }
  }

  private static void write(String name, String content) throws IOException {
    String ending = name.equals("design") || name.equals("strict") ? ".yaml" : ".json";
    NAMES.put(name, Files.writeString(directory.resolve(name + ending), content).toString());
  }

  private static String name(String placeholder) {
    return Objects.requireNonNull(NAMES.get(placeholder), placeholder);
  }

  /** Runs a command that succeeds; returns the ID that it prints. */
  private static String created(String... line) {
    ExitCodesTest test = new ExitCodesTest();
    assertThat(test.execute(line)).as(test.err.toString()).isZero();
    return test.out.toString().strip();
  }

  @AfterAll
  static void stop() throws IOException {
    server.end();
    other.end();
    kinesis.close();
    functions.close();
    taken.close();
  }

  // ---- the table ----

  private static List<String> rows() throws IOException {
    try (InputStream file = ExitCodesTest.class.getResourceAsStream("exit-codes.txt")) {
      byte[] bytes = Objects.requireNonNull(file).readAllBytes();
      String text = new String(bytes, StandardCharsets.UTF_8);
      return text.lines().filter(row -> !row.isEmpty() && !row.startsWith("#")).toList();
    }
  }

  /** Splits a row into the code and the arguments. */
  private static String[] words(String row) {
    return row.split(" +", -1);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aCommandEndsWithItsExitCode(String row) throws Exception {
    String[] words = words(row);
    String[] line = new String[words.length - 1];
    for (int i = 0; i < line.length; i++) {
      Matcher placeholder = Pattern.compile("\\{(\\w+)}").matcher(words[i + 1]);
      line[i] = placeholder.replaceAll(found -> Matcher.quoteReplacement(name(found.group(1))));
    }
    boolean serves = line[0].equals("serve");

    int code = serves ? serve(line) : execute(line);

    assertThat(code).as(err.toString()).isEqualTo(Integer.parseInt(words[0]));
    if (code == 0) {
      assertThat(err.toString()).isEmpty();
    } else if (code > 1) {
      assertThat(err.toString()).as("one line that says why").hasLineCount(1);
    }
  }

  /** As on the command line, so in the environment and in a file. */
  @Test
  void otherSourcesOfOptionsGiveTheSameCodes() throws IOException {
    assertThat(execute(Map.of("MONOTABLE_PORT", "x"), "serve")).isEqualTo(2);
    assertThat(execute(Map.of("MONOTABLE_TIMEOUT", "soon"), "wait", DEAD)).isEqualTo(2);
    assertThat(execute(Map.of("MONOTABLE_TIMEOUT", "soon"), "healthcheck", DEAD)).isEqualTo(1);
    Path config = Files.writeString(directory.resolve("monotable.yaml"), "ttl-sweep: soon\n");
    assertThat(execute(Map.of(), "serve", "--config=" + config)).isEqualTo(2);
    assertThat(err.toString().replace("\r\n", "\n"))
        .isEqualTo(
            """
            monotable: MONOTABLE_PORT: Invalid value for option '--port': 'x' is not an int
            monotable: MONOTABLE_TIMEOUT: Invalid value for option '--timeout': 'soon' is not a duration such as 2h, 30s or PT2H
            monotable: MONOTABLE_TIMEOUT: Invalid value for option '--timeout': 'soon' is not a duration such as 2h, 30s or PT2H
            monotable: CONFIG:1:12: Invalid value for option '--ttl-sweep': 'soon' is not a duration such as 2h, 30s or PT2H
            """
                .replace("CONFIG", config.toString()));
  }

  @Test
  void aCommandWithoutItsCommandIsInvalid() {
    for (String group : List.of("database", "fault", "design", "policy")) {
      assertThat(execute(group)).isEqualTo(2);
    }
    assertThat(execute("lunch")).isEqualTo(2);
  }

  @Test
  void eachCommandHasARowForEachCodeOfItsHelp() throws IOException {
    TreeSet<String> expected = new TreeSet<>();
    for (Subcommand command : Subcommand.values()) {
      CommandLine parser = new CommandLine(command.create());
      if (parser.getSubcommands().isEmpty()) {
        addCodes(command.label(), parser, expected);
      }
      parser
          .getSubcommands()
          .forEach((name, each) -> addCodes(command.label() + " " + name, each, expected));
    }
    TreeSet<String> tested = new TreeSet<>();
    for (String row : rows()) {
      String[] words = words(row);
      boolean nested =
          !new CommandLine(Objects.requireNonNull(Subcommand.find(words[1])).create())
              .getSubcommands()
              .isEmpty();
      tested.add(words[1] + (nested ? " " + words[2] : "") + ": " + words[0]);
    }

    assertThat(tested).isEqualTo(expected);
  }

  private static void addCodes(String name, CommandLine parser, Set<String> codes) {
    String help = String.join(" ", parser.getCommandSpec().usageMessage().footer());
    assertThat(help).as(name).contains("Exit codes");
    Matcher code = CODE.matcher(help);
    while (code.find()) {
      codes.add(name + ": " + code.group(1));
    }
  }

  // ---- running ----

  private int execute(String... line) {
    return execute(ENVIRONMENT, line);
  }

  private int execute(Map<String, String> environment, String... line) {
    CommandLines commands = CommandLines.of(line, environment);
    commands
        .parser()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return commands.execute();
  }

  /** Runs a server that cannot start, in a process of its own. */
  private int serve(String... line) throws Exception {
    Path errors = Files.createTempFile(directory, "serve", ".txt");
    Process process =
        new ProcessBuilder(ServerProcess.command(List.of(), line))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    int code = process.waitFor();
    err.write(Files.readString(errors));
    return code;
  }
}
