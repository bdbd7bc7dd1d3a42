package dev.monotable.cli.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.OneLine;
import dev.monotable.text.RecordCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** What differs in a table, as lines. */
final class DifferenceText {
  private DifferenceText() {}

  /** Prints a line for the table, if it was added or removed, and a line for each item. */
  static void print(Mapping table, PrintWriter out) {
    String name = OneLine.all(String.valueOf(ControlResponse.text(table, "table")));
    String presence = ControlResponse.text(table, "presence");
    if ("added".equals(presence)) {
      out.println("+ " + name);
    } else if ("removed".equals(presence)) {
      out.println("- " + name);
    }
    for (Mapping item : ControlResponse.list(table, "added")) {
      out.println("+ " + name + " " + json(item));
    }
    for (Mapping item : ControlResponse.list(table, "removed")) {
      out.println("- " + name + " " + json(item));
    }
    for (Mapping item : ControlResponse.list(table, "changed")) {
      out.println(
          "~ " + name + " " + json(item.find("before")) + " -> " + json(item.find("after")));
    }
  }

  /** Returns an item as DynamoDB JSON. */
  static String json(@Nullable Object item) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      RecordCodec.STRICT.write(item == null ? "" : item, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return OneLine.all(text.toString());
  }
}
