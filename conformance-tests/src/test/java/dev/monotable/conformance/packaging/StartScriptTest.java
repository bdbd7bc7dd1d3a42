package dev.monotable.conformance.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code ./monotable} with an installation: the script and the jar in one directory. */
@Tag("slow")
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class StartScriptTest {
  /** Makes the JVM exit if it cannot use the archive. */
  private static final String ARCHIVE_REQUIRED =
      Runtime.version().feature() >= 25 ? "-XX:AOTMode=on" : "-Xshare:on";

  /** Most classes of Monotable that a start loads, because all of an archive are loaded. */
  private static final int MAX_OWN_CLASSES = 800;

  private static final List<Map.Entry<String, String>> FIRST_REQUESTS =
      List.of(
          Map.entry(
              "CreateTable",
              "{\"TableName\":\"Things\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
                  + "[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
                  + "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}]}"),
          Map.entry("PutItem", "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"a\"}}}"),
          Map.entry("GetItem", "{\"TableName\":\"Things\",\"Key\":{\"PK\":{\"S\":\"a\"}}}"));

  @TempDir Path directory;

  private Path script;
  private Path jar;

  @BeforeEach
  void install() throws IOException {
    Path packaged = Path.of(System.getProperty("monotable.server.jar"));
    Path root = packaged.toRealPath().getParent().getParent().getParent();
    script = Files.copy(root.resolve("monotable"), directory.resolve("monotable"));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    jar =
        Files.copy(
            packaged, directory.resolve("monotable.jar"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  @Test
  void theArchiveIsReplacedWithTheJar() throws Exception {
    assertThat(run(Map.of(), "--prepare")).isZero();
    List<Path> first = archives();
    assertThat(first).hasSize(2); // of the server and of the commands
    assertThat(run(Map.of("JAVA_OPTS", ARCHIVE_REQUIRED), "--version")).isZero();

    // The same classes, built at another time: the JVM does not accept the archive any more.
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-02T03:04:05Z")));
    String line = firstLine(Map.of("JAVA_OPTS", ARCHIVE_REQUIRED), "--port", "0");

    assertThat(line).startsWith("Monotable listens on http://127.0.0.1:");
    assertThat(archives()).hasSize(1).doesNotContainAnyElementsOf(first);
  }

  @Test
  void aStartLoadsFewClassesUntilTheThirdResponse() throws Exception {
    assertThat(run(Map.of(), "--prepare")).isZero();
    Path log = directory.resolve("classes.log");
    Map<String, String> options = Map.of("JAVA_OPTS", "-Xlog:class+load:file=" + log);
    Process process = start(options, "--port", "0");
    try (BufferedReader lines = lines(process)) {
      String line = lines.readLine();
      URI endpoint = URI.create(line.substring(line.indexOf("http://")));
      for (Map.Entry<String, String> request : FIRST_REQUESTS) {
        send(endpoint, request.getKey(), request.getValue());
      }
    } finally {
      stop(process);
    }

    try (Stream<String> loaded = Files.lines(log)) {
      assertThat(loaded.filter(each -> each.contains(" dev.monotable.")))
          .hasSizeBetween(400, MAX_OWN_CLASSES);
    }
  }

  private static void send(URI endpoint, String operation, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }

  @Test
  void withoutAnArchiveTheServerStartsToo() throws Exception {
    assertThat(run(Map.of("JAVA_HOME", jdkThatCannotWriteArchives()), "--prepare")).isEqualTo(1);
    assertThat(archives()).hasSize(1);
    assertThat(archives().get(0)).isEmptyFile();

    assertThat(firstLine(Map.of(), "--port", "0"))
        .startsWith("Monotable listens on http://127.0.0.1:");
    assertThat(archives().get(0)).isEmptyFile();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theHeapBeginsWithTheSizeThatKeptDataNeed() throws Exception {
    Path data = Files.createDirectories(directory.resolve("kept data").resolve("db-shared"));
    String path = data.getParent().toString();
    String home = jdk("printf '%s ' \"$@\"");
    assertThat(initialHeap(Map.of("JAVA_HOME", home), "--data", path)).isEqualTo("64m");

    byte[] megabyte = new byte[1 << 20];
    try (OutputStream file = Files.newOutputStream(data.resolve("snapshot-0000000001"))) {
      for (int i = 0; i < 100; i++) {
        file.write(megabyte);
      }
    }
    // 128 MB, and twice the files with their directories.
    String expected = "33[5-9][0-9]{3}k";
    assertThat(initialHeap(Map.of("JAVA_HOME", home), "--data", path)).matches(expected);
    assertThat(initialHeap(Map.of("JAVA_HOME", home), "--data=" + path)).matches(expected);
    assertThat(initialHeap(Map.of("JAVA_HOME", home, "MONOTABLE_DATA", path))).matches(expected);
    assertThat(initialHeap(Map.of("JAVA_HOME", home))).isEqualTo("64m");
    for (String variable : List.of("JAVA_OPTS", "JDK_JAVA_OPTIONS")) {
      Map<String, String> environment = Map.of("JAVA_HOME", home, variable, "-Xmx100m");
      assertThat(initialHeap(environment, "--data", path)).isEqualTo("64m");
    }
  }

  /** Returns the initial heap with which the script starts a JVM that prints its options. */
  private String initialHeap(Map<String, String> environment, String... options) throws Exception {
    String line = output(environment, options);
    int last = line.lastIndexOf("-Xms");
    return line.substring(last + "-Xms".length(), line.indexOf(' ', last));
  }

  private String output(Map<String, String> environment, String... options) throws Exception {
    Process process = start(environment, options);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  private String jdkThatCannotWriteArchives() throws IOException {
    return jdk("exit 3");
  }

  /** Returns a directory with the release file of this JDK and a script instead of its program. */
  private String jdk(String program) throws IOException {
    Path home = directory.resolve("jdk");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + program + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.copy(Path.of(System.getProperty("java.home"), "release"), home.resolve("release"));
    return home.toString();
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith("classes-")).toList();
    }
  }

  /** Runs the script until it ends; returns its exit code. */
  private int run(Map<String, String> environment, String... options) throws Exception {
    Process process = start(environment, options);
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Runs the script until it prints a line, and stops it. */
  private String firstLine(Map<String, String> environment, String... options) throws Exception {
    Process process = start(environment, options);
    try (BufferedReader lines = lines(process)) {
      return lines.readLine();
    } finally {
      stop(process);
    }
  }

  private static BufferedReader lines(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void stop(Process process) throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
  }

  private Process start(Map<String, String> environment, String... options) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(script.toString());
    builder.command().addAll(List.of(options));
    builder.environment().keySet().removeIf(name -> name.startsWith("MONOTABLE_"));
    builder.environment().remove("JAVA_OPTS");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).start();
  }
}
