package dev.monotable.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.Edition;
import dev.monotable.engine.limits.Delays;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(600)
class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Nested
  class Options {
    @Test
    void theHelpTellsThemAll() {
      assertThat(execute("--help")).isZero();
      assertThat(out.toString().replace("\r\n", "\n"))
          .isEqualTo(
              """
              Usage: monotable [OPTIONS]
              Serves an in-memory database that answers as Amazon DynamoDB does.
                -p, --port=PORT           Port to listen on; 0 takes a free one. Default: 8000.
                    --host=HOST           Address to listen on; 0.0.0.0 lets other machines in. Default:
                                            127.0.0.1.
                    --wording=EDITION     Wording of error messages: 2026-10, which AWS uses now, or classic,
                                            which it used until June 2026. Default: 2026-10.
                    --schema=FILE...      Create the tables of these files first: CloudFormation templates (YAML
                                            or JSON, as cdk synth prints them) or CreateTable requests (JSON or
                                            YAML).
                    --parameter=NAME=VALUE
                                          Value of a parameter of the templates; may be repeated.
                    --region=REGION       Region in ARNs and templates. Default: us-east-1.
                    --account=ACCOUNT     Account in ARNs and templates, 12 digits. Default: 000000000000.
                    --split-by-credentials
                                          Give each pair of access key and region a database of its own, with
                                            that region in its ARNs, and a key of 12 digits as their account;
                                            otherwise all requests share one, whatever their credentials.
                    --ttl-sweep=SECONDS   How long expired items stay at most; 0 never removes them. Default: 1.
                    --delay=WHAT=TIME     Seconds that something takes, as it does on AWS; may be repeated. WHAT
                                            is create-table, update-table, delete-table, create-index,
                                            delete-index, ttl, or transaction: how long its items are held.
                                            Nothing takes any time by default.
                    --idle-timeout=SECONDS
                                          Close connections that ask nothing for so long. Default: 300.
                    --request-timeout=SECONDS
                                          Give up requests that take longer than this to arrive. Default: 30.
                -h, --help                Print this help.
                -V, --version             Print the version.

              Exit codes: 0 after --help and --version, 1 if it cannot serve, 2 if an option is wrong.
              """);
      assertThat(err.toString()).isEmpty();
    }

    @Test
    void theVersionIsOneLine() {
      assertThat(execute("-V")).isZero();
      assertThat(out.toString()).matches("Monotable .+\\R");
    }

    @Test
    void allOfThemAreTaken() {
      ServeCommand command = new ServeCommand();

      new CommandLine(command)
          .parseArgs(
              "--port=0",
              "--host",
              "::1",
              "--wording",
              "classic",
              "--schema",
              "a.yaml",
              "b.json",
              "--schema=c.json",
              "--parameter",
              "Stage=dev",
              "--parameter",
              "Empty=",
              "--region",
              "eu-west-1",
              "--account=123456789012",
              "--split-by-credentials",
              "--ttl-sweep=0",
              "--delay=create-table=5",
              "--delay",
              "create-index=0.25",
              "--idle-timeout=7",
              "--request-timeout=8");

      ServeOptions options = command.options();
      assertThat(options.port).isZero();
      assertThat(options.host).isEqualTo("::1");
      assertThat(options.wording).isEqualTo(Edition.CLASSIC);
      assertThat(options.schemas)
          .containsExactly(Path.of("a.yaml"), Path.of("b.json"), Path.of("c.json"));
      assertThat(options.parameters).isEqualTo(Map.of("Stage", "dev", "Empty", ""));
      assertThat(options.region).isEqualTo("eu-west-1");
      assertThat(options.account).isEqualTo("123456789012");
      assertThat(options.splitByCredentials).isTrue();
      assertThat(options.ttlSweepSeconds).isZero();
      assertThat(options.delays.build())
          .isEqualTo(
              Delays.builder()
                  .createTable(Duration.ofSeconds(5))
                  .createIndex(Duration.ofMillis(250))
                  .build());
      assertThat(options.idleTimeoutSeconds).isEqualTo(7);
      assertThat(options.requestTimeoutSeconds).isEqualTo(8);
    }

    @Test
    void nothingSaidMeansTheSameWithAndWithoutTheParser() {
      ServeCommand command = new ServeCommand();
      new CommandLine(command).parseArgs();

      assertThat(command.options())
          .usingRecursiveComparison()
          .isEqualTo(new ServeOptions())
          .isEqualTo(ServeOptions.findPlain(new String[0]));
    }

    @Test
    void aPlainStartDoesWithoutTheParser() {
      for (String[] line :
          List.of(
              new String[] {"--port", "8001", "--host", "0.0.0.0"},
              new String[] {"--host=0.0.0.0", "--port=8001"})) {
        ServeCommand command = new ServeCommand();
        new CommandLine(command).parseArgs(line);
        assertThat(ServeOptions.findPlain(line))
            .usingRecursiveComparison()
            .isEqualTo(command.options());
      }
      for (String[] line :
          List.of(
              new String[] {"--help"},
              new String[] {"--port"},
              new String[] {"--port", "70000"},
              new String[] {"--port", "-1"},
              new String[] {"--port", "x"},
              new String[] {"--host="},
              new String[] {"--schema", "a.yaml"},
              new String[] {"8000", "8000"})) {
        assertThat(ServeOptions.findPlain(line)).as(String.join(" ", line)).isNull();
      }
    }

    @Test
    void wrongOnesAreNamed() {
      assertWrong("Invalid value for option '--port': must be between 0 and 65535", "--port=-1");
      assertWrong("Invalid value for option '--port': 'x' is not an int", "--port", "x");
      assertWrong(
          "Invalid value for option '--wording': 'old' is neither 2026-10 nor classic",
          "--wording=old");
      assertWrong("Invalid value for option '--account': must be 12 digits", "--account=1234");
      assertWrong(
          "Invalid value for option '--idle-timeout': must be at least 1", "--idle-timeout=0");
      assertWrong(
          "Invalid value for option '--delay': must be at least 0 seconds", "--delay=ttl=-1");
      assertWrong(
          "Invalid value for option '--delay': must be of something in this help",
          "--delay=lunch=1");
      assertWrong("Unknown option: '--colour'", "--colour");
    }

    private void assertWrong(String message, String... line) {
      err.getBuffer().setLength(0);
      assertThat(execute(line)).isEqualTo(2);
      assertThat(err.toString().lines().findFirst()).contains(message);
    }
  }

  @Nested
  class Failures {
    @TempDir Path directory;

    @Test
    void aSchemaThatDoesNotFitIsToldWithFileAndLine() throws IOException {
      Path file =
          Files.writeString(
              directory.resolve("app.yaml"),
              """
              Resources:
                Orders:
                  Type: AWS::DynamoDB::Table
                  Properties:
                    KeySchem: []
              """);
      ServeOptions options = new ServeOptions();
      options.port = 0;
      options.schemas = List.of(file);

      assertThat(run(options))
          .isEqualTo(file + ":5: AWS::DynamoDB::Table has no property 'KeySchem'\n");
    }

    @Test
    void aTableThatTheDatabaseRefusesIsToldWithItsLine() throws IOException {
      Path file =
          Files.writeString(
              directory.resolve("app.json"),
              """
              {"TableName": "Orders",
               "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
               "AttributeDefinitions": [{"AttributeName": "no", "AttributeType": "S"}],
               "BillingMode": "PAY_PER_REQUEST"}
              """);
      ServeOptions options = new ServeOptions();
      options.port = 0;
      options.schemas = List.of(file);

      assertThat(run(options))
          .startsWith(file + ":1: ")
          .hasLineCount(1)
          .contains("AttributeDefinitions");
    }

    @Test
    void aPortThatIsTakenIsTold() throws IOException {
      try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
        ServeOptions options = new ServeOptions();
        options.port = taken.getLocalPort();

        assertThat(run(options))
            .isEqualTo(
                "monotable: cannot listen on 127.0.0.1:"
                    + taken.getLocalPort()
                    + ": Address already in use\n");
      }
    }

    private String run(ServeOptions options) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int code = Serving.run(options, stream(out), stream(err));
      assertThat(code).isEqualTo(1);
      assertThat(out.size()).isZero();
      return err.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    private PrintStream stream(ByteArrayOutputStream bytes) {
      return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
  }

  private int execute(String... line) {
    return Main.commandLine()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(line);
  }
}
