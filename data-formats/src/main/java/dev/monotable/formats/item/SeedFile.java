package dev.monotable.formats.item;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file with items.
 *
 * @param path the file, or the directory of an export
 * @param table the table of its items; null if the file names it, by its content or its own name
 */
public record SeedFile(Path path, @Nullable String table) {

  /** Creates a seed file whose table is named by its content or by its own name. */
  public static SeedFile of(Path path) {
    return new SeedFile(path, null);
  }

  /**
   * Parses {@code FILE} or {@code TABLE=FILE}. A file whose name contains an equals sign is found
   * first.
   */
  public static SeedFile parse(String text) {
    int equals = text.indexOf('=');
    return equals <= 0 || Files.exists(Path.of(text))
        ? of(Path.of(text))
        : new SeedFile(Path.of(text.substring(equals + 1)), text.substring(0, equals));
  }

  /** Returns the file name up to the first dot: {@code Chat} for {@code Chat.json.gz}. */
  String baseName() {
    Path last = path.getFileName();
    String name = last == null ? "" : last.toString();
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
