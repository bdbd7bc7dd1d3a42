package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.cli.option.InvalidOptionException;
import dev.monotable.cli.option.OptionSources;
import dev.monotable.engine.limits.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests where the options of the server come from, and which source counts. */
class OptionSourcesTest {
  private static final String FILE =
      """
      port: 8001
      host: 0.0.0.0
      split-by-credentials: true
      seed: [a.json, Chat=b.json]
      delay: {create-table: 6s, ttl: 0.5}
      limits:
        item: {max-bytes: 1000}
        read.max-page-bytes: 4096
      """;

  @TempDir Path directory;

  @Test
  void allOptionsCanBeInAFile() throws Exception {
    assertThat(complete(Map.of(), "--config", write(FILE)))
        .containsExactly(
            "--port=8001",
            "--host=0.0.0.0",
            "--split-by-credentials",
            "--seed=a.json",
            "--seed=Chat=b.json",
            "--delay=create-table=6s",
            "--delay=ttl=0.5",
            "--limits=item.max-bytes=1000",
            "--limits=read.max-page-bytes=4096",
            "--config",
            path().toString());
  }

  @Test
  void allOptionsCanBeInTheEnvironment() throws Exception {
    assertThat(
            complete(
                Map.of(
                    "MONOTABLE_PORT", "8002",
                    "MONOTABLE_TTL_SWEEP", "2m",
                    "MONOTABLE_SEED", "a.json, b.json",
                    "MONOTABLE_TLS", "true",
                    "MONOTABLE_SPLIT_BY_CREDENTIALS", "false",
                    "MONOTABLE_HOST", "",
                    "MONOTABLE_UNKNOWN", "x")))
        .containsExactly(
            "--port=8002", "--seed=a.json", "--seed=b.json", "--ttl-sweep=2m", "--tls");
  }

  @Test
  void theCommandLineCountsBeforeTheEnvironmentAndThisBeforeTheFile() throws Exception {
    assertThat(
            complete(
                Map.of(
                    "MONOTABLE_CONFIG", write(FILE), "MONOTABLE_HOST", "::", "MONOTABLE_SEED", "e"),
                "--port",
                "8003",
                "--delay=ttl=1"))
        .containsExactly(
            "--split-by-credentials",
            "--limits=item.max-bytes=1000",
            "--limits=read.max-page-bytes=4096",
            "--host=::",
            "--seed=e",
            "--port",
            "8003",
            "--delay=ttl=1");
    assertThat(complete(Map.of("MONOTABLE_PORT", "8002"), "-p8003")).containsExactly("-p8003");
  }

  /** Kubernetes sets such a variable for a service called monotable. */
  @Test
  void aServiceLinkIsNotAPort() throws Exception {
    assertThat(complete(Map.of("MONOTABLE_PORT", "tcp://10.0.0.1:8000"))).isEmpty();
  }

  @Test
  void helpNeedsNoValidFile() throws Exception {
    assertThat(complete(Map.of("MONOTABLE_PORT", "x"), "--help")).containsExactly("--help");
  }

  @Test
  void anErrorNamesItsSource() throws IOException {
    assertInvalid("port: 8000\nprot: 1\n", ":2:1: unknown option 'prot'; did you mean 'port'?");
    assertInvalid("colour: red\n", ":1:1: unknown option 'colour'");
    assertInvalid("config: x\n", ":1:1: unknown option 'config'");
    assertInvalid(
        "port: 70000\n", ":1:7: Invalid value for option '--port': must be between 0 and 65535");
    assertInvalid("port: [1]\n", ":1:7: the value of 'port' cannot be a list");
    assertInvalid("tls: perhaps\n", ":1:6: must be true or false");
    assertInvalid(
        "limits: {item.max-byte: 1}\n",
        ":1:9: Invalid value for option '--limits': unknown limit 'item.max-byte'; did you mean"
            + " 'item.max-bytes'?");
    assertInvalid(
        "limits: {account.max-legacy-global-tables: 10}\n",
        ":1:9: Invalid value for option '--limits': the limit 'account.max-legacy-global-tables'"
            + " was removed: no global table of version 2017.11.29 can be created, as on AWS");
    assertInvalid(
        "limits: {vector.max-exact-entries: 20000}\n",
        ":1:9: Invalid value for option '--limits': the limit 'vector.max-exact-entries' was"
            + " removed: every search for vectors is exact");
    assertThatThrownBy(() -> complete(Map.of("MONOTABLE_PORT", "x")))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage("MONOTABLE_PORT: Invalid value for option '--port': 'x' is not an int");
    assertThatThrownBy(() -> complete(Map.of("MONOTABLE_TLS", "x")))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage("MONOTABLE_TLS: must be true or false");
  }

  @Test
  void everyLimitOfThePagesHasItsName() throws IOException {
    Set<String> subjects = new TreeSet<>();
    Limits.names().forEach(name -> subjects.add(name.substring(0, name.indexOf('.'))));
    Pattern name = Pattern.compile("\\b(" + String.join("|", subjects) + ")\\.[a-z]+(-[a-z]+)+");
    List<String> found = new ArrayList<>();
    try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
      for (Path page :
          Stream.concat(Stream.of(Path.of("../DIFFERENCES.md")), pages)
              .filter(each -> each.toString().endsWith(".md"))
              .toList()) {
        name.matcher(Files.readString(page)).results().forEach(each -> found.add(each.group()));
      }
    }
    assertThat(Limits.names()).containsAll(found);
    assertThat(found).contains("item.max-bytes", "vector.max-index-bytes");
  }

  @Test
  void aLimitIsSet() {
    ServeCommand command = new ServeCommand();
    new CommandLine(command)
        .parseArgs(
            "--limits=item.max-bytes=1000",
            "--limits",
            "tag.max-tags=3",
            "--limits=table.ttl-change-seconds=0");

    assertThat(command.options().limits.build().item().maxBytes()).isEqualTo(1000);
    assertThat(command.options().limits.build().tag().maxTags()).isEqualTo(3);
    assertThat(command.options().limits.build().table().ttlChangeSeconds()).isZero();
  }

  @Test
  void mostLimitsArePositive() throws IOException {
    assertInvalid(
        "limits: {account.max-tables: 0}\n",
        ":1:9: Invalid value for option '--limits': a limit must be positive: 0");
    assertInvalid(
        "limits: {table.ttl-change-seconds: -1}\n",
        ":1:9: Invalid value for option '--limits': a limit must not be negative: -1");
  }

  private void assertInvalid(String file, String message) throws IOException {
    String path = write(file);
    assertThatThrownBy(() -> complete(Map.of(), "--config=" + path))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage(path + message);
  }

  private Path path() {
    return directory.resolve("monotable.yaml");
  }

  private String write(String content) throws IOException {
    return Files.writeString(path(), content).toString();
  }

  private static String[] complete(Map<String, String> environment, String... arguments)
      throws InvalidOptionException {
    return new OptionSources(() -> new CommandLine(new ServeCommand()), environment)
        .complete(arguments);
  }
}
