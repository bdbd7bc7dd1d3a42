package dev.monotable.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Writes generated files. */
public final class SourceFiles {
  private SourceFiles() {}

  /**
   * Writes the files of a directory that contains nothing else. A file that has not changed is not
   * written, so that it is not compiled again.
   *
   * @param files the contents by path, such as {@code dev/monotable/Item.java}
   */
  public static void writeAll(Path directory, Map<String, String> files) throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          if (!files.containsKey(directory.relativize(file).toString().replace('\\', '/'))) {
            Files.delete(file);
          }
        }
      }
    }
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path file = directory.resolve(each.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(each.getValue())) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, each.getValue());
      }
    }
  }
}
