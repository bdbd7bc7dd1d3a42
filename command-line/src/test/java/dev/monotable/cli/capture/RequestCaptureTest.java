package dev.monotable.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private static void list(MonotableEngine engine, int limit) {
    engine.call(Operations.LIST_TABLES, ListTablesInput.builder().limit(limit).build());
  }

  /** Returns the limits of the ListTables requests in a file, which may be incomplete. */
  private static List<String> limits(Path file) throws IOException {
    List<String> limits = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      CapturedRequest next;
      while ((next = reader.next()) != null) {
        limits.add(FileValue.text(next.body().find("Limit"), "Limit"));
      }
    }
    return limits;
  }
}
