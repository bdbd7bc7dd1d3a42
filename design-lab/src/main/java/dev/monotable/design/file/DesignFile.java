package dev.monotable.design.file;

import dev.monotable.design.model.Design;
import dev.monotable.formats.file.DataFileException;
import dev.monotable.formats.file.FileReaders;
import dev.monotable.formats.file.FileValue;
import dev.monotable.formats.file.InvalidContentException;
import java.nio.file.Path;

/**
 * Reads design files, {@code design.yaml}, in YAML or JSON. Their JSON Schema is the resource {@code
 * dev/monotable/design/file/design.schema.json}.
 */
public final class DesignFile {
  private DesignFile() {}

  /**
   * Reads a design.
   *
   * @throws DataFileException if the file cannot be read or is invalid, with line, column and
   *     reason
   */
  public static Design read(Path file) throws DataFileException {
    try {
      FileValue root = FileReaders.read(file);
      return read(root);
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }

  private static Design read(FileValue root) {
    return new DesignReader(root).design();
  }
}
