package dev.monotable.cli.transfer;

import dev.monotable.cli.terminal.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The number of transferred items of each table. */
final class TransferResult {
  private record Part(String table, long items) {}

  private final List<Part> parts = new ArrayList<>();

  void add(String table, long items) {
    parts.add(new Part(table, items));
  }

  /** Prints a line for each table, or one JSON object. */
  void print(PrintWriter out, boolean json) {
    if (!json) {
      parts.forEach(part -> out.println(part.table() + ": " + part.items() + " items"));
      return;
    }
    StringBuilder text = new StringBuilder("{\"tables\":[");
    String separator = "";
    for (Part part : parts) {
      text.append(separator)
          .append("{\"table\":")
          .append(Json.quote(part.table()))
          .append(",\"items\":")
          .append(part.items())
          .append('}');
      separator = ",";
    }
    out.println(text.append("]}"));
  }
}
