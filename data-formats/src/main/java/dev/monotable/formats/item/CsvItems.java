package dev.monotable.formats.item;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows of CSV to items. All values are strings except those of key attributes of the table
 * and its indexes, which have the type of their definition. An empty field without quotes is an
 * absent attribute. Not thread safe.
 */
final class CsvItems {
  /** More fields than an item has attributes are not kept; such a row is invalid. */
  private static final int MAX_FIELDS = 1 << 16;

  private final Path path;
  private final TableKeys table;
  private final ItemWriter writer = new ItemWriter();
  private final Rows rows = new Rows();

  CsvItems(Path path, TableKeys table) {
    this.path = path;
    this.table = table;
  }

  /** Returns a reader of the rows. */
  CsvReader<Row> reader(char delimiter, Reader text) {
    return CsvReader.builder()
        .fieldSeparator(delimiter)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .build(rows, text);
  }

  /** Returns the position of the row that was read last. */
  FilePosition at() {
    return new FilePosition(path, Math.max(1, rows.line()), 0);
  }

  /** Receives what an import reads. */
  interface Consumer {
    void accept(Item item) throws TransferException;

    /** Receives that a row is not an item. */
    void reject(String reason);
  }

  /**
   * Reads the rows of an object that is imported.
   *
   * @param headerList the names of the attributes; null if they are in the first row
   * @throws InvalidContentException if it is not CSV
   */
  void readImport(
      BoundedReader text, char delimiter, @Nullable List<String> headerList, Consumer consumer)
      throws IOException, TransferException {
    List<String> header = headerList;
    try {
      for (Row row : reader(delimiter, text)) {
        text.nextRecord();
        if (header == null) {
          header = header(row);
        } else {
          readImport(row, header, consumer);
        }
      }
    } catch (CsvParseException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new InvalidContentException(at(), "not CSV: " + e.getMessage());
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private void readImport(Row row, List<String> header, Consumer consumer)
      throws TransferException {
    Item item;
    try {
      for (Field field : row.fields()) {
        // The guide: quotes that are not escaped let the import fail.
        if (!field.quoted() && field.text().indexOf('"') >= 0) {
          throw new InvalidContentException(row.at(), "a double quote is not escaped");
        }
      }
      item = item(row, header);
    } catch (InvalidContentException e) {
      consumer.reject(e.reason());
      return;
    }
    consumer.accept(item);
  }

  /** Returns the names of the attributes in the first row. */
  List<String> header(Row row) {
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

  /**
   * Returns the item of a row.
   *
   * @throws InvalidContentException if the row does not fit
   */
  Item item(Row row, List<String> header) {
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
    return writer.endItem();
  }

  private void base64(Field field, String name, FilePosition at) {
    byte[] text = field.text().strip().getBytes(StandardCharsets.UTF_8);
    if (!writer.base64(text, 0, text.length)) {
      throw new InvalidContentException(
          at, name + " is binary, so it must be base64, not '" + field.text() + "'");
    }
  }

  /** A field, and whether it was in quotes. */
  record Field(String text, boolean quoted) {}

  /** A row. */
  record Row(FilePosition at, List<Field> fields) {}

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
      if (fields.size() < MAX_FIELDS) {
        fields.add(new Field(new String(text, offset, length), quoted));
      }
    }

    @Override
    protected @Nullable Row buildRecord() {
      return new Row(new FilePosition(path, line(), 0), fields);
    }
  }
}
