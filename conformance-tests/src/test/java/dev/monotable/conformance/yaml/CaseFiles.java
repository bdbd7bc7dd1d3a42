package dev.monotable.conformance.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The YAML files of the cases, and the program that formats them. */
public final class CaseFiles {
  private static final YAMLMapper YAML = new YAMLMapper();

  private CaseFiles() {}

  /**
   * Formats all files.
   *
   * @param arguments the folder of the module {@code conformance-tests}
   */
  public static void main(String[] arguments) throws IOException {
    for (Path file : all(Path.of(arguments[0]))) {
      String text = Files.readString(file);
      String formatted = format(file, text);
      if (!formatted.equals(text)) {
        Files.writeString(file, formatted);
      }
    }
  }

  /** Returns the files in the resources of a module. */
  static List<Path> all(Path module) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String folder : List.of("cases", "partiql", "wire")) {
      try (Stream<Path> files = Files.list(module.resolve("src/test/resources/" + folder))) {
        files.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(all::add);
      }
    }
    return all;
  }

  /** Returns the canonical form of a file, which has the same content. */
  static String format(Path file, String text) throws IOException {
    String formatted;
    try {
      formatted = YamlFormat.format(text);
    } catch (RuntimeException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
    // As text, so that the order of members counts.
    if (!json(formatted).toString().equals(json(text).toString())) {
      throw new IOException(file + ": the content would change");
    }
    return formatted;
  }

  static JsonNode json(String yaml) throws IOException {
    return YAML.readTree(yaml);
  }
}
