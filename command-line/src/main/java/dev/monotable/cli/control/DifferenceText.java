package dev.monotable.cli.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.OneLine;
import dev.monotable.text.RecordCodec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The differences of a table, as lines. */
final class DifferenceText {
  private DifferenceText() {}

  /** Prints a difference; returns the exit code. */
  static int print(ControlResponse difference, ControlCommand command) {
    List<Mapping> tables = difference.list("tables");
    boolean complete = !"false".equals(difference.json().findText("complete"));
    if (!command.printsJson(difference)) {
      for (Mapping table : tables) {
        print(table, command);
      }
      if (!complete) {
        command.report("there are more differences, or too many items to compare");
      }
    }
    return tables.isEmpty() && complete ? 0 : ExitCode.NO;
  }

  /** Prints a line for the table, if it was added or removed, and a line for each item. */
  private static void print(Mapping table, ControlCommand out) {
    String name = OneLine.all(String.valueOf(table.findText("table")));
    String presence = table.findText("presence");
    if ("added".equals(presence)) {
      out.print("+ " + name);
    } else if ("removed".equals(presence)) {
      out.print("- " + name);
    }
    for (Mapping item : ControlResponse.list(table, "added")) {
      out.print("+ " + name + " " + json(item));
    }
    for (Mapping item : ControlResponse.list(table, "removed")) {
      out.print("- " + name + " " + json(item));
    }
    for (Mapping item : ControlResponse.list(table, "changed")) {
      out.print("~ " + name + " " + json(item.find("before")) + " -> " + json(item.find("after")));
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
