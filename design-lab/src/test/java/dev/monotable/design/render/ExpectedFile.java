package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares whole outputs with files among the resources of the tests. With {@code
 * -Dmonotable.expected=write}, the files are written instead; look at the difference before you
 * commit it.
 */
final class ExpectedFile {
  private static final Path DIRECTORY = Path.of("src/test/resources/dev/monotable/design/render");

  private ExpectedFile() {}

  static Path of(String name) {
    return DIRECTORY.resolve(name);
  }

  static void assertContains(String name, String actual) {
    Path file = of(name);
    try {
      if ("write".equals(System.getProperty("monotable.expected"))) {
        Files.createDirectories(DIRECTORY);
        Files.writeString(file, actual);
      }
      assertThat(actual).as(name).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
