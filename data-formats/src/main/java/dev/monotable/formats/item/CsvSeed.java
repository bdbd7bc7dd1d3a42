package dev.monotable.formats.item;

import de.siegmar.fastcsv.reader.CsvParseException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Reads the items of a CSV file as DynamoDB imports them: the first line has the names of the
 * attributes, and all values are strings except those of key attributes of the table and its
 * indexes, which have the type of their definition. The delimiter is the first of comma, tab,
 * semicolon, pipe, colon and space by which the header has the key attributes. An empty field
 * without quotes is an absent attribute. See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataImport.Format.html">Amazon
 * S3 import formats</a>.
 */
final class CsvSeed {
  private static final char[] DELIMITERS = {',', '\t', ';', '|', ':', ' '};
  private static final int MAX_HEADER_CHARACTERS = 1 << 16;

  private final Path path;
  private final TableKeys table;
  private final SeedTarget target;

  CsvSeed(Path path, TableKeys table, SeedTarget target) {
    this.path = path;
    this.table = table;
    this.target = target;
  }

  /** Reads all rows. */
  void read(TextFile file, BufferedReader reader) {
    CsvItems items = new CsvItems(path, table);
    try {
      char delimiter = delimiter(reader);
      List<String> header = null;
      for (CsvItems.Row row : items.reader(delimiter, reader)) {
        if (header == null) {
          header = items.header(row);
        } else {
          target.put(table, items.item(row, header), row.at());
        }
      }
    } catch (CsvParseException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw file.invalid(io);
      }
      throw new InvalidContentException(items.at(), "not CSV: " + e.getMessage());
    } catch (UncheckedIOException e) {
      throw file.invalid(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw file.invalid(e);
    }
  }

  /** Returns the delimiter by which the first line has the key attributes of the table. */
  private char delimiter(BufferedReader reader) throws IOException {
    reader.mark(MAX_HEADER_CHARACTERS);
    StringBuilder line = new StringBuilder();
    int c;
    while ((c = reader.read()) >= 0
        && line.length() < MAX_HEADER_CHARACTERS - 1
        && ((c != '\n' && c != '\r') || line.toString().isBlank())) {
      line.append((char) c);
    }
    reader.reset();
    String text = line.toString().strip();
    for (char delimiter : DELIMITERS) {
      List<String> names = new ArrayList<>();
      for (String field : text.split(Pattern.quote(String.valueOf(delimiter)))) {
        String name = field.strip();
        boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        names.add(quoted ? name.substring(1, name.length() - 1) : name);
      }
      if (names.containsAll(table.keys())) {
        return delimiter;
      }
    }
    throw new InvalidContentException(
        new FilePosition(path, 1, 0),
        "the header of a CSV file must have the key attributes of the table '"
            + table.name()
            + "', "
            + String.join(" and ", table.keys())
            + ", separated by comma, tab, semicolon, pipe, colon or space");
  }
}
