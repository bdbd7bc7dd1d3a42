package dev.monotable.generator.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The table of faults: a file for each family, and one for the phrases that several have.
 *
 * @param phrases by name; {@code about} and {@code source} are their comments
 */
record FaultTable(List<TableStatement> phrases, List<FaultFamily> families) {
  private static final String PHRASES = "Phrases";

  /**
   * Reads the files of a directory.
   *
   * @throws IllegalArgumentException if a file is invalid; the message names the file and the line
   */
  static FaultTable read(Path directory) throws IOException {
    Map<String, List<String>> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : paths.toList()) {
        files.put(path.getFileName().toString(), Files.readAllLines(path));
      }
    }
    return parse(files);
  }

  /** Returns the table of files, whose lines are given by name. */
  static FaultTable parse(Map<String, List<String>> files) {
    List<TableStatement> phrases = List.of();
    Map<String, List<TableStatement>> statements = new TreeMap<>();
    for (Map.Entry<String, List<String>> file : files.entrySet()) {
      List<TableStatement> read = TableStatement.parse(file.getKey(), file.getValue());
      String name = file.getKey().replace(".txt", "");
      if (name.equals(PHRASES)) {
        phrases = read;
      } else {
        statements.put(name, read);
      }
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (TableStatement phrase : phrases) {
      if (texts.put(phrase.head(), phrase.text()) != null) {
        throw phrase.error("a second " + phrase.head());
      }
    }
    List<FaultFamily> families = new ArrayList<>();
    statements.forEach((name, of) -> families.add(FaultFamily.of(name, of, texts)));
    return new FaultTable(phrases, families);
  }
}
