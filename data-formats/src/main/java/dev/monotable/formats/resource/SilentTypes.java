package dev.monotable.formats.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The types of resources that have no effect here and are not reported, each with its reason: the
 * rows of {@code silent-types.txt}.
 */
public final class SilentTypes {
  private static final List<Row> ROWS = load();

  private SilentTypes() {}

  /** The parts of a resource that are not reported. */
  enum Silence {
    /** The resource. */
    ALL,

    /** Its own tables, indexes and streams, which are not DynamoDB's. */
    WORDS
  }

  /**
   * A row.
   *
   * @param type a type, or its beginning before {@code *}
   */
  record Row(String type, Silence silence, String reason) {
    boolean matches(String other) {
      return type.endsWith("*")
          ? other.startsWith(type.substring(0, type.length() - 1))
          : other.equals(type);
    }
  }

  /** Returns what of a type is silent; null if nothing is. The first row that matches decides. */
  static @Nullable Silence find(String type) {
    for (Row row : ROWS) {
      if (row.matches(type)) {
        return row.silence();
      }
    }
    return null;
  }

  /** Returns all rows. */
  static List<Row> rows() {
    return ROWS;
  }

  private static List<Row> load() {
    List<Row> rows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(SilentTypes.class.getResourceAsStream("silent-types.txt")),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] columns = line.split(" +", 3);
          rows.add(
              new Row(
                  columns[0], columns[1].equals("all") ? Silence.ALL : Silence.WORDS, columns[2]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(rows);
  }
}
