package dev.monotable.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.monotable.conformance.Program.Result;
import dev.monotable.testing.TestServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the Java code that the console shows for requests, and compares what the AWS
 * SDK then sends. The other languages are tested in {@code console/browser-tests}. If Node is not
 * available, the test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(600)
class ConsoleCodeTest {
  private static final Path CONSOLE =
      Path.of("..", "console", "browser-tests").toAbsolutePath().normalize();
  private static final Path REQUESTS = CONSOLE.resolve("requests.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An operation and its request. */
  private record Sent(String operation, JsonNode request) {}

  @Test
  void theSdkSendsTheRequest(@TempDir Path directory) throws Exception {
    List<Sent> sent = new CopyOnWriteArrayList<>();
    try (TestServer server =
        TestServer.handling(
            exchange -> {
              String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
              sent.add(
                  new Sent(
                      target.substring(target.indexOf('.') + 1),
                      JSON.readTree(exchange.getRequestBody())));
              exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
              TestServer.send(exchange, 200, "{}");
            })) {
      run(directory, codes(server.url()));
    }

    List<Sent> expected = new ArrayList<>();
    for (JsonNode pair : JSON.readTree(REQUESTS.toFile())) {
      expected.add(new Sent(pair.get(0).asText(), pair.get(1)));
    }
    assertThat(sent).isEqualTo(expected);
  }

  /** Returns the code of each request. */
  private static List<String> codes(String endpoint) throws Exception {
    Program node = new Program(CONSOLE, Path.of("target", "console-code"));
    node.requireVersion("node", "--version");
    String program = CONSOLE.resolve("code.mjs").toString();
    Result result = node.run(60, "node", program, "Java", endpoint);
    assertThat(result.exitCode()).as(result.output()).isZero();
    List<String> codes = new ArrayList<>();
    for (JsonNode code : JSON.readTree(result.output())) {
      codes.add(code.asText());
    }
    return codes;
  }

  /** Compiles a class with a method for each code, and calls them. */
  private static void run(Path directory, List<String> codes) throws Exception {
    StringBuilder source =
        new StringBuilder(
            codes.stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("import "))
                .distinct()
                .collect(Collectors.joining("\n")));
    source.append("\nclass Codes {\n");
    for (int i = 0; i < codes.size(); i++) {
      String body =
          codes
              .get(i)
              .lines()
              .filter(line -> !line.startsWith("import "))
              .collect(Collectors.joining("\n"));
      source.append("static void code").append(i).append("() {\n").append(body).append("\n}\n");
    }
    source.append("}\n");
    Path file = Files.writeString(directory.resolve("Codes.java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                file.toString());
    assertThat(failed).as(source.toString()).isZero();
    URL[] urls = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls)) {
      Class<?> type = loader.loadClass("Codes");
      for (int i = 0; i < codes.size(); i++) {
        var method = type.getDeclaredMethod("code" + i);
        method.setAccessible(true);
        method.invoke(null);
      }
    }
  }
}
