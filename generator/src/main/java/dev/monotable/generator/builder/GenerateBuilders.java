package dev.monotable.generator.builder;

import dev.monotable.generator.SourceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The command line: {@code GenerateBuilders OUTPUT_DIRECTORY SOURCE_DIRECTORY}. A record {@code
 * Box} with a nested class {@code Builder extends BoxBuilder} gets the class {@code BoxBuilder},
 * which has a field and a method for each component.
 */
public final class GenerateBuilders {
  private static final String SUFFIX = ".java";

  private GenerateBuilders() {}

  /**
   * Writes the builders.
   *
   * @param arguments the directory of the builders, and that of the records
   */
  public static void main(String[] arguments) throws IOException {
    List<Path> records = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(arguments[1]))) {
      for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX)).sorted().toList()) {
        String name = file.getFileName().toString().replace(SUFFIX, "");
        if (Files.readString(file).contains("Builder extends " + name + "Builder ")) {
          records.add(file);
        }
      }
    }
    Map<String, String> sources = new TreeMap<>();
    for (BuiltRecord each : BuiltRecord.parse(records)) {
      sources.put(
          each.packageName().replace('.', '/') + '/' + each.name() + "Builder" + SUFFIX,
          each.builder());
    }
    SourceFiles.writeAll(Path.of(arguments[0]), sources);
  }
}
