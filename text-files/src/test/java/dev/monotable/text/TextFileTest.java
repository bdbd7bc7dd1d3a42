package dev.monotable.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TextFileTest {
  @TempDir Path directory;

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aNamedPipeIsAnErrorBeforeItIsOpened() throws Exception {
    Path pipe = directory.resolve("pipe.json");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String reason = ": cannot be read: it is a named pipe; give a file, or /dev/stdin";

    assertThatThrownBy(() -> FileReaders.read(pipe))
        .isInstanceOfSatisfying(
            InvalidContentException.class,
            e -> assertThat(e.at() + ": " + e.reason()).isEqualTo(pipe + reason));
    assertThatThrownBy(() -> new TextFile(pipe).open()).isInstanceOf(InvalidContentException.class);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPipeOfAShellIsRead() throws Exception {
    ProcessBuilder reader =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ReadStandardInput.class.getName());
    Process process = reader.redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write("{\"a\": [1]}".getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(output).contains("name=a");
    assertThat(process.waitFor()).isZero();
  }

  /** Reads a file that its process gets as a pipe. */
  static final class ReadStandardInput {
    public static void main(String[] arguments) {
      System.out.println(FileReaders.read(Path.of("/dev/stdin")));
    }
  }

  @Test
  void aReasonDoesNotRepeatTheNameOfTheFile() throws Exception {
    Path file = Files.writeString(directory.resolve("a.json"), "{}");
    IOException failure = new FileSystemException("x", null, "Too many open files");
    IOException denied = new AccessDeniedException(file.toString());

    assertThat(new TextFile(file).invalid(failure).reason())
        .isEqualTo("cannot be read: Too many open files");
    assertThat(new TextFile(file).invalid(denied).reason())
        .isEqualTo("cannot be read: permission denied");
  }

  /** Jackson counts columns in an int, which overflows within a line of 2 GB. */
  @Test
  @Tag("slow")
  void anErrorInALineOfMoreThanTwoGigabytesHasItsLine() {
    Path path = directory.resolve("long.json");
    Reader spaces =
        new Reader() {
          private long rest = Integer.MAX_VALUE + 100L;

          @Override
          public int read(char[] buffer, int offset, int length) {
            int count = (int) Math.min(rest, length);
            Arrays.fill(buffer, offset, offset + count, ' ');
            if (count == 0) {
              buffer[offset] = '?';
              return 1;
            }
            rest -= count;
            return count;
          }

          @Override
          public void close() {}
        };

    assertThatThrownBy(
            () -> new JsonTokens(new TextFile(path), new BufferedReader(spaces, 1 << 16)).next())
        .isInstanceOfSatisfying(
            InvalidContentException.class,
            e -> assertThat(e.at()).isEqualTo(new FilePosition(path, 1, 0)));
  }
}
