package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.monotable.conformance.ServerProcess;
import dev.monotable.engine.error.Wording;
import dev.monotable.testing.RawConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs all wire cases over a socket against the packaged server, in both wordings. */
@Tag("slow")
class WireCasesTest {
  private static final List<String> FILES =
      List.of("requests.yaml", "authorization.yaml", "bodies.yaml", "http.yaml", "errors.yaml");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<Wording, ServerProcess> SERVERS = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws URISyntaxException {
    URL table = Objects.requireNonNull(WireCasesTest.class.getResource("/wire/things.json"));
    String schema = Path.of(table.toURI()).toString();
    for (Wording wording : WireCase.WORDINGS) {
      SERVERS.put(wording, ServerProcess.start("--wording", wording.label(), "--schema", schema));
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(ServerProcess::close);
    SERVERS.clear();
  }

  @TestFactory
  Stream<DynamicNode> cases() {
    return FILES.stream()
        .map(
            file ->
                DynamicContainer.dynamicContainer(
                    file, WireCase.read(file).stream().flatMap(it -> tests(file, it))));
  }

  @Test
  void everyFileOfWireCasesIsRun() throws IOException, URISyntaxException {
    URL folder = Objects.requireNonNull(WireCasesTest.class.getResource("/wire"));
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .filteredOn(name -> name.endsWith(".yaml") && !name.equals("wrong-types.yaml"))
          .containsExactlyInAnyOrderElementsOf(FILES);
    }
  }

  private static Stream<DynamicTest> tests(String file, WireCase it) {
    return WireCase.WORDINGS.stream()
        .map(
            wording ->
                DynamicTest.dynamicTest(
                    it.name() + " [" + wording.label() + ']', () -> run(file, it, wording)));
  }

  private static void run(String file, WireCase it, Wording wording) throws IOException {
    List<String> differences = new ArrayList<>();
    ServerProcess server = Objects.requireNonNull(SERVERS.get(wording));
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      for (byte[] request : it.before()) {
        assertThat(connection.sendWhatIsRead(request).read().status()).isEqualTo(200);
      }
      RawConnection.Answer received = connection.sendWhatIsRead(it.request()).read(!it.head());
      compare(Objects.requireNonNull(it.answers().get(wording)), received, it.head(), differences);
      String end = it.closes() ? "close" : "keep-alive";
      if (!end.equals(received.headers().get("Connection"))) {
        differences.add("expected Connection: " + end + ", was " + received.headers());
      } else if (it.closes() && !connection.closedByServer()) {
        differences.add("the connection is still open");
      }
    }
    assertThat(differences)
        .withFailMessage(
            () -> file + ", " + it.name() + ": " + differences + "\n     source " + it.source())
        .isEmpty();
  }

  private static void compare(
      WireCase.Answer expected,
      RawConnection.Answer received,
      boolean head,
      List<String> differences)
      throws IOException {
    byte[] body = received.body();
    if (expected.status() != received.status()) {
      differences.add("expected status " + expected.status() + ", was " + received.status());
    }
    compareHeaders(expected, received, head, differences);
    String coding = received.headers().get("Content-Encoding");
    if ("gzip".equals(coding)) {
      body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
    } else if ("deflate".equals(coding)) {
      body = new InflaterInputStream(new ByteArrayInputStream(body)).readAllBytes();
    }
    if (expected.body().isTextual()) {
      String text = new String(body, StandardCharsets.UTF_8);
      if (!text.equals(expected.body().textValue())) {
        differences.add("expected body " + expected.body() + ", was " + text);
      }
    } else {
      Difference.compare("body", expected.body(), json(body), differences);
    }
  }

  /** Returns the headers of every response and the additional headers of this one. */
  private static void compareHeaders(
      WireCase.Answer expected,
      RawConnection.Answer received,
      boolean head,
      List<String> differences) {
    Map<String, String> headers = received.headers();
    if (!Objects.equals(expected.type(), headers.get("Content-Type"))) {
      differences.add("expected type " + expected.type() + ", was " + headers.get("Content-Type"));
    }
    if (!headers.getOrDefault("x-amzn-RequestId", "").matches("[0-9A-Z]{52}")) {
      differences.add("no request id: " + headers);
    }
    CRC32 crc = new CRC32();
    crc.update(received.body());
    if (!head && !Long.toString(crc.getValue()).equals(headers.get("x-amz-crc32"))) {
      differences.add("no x-amz-crc32: " + crc.getValue() + ": " + headers);
    }
    expected
        .headers()
        .forEach(
            (field, value) -> {
              if (!Objects.equals(value, headers.get(field))) {
                differences.add("expected " + field + ": " + value + ", was " + headers);
              }
            });
  }

  private static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(new String(body, StandardCharsets.UTF_8), e);
    }
  }
}
