package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.formats.item.SeedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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
class ServeCommandTest {
  @Nested
  class Options {
    @Test
    void optionsAreParsed() {
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
              "--max-databases=3",
              "--ttl-sweep=500ms",
              "--delay=create-table=5s",
              "--delay",
              "create-index=250ms",
              "--idle-timeout=7m",
              "--request-timeout=8",
              "--record",
              "requests.gz");

      ServeOptions options = command.options();
      assertThat(options.record).isEqualTo(Path.of("requests.gz"));
      assertThat(options.port).isZero();
      assertThat(options.host).isEqualTo("::1");
      assertThat(options.wording).isEqualTo(Wording.classic());
      assertThat(options.schemas)
          .containsExactly(Path.of("a.yaml"), Path.of("b.json"), Path.of("c.json"));
      assertThat(options.parameters).isEqualTo(Map.of("Stage", "dev", "Empty", ""));
      assertThat(options.region).isEqualTo("eu-west-1");
      assertThat(options.account).isEqualTo("123456789012");
      assertThat(options.splitByCredentials).isTrue();
      assertThat(options.maxDatabases).isEqualTo(3);
      assertThat(options.ttlSweep).isEqualTo(Duration.ofMillis(500));
      assertThat(options.delays.build())
          .isEqualTo(
              Delays.builder()
                  .createTable(Duration.ofSeconds(5))
                  .createIndex(Duration.ofMillis(250))
                  .build());
      assertThat(options.idleTimeout).isEqualTo(Duration.ofMinutes(7));
      assertThat(options.requestTimeout).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void theOptionsOfWebPagesAreParsed() {
      ServeCommand command = new ServeCommand();

      new CommandLine(command)
          .parseArgs(
              "--cors",
              "https://a.example,http://b.example:81",
              "--cors=null",
              "--allowed-host=dynamodb.test,db",
              "--allowed-host",
              "*");

      ServeOptions options = command.options();
      assertThat(options.allowedOrigins)
          .containsExactly("https://a.example", "http://b.example:81", "null");
      assertThat(options.allowedHosts).containsExactly("dynamodb.test", "db", "*");
    }

    @Test
    void aSeedMayNameItsTable() {
      ServeCommand command = new ServeCommand();

      new CommandLine(command).parseArgs("--seed", "chat.json", "Chat=lines.json", "--port=0");

      assertThat(command.options().seeds)
          .containsExactly(
              SeedFile.of(Path.of("chat.json")), new SeedFile(Path.of("lines.json"), "Chat"));
    }

    @Test
    void theRetentionOfStreamsAndTheLeaseAreParsed() {
      ServeCommand command = new ServeCommand();
      new CommandLine(command).parseArgs("--stream-retention", "1h", "--lease=PT10S");

      assertThat(command.options().streamRetention).isEqualTo(Duration.ofHours(1));
      assertThat(command.options().lease).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void defaultsAreTheSameWithAndWithoutTheParser() {
      ServeCommand command = new ServeCommand();
      new CommandLine(command).parseArgs();

      assertThat(command.options())
          .usingRecursiveComparison()
          .isEqualTo(new ServeOptions())
          .isEqualTo(ServeOptions.findPlain(new String[0], Map.of()));
    }

    @Test
    void portAndHostDoNotNeedTheParser() {
      for (String[] line :
          List.of(
              new String[] {"--port", "8001", "--host", "0.0.0.0"},
              new String[] {"--host=0.0.0.0", "--port=8001"})) {
        ServeCommand command = new ServeCommand();
        new CommandLine(command).parseArgs(line);
        assertThat(ServeOptions.findPlain(line, Map.of()))
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
        assertThat(ServeOptions.findPlain(line, Map.of())).as(String.join(" ", line)).isNull();
      }
      ServeOptions expected = new ServeOptions();
      expected.port = 8002;
      expected.host = "0.0.0.0";
      assertThat(
              ServeOptions.findPlain(
                  new String[] {"--port=8002"},
                  Map.of("MONOTABLE_PORT", "8001", "MONOTABLE_HOST", "0.0.0.0", "PATH", "x")))
          .usingRecursiveComparison()
          .isEqualTo(expected);
      assertThat(ServeOptions.findPlain(new String[0], Map.of("MONOTABLE_TLS", "true"))).isNull();
      assertThat(ServeOptions.findPlain(new String[0], Map.of("MONOTABLE_PORT", "tcp://1:2")))
          .isNull();
    }
  }

  @Nested
  class Failures {
    @TempDir Path directory;

    @Test
    void anInvalidSchemaIsReportedWithFileAndLine() throws IOException {
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

      assertThat(run(options, 2))
          .isEqualTo(file + ":5:7: AWS::DynamoDB::Table has no property 'KeySchem'\n");
    }

    @Test
    void anInvalidTableIsReportedWithFileAndLine() throws IOException {
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

      assertThat(run(options, 2))
          .startsWith(file + ":1:1: ")
          .hasLineCount(1)
          .contains("AttributeDefinitions");
    }

    @Test
    void anInvalidSeedIsReportedWithFileAndLine() throws IOException {
      Path file = Files.writeString(directory.resolve("seed.json"), "[\n {\"id\": 1}]\n");
      ServeOptions options = new ServeOptions();
      options.port = 0;
      options.seeds = List.of(SeedFile.of(file));

      assertThat(run(options, 2))
          .isEqualTo(
              file
                  + ": the table of its items is unknown: give TABLE=FILE; the database has no"
                  + " tables\n");
    }

    @Test
    void aRecordingThatCannotBeWrittenIsReported() {
      ServeOptions options = new ServeOptions();
      options.port = 0;
      options.record = directory.resolve("missing").resolve("requests.gz");

      assertThat(run(options, 2))
          .startsWith(options.record + ": the requests cannot be recorded: ")
          .hasLineCount(1);
    }

    @Test
    void aPortInUseIsReported() throws IOException {
      try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
        ServeOptions options = new ServeOptions();
        options.port = taken.getLocalPort();

        assertThat(run(options, 3))
            .isEqualTo(
                "monotable: cannot listen on 127.0.0.1:"
                    + taken.getLocalPort()
                    + ": Address already in use\n");
      }
    }

    private String run(ServeOptions options, int exitCode) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int code = ServerLauncher.run(options, stream(out), stream(err));
      assertThat(code).isEqualTo(exitCode);
      assertThat(out.size()).isZero();
      return err.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    private PrintStream stream(ByteArrayOutputStream bytes) {
      return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
  }
}
