package dev.monotable.text;

import java.nio.file.FileSystems;
import java.nio.file.Path;

/**
 * A place in a file.
 *
 * @param file the file, as named by the caller
 * @param line the line, from 1; 0 for the file as a whole
 * @param column the column, from 1, in UTF-16 code units; 0 for the line as a whole
 */
public record FilePosition(Path file, int line, int column) {
  /** Replaces a number that is too large for an int, and so is negative, by 0. */
  public FilePosition {
    line = Math.max(line, 0);
    column = line == 0 ? 0 : Math.max(column, 0);
  }

  /** Returns the position of the file as a whole. */
  public static FilePosition of(Path file) {
    return new FilePosition(file, 0, 0);
  }

  /** Returns {@code file:line:column}, without what is 0. A file in a jar has the jar's name. */
  @Override
  public String toString() {
    String path =
        file.getFileSystem() == FileSystems.getDefault()
            ? file.toString()
            : file.toUri().toString(); // with the name of the jar
    String name = OneLine.all(path);
    if (line == 0) {
      return name;
    }
    return column == 0 ? name + ":" + line : name + ":" + line + ":" + column;
  }
}
