package dev.monotable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests what the command line prints about itself, and its exit codes. */
@Timeout(600)
class CommandLinesTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theHelpListsFirstWhatMostUsersNeed() throws IOException {
    assertThat(execute("--help")).isZero();
    assertThat(execute("--help", "all")).isZero();
    String help = out.toString().replace("\r\n", "\n");
    if ("write".equals(System.getProperty("monotable.expected"))) {
      Files.writeString(Path.of("src", "test", "resources", "dev/monotable/cli/help.txt"), help);
    } else {
      assertThat(help).isEqualTo(resource("help.txt"));
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theWholeHelpHasSeveralForms() {
    assertThat(execute("--help", "all")).isZero();
    String help = out.toString();
    for (List<String> line :
        List.of(List.of("help", "all"), List.of("serve", "-h", "all"), List.of("-h", "all"))) {
      out.getBuffer().setLength(0);
      assertThat(execute(line.toArray(String[]::new))).isZero();
      assertThat(out.toString()).isEqualTo(help);
    }
    out.getBuffer().setLength(0);
    assertThat(execute("wait", "--help", "all")).isZero();
    assertThat(out.toString()).startsWith("Usage: monotable wait ");
  }

  @Test
  void eachOptionIsInOneSectionOfTheHelp() {
    assertThat(OptionSections.names())
        .containsExactlyInAnyOrderElementsOf(
            CommandLines.all().getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .toList());
  }

  private static String resource(String name) throws IOException {
    try (InputStream file = CommandLinesTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(execute("-V")).isZero();
    assertThat(out.toString()).matches("Monotable .+\\R");
  }

  @Test
  void invalidOptionsAreReported() {
    assertWrong("Invalid value for option '--port': must be between 0 and 65535", "--port=-1");
    assertWrong("Invalid value for option '--port': 'x' is not an int", "--port", "x");
    assertWrong(
        "Invalid value for option '--wording': 'old' is not regional, classic or a region",
        "--wording=old");
    assertWrong("Invalid value for option '--account': must be 12 digits", "--account=1234");
    assertWrong(
        "Invalid value for option '--idle-timeout': must be at least 1s", "--idle-timeout=0");
    assertWrong(
        "Invalid value for option '--max-databases': must be at least 1", "--max-databases=0");
    assertWrong(
        "Invalid value for option '--delay': must be create-table, update-table, delete-table,"
            + " create-index, delete-index, ttl, import-table, export-table, bulk-put or"
            + " transaction, followed by '=' and a duration",
        "--delay=lunch=1");
    assertWrong(
        "--record cannot be combined with --split-by-credentials",
        "--split-by-credentials",
        "--record=requests.gz");
    assertWrong("Unknown option: '--colour'; 'monotable --help' lists the options", "--colour");
    assertWrong("Unknown option: '--prot=1'; did you mean '--port'?", "--prot=1");
    assertWrong("Unknown command: 'srve'; did you mean 'serve'?", "srve");
    assertWrong("Unknown command: 'lunch'; 'monotable --help' lists the commands", "lunch");
  }

  @Test
  void aDurationHasAUnitOrIsInSeconds() {
    for (String option :
        List.of("--ttl-sweep", "--stream-retention", "--idle-timeout", "--request-timeout")) {
      assertWrong(
          "Invalid value for option '"
              + option
              + "': '2 hours' is not a duration such as 2h, 30s or PT2H",
          option,
          "2 hours");
    }
    assertWrong(
        "Invalid value for option '--delay' (WHAT=DURATION): 'soon' is not a duration such as 2h,"
            + " 30s or PT2H",
        "--delay=ttl=soon");
    assertWrong(
        "Invalid value for option '--delay' (WHAT=DURATION): '-1' is not between 0s and 100000d",
        "--delay=ttl=-1");
    assertWrong(
        "Invalid value for option '--lease': '100001d' is not between 0s and 100000d",
        "--lease=100001d");
    assertWrong("Invalid value for option '--lease': must be at least 1s", "--lease=500ms");
    assertWrong(
        "Invalid value for option '--ttl-sweep': must be 0, or at least 1ms", "--ttl-sweep=0.5ms");
    assertWrong(
        "Invalid value for option '--stream-retention': must be whole seconds, and at least 1s",
        "--stream-retention=1500ms");
  }

  /** As of a shell variable that is not set. An empty path would be the working directory. */
  @Test
  void emptyValuesAreReported() {
    for (String option :
        List.of(
            "--data",
            "--record",
            "--capture",
            "--tls-certificate",
            "--tls-key",
            "--tls-directory",
            "--config")) {
      assertWrong("Invalid value for option '" + option + "': the path is empty", option, "");
      assertWrong("Invalid value for option '" + option + "': the path is empty", option + "=");
    }
    assertWrong(
        "Invalid value for option '--schema' at index 0 (FILE): the path is empty", "--schema", "");
    assertWrong("Invalid value for option '--seed': must be [TABLE=]FILE", "--seed", "");
    assertWrong("Invalid value for option '--seed': must be [TABLE=]FILE", "--seed", "Chat=");
    assertWrong("Invalid value for option '--host': must be a host name or an address", "--host=");
    assertWrong("Invalid value for option '--account': must be 12 digits", "--account=");
  }

  @Test
  void aRegionHasTheFormOfOne() {
    for (String region : List.of("", "x y", "-x", "x-", "eu_west", "us-east-1\n", "a".repeat(64))) {
      assertWrong(
          "Invalid value for option '--region': must be letters, digits and hyphens, such as"
              + " eu-west-1",
          "--region=" + region);
    }
  }

  @Test
  void optionsOfADirectoryNeedOne() {
    assertWrong("--repair needs --data", "--repair");
    assertWrong("--sync needs --data", "--sync=always");
  }

  @Test
  void aCaptureIsNotOverwritten(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("requests.gz"), "content");
    assertWrong(
        "Invalid value for option '--capture': must be a new file; " + file + " exists",
        "--capture=" + file);
    assertThat(file).hasContent("content");
  }

  @Test
  void aChangeOfTheClockHasItsValue() {
    assertWrong("advance needs a duration", "clock", "advance");
    assertWrong("set needs a time", "clock", "set");
    assertWrong("run takes nothing", "clock", "run", "1h");
    assertWrong("'stop' is not set TIME, advance DURATION, freeze [TIME] or run", "clock", "stop");
  }

  @Test
  void aCommandOfACommandIsNamed() {
    assertThat(execute("database")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Usage: monotable database ");
    assertWrong("Unmatched argument at index 0: 'lst'; did you mean 'list'?", "database", "lst");
    assertWrong("Unknown option: '--jsn'; did you mean '--json'?", "database", "list", "--jsn");
    assertThat(execute("help", "fault", "add")).isZero();
    assertThat(out.toString()).startsWith("Usage: monotable fault add ");
  }

  private void assertWrong(String message, String... line) {
    err.getBuffer().setLength(0);
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("monotable: " + message + System.lineSeparator());
  }

  private int execute(String... line) {
    CommandLines commands = CommandLines.of(line, Map.of());
    commands
        .parser()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return commands.execute();
  }
}
