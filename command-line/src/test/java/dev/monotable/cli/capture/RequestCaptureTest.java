package dev.monotable.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestCaptureTest {
  @TempDir Path directory;

  @Test
  void aCaptureIsNotOverwritten() throws Exception {
    Path file = Files.writeString(directory.resolve("requests.gz"), "content");
    assertThatThrownBy(() -> RequestCapture.create(file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ": the requests cannot be captured: the file exists and is not empty");
    assertThat(file).hasContent("content");
  }

  @Test
  void anEmptyFileIsUsedByOneServerAtATime() throws Exception {
    Path file = Files.createFile(directory.resolve("requests.gz"));
    RequestCapture first = RequestCapture.create(file);
    assertThatThrownBy(() -> RequestCapture.create(file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            file
                + ": the requests cannot be captured: another server captures requests in this"
                + " file");
    assertThat(first.end()).isNull();
  }

  @Test
  void aFileThatCannotBeWrittenIsNamedWithTheReason() {
    Path file = directory.resolve("missing").resolve("requests.gz");
    assertThatThrownBy(() -> RequestCapture.create(file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ": the requests cannot be captured: there is no such file or directory");
  }

  @Test
  void aRequestIsInTheFileWhenAnotherFollowsASecondLater() throws Exception {
    Path file = directory.resolve("requests.gz");
    AtomicLong nanos = new AtomicLong();
    RequestCapture capture = RequestCapture.create(file, nanos::get);
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.builder().build())) {
      engine.observe(capture);
      list(engine, 1);
      assertThat(limits(file)).containsExactly("1");

      list(engine, 2);
      nanos.set(TimeUnit.SECONDS.toNanos(1) - 1);
      list(engine, 3);
      assertThat(limits(file)).containsExactly("1");

      nanos.set(TimeUnit.SECONDS.toNanos(1));
      list(engine, 4);
      list(engine, 5);
      assertThat(limits(file)).containsExactly("1", "2", "3", "4");
    }
    assertThat(capture.end()).isNull();
    assertThat(limits(file)).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void aCaptureBeginsWithTheNumberOfItsFormat() throws Exception {
    Path file = directory.resolve("requests.gz");
    RequestCapture capture = RequestCapture.create(file);
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.builder().build())) {
      engine.observe(capture);
      list(engine, 1);
    }
    assertThat(capture.end()).isNull();
    try (InputStream bytes = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(new String(bytes.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(
              """
              {"capture":1}
              {"operation":"ListTables","request":{"Limit":1}}
              """);
    }
  }

  /** If this fails, the format needs the next number, which {@link CapturedRequest#FORMAT} has. */
  @Test
  void aNewMemberNeedsANewFormat() {
    assertThat(CapturedRequest.MEMBERS)
        .isEqualTo(
            Map.of(1, Set.of("operation", "request", "issued", "error"))
                .get(CapturedRequest.FORMAT.number()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"capture":2} | 1:1: written by a later version of Monotable (format 2); this one reads format 1
          {"capture":"x"} | 1:1: the number of the format is invalid: x
          {"capture":1} {"operation":"Dance","request":{}} | 1:15: written by a later version of Monotable (format 1, with an unknown operation: Dance)
          {"capture":1} {"operation":"ListTables","request":{},"new":1} | 1:60: written by a later version of Monotable (format 1, with an unknown member: new)
          {"operation":"Dance","request":{}} | 1:1: an unknown operation: Dance
          {"operation":"ListTables","request":{},"new":1} | 1:46: an unknown member: new
          {"operation":"ListTables","request":{}} {"capture":1} | 1:41: expected {"operation": "GetItem", "request": {...}}
          """)
  void whatIsUnknownIsNamedAndTheFileIsUnchanged(String content, String message) throws Exception {
    Path file = Files.writeString(directory.resolve("requests"), content);
    assertThatThrownBy(() -> limits(file))
        .isInstanceOf(InvalidContentException.class)
        .satisfies(
            e -> {
              InvalidContentException invalid = (InvalidContentException) e;
              assertThat(invalid.at() + ": " + invalid.reason()).isEqualTo(file + ":" + message);
            });
    assertThat(file).hasContent(content);
  }

  private static void list(MonotableEngine engine, int limit) {
    engine.call(Operations.LIST_TABLES, ListTablesInput.builder().limit(limit).build());
  }

  /** Returns the limits of the ListTables requests in a file, which may be incomplete. */
  private static List<String> limits(Path file) throws IOException {
    List<String> limits = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      CapturedRequest next;
      while ((next = reader.next()) != null) {
        FileValue limit = next.body().find("Limit");
        limits.add(limit == null ? "none" : FileValue.text(limit, "Limit"));
      }
    }
    return limits;
  }
}
