package dev.monotable.formats.item;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.TextFile;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
  private final ItemWriter writer = new ItemWriter();

  CsvSeed(Path path, TableKeys table, SeedTarget target) {
    this.path = path;
    this.table = table;
    this.target = target;
  }

  /** Reads all rows. */
  void read(TextFile file, BufferedReader reader) {
    Rows rows = new Rows();
    try {
      char delimiter = delimiter(reader);
      CsvReader<Row> csv =
          CsvReader.builder()
              .fieldSeparator(delimiter)
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .build(rows, reader);
      List<String> header = null;
      for (Row row : csv) {
        if (header == null) {
          header = header(row);
        } else {
          write(row, header);
        }
      }
    } catch (CsvParseException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw file.invalid(io);
      }
      throw new InvalidContentException(
          new FilePosition(path, Math.max(1, rows.line()), 0), "not CSV: " + e.getMessage());
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

  private List<String> header(Row row) {
    Set<String> names = new HashSet<>();
    for (Field field : row.fields()) {
      if (field.text().isEmpty() || !names.add(field.text())) {
        throw new InvalidContentException(
            row.at(),
            field.text().isEmpty()
                ? "the header has an empty name"
                : "'" + field.text() + "' is given twice");
      }
    }
    return row.fields().stream().map(Field::text).toList();
  }

  private void write(Row row, List<String> header) {
    if (row.fields().size() != header.size()) {
      throw new InvalidContentException(
          row.at(), row.fields().size() + " fields, but the header has " + header.size());
    }
    writer.beginItem();
    for (int i = 0; i < header.size(); i++) {
      Field field = row.fields().get(i);
      if (field.text().isEmpty() && !field.quoted()) {
        continue;
      }
      String name = header.get(i);
      writer.name(name);
      String type = table.types().getOrDefault(name, "S");
      switch (type) {
        case "N" -> writer.number(field.text().strip());
        case "B" -> base64(field, name, row.at());
        default -> writer.string(field.text());
      }
    }
    Item item = writer.endItem();
    target.put(table, item, row.at());
  }

  private void base64(Field field, String name, FilePosition at) {
    byte[] text = field.text().strip().getBytes(StandardCharsets.UTF_8);
    if (!writer.base64(text, 0, text.length)) {
      throw new InvalidContentException(
          at, name + " is binary, so it must be base64, not '" + field.text() + "'");
    }
  }

  /** A field, and whether it was in quotes. */
  private record Field(String text, boolean quoted) {}

  private record Row(FilePosition at, List<Field> fields) {}

  /** Collects the fields of a row. */
  private final class Rows extends AbstractBaseCsvCallbackHandler<Row> {
    private List<Field> fields = new ArrayList<>();

    int line() {
      return (int) Math.min(Integer.MAX_VALUE, getStartingLineNumber());
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
      fields = new ArrayList<>(fields.size());
    }

    @Override
    protected void handleField(int index, char[] text, int offset, int length, boolean quoted) {
      fields.add(new Field(new String(text, offset, length), quoted));
    }

    @Override
    protected @Nullable Row buildRecord() {
      return new Row(new FilePosition(path, line(), 0), fields);
    }
  }
}
