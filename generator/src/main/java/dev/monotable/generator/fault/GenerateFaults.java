package dev.monotable.generator.fault;

import dev.monotable.generator.SourceFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The command line: {@code GenerateFaults OUTPUT_DIRECTORY TABLE_DIRECTORY}. Reads the table of
 * faults, and writes the families of {@code dev.monotable.engine.error}.
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
    Map<String, String> sources = new TreeMap<>();
    new FaultWriter(PACKAGE, table)
        .write()
        .forEach((name, source) -> sources.put(PACKAGE.replace('.', '/') + '/' + name, source));
    SourceFiles.writeAll(Path.of(arguments[0]), sources);
  }
}
