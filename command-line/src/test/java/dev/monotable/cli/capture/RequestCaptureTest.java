package dev.monotable.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.formats.file.DataFileException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
