package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.http.MonotableServer;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(600)
class ConsoleOptionsTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static HttpResponse<String> get(URI endpoint, String path) throws Exception {
    URI local = URI.create(endpoint.toString().replace("//0.0.0.0:", "//127.0.0.1:"));
    return CLIENT.send(
        HttpRequest.newBuilder(local.resolve(path)).build(), BodyHandlers.ofString());
  }

  private static MonotableServer start(String... line) throws Exception {
    ServeCommand command = new ServeCommand();
    new CommandLine(command).parseArgs(line);
    command.options().port = 0;
    return ServerLauncher.start(command.options());
  }

  @Test
  void theConsoleIsServedUnlessItIsTurnedOff() throws Exception {
    try (MonotableServer server = start()) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).startsWith("<!DOCTYPE html>");
      assertThat(get(server.endpoint(), "/_monotable/settings.json").body())
          .isEqualTo("{\"readOnly\":false}");
    }
    try (MonotableServer server = start("--no-console")) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).doesNotContain("<html");
      assertThat(get(server.endpoint(), "/_monotable/v1/health").statusCode()).isEqualTo(200);
    }
    try (MonotableServer server = start("--console", "read-only")) {
      assertThat(get(server.endpoint(), "/_monotable/settings.json").body())
          .isEqualTo("{\"readOnly\":true}");
    }
  }

  @Test
  void noClassOfItIsLoadedBeforeItsPageIsOpened(@TempDir Path directory) throws Exception {
    Path log = directory.resolve("classes.txt");
    ServerProcess server =
        ServerProcess.start(List.of("-Xlog:class+load:file=" + log), "--port", "0");
    try {
      assertThat(get(server.endpoint(), "/").statusCode()).isEqualTo(200);
      assertThat(Files.readAllLines(log))
          .filteredOn(line -> line.contains(" dev.monotable."))
          .hasSizeGreaterThan(100)
          .noneMatch(line -> line.contains(" dev.monotable.console."))
          .noneMatch(line -> line.contains(" dev.monotable.design."));

      assertThat(get(server.endpoint(), "/_monotable/").body()).startsWith("<!DOCTYPE html>");

      assertThat(Files.readAllLines(log))
          .anyMatch(line -> line.contains(" dev.monotable.console.ConsolePages "))
          .noneMatch(line -> line.contains(" dev.monotable.design."));
    } finally {
      server.end();
    }
  }

  @Test
  void itIsServedWhereTheControlApiAnswers() throws Exception {
    try (MonotableServer server = start("--host", "0.0.0.0")) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).doesNotContain("<html");
    }
    try (MonotableServer server = start("--host", "0.0.0.0", "--control")) {
      assertThat(get(server.endpoint(), "/_monotable/").body()).startsWith("<!DOCTYPE html>");
      assertThat(get(server.endpoint(), "/_monotable/v1/databases").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void anotherModeIsInvalid() {
    assertThatThrownBy(() -> start("--console", "none"))
        .hasMessage("Invalid value for option '--console': must be full or read-only");
  }

  @Test
  void theServerPrintsTheAddressInItsSecondLine() throws Exception {
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "dev.monotable.cli.Main",
            "--port",
            "0");
    Process process = new ProcessBuilder(line).redirectErrorStream(false).start();
    try (BufferedReader out = process.inputReader()) {
      String first = out.readLine();
      assertThat(first).startsWith("Monotable listens on http://127.0.0.1:");
      assertThat(out.readLine())
          .isEqualTo(first.replace("Monotable listens on", "The console is at") + "/_monotable/");
    } finally {
      process.destroyForcibly();
    }
  }
}
