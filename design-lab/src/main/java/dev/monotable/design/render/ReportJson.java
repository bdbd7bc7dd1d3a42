package dev.monotable.design.render;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import dev.monotable.design.report.DesignReport;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.RecordCodec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reports as JSON. {@code report.schema.json} describes the format. A later version may add
 * members; a change of what is there gets another number of the format.
 */
public final class ReportJson {
  private static final String FORMAT = "monotableReport";
  private static final int VERSION = 1;

  private ReportJson() {}

  /**
   * Returns a report as JSON with indentation, with a line feed at its end. With earlier reports,
   * it contains what changed since the newest of them, and the history of all. It can be read as a
   * report, and be the base of a later one.
   */
  static String of(DesignReport report, List<DesignReport> bases) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
      json.setPrettyPrinter(
          new DefaultPrettyPrinter(
                  Separators.createDefaultInstance()
                      .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
              .withObjectIndenter(indenter)
              .withArrayIndenter(indenter));
      json.writeStartObject();
      json.writeNumberField(FORMAT, VERSION);
      RecordCodec.LENIENT.writeMembers(report, json);
      if (!bases.isEmpty()) {
        RecordCodec.LENIENT.writeMembers(ReportComparison.of(bases, report), json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  /**
   * Reads a report.
   *
   * @throws DataFileException if the file cannot be read, or is not a report in JSON
   */
  public static DesignReport read(Path file) throws DataFileException {
    try {
      return read(FileReaders.read(file));
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }

  /**
   * Reads a report.
   *
   * @throws DataFileException if the value is not a report in JSON
   */
  public static DesignReport read(FileValue value) throws DataFileException {
    try {
      Mapping root = FileValue.mapping(value, "a report");
      FileValue format = root.findPresent(FORMAT);
      if (!(format instanceof Scalar version)) {
        throw new InvalidContentException(
            root.at(), "not a report in JSON: '" + FORMAT + "' is missing");
      }
      if (!version.text().equals(String.valueOf(VERSION))) {
        throw new InvalidContentException(
            format.at(),
            "a report in format " + version.text() + "; this version reads format " + VERSION);
      }
      return RecordCodec.LENIENT.read(root, DesignReport.class);
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }
}
