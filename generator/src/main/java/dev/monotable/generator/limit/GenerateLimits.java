package dev.monotable.generator.limit;

import dev.monotable.generator.SourceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The command line: {@code GenerateLimits OUTPUT_DIRECTORY TABLE}. */
public final class GenerateLimits {
  private static final String FILE = "dev/monotable/engine/limits/Limits.java";

  private GenerateLimits() {}

  /**
   * Writes the source of the limits.
   *
   * @param arguments the directory of the source, and the table
   */
  public static void main(String[] arguments) throws IOException {
    String source =
        new LimitWriter(LimitSubject.parse(Files.readAllLines(Path.of(arguments[1])))).write();
    SourceFiles.writeAll(Path.of(arguments[0]), Map.of(FILE, source));
  }
}
