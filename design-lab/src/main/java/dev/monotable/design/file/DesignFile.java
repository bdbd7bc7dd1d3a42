package dev.monotable.design.file;

import dev.monotable.design.model.Design;
import dev.monotable.formats.file.DataFileException;
import dev.monotable.formats.file.FileReaders;
import dev.monotable.formats.file.FileValue;
import dev.monotable.formats.file.FileValue.Mapping;
import dev.monotable.formats.file.InvalidContentException;
import dev.monotable.formats.schema.WorkbenchModel;
import java.nio.file.Path;

/**
 * Reads files with declared designs. The format is detected by content:
 *
 * <ul>
 *   <li>a design file, {@code design.yaml}, in YAML or JSON. Its JSON Schema is the resource {@code
 *       dev/monotable/design/file/design.schema.json};
 *   <li>a data model of NoSQL Workbench: its tables, and the entities that its items show.
 * </ul>
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
      return root instanceof Mapping mapping && WorkbenchModel.isModel(mapping)
          ? WorkbenchDesign.read(file, mapping)
          : new DesignReader(root).design();
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }
}
