package dev.monotable.handle;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.formats.DatabaseDump;
import dev.monotable.formats.item.TableText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts of a database and of its tables. */
public final class DatabaseText {
  private DatabaseText() {}

  /** Returns all tables as text for people. */
  public static String of(MonotableEngine database) {
    try (DatabaseDump dump = DatabaseDump.of(database)) {
      StringBuilder text = new StringBuilder();
      for (String table : dump.tables()) {
        text.append(text.isEmpty() ? "" : "\n").append(dump.text(TableText.standard(), table));
      }
      return text.toString();
    }
  }

  /** Returns a table, or an index if its name is not null, as text for people. */
  public static String of(MonotableEngine database, String table, @Nullable String index) {
    try (DatabaseDump dump = DatabaseDump.of(database)) {
      TableText form = TableText.standard();
      return index == null ? dump.text(form, table) : dump.text(form, table, index);
    } catch (DynamoException e) {
      throw invalid(e);
    }
  }

  /** Returns the items of a table as lines of DynamoDB JSON. */
  public static String lines(MonotableEngine database, String table) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try (DatabaseDump dump = DatabaseDump.of(database)) {
      dump.lines(table, lines);
    } catch (DynamoException e) {
      throw invalid(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines.toString(StandardCharsets.UTF_8);
  }

  /** Writes the items of tables into a file; those of all tables if none is given. */
  public static void write(MonotableEngine database, Path file, String... tables) {
    try (DatabaseDump dump = DatabaseDump.of(database)) {
      dump.namedLines(tables.length == 0 ? dump.tables() : List.of(tables), file);
    } catch (DynamoException e) {
      throw invalid(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IllegalArgumentException invalid(DynamoException e) {
    return new IllegalArgumentException(e.getMessage(), e);
  }
}
