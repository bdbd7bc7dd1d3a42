package dev.monotable.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.HttpAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The files of the console, over real sockets. */
@Timeout(300)
class ConsolePagesTest {
  private static final Path PAGES = Path.of("src/main/resources/dev/monotable/console/pages");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final AtomicInteger opened = new AtomicInteger();
  private MonotableServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        MonotableServer.start(
            (request, reply, maxBytes) -> reply.answer(HttpAnswer.of(418)),
            Map.of(
                ConsolePages.PATH,
                new ConsolePages(false, false, opened::incrementAndGet),
                "/_monotable/v1",
                (request, reply, maxBytes) -> reply.answer(HttpAnswer.of(204))),
            ServerConfig.builder().port(0).build());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.endpoint().resolve(path))
            .method(method, BodyPublishers.noBody())
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  /** A tool that only looks whether there is a page opens nothing. */
  @Test
  void aBrowserThatRunsThePagesOpensThem() throws Exception {
    send("GET", "/_monotable/");
    send("GET", "/_monotable/console.js");
    send("POST", "/_monotable/settings.json");
    assertThat(opened).hasValue(0);

    assertThat(send("GET", "/_monotable/settings.json").body())
        .isEqualTo("{\"readOnly\":false,\"needsToken\":false}");

    assertThat(opened).hasValue(1);
  }

  @Test
  void thePageIsSentWithItsPolicy() throws Exception {
    HttpResponse<String> page = send("GET", "/_monotable/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).isEqualTo(Files.readString(PAGES.resolve("index.html")));
    Map<String, List<String>> headers = new TreeMap<>(page.headers().map());
    headers.keySet().removeAll(List.of("connection", "date", "server", "etag"));
    assertThat(headers)
        .isEqualTo(
            Map.of(
                "cache-control", List.of("no-cache"),
                "content-length", List.of(String.valueOf(page.body().length())),
                "content-type", List.of("text/html; charset=utf-8"),
                "content-security-policy",
                    List.of(
                        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src"
                            + " 'self'; img-src 'self'; base-uri 'none'; form-action 'none';"
                            + " frame-ancestors 'none'; require-trusted-types-for 'script';"
                            + " trusted-types 'none'"),
                "cross-origin-opener-policy", List.of("same-origin"),
                "cross-origin-resource-policy", List.of("same-origin"),
                "referrer-policy", List.of("no-referrer"),
                "x-content-type-options", List.of("nosniff")));
  }

  @Test
  void thePathWithoutASlashLeadsToThePage() throws Exception {
    HttpResponse<String> answer = send("GET", "/_monotable?a=b");

    assertThat(answer.statusCode()).isEqualTo(308);
    assertThat(answer.headers().firstValue("location")).contains("/_monotable/");
  }

  @Test
  void thePathsOfOtherServicesStayTheirs() throws Exception {
    assertThat(send("GET", "/_monotable/v1").statusCode()).isEqualTo(204);
    assertThat(send("GET", "/_monotable/v1/x").statusCode()).isEqualTo(204);
    assertThat(send("GET", "/_monotablex").statusCode()).isEqualTo(418);
    assertThat(send("GET", "/").statusCode()).isEqualTo(418);
    assertThat(send("GET", "/_monotable/nothing.js").statusCode()).isEqualTo(404);
    assertThat(send("GET", "/_monotable/../secret").statusCode()).isNotEqualTo(200);
    assertThat(send("POST", "/_monotable/").statusCode()).isEqualTo(405);
  }

  @Test
  void theSettingsSayWhatThePagesMayOffer() throws Exception {
    assertThat(send("GET", "/_monotable/settings.json").body())
        .isEqualTo("{\"readOnly\":false,\"needsToken\":false}");
    ConsolePages readOnly = new ConsolePages(true, true, () -> {});
    try (MonotableServer other =
        MonotableServer.start(
            readOnly,
            Map.of(ConsolePages.PATH, readOnly),
            ServerConfig.builder().port(0).build())) {
      HttpRequest request =
          HttpRequest.newBuilder(other.endpoint().resolve("/_monotable/settings.json")).build();
      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
      assertThat(answer.body()).isEqualTo("{\"readOnly\":true,\"needsToken\":true}");
      assertThat(answer.headers().firstValue("cache-control")).contains("no-store");
    }
  }

  /**
   * Everything that a page loads or runs is a file of the console, and no file makes markup of a
   * text.
   */
  @Test
  void theFilesReferToNothingElse() throws Exception {
    Pattern forbidden =
        Pattern.compile(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function"
                + "|srcdoc|\\son[a-z]+=\"|style=\"|javascript:");
    Pattern imported =
        Pattern.compile(
            "^(?:}|import [^;\\n]*?) from \"([^\"]+)\"|\\bimport\\([\"`]([^\"`]+)",
            Pattern.MULTILINE);
    try (Stream<Path> files = Files.walk(PAGES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file);
        assertThat(forbidden.matcher(text).results().map(found -> found.group()).toList())
            .as(file.toString())
            .isEmpty();
        assertThat(
                imported
                    .matcher(text)
                    .results()
                    .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                    .toList())
            .as(file.toString())
            .allMatch(name -> name.startsWith("./") || name.startsWith("../"));
        assertThat(send("GET", "/_monotable/" + PAGES.relativize(file)).statusCode())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void theFilesTakeLittleOfTheJar() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (Stream<Path> files = Files.walk(PAGES);
        GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.write(Files.readString(file).getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(compressed.size()).isLessThan(75_000);
  }
}
