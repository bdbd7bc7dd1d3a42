package dev.monotable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs all examples of {@code docs/control-api.md} in a shell, from top to bottom, and compares
 * what they print with what the guide shows. There, an ellipsis stands for any text.
 */
@Tag("slow")
@Timeout(900)
@DisabledOnOs(OS.WINDOWS)
class ControlGuideTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(sh|json|text)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern ID = Pattern.compile("MTDB[A-Z2-7]{16}");
  private static final String MARK = "---- example ";

  @TempDir private Path directory;

  /** Commands, and the end of what they print; null if the guide does not show it. */
  private record Example(String commands, @Nullable String expected) {}

  @Test
  void theExamplesOfTheGuideWork() throws Exception {
    for (String program : List.of("bash", "curl", "node")) {
      assumeTrue(
          List.of(System.getenv("PATH").split(":")).stream()
              .anyMatch(path -> Files.isExecutable(Path.of(path, program))),
          "the examples need " + program);
    }
    int port = freePort();
    int functionPort = freePort();
    String guide =
        Files.readString(Path.of("..", "docs", "control-api.md"))
            .replace("9000", String.valueOf(functionPort))
            .replace(":8000", ":" + port)
            .replace("./monotable wait", "./monotable wait http://127.0.0.1:" + port)
            .replaceAll("curl (-N [^#\n]*)", "follow \"\\$(type -P curl)\" --noproxy '*' -sS $1")
            .replaceAll("(.*--follow)", "follow $1");
    List<Example> examples = examples(guide);
    assertThat(examples).hasSizeGreaterThan(20);
    writeProgram();
    List<String> printed = run(examples, port);
    for (int i = 0; i < examples.size(); i++) {
      Example example = examples.get(i);
      if (example.expected() != null) {
        assertThat(printed.get(i))
            .as(example.commands())
            .matches("(?s)(.*\n)?" + pattern(example.expected()));
      }
    }
  }

  private static List<Example> examples(String guide) {
    List<Example> examples = new ArrayList<>();
    Matcher block = BLOCK.matcher(guide);
    while (block.find()) {
      if (block.group(1).equals("sh")) {
        examples.add(new Example(block.group(2), null));
      } else {
        Example shown = examples.remove(examples.size() - 1);
        assertThat(shown.expected()).as("a second output of: " + shown.commands()).isNull();
        examples.add(new Example(shown.commands(), block.group(2)));
      }
    }
    return examples;
  }

  private static String pattern(String expected) {
    StringBuilder pattern = new StringBuilder();
    for (String part : expected.split("…", -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*");
      String[] between = ID.split(part, -1);
      for (int i = 0; i < between.length; i++) {
        pattern.append(i == 0 ? "" : ID.pattern()).append(Pattern.quote(between[i]));
      }
    }
    return pattern.toString();
  }

  /**
   * Returns a free port, below those that systems give to connections, so that it is still free
   * when the server starts.
   */
  private static int freePort() throws IOException {
    Random random = new Random();
    while (true) {
      int port = 10_000 + random.nextInt(20_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Another port may be free.
      }
    }
  }

  /** Writes a start script, because that of the project needs the packaged jar. */
  private void writeProgram() throws IOException {
    String script =
        "#!/bin/sh\n[ $# -gt 0 ] || exec >server.log\nexec '"
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
            + System.getProperty("java.class.path")
            + "' dev.monotable.cli.Main \"$@\"\n";
    Path file = Files.writeString(directory.resolve("monotable"), script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** Runs the examples in one shell; returns what each has printed, without empty lines. */
  private List<String> run(List<Example> examples, int port) throws Exception {
    StringBuilder script =
        new StringBuilder(
            """
            set -euo pipefail
            trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
            curl() { command curl --noproxy '*' -sS --fail-with-body "$@"; echo; }
            # Runs a command that prints requests, sends some until it has printed one, and ends it.
            follow() {
              "$@" >followed.txt &
              local follower=$!
              until grep -q ListTables followed.txt; do
                kill -0 $follower
                curl -H 'X-Amz-Target: DynamoDB_20120810.ListTables' -d '{}' -o answer.json \
                  -H 'Content-Type: application/x-amz-json-1.0' \
                  -H 'X-Amz-Date: 20260101T000000Z' -H "Authorization: AWS4-HMAC-SHA256 \
            Credential=$db/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0" \
                  $AWS_ENDPOINT_URL_DYNAMODB
              done
              kill $follower
              wait $follower || true
            }
            """);
    for (int i = 0; i < examples.size(); i++) {
      script.append("echo '").append(MARK).append(i).append("'\n");
      script.append("echo '").append(MARK).append(i).append("' >&2\n");
      script.append(examples.get(i).commands());
    }
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", script.toString())
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = shell.environment();
    environment.keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("MONOTABLE_"));
    environment.put("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:" + port);
    environment.put("MONOTABLE_PORT", String.valueOf(port));
    environment.put("MONOTABLE_EXIT_WITH_PARENT", "true");
    Process process = shell.start();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    if (!ended) {
      process.destroy();
    }
    String printed = Files.readString(out).replaceAll("(?m)^\\s*\n", "");
    assertThat(ended && process.exitValue() == 0)
        .as("the last example of:\n" + printed + "\n" + Files.readString(err))
        .isTrue();
    List<String> parts = new ArrayList<>(List.of(printed.split(MARK + "\\d+\n", -1)));
    parts.remove(0);
    return parts;
  }
}
