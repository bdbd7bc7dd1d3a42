package dev.monotable.design.file;

import dev.monotable.design.model.Design;
import dev.monotable.formats.schema.WorkbenchModel;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads files with declared designs. The format is detected by content:
 *
 * <ul>
 *   <li>a design file, {@code design.yaml}, in YAML or JSON. Its JSON Schema is the resource {@code
 *       dev/monotable/design/file/design.schema.json};
 *   <li>a data model of NoSQL Workbench: its tables, and the entities that its items and facets
 *       show;
 *   <li>{@code dynamodb_data_model.json} of the DynamoDB MCP server of AWS Labs: its tables, the
 *       entities that its items show, and the access patterns that commands of the AWS CLI
 *       implement;
 *   <li>{@code dynamodb_data_model.json} of the Agent Toolkit for AWS: its tables with indexes,
 *       entities and sizes, and its access patterns with their rates.
 * </ul>
 */
public final class DesignFile {
  private DesignFile() {}

  /**
   * Reads a design, without notices. See {@link #read(Path, Consumer)}.
   *
   * @throws DataFileException if the file cannot be read or is invalid, with line, column and
   *     reason
   */
  public static Design read(Path file) throws DataFileException {
    return read(file, notice -> {});
  }

  /**
   * Reads a design.
   *
   * @param notices receives the parts of the file that have no effect on the design, such as an
   *     access pattern whose command cannot be read
   * @throws DataFileException if the file cannot be read or is invalid, with line, column and
   *     reason
   */
  public static Design read(Path file, Consumer<Notice> notices) throws DataFileException {
    try {
      FileValue root = FileReaders.read(file);
      if (root instanceof Mapping mapping && WorkbenchModel.isModel(mapping)) {
        return WorkbenchDesign.read(file, mapping, notices);
      }
      if (root instanceof Mapping mapping && CostModelDesign.isModel(mapping)) {
        return CostModelDesign.read(DataModelDesign.name(file), mapping, notices);
      }
      if (root instanceof Mapping mapping && DataModelDesign.isModel(mapping)) {
        return DataModelDesign.read(file, mapping, notices);
      }
      return new DesignReader(root).design();
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }
}
