package dev.monotable.cli.transfer;

import dev.monotable.cli.terminal.Json;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.util.Comparator;
import java.util.List;

/** Values of files as JSON, with their members in alphabetical order. */
final class RequestJson {
  private RequestJson() {}

  static String text(FileValue value) {
    StringBuilder json = new StringBuilder();
    write(value, json);
    return json.toString();
  }

  static List<NamedValue> sorted(Mapping mapping) {
    return mapping.members().stream().sorted(Comparator.comparing(NamedValue::name)).toList();
  }

  static void write(FileValue value, StringBuilder json) {
    if (value instanceof Mapping mapping) {
      String separator = "";
      json.append('{');
      for (NamedValue member : sorted(mapping)) {
        json.append(separator).append(Json.quote(member.name())).append(':');
        write(member.value(), json);
        separator = ",";
      }
      json.append('}');
    } else if (value instanceof Sequence sequence) {
      String separator = "";
      json.append('[');
      for (FileValue element : sequence.elements()) {
        json.append(separator);
        write(element, json);
        separator = ",";
      }
      json.append(']');
    } else if (value instanceof Scalar scalar) {
      switch (scalar.type()) {
        case STRING -> json.append(Json.quote(scalar.text()));
        case NUMBER, BOOLEAN -> json.append(scalar.text());
      }
    } else {
      json.append("null");
    }
  }
}
