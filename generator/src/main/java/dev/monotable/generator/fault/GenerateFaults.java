package dev.monotable.generator.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command line: {@code GenerateFaults OUTPUT_DIRECTORY TABLE_DIRECTORY}. Reads the table of
 * faults, and writes the families of {@code dev.monotable.engine.error}. A source that has not
 * changed is not written, so that it is not compiled again.
 */
public final class GenerateFaults {
  private static final String PACKAGE = "dev.monotable.engine.error";

  private GenerateFaults() {}

  /**
   * Writes the sources.
   *
   * @param arguments the directory of the sources, and that of the table
   */
  public static void main(String[] arguments) throws IOException {
    FaultTable table = FaultTable.read(Path.of(arguments[1]));
    write(
        Path.of(arguments[0]).resolve(PACKAGE.replace('.', '/')),
        new FaultWriter(PACKAGE, table).write());
  }

  private static void write(Path directory, Map<String, String> sources) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> stale = Files.list(directory)) {
      for (Path file : stale.toList()) {
        if (!sources.containsKey(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = directory.resolve(source.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(source.getValue())) {
        Files.writeString(file, source.getValue());
      }
    }
  }
}
