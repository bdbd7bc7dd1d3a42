package dev.monotable.cli.control;

import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.OneLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows with columns. On a terminal, columns are aligned below their names; in a pipe, they are
 * separated by tabs, without names.
 */
final class TextTable {
  private final List<String> names;
  private final List<List<String>> rows = new ArrayList<>();

  /** Creates a table with the names of its columns. */
  TextTable(String... names) {
    this.names = List.of(names);
  }

  /** Adds a row with these cells. */
  TextTable row(String... cells) {
    List<String> row = new ArrayList<>();
    for (String cell : cells) {
      row.add(OneLine.all(cell));
    }
    rows.add(row);
    return this;
  }

  /** Adds a row for each object, with these members. */
  TextTable rows(List<Mapping> objects, String... members) {
    for (Mapping object : objects) {
      String[] cells = new String[members.length];
      for (int i = 0; i < members.length; i++) {
        cells[i] = ControlResponse.shown(object, members[i]);
      }
      row(cells);
    }
    return this;
  }

  /** Prints the table. */
  void print(PrintWriter out, boolean terminal) {
    if (!terminal) {
      rows.forEach(row -> out.println(String.join("\t", row)));
      return;
    }
    int[] widths = new int[names.size()];
    List<List<String>> all = new ArrayList<>(rows);
    all.add(0, names);
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
